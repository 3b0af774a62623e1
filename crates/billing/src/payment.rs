//! How an invoice is paid: the seam for payment providers, and the one that is included.
//!
//! The billing job asks the provider once for every statement that is due, again until it succeeds.
//! What it answers is kept with the statement. That a statement was paid is noted by
//! [`settle`](super::settle): here by the operator; a provider with notifications of its own would
//! verify one and call the same.

use std::fmt;
use std::pin::Pin;

use store::StatementRecord;

use crate::invoice::invoice_number;

/// Someone who collects money.
pub trait PaymentProvider: fmt::Debug + Send + Sync {
    /// Its name, kept with every statement it was asked about.
    fn name(&self) -> &'static str;

    /// Asks for the amount of a statement. It may be asked again for the same one, after a failure
    /// or a crash: the statement's id says that it is the same.
    fn request<'a>(
        &'a self,
        statement: &'a StatementRecord,
    ) -> Pin<Box<dyn Future<Output = Result<PaymentRequest, PaymentFailure>> + Send + 'a>>;
}

/// What a provider knows a statement by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    /// What the payment names.
    pub reference: String,
    /// Where it can be paid, if there is such a page.
    pub url: Option<String>,
}

/// A provider could not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentFailure(pub String);

impl fmt::Display for PaymentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PaymentFailure {}

/// The operator's own bank: a payment names the invoice's number, and the operator notes it.
#[derive(Clone, Copy, Debug)]
pub struct Manual;

impl PaymentProvider for Manual {
    fn name(&self) -> &'static str {
        "manual"
    }

    fn request<'a>(
        &'a self,
        statement: &'a StatementRecord,
    ) -> Pin<Box<dyn Future<Output = Result<PaymentRequest, PaymentFailure>> + Send + 'a>> {
        let reference = invoice_number(statement.number);
        Box::pin(async move {
            Ok(PaymentRequest {
                reference,
                url: None,
            })
        })
    }
}

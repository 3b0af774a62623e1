//! Payments: the interface for payment providers, and the included one.
//!
//! The billing job requests payment once for every due statement, and retries until it succeeds. The
//! result is stored with the statement. [`settle`](super::settle) records that a statement is paid.
//! The operator calls it; a provider with notifications would verify one and call it too.

use std::fmt;
use std::pin::Pin;

use store::StatementRecord;

use crate::invoice::invoice_number;

/// A payment provider.
pub trait PaymentProvider: fmt::Debug + Send + Sync {
    /// Its name, stored with every statement it handles.
    fn name(&self) -> &'static str;

    /// Requests payment of a statement. The request may repeat after a failure or a crash, with the
    /// same statement id.
    fn request<'a>(
        &'a self,
        statement: &'a StatementRecord,
    ) -> Pin<Box<dyn Future<Output = Result<PaymentRequest, PaymentFailure>> + Send + 'a>>;
}

/// The provider's payment details of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The payment reference.
    pub reference: String,
    /// The payment page, if any.
    pub url: Option<String>,
}

/// The provider is unavailable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentFailure(pub String);

impl fmt::Display for PaymentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PaymentFailure {}

/// Bank transfer: the payment includes the invoice number, and the operator records it.
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

//! Billing: terms, statements issued from the ledger when a period ends, invoices and payments.
//!
//! Deliberately absent: the arithmetic of charges (`access::charge`), and what a page or an API answer shows.

mod invoice;
mod job;
mod payment;
mod pdf;
mod statement;
mod terms;

pub use job::{Billed, BillingJob};
pub use payment::{Manual, PaymentFailure, PaymentProvider, PaymentRequest};

pub use invoice::{Invoice, InvoiceLine, WriteAmount, csv, invoice_number};
pub use statement::{Bill, BillError, Detail, bill, charge_line, settle};
pub use terms::{close, present_tariff, set_status, set_terms, tariff};

//! Bills of organizations: what each is billed by, statements made from the ledger when a period has
//! ended, invoices, and how they are paid.
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

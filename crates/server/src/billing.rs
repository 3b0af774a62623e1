//! Bills of organizations: what each is billed by, statements made from the ledger when a period has
//! ended, invoices, and how they are paid. The arithmetic is `access::charge`.

mod invoice;
mod job;
mod payment;
mod pdf;
mod statement;
mod terms;

pub use payment::{Manual, PaymentFailure, PaymentProvider, PaymentRequest};

pub(crate) use invoice::{Invoice, InvoiceLine, WriteAmount, csv, invoice_number};
pub(crate) use statement::{Bill, Detail, bill, charge_line, settle};
pub(crate) use terms::{close, present_tariff, set_status, set_terms, tariff};

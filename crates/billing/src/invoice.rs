//! The content of an invoice: the text, dates and amounts of a statement for the page, the PDF and
//! the CSV.

use std::fmt::Write as _;

use access::{Timestamp, decimal_amount, readable_amount};
use store::{StatementLine, StatementRecord, StatementState};

use crate::pdf::Sheets;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use i18n::{Language, msg};

mod printed;

/// The formatted invoice number.
pub fn invoice_number(number: u64) -> String {
    format!("{number:06}")
}

/// The content of an invoice.
#[derive(Clone, Debug)]
pub struct Invoice {
    /// The language it is written in.
    pub language: Language,
    /// Its number.
    pub number: String,
    /// The period it is for.
    pub period: String,
    /// The date of issue.
    pub issued_on: String,
    /// The date by which it is to be paid.
    pub due_on: String,
    /// The issuer's address lines.
    pub issuer: Vec<String>,
    /// The customer's address lines.
    pub bill_to: Vec<String>,
    /// The charges.
    pub lines: Vec<InvoiceLine>,
    /// The counted requests.
    pub usage: Vec<UsageLine>,
    /// The number of requests.
    pub requests: String,
    /// The number of units.
    pub units: String,
    /// The amount due.
    pub total: String,
    /// The payment status as text.
    pub standing: String,
    /// The payment instructions, line by line. Empty if no payment is due.
    pub payment: Vec<String>,
}

/// A charge.
#[derive(Clone, Debug)]
pub struct InvoiceLine {
    /// What is charged for.
    pub what: String,
    /// When.
    pub when: String,
    /// How many.
    pub quantity: String,
    /// The price of one.
    pub unit_price: String,
    /// The amount of the line.
    pub amount: String,
}

/// The requests of one operation.
#[derive(Clone, Debug)]
pub struct UsageLine {
    pub operation: String,
    pub kind: &'static str,
    pub requests: String,
    pub units: String,
}

/// What separates the first and the last day of a period.
const BETWEEN_DAYS: &str = " \u{2013} ";

/// A day, UTC.
fn day(at: Timestamp) -> String {
    let text = rfc3339(at);
    text.get(..10).unwrap_or(&text).to_owned()
}

/// The days of a period, the end excluded: `2027-01-15 – 2027-01-31`.
fn days(from: Timestamp, to: Timestamp) -> String {
    let last = Timestamp::from_micros(to.micros().saturating_sub(1).max(from.micros()));
    let (first, last) = (day(from), day(last));
    if first == last {
        return first;
    }
    format!("{first}{BETWEEN_DAYS}{last}")
}

fn text_lines(text: &str) -> Vec<String> {
    text.lines().map(|it| it.trim().to_owned()).collect()
}

impl InvoiceLine {
    /// Formats a line in a language.
    pub fn of(line: &StatementLine, currency: &str, language: Language) -> Self {
        let (what, quantity) = match line.kind.as_str() {
            "plan" => (msg("{name} plan"), msg("{n} days")),
            "plan-credit" => (msg("{name} plan, unused days"), msg("{n} days")),
            "overage" => (msg("Overage, {name} plan"), msg("{n} units")),
            "module" => (msg("{name} module"), msg("{n} ×")),
            _ => ("{name}", "{n}"),
        };
        let quantity = language.word(quantity);
        let module = (line.kind == "module").then(|| CATALOGUE.module(&line.subject));
        let name = match module.flatten() {
            Some(module) => language.word(module.name),
            None => line.subject.as_str(),
        };
        Self {
            what: language.word(what).replace("{name}", name),
            when: days(line.begins_at, line.ends_at),
            quantity: quantity.replace("{n}", &language.number(line.quantity)),
            unit_price: language.amount(signed(line.unit_minor), currency),
            amount: language.amount(line.amount_minor, currency),
        }
    }
}

fn signed(minor: u64) -> i64 {
    i64::try_from(minor).unwrap_or(i64::MAX)
}

/// Formats numbers and amounts in a language.
pub trait WriteAmount {
    /// A number with thousands separators.
    fn number(self, number: u64) -> String;
    /// An amount of money.
    fn amount(self, minor: i64, currency: &str) -> String;
}

impl WriteAmount for Language {
    fn number(self, number: u64) -> String {
        let text = readable_amount(signed(number), "JPY", self.thousands_separator(), '.');
        text.trim_end_matches("\u{a0}JPY").to_owned()
    }

    fn amount(self, minor: i64, currency: &str) -> String {
        let thousands = self.thousands_separator();
        let point = if thousands == ',' { '.' } else { ',' };
        readable_amount(minor, currency, thousands, point)
    }
}

impl Invoice {
    /// The invoice of a statement. `instructions` are the operator's payment instructions.
    pub fn of(
        statement: &StatementRecord,
        lines: &[StatementLine],
        instructions: &str,
        language: Language,
    ) -> Self {
        let currency = &statement.currency;
        let (counted, charged): (Vec<_>, Vec<_>) = lines.iter().partition(|it| it.requests > 0);
        let total = language.amount(statement.total_minor, currency);
        Self {
            language,
            number: invoice_number(statement.number),
            period: statement.period.to_string(),
            issued_on: day(statement.issued_at),
            due_on: day(statement.due_at),
            issuer: text_lines(&statement.issuer),
            bill_to: text_lines(&statement.bill_to),
            lines: charged
                .into_iter()
                .map(|it| InvoiceLine::of(it, currency, language))
                .collect(),
            usage: counted
                .into_iter()
                .map(|it| UsageLine::of(it, language))
                .collect(),
            requests: language.number(statement.requests),
            units: language.number(statement.units),
            standing: standing(statement, language),
            payment: payment(statement, instructions, &total, language),
            total,
        }
    }

    /// The invoice as a PDF.
    pub fn pdf(&self) -> Option<Vec<u8>> {
        let mut sheets = Sheets::new()?;
        printed::draw(self, &mut sheets);
        let title = self.say(msg("Invoice {number}"), &self.number);
        Some(sheets.finish(&title, self.language.tag()))
    }

    /// Translates a message with the invoice number or another value.
    fn say(&self, english: &'static str, value: &str) -> String {
        let text = self.language.word(english);
        text.replace("{number}", value).replace("{value}", value)
    }
}

impl UsageLine {
    fn of(line: &StatementLine, language: Language) -> Self {
        Self {
            operation: line.subject.clone(),
            kind: match line.kind.as_str() {
                "usage-test" => msg("test keys, not charged"),
                "usage-returned" => msg("server errors, refunded"),
                _ => msg("counted"),
            },
            requests: language.number(line.requests),
            units: language.number(line.quantity),
        }
    }
}

fn standing(statement: &StatementRecord, language: Language) -> String {
    match (statement.state, statement.paid_at) {
        (StatementState::NothingDue, _) => language.word(msg("No payment due.")).to_owned(),
        (StatementState::Paid, Some(at)) => language
            .word(msg("Paid on {value}. Thank you."))
            .replace("{value}", &day(at)),
        _ => language
            .word(msg("Payment due by {value}."))
            .replace("{value}", &day(statement.due_at)),
    }
}

fn payment(
    statement: &StatementRecord,
    instructions: &str,
    total: &str,
    language: Language,
) -> Vec<String> {
    if statement.state != StatementState::Due {
        return Vec::new();
    }
    let number = invoice_number(statement.number);
    let reference = match statement.payment_reference.as_str() {
        "" => number.as_str(),
        reference => reference,
    };
    let text = language.word(msg(
        "Please pay {total} and include the reference {reference}.",
    ));
    let asked = text
        .replace("{total}", total)
        .replace("{reference}", reference);
    let mut lines = vec![asked];
    lines.extend(text_lines(instructions));
    lines.extend(statement.payment_url.clone());
    lines
}

/// A statement as CSV: one row per line, amounts as decimal numbers.
pub fn csv(statement: &StatementRecord, lines: &[StatementLine]) -> String {
    let mut text = String::from(
        "invoice,period,kind,subject,begins_at,ends_at,requests,quantity,unit_price,amount,currency\r\n",
    );
    let (number, currency) = (invoice_number(statement.number), &statement.currency);
    for line in lines {
        // All texts are internal names that need no quotes. Writing to a string cannot fail.
        _ = write!(
            text,
            "{number},{},{},{},{},{},{},{},{},{},{currency}\r\n",
            statement.period,
            line.kind,
            line.subject,
            rfc3339(line.begins_at),
            rfc3339(line.ends_at),
            line.requests,
            line.quantity,
            decimal_amount(signed(line.unit_minor), currency),
            decimal_amount(line.amount_minor, currency),
        );
    }
    text
}

//! The layout of an invoice on A4 pages.

use chart::Weight;

use super::{BETWEEN_DAYS, Invoice};
use crate::pdf::{HEIGHT_PT, Look, Sheets, Side, WIDTH_PT};
use i18n::msg;

const LEFT: f32 = 56.0;
const RIGHT: f32 = WIDTH_PT - 56.0;
const TOP: f32 = 64.0;
const BOTTOM: f32 = HEIGHT_PT - 72.0;
const LINE: f32 = 15.0;

const TITLE: Look = Look {
    size_pt: 20.0,
    weight: Weight::Bold,
    grey: 0.0,
};
const HEAD: Look = Look {
    size_pt: 10.5,
    weight: Weight::Bold,
    grey: 0.0,
};
const BODY: Look = Look {
    size_pt: 9.0,
    weight: Weight::Regular,
    grey: 0.1,
};
const STRONG: Look = Look {
    weight: Weight::Bold,
    grey: 0.0,
    ..BODY
};
const FAINT: Look = Look {
    size_pt: 8.0,
    weight: Weight::Regular,
    grey: 0.4,
};

/// The current position on the page.
struct Pen<'a> {
    sheets: &'a mut Sheets,
    y: f32,
}

/// A table column: its position and heading.
struct Column<'a> {
    x: f32,
    side: Side,
    head: &'a str,
}

impl Pen<'_> {
    fn page(&self) -> usize {
        self.sheets.count() - 1
    }

    /// Starts a new page if less than `height` is left. Returns whether it did.
    fn room(&mut self, height: f32) -> bool {
        if self.y + height <= BOTTOM {
            return false;
        }
        self.sheets.turn();
        self.y = TOP;
        true
    }

    fn put(&mut self, x: f32, side: Side, text: &str, look: Look) {
        let page = self.page();
        self.sheets.text(page, ((x, self.y), side), text, look);
    }

    /// Writes a text, wrapped at `to`.
    fn paragraph(&mut self, text: &str, to: f32, look: Look) {
        for line in wrap(self.sheets, text, to - LEFT, look) {
            self.room(LINE);
            self.put(LEFT, Side::After, &line, look);
            self.y += LINE;
        }
    }

    fn rule(&mut self, grey: f32) {
        let (page, y) = (self.page(), self.y);
        self.sheets.rule(page, LEFT..RIGHT, y, grey);
    }

    fn heads(&mut self, columns: &[Column<'_>]) {
        for column in columns {
            self.put(column.x, column.side, column.head, FAINT);
        }
        self.y += 5.0;
        self.rule(0.55);
        self.y += LINE;
    }

    fn table(&mut self, columns: &[Column<'_>], rows: &[Vec<String>]) {
        self.room(4.0 * LINE);
        self.heads(columns);
        for row in rows {
            if self.room(LINE) {
                self.heads(columns);
            }
            for (index, (column, cell)) in columns.iter().zip(row).enumerate() {
                let room = match columns.get(index + 1) {
                    Some(next) if column.side == Side::After && next.side == Side::After => {
                        next.x - column.x - 8.0
                    }
                    _ => f32::INFINITY,
                };
                let cell = fit(self.sheets, cell, room, BODY);
                self.put(column.x, column.side, &cell, BODY);
            }
            self.y += LINE;
        }
    }
}

/// Truncates a text to fit its column.
fn fit(sheets: &Sheets, text: &str, room: f32, look: Look) -> String {
    if sheets.width_pt(text, look) <= room {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() {
        let cut = format!("{}\u{2026}", kept.trim_end());
        if sheets.width_pt(&cut, look) <= room {
            return cut;
        }
    }
    String::new()
}

/// The days of a period as a narrow column has room for them: `2027-01-15 – 31`.
fn shortened(when: &str) -> String {
    let days = when.split_once(BETWEEN_DAYS);
    let last = days.and_then(|(first, last)| last.strip_prefix(first.get(..8)?));
    match (days, last) {
        (Some((first, _)), Some(last)) => format!("{first}{BETWEEN_DAYS}{last}"),
        _ => when.to_owned(),
    }
}

/// Wraps a text into lines no wider than `room`.
fn wrap(sheets: &Sheets, text: &str, room: f32, look: Look) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let joined = if lines[last].is_empty() {
            word.to_owned()
        } else {
            format!("{} {word}", lines[last])
        };
        if lines[last].is_empty() || sheets.width_pt(&joined, look) <= room {
            lines[last] = joined;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Draws the invoice.
pub(crate) fn draw(invoice: &Invoice, sheets: &mut Sheets) {
    let mut pen = Pen { sheets, y: TOP };
    heading(invoice, &mut pen);
    charges(invoice, &mut pen);
    payment(invoice, &mut pen);
    usage(invoice, &mut pen);
    feet(invoice, sheets);
}

fn heading(invoice: &Invoice, pen: &mut Pen<'_>) {
    let title = invoice.say(msg("Invoice {number}"), &invoice.number);
    pen.put(LEFT, Side::After, &title, TITLE);
    let mut issuer = invoice.issuer.iter();
    if let Some(name) = issuer.next() {
        pen.put(RIGHT, Side::Before, name, STRONG);
    }
    let start = pen.y;
    for line in issuer {
        pen.y += 12.5;
        pen.put(RIGHT, Side::Before, line, BODY);
    }
    let after_issuer = pen.y;
    pen.y = start + 40.0;
    pen.put(
        LEFT,
        Side::After,
        invoice.language.word(msg("Bill to")),
        FAINT,
    );
    for line in &invoice.bill_to {
        pen.y += 13.0;
        pen.put(LEFT, Side::After, line, BODY);
    }
    let after_bill_to = pen.y;
    pen.y = after_issuer.max(start + 12.0) + 28.0;
    for (name, value) in [
        (msg("Invoice date"), &invoice.issued_on),
        (msg("Month"), &invoice.period),
        (msg("Due date"), &invoice.due_on),
    ] {
        pen.put(
            RIGHT - 84.0,
            Side::Before,
            invoice.language.word(name),
            FAINT,
        );
        pen.put(RIGHT, Side::Before, value, BODY);
        pen.y += 13.0;
    }
    pen.y = pen.y.max(after_bill_to) + 34.0;
}

fn charges(invoice: &Invoice, pen: &mut Pen<'_>) {
    let word = |english| invoice.language.word(english);
    let columns = [
        Column {
            x: LEFT,
            side: Side::After,
            head: word(msg("Description")),
        },
        Column {
            x: LEFT + 200.0,
            side: Side::After,
            head: word(msg("Period")),
        },
        Column {
            x: LEFT + 356.0,
            side: Side::Before,
            head: word(msg("Quantity")),
        },
        Column {
            x: LEFT + 420.0,
            side: Side::Before,
            head: word(msg("Price")),
        },
        Column {
            x: RIGHT,
            side: Side::Before,
            head: word(msg("Amount")),
        },
    ];
    let rows: Vec<_> = invoice
        .lines
        .iter()
        .map(|it| {
            let when = shortened(&it.when);
            [&it.what, &when, &it.quantity, &it.unit_price, &it.amount]
                .map(Clone::clone)
                .to_vec()
        })
        .collect();
    pen.table(&columns, &rows);
    pen.room(2.0 * LINE);
    pen.y -= 5.0;
    pen.rule(0.2);
    pen.y += LINE + 2.0;
    let total = word(msg("Total, excl. VAT"));
    pen.put(RIGHT - 120.0, Side::Before, total, HEAD);
    pen.put(RIGHT, Side::Before, &invoice.total, HEAD);
    pen.y += 34.0;
}

fn payment(invoice: &Invoice, pen: &mut Pen<'_>) {
    pen.paragraph(&invoice.standing, RIGHT, STRONG);
    for line in &invoice.payment {
        pen.paragraph(line, RIGHT, BODY);
    }
    pen.y += 22.0;
}

fn usage(invoice: &Invoice, pen: &mut Pen<'_>) {
    let word = |english| invoice.language.word(english);
    if invoice.usage.is_empty() {
        return;
    }
    pen.room(6.0 * LINE);
    pen.put(LEFT, Side::After, word(msg("Usage details")), HEAD);
    pen.y += 18.0;
    let about = word(msg(
        "All requests in the billing month, by operation. Units within the quota are included in \
         the plan.",
    ));
    pen.paragraph(about, RIGHT, FAINT);
    pen.y += 8.0;
    let columns = [
        Column {
            x: LEFT,
            side: Side::After,
            head: word(msg("Operation")),
        },
        Column {
            x: LEFT + 172.0,
            side: Side::After,
            head: word(msg("Type")),
        },
        Column {
            x: LEFT + 416.0,
            side: Side::Before,
            head: word(msg("Requests")),
        },
        Column {
            x: RIGHT,
            side: Side::Before,
            head: word(msg("Units")),
        },
    ];
    let mut rows: Vec<_> = invoice
        .usage
        .iter()
        .map(|it| {
            vec![
                it.operation.clone(),
                word(it.kind).to_owned(),
                it.requests.clone(),
                it.units.clone(),
            ]
        })
        .collect();
    rows.push(vec![
        word(msg("Total")).to_owned(),
        String::new(),
        invoice.requests.clone(),
        invoice.units.clone(),
    ]);
    pen.table(&columns, &rows);
}

fn feet(invoice: &Invoice, sheets: &mut Sheets) {
    let count = sheets.count();
    let y = HEIGHT_PT - 40.0;
    let left = invoice.say(msg("Invoice {number}"), &invoice.number);
    for page in 0..count {
        sheets.text(page, ((LEFT, y), Side::After), &left, FAINT);
        let number = format!("{} / {count}", page + 1);
        sheets.text(page, ((RIGHT, y), Side::Before), &number, FAINT);
    }
}

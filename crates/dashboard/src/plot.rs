//! Small SVG charts: bars by day and remaining quota. Each has a table with the same numbers next
//! to it.

use super::markup::{Markup, thousands};
use super::message::Message;
use super::usage::{Allowance, UsageRow};
use crate::message::Translate;
use i18n::{Language, msg};

/// The width of a full-width chart and of one in a column.
const WIDE: f64 = 720.0;
const NARROW: f64 = 420.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 22.0;
const TOP: f64 = 10.0;

/// Requests by hour, day or month, stacked by outcome.
pub(super) fn bars(days: &[UsageRow], language: Language) -> Markup {
    let most = days.iter().map(|it| it.requests).max().unwrap_or(0);
    let top = nice(most);
    let mut svg = begin(&language.t("Requests over time"), WIDE);
    axis(&mut svg, top, WIDE, language);
    let step = (WIDE - LEFT) / days.len().max(1) as f64;
    let width = (step * 0.72).min(40.0);
    let label_every = days.len().div_ceil(8).max(1);
    for (index, day) in days.iter().enumerate() {
        let x = LEFT + step * (index as f64 + 0.5) - width / 2.0;
        svg.raw("<g><title>");
        let title = language
            .t("{day}: {n} requests")
            .with("day", slot_name(&day.id))
            .with("n", day.requests);
        svg.raw(&title.to_string());
        svg.raw("</title>");
        let mut below = 0;
        let parts = [
            ("ok", day.succeeded),
            ("refused", day.refused),
            ("failed", day.failed),
        ];
        for (class, count) in parts {
            let (low, high) = (y_of(below, top), y_of(below + count, top));
            below += count;
            if count > 0 {
                rectangle(&mut svg, class, [x, high, width, low - high]);
            }
        }
        svg.raw("</g>");
        if index % label_every == 0 {
            let middle = [LEFT + step * (index as f64 + 0.5), HEIGHT - 6.0];
            label(&mut svg, middle, "middle", &tick(&day.id));
        }
    }
    svg.raw("</svg>");
    svg
}

/// Requests by day, whatever their outcomes.
pub(super) fn counts(days: &[UsageRow], language: Language) -> Markup {
    let days = days.iter().map(|it| UsageRow {
        succeeded: it.requests,
        ..it.clone()
    });
    bars(&days.collect::<Vec<_>>(), language)
}

/// A sparkline of requests per day.
pub(super) fn sparkline(days: &[u64], language: Language) -> Markup {
    const STEP: f64 = 7.0;
    const TALL: f64 = 22.0;
    let all: u64 = days.iter().sum();
    let most = days.iter().copied().max().unwrap_or(0).max(1);
    let mut svg = Markup::default();
    svg.raw("<svg class=\"spark\" role=\"img\" viewBox=\"0 0 ");
    svg.number(format_args!("{} {TALL}", STEP * days.len() as f64));
    svg.raw("\" aria-label=\"");
    let title = if all == 1 {
        language.t("1 request in the last 14 days")
    } else {
        language.t("{n} requests in the last 14 days")
    };
    svg.raw(&title.with("n", all).to_string());
    svg.raw("\">");
    for (index, count) in days.iter().enumerate() {
        // A day with any requests has a visible bar.
        let height = if *count == 0 {
            1.0
        } else {
            (TALL * *count as f64 / most as f64).max(3.0)
        };
        let class = if *count == 0 { "none" } else { "ok" };
        let x = STEP * index as f64;
        rectangle(&mut svg, class, [x, TALL - height, STEP - 2.0, height]);
    }
    svg.raw("</svg>");
    svg
}

/// The name of an hour, such as `2027-01-15 08:00`, or of a day or month.
pub(super) fn slot_name(id: &str) -> String {
    match id.split_once('T') {
        Some((day, hour)) => format!("{day} {hour}:00"),
        None => id.to_owned(),
    }
}

/// The axis label of an hour, day or month.
fn tick(id: &str) -> String {
    let short = if id.len() > 7 { id.get(5..) } else { None };
    short.unwrap_or(id).replace('T', " ")
}

/// The remaining quota and its forecast.
pub(super) fn burn_down(allowance: &Allowance, language: Language) -> Markup {
    let mut svg = begin(&language.t("Remaining quota over time"), NARROW);
    let top = allowance.quota.max(1);
    axis(&mut svg, top, NARROW, language);
    let x = |share: f64| LEFT + (NARROW - LEFT - 8.0) * share;
    let left = |used: f64| {
        let share = (1.0 - used / top as f64).clamp(0.0, 1.0);
        TOP + (HEIGHT - BOTTOM - TOP) * (1.0 - share)
    };
    let (start, end) = ([x(0.0), left(0.0)], [x(1.0), left(top as f64)]);
    line(&mut svg, "ideal", start, end);
    let now = [x(allowance.elapsed), left(allowance.used as f64)];
    line(&mut svg, "used", start, now);
    let pace = allowance.used as f64 / allowance.elapsed.max(f64::MIN_POSITIVE);
    let (share, projected) = if pace > top as f64 {
        (top as f64 / pace, top as f64)
    } else {
        (1.0, pace)
    };
    if allowance.elapsed < 1.0 && share > allowance.elapsed {
        line(&mut svg, "forecast", now, [x(share), left(projected)]);
    }
    label(
        &mut svg,
        [x(0.0), HEIGHT - 6.0],
        "start",
        language.word(msg("start of month")),
    );
    let end = language.word(msg("end of month"));
    label(&mut svg, [x(1.0), HEIGHT - 6.0], "end", end);
    svg.raw("</svg>");
    svg
}

fn begin(title: &Message, width: f64) -> Markup {
    let mut svg = Markup::default();
    svg.raw("<svg class=\"plot\" role=\"img\" viewBox=\"0 0 ");
    svg.number(format_args!("{width} {HEIGHT}"));
    svg.raw("\" aria-label=\"");
    svg.raw(&title.to_string());
    svg.raw("\">");
    svg
}

/// Three grid lines with labels.
fn axis(svg: &mut Markup, top: u64, width: f64, language: Language) {
    for value in [0, top / 2, top] {
        let y = y_of(value, top);
        line(svg, "grid", [LEFT, y], [width, y]);
        label(
            svg,
            [LEFT - 6.0, y + 4.0],
            "end",
            &thousands(value, language),
        );
        if top < 2 && value == 0 {
            break;
        }
    }
}

fn y_of(value: u64, top: u64) -> f64 {
    let share = value as f64 / top.max(1) as f64;
    HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share
}

/// The next round, even number for the end of an axis.
fn nice(most: u64) -> u64 {
    let mut unit = 1_u64;
    loop {
        for factor in [2, 4, 6, 10] {
            let top = unit.saturating_mul(factor);
            if top >= most {
                return top;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

fn rectangle(svg: &mut Markup, class: &str, [x, y, width, height]: [f64; 4]) {
    svg.raw("<rect class=\"");
    svg.raw(class);
    for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
        attribute(svg, name, value);
    }
    svg.raw("\"/>");
}

fn line(svg: &mut Markup, class: &str, from: [f64; 2], to: [f64; 2]) {
    svg.raw("<line class=\"");
    svg.raw(class);
    for (name, value) in [
        ("x1", from[0]),
        ("y1", from[1]),
        ("x2", to[0]),
        ("y2", to[1]),
    ] {
        attribute(svg, name, value);
    }
    svg.raw("\"/>");
}

fn label(svg: &mut Markup, at: [f64; 2], anchor: &str, text: &str) {
    svg.raw("<text text-anchor=\"");
    svg.raw(anchor);
    for (name, value) in [("x", at[0]), ("y", at[1])] {
        attribute(svg, name, value);
    }
    svg.raw("\">");
    svg.text(text);
    svg.raw("</text>");
}

/// Closes the attribute before it and opens its own.
fn attribute(svg: &mut Markup, name: &str, value: f64) {
    svg.raw("\" ");
    svg.raw(name);
    svg.raw("=\"");
    svg.number(format_args!("{value:.1}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_a_round_number_not_below_the_largest() {
        for (most, expected) in [
            (0, 2),
            (1, 2),
            (3, 4),
            (5, 6),
            (7, 10),
            (11, 20),
            (61, 100),
            (999, 1000),
        ] {
            assert_eq!(nice(most), expected, "{most}");
        }
    }

    #[test]
    fn what_is_in_a_label_is_escaped() {
        let row = UsageRow {
            id: "<b>".to_owned(),
            requests: 1,
            units: 1,
            succeeded: 1,
            refused: 0,
            failed: 0,
        };
        let svg = bars(&[row], Language::English).to_string();
        assert!(!svg.contains("<b>") && svg.contains("&lt;b&gt;"), "{svg}");
    }
}

//! The icons of the navigation: own line drawings on a grid of 20 by 20, one path each.

use super::markup::Markup;

/// The icons by the path of their page.
const ICONS: [(&str, &str); 18] = [
    ("/overview", "M3 9.5 10 3.5l7 6V17h-4.5v-4.5h-5V17H3z"),
    ("/usage", "M3 17h14M5.5 14V9.5M10 14V4.5M14.5 14V7"),
    (
        "/requests",
        "M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01",
    ),
    (
        "/alerts",
        "M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.3 17a1.8 1.8 0 0 0 3.4 0",
    ),
    (
        "/content",
        "M5 3h7l3.5 3.5V17H5zM12 3v3.5h3.5M7.5 10.5h5M7.5 13.5h5",
    ),
    (
        "/modules",
        "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
    ),
    ("/playground", "M3.5 4h13v12h-13zM8.5 7.5v5l4-2.5z"),
    (
        "/images",
        "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 3v4.5M10 12.5V17M3 10h4.5M12.5 10H17",
    ),
    ("/settings", "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4"),
    (
        "/settings/api-keys",
        "M9 11l-5.5 5.5v-2.7L9.2 8M6 14l1.8 1.8M12.8 11.4a3.9 3.9 0 1 0-3.9-3.9 3.9 3.9 0 0 0 3.9 3.9z",
    ),
    (
        "/members",
        "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5a5 5 0 0 1 10 0M13 4a3 3 0 0 1 0 5.5M14.5 12a5 5 0 0 1 3 4.5",
    ),
    ("/billing", "M3 5h14v10H3zM3 8.5h14M5.5 12h3"),
    (
        "/audit",
        "M10 3l6 2v4.5c0 3.5-2.5 6-6 7.5-3.5-1.5-6-4-6-7.5V5zM7.5 9.8l1.8 1.8 3.2-3.4",
    ),
    (
        "/operator",
        "M3.5 4h13v5h-13zM3.5 11h13v5h-13zM6 6.5h.01M6 13.5h.01",
    ),
    (
        "/docs",
        "M10 5c-1.5-1.2-3.5-1.5-6-.5v11c2.5-1 4.5-.7 6 .5 1.5-1.2 3.5-1.5 6-.5v-11c-2.5-1-4.5-.7-6 .5zM10 5v11",
    ),
    (
        "search",
        "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4",
    ),
    ("menu", "M3 5.5h14M3 10h14M3 14.5h14"),
    ("done", "M4 10.5l4 4 8-9"),
];

/// An icon as SVG, hidden from screen readers: a label stands beside it. Empty for other names.
pub(super) fn icon(name: &str) -> Markup {
    let mut markup = Markup::default();
    if let Some((_, path)) = ICONS.iter().find(|(it, _)| *it == name) {
        markup.raw("<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"");
        markup.raw(path);
        markup.raw("\"/></svg>");
    }
    markup
}

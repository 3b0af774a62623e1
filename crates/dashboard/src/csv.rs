//! Tables as files.

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};

/// A table in the form of RFC 4180.
pub(super) struct Csv(String);

impl Csv {
    /// A table with these columns.
    pub(super) fn new(columns: &[&str]) -> Self {
        Self(format!("{}\r\n", columns.join(",")))
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: &[&str]) {
        let cells: Vec<_> = cells.iter().map(|it| csv_cell(it)).collect();
        self.0.push_str(&cells.join(","));
        self.0.push_str("\r\n");
    }

    /// The table as a file to save.
    pub(super) fn response(self, name: &'static str) -> Response<Body> {
        attachment("text/csv; charset=utf-8", name, self.0)
    }
}

/// A file to save.
pub(super) fn attachment(
    media_type: &'static str,
    name: &'static str,
    text: String,
) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    let file = format!("attachment; filename=\"{name}\"");
    if let Ok(file) = HeaderValue::from_str(&file) {
        headers.insert(CONTENT_DISPOSITION, file);
    }
    response
}

/// A cell that spreadsheets do not interpret as a formula.
pub(super) fn csv_cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_a_formula() {
        assert_eq!(csv_cell("=1+1"), "\"'=1+1\"");
        assert_eq!(csv_cell("a\"b"), "\"a\"\"b\"");
    }

    #[test]
    fn a_table_has_a_line_for_each_row() {
        let mut csv = Csv::new(&["a", "b"]);
        csv.row(&["1", "x,\ny"]);
        assert_eq!(csv.0, "a,b\r\n\"1\",\"x,\ny\"\r\n");
    }
}

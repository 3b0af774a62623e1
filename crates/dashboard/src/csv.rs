//! Tables as files.

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};

/// A row of a table in the form of RFC 4180.
pub(super) fn csv_row(cells: &[&str]) -> String {
    let cells: Vec<_> = cells.iter().map(|it| csv_cell(it)).collect();
    format!("{}\r\n", cells.join(","))
}

/// A file to save.
pub(super) fn attachment(
    media_type: &'static str,
    name: &'static str,
    body: impl Into<Body>,
) -> Response<Body> {
    let mut response = Response::new(body.into());
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
    fn a_row_is_a_line_of_quoted_cells() {
        assert_eq!(csv_row(&["1", "x,\ny"]), "\"1\",\"x,\ny\"\r\n");
    }
}

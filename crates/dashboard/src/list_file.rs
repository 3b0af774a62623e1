//! A long list as a file to save. It is read page by page, and each page is sent before the next one is read: the
//! memory of a file does not grow with its length.

use axum::body::Body;
use futures_util::stream::{self, Stream};

use http_api::ApiError;
use platform::MemoryReservation;

/// Rows of a file at most.
const MAX_ROWS: u32 = 10_000;
/// Pages that a file reads at most. With filters, a page can have few rows.
const MAX_PAGES: u32 = 300;
/// Rows of a page at most.
const PAGE_ROWS: u32 = 100;

/// A page of the list.
pub(super) struct FilePage {
    /// The rows, as they are written.
    pub(super) rows: Vec<String>,
    /// Where the next page starts.
    pub(super) next: Option<String>,
}

/// Reads a list.
pub(super) trait FileRows: Send + 'static {
    /// Reads the page after a cursor, with at most so many rows.
    fn page(
        &mut self,
        after: Option<String>,
        most: u32,
    ) -> impl Future<Output = Result<FilePage, ApiError>> + Send;

    /// The last row of a file that ends before its list.
    fn truncation(&self) -> String;
}

/// What a file has around its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileFrame {
    pub(super) start: &'static str,
    pub(super) between: &'static str,
    pub(super) end: &'static str,
}

/// A file of which the start is written.
pub(super) struct ListFile<R> {
    rows: R,
    frame: FileFrame,
    after: Option<String>,
    pages_read: u32,
    rows_written: u32,
    has_ended: bool,
    /// The memory of a page, for as long as the file is being sent.
    _memory: MemoryReservation,
}

impl<R: FileRows> ListFile<R> {
    /// Reads the first page, and returns the file as the body of a response.
    ///
    /// # Errors
    ///
    /// The first page cannot be read. Later, the body is cut off.
    pub(super) async fn begin(
        rows: R,
        frame: FileFrame,
        memory: MemoryReservation,
    ) -> Result<Body, ApiError> {
        let mut file = Self::new(rows, frame, memory);
        let first = file.piece().await?;
        Ok(Body::from_stream(file.pieces(first)))
    }

    fn new(rows: R, frame: FileFrame, memory: MemoryReservation) -> Self {
        Self {
            rows,
            frame,
            after: None,
            pages_read: 0,
            rows_written: 0,
            has_ended: false,
            _memory: memory,
        }
    }

    fn pieces(self, first: String) -> impl Stream<Item = Result<String, ApiError>> + Send {
        stream::unfold((Some(first), self), |(first, mut file)| async move {
            if let Some(first) = first {
                return Some((Ok(first), (None, file)));
            }
            let piece = file.piece().await;
            match &piece {
                Ok(text) if text.is_empty() => return None,
                Ok(_) => {}
                Err(error) => {
                    file.has_ended = true;
                    let code = error.problems()[0].code.name();
                    tracing::error!(code, "file truncated by an error");
                }
            }
            Some((piece, (None, file)))
        })
    }

    /// Reads pages until there is something to write. After the end there is nothing.
    async fn piece(&mut self) -> Result<String, ApiError> {
        let mut text = String::new();
        while text.is_empty() && !self.has_ended {
            let most = MAX_ROWS.saturating_sub(self.rows_written).min(PAGE_ROWS);
            let page = self.rows.page(self.after.take(), most).await?;
            if self.pages_read == 0 {
                text.push_str(self.frame.start);
            }
            self.pages_read += 1;
            for row in &page.rows {
                self.write(row, &mut text);
            }
            let is_full = self.rows_written >= MAX_ROWS || self.pages_read >= MAX_PAGES;
            self.has_ended = is_full || page.next.is_none();
            if is_full && page.next.is_some() {
                let truncation = self.rows.truncation();
                self.write(&truncation, &mut text);
            }
            if self.has_ended {
                text.push_str(self.frame.end);
            }
            self.after = page.next;
        }
        Ok(text)
    }

    fn write(&mut self, row: &str, into: &mut String) {
        if self.rows_written > 0 {
            into.push_str(self.frame.between);
        }
        into.push_str(row);
        self.rows_written += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::{FutureExt as _, StreamExt as _};

    use super::*;

    /// The numbers from 1 to the last, of which a page has at most so many.
    struct Numbers {
        last: u32,
        page_rows: u32,
        pages_read: Arc<AtomicU32>,
    }

    impl FileRows for Numbers {
        async fn page(&mut self, after: Option<String>, most: u32) -> Result<FilePage, ApiError> {
            self.pages_read.fetch_add(1, Ordering::Relaxed);
            let start: u32 = after.map_or(0, |it| it.parse().unwrap());
            let end = self.last.min(start + most.min(self.page_rows));
            Ok(FilePage {
                rows: (start + 1..=end).map(|it| it.to_string()).collect(),
                next: (end < self.last).then(|| end.to_string()),
            })
        }

        fn truncation(&self) -> String {
            "truncated".to_owned()
        }
    }

    const FRAME: FileFrame = FileFrame {
        start: "[",
        between: ",",
        end: "]",
    };

    /// The pieces of a file, each with the number of pages that were read until it was there.
    fn pieces(last: u32, page_rows: u32) -> Vec<(String, u32)> {
        let pages_read = Arc::new(AtomicU32::new(0));
        let numbers = Numbers {
            last,
            page_rows,
            pages_read: Arc::clone(&pages_read),
        };
        let mut file = ListFile::new(numbers, FRAME, MemoryReservation::default());
        let first = file.piece().now_or_never().unwrap().unwrap();
        let mut stream = Box::pin(file.pieces(first));
        let mut found = Vec::new();
        while let Some(piece) = stream.next().now_or_never().unwrap() {
            found.push((piece.unwrap(), pages_read.load(Ordering::Relaxed)));
        }
        found
    }

    #[test]
    fn a_file_is_written_page_by_page_and_no_page_is_read_ahead() {
        let text = |it: &str| it.to_owned();
        assert_eq!(
            pieces(5, 2),
            [(text("[1,2"), 1), (text(",3,4"), 2), (text(",5]"), 3)]
        );
        assert_eq!(pieces(2, 2), [(text("[1,2]"), 1)]);
        assert_eq!(pieces(0, 2), [(text("[]"), 1)]);
    }

    #[test]
    fn a_file_that_ends_before_its_list_says_so() {
        let whole: String = pieces(MAX_ROWS, 100).into_iter().map(|it| it.0).collect();
        assert!(whole.ends_with(",10000]"), "the list ends there, too");
        let rows: String = pieces(MAX_ROWS + 1, 99)
            .into_iter()
            .map(|it| it.0)
            .collect();
        assert!(rows.ends_with(",10000,truncated]"));
        let pages = pieces(MAX_ROWS, 1);
        assert_eq!(pages.len(), MAX_PAGES as usize);
        assert_eq!(pages.last().unwrap().0, ",300,truncated]");
    }
}

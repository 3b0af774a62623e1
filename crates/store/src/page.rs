//! Pagination: no list is read as a whole.

/// The maximum number of items on a page: 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSize(u32);

impl PageSize {
    /// The default size.
    pub const DEFAULT: Self = Self(20);
    /// The maximum size.
    pub const MAX: Self = Self(100);

    /// Creates a page size. Returns `None` outside 1 to 100.
    pub const fn new(size: u32) -> Option<Self> {
        match size {
            1..=100 => Some(Self(size)),
            _ => None,
        }
    }

    /// Returns the size as a number.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns one more than the page size: the extra row tells whether another page follows.
    pub(crate) fn probe(self) -> i64 {
        i64::from(self.0) + 1
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T, Cursor> {
    /// The items.
    pub items: Vec<T>,
    /// The number of items in the whole list.
    pub total: u64,
    /// The pagination cursor of the next page; `None` on the last.
    pub next: Option<Cursor>,
}

impl<T, Cursor> Page<T, Cursor> {
    /// Creates a page from rows that were read with [`PageSize::probe`] as their limit.
    pub(crate) fn cut(
        mut items: Vec<T>,
        size: PageSize,
        total: u64,
        cursor: impl Fn(&T) -> Cursor,
    ) -> Self {
        let most = size.0 as usize;
        let more = items.len() > most;
        items.truncate(most);
        let next = items.last().filter(|_| more).map(cursor);
        Self { items, total, next }
    }
}

/// Returns a cursor in a column of ids; without an id, it is before all of them.
pub(crate) fn after<Id: ToString>(id: Option<Id>) -> String {
    id.map_or_else(String::new, |it| it.to_string())
}

/// Returns a cursor for lists that start with the newest; without an id, it is after all ids in any
/// collation.
pub(crate) fn before<Id: ToString>(id: Option<Id>) -> String {
    id.map_or_else(|| "zzz".to_owned(), |it| it.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_whether_another_follows() {
        let size = PageSize::new(2).unwrap();
        let cut = |rows: &[u8]| Page::cut(rows.to_vec(), size, 9, |it| *it).next;
        assert_eq!(cut(&[]), None);
        assert_eq!(cut(&[1, 2]), None);
        assert_eq!(cut(&[1, 2, 3]), Some(2));
    }

    #[test]
    fn sizes_are_limited() {
        assert_eq!(PageSize::new(0), None);
        assert_eq!(PageSize::new(101), None);
        assert_eq!(PageSize::new(100), Some(PageSize::MAX));
    }
}

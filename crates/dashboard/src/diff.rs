//! Word-by-word differences between two texts.

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use super::markup::Markup;

/// A part of one or both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
}

/// Which text contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Both,
    Before,
    After,
}

/// The maximum work for two texts. Beyond it, everything between their common ends counts as replaced.
const MAX_CELLS: usize = 4_000_000;

/// The pieces of two texts, in order, word by word.
pub(super) fn diff<'a>(before: &'a str, after: &'a str) -> Vec<Piece<'a>> {
    let (old, new) = (words(before), words(after));
    let mut pieces = Vec::with_capacity(old.len() + new.len());
    for operation in operations(&old, &new) {
        let (tag, of_old, of_new) = operation.as_tag_tuple();
        let mut add = |kind, words: &[&'a str]| {
            pieces.extend(words.iter().map(|text| Piece { kind, text }));
        };
        if tag == DiffTag::Equal {
            add(Kind::Both, &old[of_old]);
        } else {
            add(Kind::Before, &old[of_old]);
            add(Kind::After, &new[of_new]);
        }
    }
    pieces
}

fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let backwards = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = backwards.take_while(|(a, b)| a == b).count();
    let (old_len, new_len) = (old_rest.len() - end, new_rest.len() - end);
    if old_len * new_len <= MAX_CELLS {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let replaced = DiffOp::Replace {
        old_index: start,
        old_len,
        new_index: start,
        new_len,
    };
    let shared_end = equal(start + old_len, start + new_len, end);
    vec![equal(0, 0, start), replaced, shared_end]
}

/// Splits a text into words and separators.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_space = first.is_whitespace();
        let other = rest.find(|it: char| it.is_whitespace() != is_space);
        let (word, after) = rest.split_at(other.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}

/// One of the texts, with the parts missing from the other marked.
pub(super) fn side(pieces: &[Piece<'_>], of: Kind) -> Markup {
    let tag = if of == Kind::Before { "del" } else { "ins" };
    let mut markup = Markup::default();
    for piece in pieces {
        if piece.kind == of {
            markup.raw(&format!("<{tag}>"));
            markup.text(piece.text);
            markup.raw(&format!("</{tag}>"));
        } else if piece.kind == Kind::Both {
            markup.text(piece.text);
        }
    }
    markup
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(before: &str, after: &str, left: &str, right: &str) {
        let pieces = diff(before, after);
        assert_eq!(side(&pieces, Kind::Before).to_string(), left);
        assert_eq!(side(&pieces, Kind::After).to_string(), right);
    }

    #[test]
    fn what_changed_is_marked_on_its_side() {
        check("a b c", "a b c", "a b c", "a b c");
        check("a b c", "a x c", "a <del>b</del> c", "a <ins>x</ins> c");
        check("a", "a <b>", "a", "a<ins> </ins><ins>&lt;b&gt;</ins>");
        check("", "new", "", "<ins>new</ins>");
        check(
            "one\n\ntwo",
            "one\ntwo",
            "one<del>\n\n</del>two",
            "one<ins>\n</ins>two",
        );
    }

    #[test]
    fn texts_that_share_nothing_and_are_long_are_simply_replaced() {
        let (before, after) = ("a b ".repeat(3_000), "c d ".repeat(3_000));
        let pieces = diff(&before, &after);
        let shared = pieces.iter().filter(|it| it.kind == Kind::Both);
        assert_eq!(shared.count(), 1, "the white space at the end");
    }

    proptest! {
        #[test]
        fn the_pieces_of_a_side_are_its_text(before in "[ab \n]{0,40}", after in "[ab \n]{0,40}") {
            let pieces = diff(&before, &after);
            let of = |kind| {
                let mine = pieces.iter().filter(|it| it.kind == Kind::Both || it.kind == kind);
                mine.map(|it| it.text).collect::<String>()
            };
            prop_assert_eq!(&of(Kind::Before), &before);
            prop_assert_eq!(&of(Kind::After), &after);
        }
    }
}

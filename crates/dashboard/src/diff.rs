//! Word-by-word differences between two texts.

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

/// The pieces of two texts, in order: a longest common subsequence of their words (Wagner and
/// Fischer 1974, without substitutions).
pub(super) fn diff<'a>(before: &'a str, after: &'a str) -> Vec<Piece<'a>> {
    let (old, new) = (words(before), words(after));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let backwards = old_rest.iter().rev().zip(new_rest.iter().rev());
    let end = backwards.take_while(|(a, b)| a == b).count();
    let old_middle = &old_rest[..old_rest.len() - end];
    let new_middle = &new_rest[..new_rest.len() - end];
    let piece = |kind| move |text: &&'a str| Piece { kind, text };
    let mut pieces: Vec<_> = old[..start].iter().map(piece(Kind::Both)).collect();
    if old_middle.len() * new_middle.len() > MAX_CELLS {
        pieces.extend(old_middle.iter().map(piece(Kind::Before)));
        pieces.extend(new_middle.iter().map(piece(Kind::After)));
    } else {
        pieces.extend(middle(old_middle, new_middle));
    }
    pieces.extend(old_rest[old_middle.len()..].iter().map(piece(Kind::Both)));
    pieces
}

fn middle<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Piece<'a>> {
    let width = new.len() + 1;
    // The length of the longest common subsequence after each pair of positions.
    let mut lengths = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let next = lengths[(i + 1) * width + j + 1];
            let skipped = lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]);
            let same = old[i] == new[j];
            lengths[i * width + j] = if same { next + 1 } else { skipped };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pieces = Vec::with_capacity(old.len() + new.len());
    while i < old.len() || j < new.len() {
        let both = i < old.len() && j < new.len();
        let (kind, text) = if both && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            (Kind::Both, old[i - 1])
        } else if j == new.len()
            || (both && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
        {
            i += 1;
            (Kind::Before, old[i - 1])
        } else {
            j += 1;
            (Kind::After, new[j - 1])
        };
        pieces.push(Piece { kind, text });
    }
    pieces
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

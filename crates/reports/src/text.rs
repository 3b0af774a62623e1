//! Breaks a text into lines.

use std::rc::Rc;

use unicode_linebreak::linebreaks;

use crate::face::{Face, Shaped};

/// How a text is set. Lengths are in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextStyle {
    pub(crate) face: Face,
    pub(crate) size: f32,
    /// The distance of baselines.
    pub(crate) leading: f32,
}

impl TextStyle {
    pub(crate) const fn new(face: Face, size: f32, leading: f32) -> Self {
        Self {
            face,
            size,
            leading,
        }
    }

    /// The distance of the first baseline from the top of the text.
    pub(crate) fn ascent(self) -> f32 {
        // The middle of the letters is in the middle of the line.
        self.leading / 2.0 + self.size * 0.33
    }
}

/// A line of a text: glyphs from one index to another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) shaped: Rc<Shaped>,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Without the space at its end, in points.
    pub(crate) width: f32,
}

/// The lines of a text, at most as wide as `width`. A word that is wider is broken anywhere.
pub(crate) fn lines(text: &str, style: TextStyle, width: f32) -> Vec<Line> {
    let shaped = Rc::new(Shaped::new(text, style.face));
    let mut lines = Vec::new();
    let mut from = 0;
    for (start, end) in breaks(&shaped, style.size, width) {
        debug_assert_eq!(start, from, "lines follow each other");
        from = end;
        lines.push(line(&shaped, (start, end), style.size));
    }
    lines
}

/// A text on a single line, however long.
pub(crate) fn single_line(text: &str, style: TextStyle) -> Line {
    let shaped = Rc::new(Shaped::new(text, style.face));
    let all = (0, shaped.glyphs.len());
    line(&shaped, all, style.size)
}

fn line(shaped: &Rc<Shaped>, (from, to): (usize, usize), size: f32) -> Line {
    let visible = shaped.glyphs[from..to]
        .iter()
        .rposition(|it| !shaped.text[it.start..it.end].trim_end().is_empty());
    let visible = visible.map_or(from, |it| from + it + 1);
    Line {
        shaped: Rc::clone(shaped),
        from,
        to,
        width: shaped.width_em(from, visible) * size,
    }
}

/// The glyphs of each line: from one index to another.
fn breaks(shaped: &Shaped, size: f32, width: f32) -> Vec<(usize, usize)> {
    let limit = width / size;
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for stop in opportunities(shaped) {
        let visible = trimmed(shaped, start, stop);
        if shaped.width_em(start, visible) > limit && end > start {
            lines.push((start, end));
            start = end;
        }
        while shaped.width_em(start, trimmed(shaped, start, stop)) > limit {
            let fits = longest(shaped, start, stop, limit);
            lines.push((start, fits));
            start = fits;
        }
        end = stop;
    }
    if end > start {
        lines.push((start, end));
    }
    lines
}

/// The glyphs that a line may end before.
fn opportunities(shaped: &Shaped) -> Vec<usize> {
    let glyphs = &shaped.glyphs;
    let places = linebreaks(&shaped.text).map(|(byte, _)| byte);
    // A ligature is not broken.
    let stops = places.filter_map(|byte| {
        let index = glyphs.partition_point(|it| it.end <= byte);
        let is_between = glyphs.get(index).is_none_or(|it| it.start >= byte);
        is_between.then_some(index)
    });
    stops.collect()
}

/// The end of a line without its spaces.
fn trimmed(shaped: &Shaped, start: usize, stop: usize) -> usize {
    let glyphs = &shaped.glyphs[start..stop];
    let spaces = glyphs.iter().rev();
    let spaces = spaces.take_while(|it| &shaped.text[it.start..it.end] == " ");
    stop - spaces.count()
}

/// The most glyphs of a word that fit, and at least one.
fn longest(shaped: &Shaped, start: usize, stop: usize, limit: f32) -> usize {
    let fits = (start + 1..stop).take_while(|it| shaped.width_em(start, *it) <= limit);
    fits.last().unwrap_or(start + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: TextStyle = TextStyle::new(Face::Serif, 10.0, 14.0);

    fn broken(text: &str, width: f32) -> Vec<String> {
        let written = |line: &Line| {
            let glyphs = &line.shaped.glyphs[line.from..line.to];
            let (first, last) = (glyphs.first().unwrap(), glyphs.last().unwrap());
            line.shaped.text[first.start..last.end].to_owned()
        };
        lines(text, STYLE, width).iter().map(written).collect()
    }

    #[test]
    fn lines_hold_all_of_the_text_and_none_is_too_wide() {
        let text = "The Sun in Gemini asks questions, and the Moon in Pisces hears the answers.";
        for width in [40.0, 75.0, 120.0, 400.0] {
            let found = lines(text, STYLE, width);
            assert!(found.iter().all(|it| it.width <= width), "{width}");
            assert_eq!(broken(text, width).concat(), text);
        }
        assert_eq!(broken(text, 400.0).len(), 1);
    }

    #[test]
    fn lines_end_between_words() {
        for line in broken("one two three four five six", 60.0) {
            assert!(line.ends_with(' ') || line.ends_with("six"), "{line:?}");
        }
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken() {
        let word = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
        let found = lines(word, STYLE, 50.0);
        assert!(found.len() > 3 && found.iter().all(|it| it.width <= 50.0));
        assert_eq!(broken(word, 50.0).concat(), word);
        assert_eq!(lines("", STYLE, 50.0), []);
    }
}

//! The palette of a picture: at most 256 colors, so that a pixel takes one byte of the PNG instead
//! of three.
//!
//! A wheel is drawn in a dozen colors. All others are blends at the edge of a line, where a
//! slightly different shade is hardly visible. The colors of the theme are kept exactly. Blended
//! colors are rounded to five bits per channel (an error of at most 4 of 255). If more than 256
//! remain, the rare ones are replaced by a similar color: at most 1.4 % of the pixels of the
//! gallery's wheels. A picture with far more colors has no palette.
//! `tests/chromium.rs` measures the difference from a browser's rendering.

use vello_cpu::Pixmap;

use crate::theme::Colour;

/// The largest number of colors in a palette.
const MAX_COLOURS: usize = 256;
/// Bits per channel kept of a blended color.
const BITS: u32 = 5;
/// A picture with more colors gets no palette. A wheel with a dozen points has up to 1,000, one
/// with fifty 1,400.
const MAX_FOUND: usize = 1_750;
/// About how long the runs of a wheel are, in pixels.
const PIXELS_PER_RUN: usize = 8;
/// Marks a color in the table of blended colors that has not occurred yet. Number 0 is an exact
/// color, and the operating system provides memory of zeros without writing it.
const UNUSED: u16 = 0;

/// The colors of a picture, and the color of each pixel.
pub(crate) struct Palette {
    /// Red, green and blue of each color.
    pub(crate) colours: Vec<[u8; 3]>,
    /// Runs of pixels of one color, row by row. A run ends with its row.
    pub(crate) runs: Vec<Run>,
}

/// Adjacent pixels of one color in a row.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// The index of their color in the palette.
    pub(crate) index: u8,
    pub(crate) pixels: u16,
}

impl Palette {
    /// Returns the palette of a picture, with the colors in `exact` unchanged; `None` if there are
    /// too many others.
    pub(crate) fn of(pixmap: &Pixmap, exact: &[Colour]) -> Option<Self> {
        let mut found = Found::new(exact);
        let (pixels, _) = pixmap.data_as_u8_slice().as_chunks::<4>();
        let mut runs = Vec::with_capacity(pixels.len() / PIXELS_PER_RUN);
        for row in pixels.chunks(usize::from(pixmap.width())) {
            found.add_runs(row, &mut runs);
        }
        if found.colours.len() > MAX_FOUND {
            return None;
        }
        let kept = found.kept();
        let indices = found.indices(&kept);
        let run = |(number, pixels): (u16, u16)| Run {
            index: indices[usize::from(number)],
            pixels,
        };
        Some(Self {
            runs: runs.into_iter().map(run).collect(),
            colours: found.means(&kept, &indices),
        })
    }
}

/// Every color of a picture, numbered in the order of their first pixel, with the exact ones
/// first.
struct Found {
    colours: Vec<[u8; 3]>,
    pixels: Vec<usize>,
    exact: usize,
    /// Whether an exact color has these high four bits in each channel. Most blended colors have
    /// none, which saves the search.
    has_similar: Vec<bool>,
    /// The number of each blended color.
    blended: Vec<u16>,
}

impl Found {
    fn new(exact: &[Colour]) -> Self {
        let exact = exact.iter().take(MAX_COLOURS).map(|it| it.channels());
        let colours: Vec<_> = exact.collect();
        let mut has_similar = vec![false; 1 << 12];
        for colour in &colours {
            has_similar[high_bits(*colour, 4)] = true;
        }
        Self {
            pixels: vec![0; colours.len()],
            exact: colours.len(),
            colours,
            has_similar,
            blended: vec![UNUSED; 1 << (3 * BITS)],
        }
    }

    /// Adds the color numbers in a row, each with the length of its run.
    fn add_runs(&mut self, mut row: &[[u8; 4]], runs: &mut Vec<(u16, u16)>) {
        while let Some([red, green, blue, _]) = row.first() {
            let length = run_length(row);
            let number = self.number_of([*red, *green, *blue]);
            self.pixels[usize::from(number)] += length;
            runs.push((number, u16::try_from(length).unwrap_or(u16::MAX)));
            row = &row[length..];
        }
    }

    fn number_of(&mut self, colour: [u8; 3]) -> u16 {
        if self.has_similar[high_bits(colour, 4)] {
            let exact = self.colours[..self.exact].iter();
            if let Some(number) = exact.zip(0..).find(|(it, _)| **it == colour) {
                return number.1;
            }
        }
        let entry = &mut self.blended[high_bits(colour, BITS)];
        if *entry == UNUSED {
            // Beyond 65,535 colors, which no wheel has, the last one replaces all others.
            *entry = u16::try_from(self.colours.len()).unwrap_or(u16::MAX);
            if usize::from(*entry) == self.colours.len() {
                self.colours.push(rounded(colour));
                self.pixels.push(0);
            }
        }
        *entry
    }

    /// Returns the colors that fit into the palette: the exact ones, then the most frequent.
    fn kept(&self) -> Vec<usize> {
        let mut kept: Vec<_> = (0..self.colours.len()).collect();
        if kept.len() > MAX_COLOURS {
            let by_pixels = |it: &usize| (std::cmp::Reverse(self.pixels[*it]), *it);
            kept[self.exact..].sort_unstable_by_key(by_pixels);
            kept.truncate(MAX_COLOURS);
        }
        kept
    }

    /// Returns the palette index for every color: its own, or that of the nearest kept color.
    /// Only colors with the same high three bits per channel are compared, if there are any.
    fn indices(&self, kept: &[usize]) -> Vec<u8> {
        const CELL_BITS: u32 = 3;
        let mut own = vec![None; self.colours.len()];
        let mut cells = vec![Vec::new(); 1 << (3 * CELL_BITS)];
        for (index, number) in (0..=u8::MAX).zip(kept) {
            let colour = self.colours[*number];
            own[*number] = Some(index);
            cells[high_bits(colour, CELL_BITS)].push((index, colour));
        }
        let nearest = |colour: [u8; 3]| {
            let cell = &cells[high_bits(colour, CELL_BITS)];
            let all = cells.iter().filter(|_| cell.is_empty()).flatten();
            let nearest = cell
                .iter()
                .chain(all)
                .min_by_key(|(_, it)| distance(*it, colour));
            nearest.map_or(0, |(index, _)| *index)
        };
        let index = |(own, colour): (Option<u8>, &[u8; 3])| own.unwrap_or_else(|| nearest(*colour));
        own.into_iter().zip(&self.colours).map(index).collect()
    }

    /// Returns the colors of the palette: the exact ones, and the mean of the colors mapped to
    /// each of the others.
    fn means(&self, kept: &[usize], indices: &[u8]) -> Vec<[u8; 3]> {
        let mut sums = vec![([0; 3], 0); kept.len()];
        for ((colour, pixels), index) in self.colours.iter().zip(&self.pixels).zip(indices) {
            let (sum, all) = &mut sums[usize::from(*index)];
            for (sum, channel) in sum.iter_mut().zip(colour) {
                *sum += usize::from(*channel) * pixels;
            }
            *all += pixels;
        }
        let mean = |(number, (sum, pixels)): (&usize, ([usize; 3], usize))| {
            if *number < self.exact || pixels == 0 {
                return self.colours[*number];
            }
            sum.map(|it| u8::try_from((it + pixels / 2) / pixels).unwrap_or(u8::MAX))
        };
        kept.iter().zip(sums).map(mean).collect()
    }
}

/// Returns how many pixels at the start of a row have the color of the first. Whole blocks are
/// compared first, because the compiler vectorizes that.
fn run_length(row: &[[u8; 4]]) -> usize {
    const BLOCK: usize = 8;
    let Some(first) = row.first() else { return 0 };
    let (blocks, _) = row.as_chunks::<BLOCK>();
    let is_whole = |block: &&[[u8; 4]; BLOCK]| **block == [*first; BLOCK];
    let whole = blocks.iter().take_while(is_whole).count() * BLOCK;
    let rest = row[whole..].iter().take_while(|pixel| *pixel == first);
    whole + rest.count()
}

/// Returns the high bits of each channel, concatenated.
fn high_bits(colour: [u8; 3], bits: u32) -> usize {
    let [red, green, blue] = colour.map(|channel| usize::from(channel >> (8 - bits)));
    red << (2 * bits) | green << bits | blue
}

/// Returns the center of the colors with the same five bits in each channel.
fn rounded(colour: [u8; 3]) -> [u8; 3] {
    colour.map(|channel| channel & 0xf8 | 4)
}

/// Returns the squared distance between two colors.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
    a.into_iter().zip(b).map(square).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette(pixels: &[[u8; 3]], exact: &[Colour]) -> Palette {
        let width = u16::try_from(pixels.len()).unwrap();
        let mut pixmap = Pixmap::new(width, 1);
        let (to, _) = pixmap.data_as_u8_slice_mut().as_chunks_mut::<4>();
        for (to, [red, green, blue]) in to.iter_mut().zip(pixels) {
            *to = [*red, *green, *blue, 255];
        }
        Palette::of(&pixmap, exact).unwrap()
    }

    fn colours(palette: &Palette) -> Vec<[u8; 3]> {
        let runs = palette.runs.iter();
        let colour = |run: &Run| {
            let colour = palette.colours[usize::from(run.index)];
            std::iter::repeat_n(colour, usize::from(run.pixels))
        };
        runs.flat_map(colour).collect()
    }

    #[test]
    fn only_colours_between_those_of_things_are_rounded() {
        let exact = [Colour::from_rgb(0xff_fdf6), Colour::from_rgb(0x1d_2430)];
        let pixels = [
            [0xff, 0xfd, 0xf6],
            [0x1d, 0x24, 0x30],
            [0xff, 0xfd, 0xf5],
            [0x00, 0x03, 0x81],
        ];
        let expected = [
            [0xff, 0xfd, 0xf6],
            [0x1d, 0x24, 0x30],
            [0xfc, 0xfc, 0xf4],
            [0x04, 0x04, 0x84],
        ];
        assert_eq!(colours(&palette(&pixels, &exact)), expected);
        for channel in 0..=255_u8 {
            let [close, ..] = rounded([channel; 3]);
            assert!(close.abs_diff(channel) <= 4, "{channel}: {close}");
        }
    }

    #[test]
    fn the_rarest_colours_take_a_similar_one_that_is_left() {
        // 300 colors of two pixels each: the last 45 do not fit next to the exact one.
        let blended = |it: u8| [it % 25 * 8, it / 25 * 16, 0];
        let bright = |it: u8| [it % 25 * 8, 255 - it / 25 * 16, 255];
        let all = (0..150).flat_map(|it| [blended(it), bright(it)]);
        let exact = Colour::from_rgb(0x12_3456);
        let mut pixels: Vec<_> = all.flat_map(|it| [it; 2]).collect();
        pixels.push(exact.channels());
        let palette = palette(&pixels, &[exact]);
        assert_eq!(palette.colours.len(), MAX_COLOURS);
        let shown = colours(&palette);
        assert_eq!(shown.last(), Some(&[0x12, 0x34, 0x56]), "exact colors stay");
        let kept = palette
            .colours
            .iter()
            .filter(|it| pixels.iter().any(|pixel| rounded(*pixel) == **it));
        // 45 colors are merged into at most as many others.
        assert!(kept.count() >= 255 - 45, "{:?}", palette.colours);
        // The rows of colors are 16 apart, so some remaining color is at most two rows away, and
        // rounding moves both by up to 4.
        let rare = shown.iter().zip(&pixels).skip(2 * 255).take(2 * 45);
        for (shown, pixel) in rare {
            assert!(
                distance(*shown, *pixel) <= 3 * 40 * 40,
                "{pixel:?} as {shown:?}"
            );
            assert!(palette.colours.contains(shown));
        }
    }
}

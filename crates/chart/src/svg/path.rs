//! Path data: relative commands without redundant letters and separators. Whole hundredths add up
//! without error.

use super::number;
use crate::scene::{Length, ScenePoint, Segment};

/// The content of a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum PathData<'a> {
    Contours(&'a [Segment]),
    /// Contours relative to a position.
    Moved(&'a [Segment], ScenePoint),
    /// A line of zero length at each position.
    Dots(&'a [ScenePoint]),
}

impl PathData<'_> {
    pub(super) fn write(self, out: &mut String) {
        let mut pen = Pen {
            out,
            here: ScenePoint::default(),
            begin: ScenePoint::default(),
            control: None,
            command: None,
            after_point: false,
        };
        match self {
            Self::Contours(segments) => pen.segments(segments),
            Self::Moved(segments, from) => {
                // Everything but the first number is relative.
                let back = |length: Length| Length::from_px(-length.px());
                pen.here = ScenePoint {
                    x: back(from.x),
                    y: back(from.y),
                };
                pen.segments(segments);
            }
            Self::Dots(places) => {
                for place in places {
                    pen.segment(Segment::Move(*place));
                    pen.segment(Segment::Line(*place));
                }
            }
        }
    }

    /// Returns a digest of the path (FNV-1a, 32 bits).
    pub(super) fn digest(self) -> u32 {
        let mut data = String::new();
        self.write(&mut data);
        data.bytes().fold(0x811c_9dc5, |digest, byte| {
            (digest ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    }
}

struct Pen<'a> {
    out: &'a mut String,
    here: ScenePoint,
    /// The start of the contour.
    begin: ScenePoint,
    /// The second control of the curve just written.
    control: Option<ScenePoint>,
    /// The command that further numbers would continue.
    command: Option<char>,
    /// Whether the last number has a decimal point, so that the next can begin with one.
    after_point: bool,
}

impl Pen<'_> {
    fn segments(&mut self, segments: &[Segment]) {
        for segment in segments {
            self.segment(*segment);
        }
    }

    fn segment(&mut self, segment: Segment) {
        let mut control = None;
        match segment {
            Segment::Move(to) => {
                // Further pairs after `m` are lines.
                self.command = None;
                self.command('m');
                self.pair(to);
                self.command = Some('l');
                (self.here, self.begin) = (to, to);
            }
            Segment::Line(to) => {
                let (dx, dy) = self.away(to);
                match (dx, dy) {
                    (_, 0) => {
                        self.command('h');
                        self.number(dx);
                    }
                    (0, _) => {
                        self.command('v');
                        self.number(dy);
                    }
                    _ => {
                        self.command('l');
                        self.pair(to);
                    }
                }
                self.here = to;
            }
            Segment::Curve(a, b, to) => {
                if self.continues(a) {
                    self.command('s');
                } else {
                    self.command('c');
                    self.pair(a);
                }
                self.pair(b);
                self.pair(to);
                self.here = to;
                control = Some(b);
            }
            Segment::Close => {
                self.command = None;
                self.command('z');
                self.here = self.begin;
            }
        }
        self.control = control;
    }

    /// Whether a curve with this first control continues smoothly, as `s` implies.
    fn continues(&self, a: ScenePoint) -> bool {
        self.control.is_some_and(|before| {
            let (x, y) = self.away(before);
            self.away(a) == (-x, -y)
        })
    }

    /// Returns the offset of a position from the pen.
    fn away(&self, to: ScenePoint) -> (i32, i32) {
        (
            to.x.hundredths() - self.here.x.hundredths(),
            to.y.hundredths() - self.here.y.hundredths(),
        )
    }

    fn command(&mut self, command: char) {
        if self.command != Some(command) {
            self.out.push(command);
            self.command = Some(command);
        }
    }

    fn pair(&mut self, to: ScenePoint) {
        let (dx, dy) = self.away(to);
        self.number(dx);
        self.number(dy);
    }

    /// Writes a number. Only a letter, a sign or a second decimal point separates it from the
    /// previous one.
    fn number(&mut self, hundredths: i32) {
        let after_letter = self.out.ends_with(|last: char| last.is_ascii_alphabetic());
        let begins_with_point = (1..100).contains(&hundredths);
        let is_apart = after_letter || hundredths < 0 || self.after_point && begins_with_point;
        if !is_apart {
            self.out.push(' ');
        }
        self.after_point = number::hundredths(hundredths, self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(data: PathData<'_>) -> String {
        let mut out = String::new();
        data.write(&mut out);
        out
    }

    #[test]
    fn path_data_is_short_and_exact() {
        let at = ScenePoint::at;
        let segments = [
            Segment::Move(at(10.0, 20.5)),
            Segment::Line(at(10.25, 20.0)),
            Segment::Line(at(0.0, 0.0)),
            Segment::Line(at(0.0, 5.0)),
            Segment::Line(at(0.0, 6.5)),
            Segment::Line(at(-2.0, 6.5)),
            Segment::Line(at(-1.5, 6.75)),
            Segment::Curve(at(1.0, 0.0), at(2.0, 0.0), at(3.0, -4.0)),
            Segment::Curve(at(4.0, -8.0), at(2.5, 0.5), at(3.0, -4.5)),
            Segment::Curve(at(3.0, -9.5), at(2.5, 0.5), at(3.0, -4.5)),
            Segment::Close,
            Segment::Move(at(11.0, 20.5)),
        ];
        assert_eq!(
            written(PathData::Contours(&segments)),
            "m10 20.5.25-.5-10.25-20v5 1.5h-2l.5.25c2.5-6.75 3.5-6.75 4.5-10.75s-.5 4.5 0-.5c0-5-.5 5 0 0zm1 0"
        );
    }

    #[test]
    fn moved_contours_begin_elsewhere_and_are_the_same() {
        let at = ScenePoint::at;
        let segments = [
            Segment::Move(at(1.0, -2.0)),
            Segment::Line(at(2.0, 2.5)),
            Segment::Close,
            Segment::Move(at(0.0, 0.0)),
        ];
        assert_eq!(written(PathData::Contours(&segments)), "m1-2 1 4.5zm-1 2");
        let moved = PathData::Moved(&segments, at(10.5, 100.0));
        assert_eq!(written(moved), "m11.5 98 1 4.5zm-1 2");
    }

    #[test]
    fn dots_are_lines_without_length() {
        let places = [ScenePoint::at(1.0, 2.0), ScenePoint::at(1.5, 0.5)];
        assert_eq!(written(PathData::Dots(&places)), "m1 2h0m.5-1.5h0");
    }

    #[test]
    fn other_paths_have_other_digests() {
        let line = |x| [Segment::Move(ScenePoint::at(x, 0.0))];
        let digest = |x| PathData::Contours(&line(x)).digest();
        assert_eq!(digest(1.0), digest(1.0));
        assert_ne!(digest(1.0), digest(1.01));
    }
}

//! Numbers in their shortest form.

/// A number with a fixed precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    /// In units of the last digit.
    digits: i32,
    decimals: u32,
}

impl Decimal {
    /// Rounds to this many decimals.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a few thousand with four decimals at most; beyond i32 the cast saturates"
    )]
    pub(super) fn new(value: f64, decimals: u32) -> Self {
        Self {
            digits: (value * f64::from(10_u32.pow(decimals))).round() as i32,
            decimals,
        }
    }

    /// Returns the rounded value.
    pub(super) fn value(self) -> f64 {
        f64::from(self.digits) / f64::from(10_u32.pow(self.decimals))
    }

    /// Writes the number without redundant zeros: `12`, `.5`, `-3.25`. Returns whether it has a
    /// decimal point.
    pub(super) fn write(self, out: &mut String) -> bool {
        let unit = 10_u32.pow(self.decimals);
        let (all, mut decimals) = (self.digits.unsigned_abs(), self.decimals);
        if self.digits < 0 {
            out.push('-');
        }
        let (left, mut rest) = (all / unit, all % unit);
        if left > 0 || rest == 0 {
            whole(left, out);
        }
        if rest == 0 {
            return false;
        }
        while rest % 10 == 0 {
            (rest, decimals) = (rest / 10, decimals - 1);
        }
        out.push('.');
        for place in (0..decimals).rev() {
            push_digit(rest / 10_u32.pow(place) % 10, out);
        }
        true
    }
}

/// Writes a number of hundredths.
pub(super) fn hundredths(digits: i32, out: &mut String) -> bool {
    let decimals = 2;
    Decimal { digits, decimals }.write(out)
}

/// Writes a whole number.
pub(super) fn whole(number: u32, out: &mut String) {
    let mut unit = 1;
    while number / unit >= 10 {
        unit *= 10;
    }
    while unit > 0 {
        push_digit(number / unit % 10, out);
        unit /= 10;
    }
}

fn push_digit(digit: u32, out: &mut String) {
    out.extend(char::from_digit(digit, 10));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_as_few_characters_as_possible() {
        for (value, decimals, expected) in [
            (0.0, 2, "0"),
            (12.0, 2, "12"),
            (100.0, 0, "100"),
            (0.5, 2, ".5"),
            (-0.05, 2, "-.05"),
            (-3.25, 2, "-3.25"),
            (-0.004, 2, "0"),
            (1.115_44, 4, "1.1154"),
            (1.1, 4, "1.1"),
            (2_147.483_6, 4, "2147.4836"),
        ] {
            let mut out = String::new();
            let has_point = Decimal::new(value, decimals).write(&mut out);
            assert_eq!(out, expected);
            assert_eq!(has_point, expected.contains('.'));
        }
    }
}

//! Currencies: the digits of their minor unit, and how to format an amount.

use std::fmt::Write as _;

/// Returns the number of digits after the decimal point (ISO 4217, list one, column "minor unit").
/// A currency that is not listed here has two, like nearly all currencies.
const fn minor_digits(currency: &str) -> usize {
    match currency.as_bytes() {
        b"BIF" | b"CLP" | b"DJF" | b"GNF" | b"ISK" | b"JPY" | b"KMF" | b"KRW" | b"PYG" | b"RWF"
        | b"UGX" | b"UYI" | b"VND" | b"VUV" | b"XAF" | b"XOF" | b"XPF" => 0,
        b"BHD" | b"IQD" | b"JOD" | b"KWD" | b"LYD" | b"OMR" | b"TND" => 3,
        b"CLF" | b"UYW" => 4,
        _ => 2,
    }
}

/// Formats an amount of minor units as a decimal number, such as `-12.30`.
///
/// # Examples
///
/// ```
/// assert_eq!(access::decimal_amount(-1230, "EUR"), "-12.30");
/// assert_eq!(access::decimal_amount(1230, "JPY"), "1230");
/// ```
pub fn decimal_amount(minor: i64, currency: &str) -> String {
    let digits = minor_digits(currency);
    let mut text = format!("{:0width$}", minor.unsigned_abs(), width = digits + 1);
    if digits > 0 {
        text.insert(text.len() - digits, '.');
    }
    if minor < 0 {
        text.insert(0, '-');
    }
    text
}

/// Formats an amount with separators and its currency, such as `1,234.50 EUR`. The space is a
/// no-break space.
///
/// # Examples
///
/// ```
/// let amount = access::readable_amount(123_450, "EUR", '.', ',');
/// assert_eq!(amount, "1.234,50\u{a0}EUR");
/// ```
pub fn readable_amount(minor: i64, currency: &str, thousands: char, point: char) -> String {
    let plain = decimal_amount(minor, currency);
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    let (sign, whole) = whole
        .strip_prefix('-')
        .map_or(("", whole), |it| ("\u{2212}", it));
    let mut text = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(thousands);
        }
        text.push(digit);
    }
    if !rest.is_empty() {
        text.push(point);
    }
    // Writing into a string cannot fail.
    _ = write!(text, "{rest}\u{a0}{currency}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_the_digits_of_its_currency() {
        for (minor, currency, expected) in [
            (0, "EUR", "0.00"),
            (5, "EUR", "0.05"),
            (-5, "EUR", "-0.05"),
            (123_456, "CHF", "1234.56"),
            (123_456, "JPY", "123456"),
            (1, "KWD", "0.001"),
            (i64::MIN, "EUR", "-92233720368547758.08"),
        ] {
            assert_eq!(decimal_amount(minor, currency), expected);
        }
    }

    #[test]
    fn thousands_stand_apart_in_the_readers_way() {
        for (minor, thousands, point, expected) in [
            (0, ',', '.', "0.00\u{a0}EUR"),
            (99_999, ',', '.', "999.99\u{a0}EUR"),
            (-123_456_789, ',', '.', "\u{2212}1,234,567.89\u{a0}EUR"),
            (123_456_789, '.', ',', "1.234.567,89\u{a0}EUR"),
        ] {
            assert_eq!(readable_amount(minor, "EUR", thousands, point), expected);
        }
    }
}

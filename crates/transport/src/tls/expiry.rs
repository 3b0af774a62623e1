//! When a certificate expires: the end of its validity (RFC 5280, 4.1.2.5), read from its DER form. The
//! TLS library checks certificates of others, and does not tell this of our own.

use calendar::{Calendar, UNIX_EPOCH_DAY_NUMBER};

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const EXPLICIT_VERSION: u8 = 0xa0;

/// The end of validity in Unix seconds; `None` if the certificate is not in the expected form.
pub(super) fn of_certificate(der: &[u8]) -> Option<i64> {
    let (certificate, _) = element(der, SEQUENCE)?;
    let (signed, _) = element(certificate, SEQUENCE)?;
    let rest = match element(signed, EXPLICIT_VERSION) {
        Some((_, rest)) => rest,
        // Version 1 is not written.
        None => signed,
    };
    let (_serial, rest) = element(rest, INTEGER)?;
    let (_algorithm, rest) = element(rest, SEQUENCE)?;
    let (_issuer, rest) = element(rest, SEQUENCE)?;
    let (validity, _) = element(rest, SEQUENCE)?;
    let (_begin, end) = any_element(validity)?;
    let ((tag, text), _) = any_element(end)?;
    instant(tag, text)
}

/// A DER element: its tag and its content.
type Element<'a> = (u8, &'a [u8]);

/// The content of the first element, which must have this tag, and what follows it.
fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let ((found, content), rest) = any_element(der)?;
    (found == tag).then_some((content, rest))
}

/// The first element, and what follows it (X.690, 8.1).
fn any_element(der: &[u8]) -> Option<(Element<'_>, &[u8])> {
    let (&[tag, first], rest) = der.split_first_chunk()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // The length in one to three bytes: a certificate is never larger.
        0x81..=0x83 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
            let length = bytes.iter().fold(0, |sum, it| sum << 8 | usize::from(*it));
            (length, rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some(((tag, content), rest))
}

/// `YYMMDDHHMMSSZ` for the years 1950 to 2049, or `YYYYMMDDHHMMSSZ`.
fn instant(tag: u8, text: &[u8]) -> Option<i64> {
    let digits = text.strip_suffix(b"Z")?;
    let pairs: Vec<i32> = digits.chunks(2).map(two_digits).collect::<Option<_>>()?;
    let (year, rest) = match (tag, pairs.as_slice()) {
        (UTC_TIME, [year, rest @ ..]) => (year + if *year < 50 { 2_000 } else { 1_900 }, rest),
        (GENERALIZED_TIME, [century, year, rest @ ..]) => (century * 100 + year, rest),
        _ => return None,
    };
    let &[month, day, hour, minute, second] = rest else {
        return None;
    };
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    let days_in_month = Calendar::Gregorian.days_in_month(year, month)?;
    if !(1..=days_in_month).contains(&day) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let days = Calendar::Gregorian.day_number(year, month, day) - UNIX_EPOCH_DAY_NUMBER;
    let seconds = (hour * 60 + minute) * 60 + second;
    Some(days * 86_400 + i64::from(seconds))
}

fn two_digits(pair: &[u8]) -> Option<i32> {
    let &[tens, ones] = pair else { return None };
    let is_number = tens.is_ascii_digit() && ones.is_ascii_digit();
    is_number.then(|| i32::from(tens - b'0') * 10 + i32::from(ones - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected instants are those of `date --utc --date=… +%s`.
    #[test]
    fn a_certificate_says_when_it_expires() {
        for (year, month, day, expected) in [
            (2049, 12, 31, 2_524_521_600),
            (2050, 1, 1, 2_524_608_000),
            (2027, 2, 28, 1_803_772_800),
        ] {
            let mut made = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
            made.not_after = rcgen::date_time_ymd(year, month, day);
            let key = rcgen::KeyPair::generate().unwrap();
            let certificate = made.self_signed(&key).unwrap();
            assert_eq!(of_certificate(certificate.der()), Some(expected));
        }
    }

    #[test]
    fn a_certificate_that_is_cut_off_says_nothing() {
        let key = rcgen::KeyPair::generate().unwrap();
        let made = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
        let certificate = made.self_signed(&key).unwrap();
        for length in 0..certificate.der().len() {
            assert_eq!(of_certificate(&certificate.der()[..length]), None);
        }
    }

    #[test]
    fn an_impossible_time_is_no_instant() {
        for text in [
            "270230000000Z",
            "271301000000Z",
            "270101240000Z",
            "2701010000Z",
            "27010100000xZ",
        ] {
            assert_eq!(instant(UTC_TIME, text.as_bytes()), None, "{text}");
        }
        assert_eq!(instant(UTC_TIME, b"500101000000Z"), Some(-631_152_000));
    }
}

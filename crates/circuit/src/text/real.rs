//! Real numbers as text: decimal, read as the nearest double, written with the fewest digits that are
//! read back as the same double.

use std::io::Write as _;

use crate::limits;
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;

/// Reads a number such as `-0.25` or `1e-7` that is at most `bound` in absolute value. Minus zero is
/// zero.
///
/// # Errors
/// If there is none; `what` names it.
pub(super) fn read_real(
    cursor: &mut Cursor<'_>,
    what: &str,
    bound: f64,
) -> Result<f64, FormatError> {
    let place = *cursor;
    let text = cursor.run(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    match number(text) {
        Some(value) if value.abs() <= bound => Ok(value + 0.0),
        _ if bound == f64::MAX => Err(place.error(format!("{what}, a finite decimal number"))),
        _ => Err(place.error(format!("{what}, a decimal number from -{bound} to {bound}"))),
    }
}

/// The canonical text of a real number.
#[must_use]
pub fn real_text(value: f64) -> String {
    let mut text = Vec::new();
    push_real(value, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The finite number that a text is, if it is one as `docs/formats.md` says.
#[must_use]
pub fn read_real_text(text: &[u8]) -> Option<f64> {
    number(text)
}

/// The number that a text is: `["-"] digits ["." digits] ["e" ["-" | "+"] digits]`, without leading
/// zeros before the point.
pub(super) fn number(text: &[u8]) -> Option<f64> {
    if text.len() > limits::REAL_BYTES {
        return None;
    }
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let split = |text: &[u8], at: &[u8]| match text.iter().position(|byte| at.contains(byte)) {
        Some(place) => (text[..place].to_vec(), Some(text[place + 1..].to_vec())),
        None => (text.to_vec(), None),
    };
    let (mantissa, exponent) = split(text.strip_prefix(b"-").unwrap_or(text), b"eE");
    let (whole, fraction) = split(&mantissa, b".");
    let unsigned = |text: &[u8]| match text {
        [b'-' | b'+', rest @ ..] => digits(rest),
        _ => digits(text),
    };
    let valid = digits(&whole)
        && (whole.len() == 1 || whole[0] != b'0')
        && fraction.is_none_or(|fraction| digits(&fraction))
        && exponent.is_none_or(|exponent| unsigned(&exponent));
    let value: f64 = std::str::from_utf8(text).ok().filter(|_| valid)?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// Appends `value`, plain from 1e-5 up to below 1e16, else with an exponent.
pub(super) fn push_real(value: f64, text: &mut Vec<u8>) {
    let size = value.abs();
    // Writing to a vector cannot fail.
    let _ = if size == 0.0 || (1e-5..1e16).contains(&size) {
        write!(text, "{value}")
    } else {
        write!(text, "{value:e}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(value: f64) -> String {
        let mut text = Vec::new();
        push_real(value, &mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn written_in_the_shorter_way() {
        for (value, expected) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.1, "-0.1"),
            (1e-5, "0.00001"),
            (1.5e-6, "1.5e-6"),
            (1e15, "1000000000000000"),
            (1e16, "1e16"),
            (f64::MAX, "1.7976931348623157e308"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(text(value), expected);
            assert_eq!(number(expected.as_bytes()), Some(value));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for wrong in [
            "", "-", "+1", ".5", "1.", "01", "1e", "1e+", "1..2", "1e5.0", "--1", "nan", "inf",
            "1e400", "0x1", "1_0", "1e5e5", "-e5",
        ] {
            assert_eq!(number(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(number(&[b'1'; limits::REAL_BYTES + 1]), None);
        for (other, value) in [("1e+5", 1e5), ("1E-05", 1e-5), ("-0", 0.0), ("0.50", 0.5)] {
            assert_eq!(number(other.as_bytes()), Some(value));
        }
    }

    proptest! {
        #[test]
        fn every_double_comes_back(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            let written = text(value);
            prop_assert!(written.len() <= 26, "{written}");
            prop_assert_eq!(number(written.as_bytes()).map(f64::to_bits), Some(bits));
        }
    }
}

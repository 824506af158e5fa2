//! Complex numbers as text: `0.5`, `-2i`, `0.5-2i`. A part is written as a real is, and left out where it is
//! zero and the other is not; answers may have each part as a sum of two doubles, `0.1+1e-18+0.5i+2e-19i`.

use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::real::{number, push_real};

/// The terms of one part of a number.
#[derive(Clone, Copy, Default)]
struct Part {
    terms: usize,
    values: [f64; 2],
}

/// Reads a number that is at most `bound` in absolute value; real and imaginary part.
///
/// # Errors
/// If there is none; `what` names it.
pub(super) fn read_complex(
    cursor: &mut Cursor<'_>,
    what: &str,
    bound: f64,
) -> Result<[f64; 2], FormatError> {
    let place = *cursor;
    let [re, _, im, _] = read_terms(cursor, what, 1)?;
    if libm::hypot(re, im) <= bound {
        return Ok([re, im]);
    }
    Err(place.error(format!("{what} of at most {bound} in absolute value")))
}

/// Reads a number each part of which is the sum of up to two doubles: those of the real part, then those of
/// the imaginary one.
///
/// # Errors
/// If there is none.
pub(super) fn read_complex_sum(cursor: &mut Cursor<'_>) -> Result<[f64; 4], FormatError> {
    read_terms(cursor, "an entry", 2)
}

fn read_terms(cursor: &mut Cursor<'_>, what: &str, most: usize) -> Result<[f64; 4], FormatError> {
    let place = *cursor;
    let text = cursor.run(|byte| byte.is_ascii_digit() || b"+-.eEi".contains(&byte));
    parse(text, most)
        .ok_or_else(|| place.error(format!("{what}, a finite number such as 0.5, -2i or 0.5-2i")))
}

/// The finite complex number that a text is, if it is one as `docs/formats.md` says: real and imaginary part.
#[must_use]
pub fn read_complex_text(text: &[u8]) -> Option<[f64; 2]> {
    parse(text, 1).map(|[re, _, im, _]| [re, im])
}

/// The canonical text of a complex number.
#[must_use]
pub fn complex_text(re: f64, im: f64) -> String {
    let mut text = Vec::new();
    push_complex([re, 0.0, im, 0.0], &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Terms with signs between them, the imaginary ones last, at most so many of each part.
fn parse(text: &[u8], most: usize) -> Option<[f64; 4]> {
    let (mut re, mut im) = (Part::default(), Part::default());
    let mut start = 0;
    while start < text.len() || start == 0 {
        // A sign behind another sign, or behind an exponent's e, belongs to the term.
        let begins = |&at: &usize| b"+-".contains(&text[at]) && !b"+-eE".contains(&text[at - 1]);
        let end = (start + 1..text.len()).find(begins).unwrap_or(text.len());
        let term = text.get(start..end)?;
        let term = if start == 0 { term } else { term.strip_prefix(b"+").unwrap_or(term) };
        let (part, digits) = match term.strip_suffix(b"i") {
            Some(digits) => (&mut im, digits),
            None if im.terms == 0 => (&mut re, term),
            None => return None,
        };
        if part.terms == most {
            return None;
        }
        part.values[part.terms] = number(digits)? + 0.0;
        part.terms += 1;
        start = end;
    }
    Some([re.values[0], re.values[1], im.values[0], im.values[1]])
}

/// Appends a number: real and imaginary part, each the sum of two doubles.
pub(super) fn push_complex(parts: [f64; 4], text: &mut Vec<u8>) {
    let [re, re_low, im, im_low] = parts;
    let has_imaginary = im != 0.0 || im_low != 0.0;
    let has_real = re != 0.0 || re_low != 0.0 || !has_imaginary;
    if has_real {
        push_real(re, text);
        push_low(re_low, b"", text);
    }
    if has_imaginary {
        // A minus sign separates by itself.
        if has_real && !im.is_sign_negative() {
            text.push(b'+');
        }
        push_real(im, text);
        text.push(b'i');
        push_low(im_low, b"i", text);
    }
}

fn push_low(low: f64, unit: &[u8], text: &mut Vec<u8>) {
    if low != 0.0 {
        text.push(b'+');
        push_real(low, text);
        text.extend_from_slice(unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn written_in_the_shortest_way() {
        for (re, im, expected) in [
            (0.0, 0.0, "0"),
            (1.0, 0.0, "1"),
            (0.0, 1.0, "1i"),
            (0.0, -0.5, "-0.5i"),
            (0.5, -2.0, "0.5-2i"),
            (-1e-7, 1e16, "-1e-7+1e16i"),
            (1e-7, -1e-7, "1e-7-1e-7i"),
        ] {
            assert_eq!(complex_text(re, im), expected);
            assert_eq!(read_complex_text(expected.as_bytes()), Some([re, im]));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for wrong in [
            "", "i", "+1", "-", "1+", "1+i", "1i+1", "1+2", "1i+2i", "1++2i", "1--2i", "1+-+2i",
            "1j", "1+2ii", "nan", "1e400i", "1+1e400i", "(1+2i)", "1 +2i", "1+02i", "ii", "+1i",
            "1e+i",
        ] {
            assert_eq!(read_complex_text(wrong.as_bytes()), None, "{wrong}");
        }
        for (other, value) in
            [("1+-2i", [1.0, -2.0]), ("0+1i", [0.0, 1.0]), ("1e+2-3E-1i", [100.0, -0.3])]
        {
            assert_eq!(read_complex_text(other.as_bytes()), Some(value));
        }
        assert_eq!(read_complex_text(b"-0-0i").map(|parts| parts.map(f64::to_bits)), Some([0, 0]));
    }

    #[test]
    fn a_part_may_be_a_sum_in_answers_only() {
        let text = b"0.1+-1e-18+0.5i+2e-19i";
        assert_eq!(parse(text, 2), Some([0.1, -1e-18, 0.5, 2e-19]));
        assert_eq!(parse(text, 1), None);
        assert_eq!(parse(b"1+1+1", 2), None);
        assert_eq!(parse(b"1+1i+1", 2), None);
    }

    proptest! {
        #[test]
        fn every_pair_of_doubles_comes_back(re: u64, im: u64, low: u64) {
            let [re, im, low] = [re, im, low].map(f64::from_bits);
            prop_assume!(re.is_finite() && im.is_finite() && low.is_finite());
            let text = complex_text(re, im);
            prop_assert_eq!(read_complex_text(text.as_bytes()), Some([re, im]));
            for parts in [[re, low, im, 0.0], [re, 0.0, im, low], [0.0, low, im, low], [re, 0.0, 0.0, low]] {
                let mut text = Vec::new();
                push_complex(parts, &mut text);
                prop_assert_eq!(parse(&text, 2), Some(parts));
            }
        }
    }
}

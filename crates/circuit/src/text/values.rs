//! One vector: a constant of a gate, an input wire's value, an output.

use crate::limits;
use crate::model::{Shape, Space};
use crate::text::bits;
use crate::text::complex::{push_complex, read_complex, read_complex_sum};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::number::push_number;
use crate::text::real::{number, push_real, read_real};

/// Appends the vector at `cursor` to `words`, packed as [`Shape::words`].
///
/// # Errors
/// If there is none of exactly this shape.
pub(super) fn read_value(
    cursor: &mut Cursor<'_>,
    shape: Shape,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    match shape.space {
        Space::Gf2 => read_bits(cursor, shape.batch as usize, words),
        Space::Zt { modulus } => {
            cursor.symbol(b'[')?;
            read_list(cursor, shape.batch as usize, modulus, |value| words.push(value))
        }
        Space::Real { .. } | Space::Complex { .. } => read_numbers(cursor, shape, f64::MAX, words),
    }
}

/// Appends the real or complex numbers of a vector of at most `bound` in absolute value, written `[0.5,-1]` or
/// `[0.5-1i,2]`, packed as [`Shape::words`].
///
/// # Errors
/// If there is anything else or another number of entries.
pub(super) fn read_numbers(
    cursor: &mut Cursor<'_>,
    shape: Shape,
    bound: f64,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    cursor.symbol(b'[')?;
    entries(cursor, shape.batch as usize, |cursor| {
        read_number(cursor, shape.space, "an entry", bound, |part| {
            words.extend([part.to_bits(), 0]);
        })
    })
}

/// Hands over the one or two parts of a number.
fn read_number(
    cursor: &mut Cursor<'_>,
    space: Space,
    what: &str,
    bound: f64,
    push: impl FnMut(f64),
) -> Result<(), FormatError> {
    if space.is_complex() {
        read_complex(cursor, what, bound)?.into_iter().for_each(push);
    } else {
        [read_real(cursor, what, bound)?].into_iter().for_each(push);
    }
    Ok(())
}

/// As [`read_numbers`] without a bound, where a part may be the sum of two doubles: `[0.1+1e-18,2]`.
///
/// # Errors
/// As [`read_numbers`].
pub(super) fn read_sums(
    cursor: &mut Cursor<'_>,
    shape: Shape,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    cursor.symbol(b'[')?;
    entries(cursor, shape.batch as usize, |cursor| {
        if shape.space.is_complex() {
            words.extend(read_complex_sum(cursor)?.map(f64::to_bits));
            return Ok(());
        }
        let place = *cursor;
        let text = cursor.run(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        // A plus sign behind an exponent's e belongs to the exponent.
        let plus = (1..text.len()).find(|&at| text[at] == b'+' && !b"eE".contains(&text[at - 1]));
        let (high, low) = match plus {
            Some(at) => (number(&text[..at]), number(&text[at + 1..])),
            None => (number(text), Some(0.0)),
        };
        let (Some(high), Some(low)) = (high, low) else {
            return Err(place.error("an entry, a finite decimal number"));
        };
        words.extend([(high + 0.0).to_bits(), (low + 0.0).to_bits()]);
        Ok(())
    })
}

/// Reads `count` entries separated by commas and followed by a bracket.
fn entries<'a>(
    cursor: &mut Cursor<'a>,
    count: usize,
    mut read: impl FnMut(&mut Cursor<'a>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    for slot in 0..count {
        if slot > 0 && !cursor.take_symbol(b',') {
            return Err(cursor.error(format!("\",\" and entry {} of {count}", slot + 1)));
        }
        read(cursor)?;
    }
    if cursor.take_symbol(b']') {
        Ok(())
    } else {
        Err(cursor.error(format!("\"]\" after {count} entries")))
    }
}

/// Appends the mask at `cursor` to `words`, packed as [`Shape::mask_words`]: bits in gf2, a list
/// of 0 and 1 elsewhere.
///
/// # Errors
/// If there is none with exactly one bit for each slot.
pub(super) fn read_mask(
    cursor: &mut Cursor<'_>,
    shape: Shape,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    match shape.space {
        Space::Gf2 => read_bits(cursor, shape.batch as usize, words),
        Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
            cursor.symbol(b'[')?;
            read_bit_list(cursor, shape.batch as usize, words)
        }
    }
}

/// Appends `count` bits, written `[011]`, `011` or `[0,1,1]`.
///
/// # Errors
/// If there is anything else or another number of bits.
fn read_bits(
    cursor: &mut Cursor<'_>,
    count: usize,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    let bracketed = cursor.take_symbol(b'[');
    let rest = cursor.rest();
    let text = rest.get(..count).unwrap_or(rest);
    let before = words.len();
    let good = bits::pack(text, words).map_or_else(|wrong| wrong, |()| text.len());
    if good < count {
        words.truncate(before);
        let mut next = *cursor;
        next.advance(good);
        let place = next;
        if bracketed && good == 1 && next.take_symbol(b',') {
            return read_bit_list(cursor, count, words);
        }
        return Err(place.error(format!("bit {} of {count}, 0 or 1", good + 1)));
    }
    cursor.advance(count);
    if matches!(cursor.peek(), Some(b'0'..=b'9')) {
        return Err(cursor.error(format!("no more than {count} bits")));
    }
    if bracketed { cursor.symbol(b']') } else { Ok(()) }
}

/// Appends `count` bits written `0,1,1]`, packed.
fn read_bit_list(
    cursor: &mut Cursor<'_>,
    count: usize,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    let (mut word, mut filled) = (0, 0);
    read_list(cursor, count, 2, |bit| {
        word |= bit << filled;
        filled += 1;
        if filled == 64 {
            words.push(word);
            (word, filled) = (0, 0);
        }
    })?;
    if filled > 0 {
        words.push(word);
    }
    Ok(())
}

/// Hands over `count` numbers below `bound`, separated by commas and followed by a bracket.
///
/// # Errors
/// If there is anything else or another number of entries.
fn read_list(
    cursor: &mut Cursor<'_>,
    count: usize,
    bound: u64,
    mut push: impl FnMut(u64),
) -> Result<(), FormatError> {
    for slot in 0..count {
        if slot > 0 && !cursor.take(b',') && !cursor.take_symbol(b',') {
            return Err(cursor.error(format!("\",\" and entry {} of {count}", slot + 1)));
        }
        let mut place = *cursor;
        match cursor.digits() {
            Some(value) if value < bound => push(value),
            _ => {
                place.blanks();
                push(place.number("an entry", 0..=bound - 1)?);
                *cursor = place;
            }
        }
    }
    if cursor.take_symbol(b']') {
        Ok(())
    } else {
        Err(cursor.error(format!("\"]\" after {count} entries")))
    }
}

/// Writes a vector as bits or, elsewhere, as a list.
pub(super) fn write_value(words: &[u64], shape: Shape, text: &mut Vec<u8>) {
    match shape.space {
        Space::Gf2 => bits::unpack(words, shape.batch as usize, text),
        Space::Zt { .. } => write_list(words.iter().copied(), text),
        Space::Real { .. } => write_reals(words, text),
        Space::Complex { .. } => write_complexes(words, text),
    }
}

/// Writes reals; a second double that is not zero stands behind a plus sign.
fn write_reals(words: &[u64], text: &mut Vec<u8>) {
    let mut before = b'[';
    for pair in words.chunks_exact(2) {
        text.push(before);
        push_real(f64::from_bits(pair[0]), text);
        let low = f64::from_bits(pair[1]);
        if low != 0.0 {
            text.push(b'+');
            push_real(low, text);
        }
        before = b',';
    }
    text.push(b']');
}

/// Writes complex numbers.
fn write_complexes(words: &[u64], text: &mut Vec<u8>) {
    let mut before = b'[';
    for number in words.as_chunks::<4>().0 {
        text.push(before);
        push_complex(number.map(f64::from_bits), text);
        before = b',';
    }
    text.push(b']');
}

/// Writes the coefficients of a polynomial, as [`crate::Circuit::coefficients`] has them.
pub(super) fn write_coefficients(coefficients: &[f64], space: Space, text: &mut Vec<u8>) {
    let mut before = b'[';
    for coefficient in coefficients.chunks(space.parts()) {
        text.push(before);
        match *coefficient {
            [re, im] => push_complex([re, 0.0, im, 0.0], text),
            _ => push_real(coefficient[0], text),
        }
        before = b',';
    }
    text.push(b']');
}

/// Appends the coefficients of a polynomial, `[0.5,0,-1e-3]`, over complex numbers two parts of each.
///
/// # Errors
/// If there are none, or more than a polynomial may have.
pub(super) fn read_coefficients(
    cursor: &mut Cursor<'_>,
    space: Space,
    coefficients: &mut Vec<f64>,
) -> Result<(), FormatError> {
    cursor.symbol(b'[')?;
    loop {
        if coefficients.len() > limits::DEGREE * space.parts() {
            return Err(cursor.error(format!("at most {} coefficients", limits::DEGREE + 1)));
        }
        read_number(cursor, space, "a coefficient", f64::MAX, |part| coefficients.push(part))?;
        if !cursor.take_symbol(b',') {
            break;
        }
    }
    if cursor.take_symbol(b']') { Ok(()) } else { Err(cursor.error("\",\" or \"]\"")) }
}

/// Writes a constant of a gate, always in brackets.
pub(super) fn write_constant(words: &[u64], shape: Shape, text: &mut Vec<u8>) {
    match shape.space {
        Space::Gf2 => {
            text.push(b'[');
            write_value(words, shape, text);
            text.push(b']');
        }
        Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
            write_value(words, shape, text);
        }
    }
}

/// Writes the mask of a selection, always in brackets.
pub(super) fn write_mask(words: &[u64], shape: Shape, text: &mut Vec<u8>) {
    match shape.space {
        Space::Gf2 => write_constant(words, shape, text),
        Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
            let bit = |slot: usize| words[slot / 64] >> (slot % 64) & 1;
            write_list((0..shape.batch as usize).map(bit), text);
        }
    }
}

fn write_list(values: impl Iterator<Item = u64>, text: &mut Vec<u8>) {
    let mut before = b'[';
    for value in values {
        text.push(before);
        push_number(value, text);
        before = b',';
    }
    text.push(b']');
}

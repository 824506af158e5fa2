//! One vector: a constant of a gate, an input wire's value, an output.

use crate::model::{Shape, Space};
use crate::text::bits;
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::number::push_number;

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
    }
}

/// Appends the mask at `cursor` to `words`, packed as [`Shape::mask_words`]: bits in gf2, a list
/// of 0 and 1 in zt.
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
        Space::Zt { .. } => {
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

/// Writes a vector as bits or, in zt, as a list.
pub(super) fn write_value(words: &[u64], shape: Shape, text: &mut Vec<u8>) {
    match shape.space {
        Space::Gf2 => bits::unpack(words, shape.batch as usize, text),
        Space::Zt { .. } => write_list(words.iter().copied(), text),
    }
}

/// Writes a constant of a gate, always in brackets.
pub(super) fn write_constant(words: &[u64], shape: Shape, text: &mut Vec<u8>) {
    match shape.space {
        Space::Gf2 => {
            text.push(b'[');
            write_value(words, shape, text);
            text.push(b']');
        }
        Space::Zt { .. } => write_value(words, shape, text),
    }
}

/// Writes the mask of a selection, always in brackets.
pub(super) fn write_mask(words: &[u64], shape: Shape, text: &mut Vec<u8>) {
    match shape.space {
        Space::Gf2 => write_constant(words, shape, text),
        Space::Zt { .. } => {
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

//! Inputs and outputs of circuits.

use crate::limits;
use crate::model::{Circuit, Header, Shape, Space, Vectors};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::lines::Lines;
use crate::text::values::{read_numbers, read_sums, read_value, write_value};

/// Reads the input of `circuit`: one vector for each wire.
///
/// # Errors
/// The first place where the text is not such an input, or exceeds a bound of [`crate::limits`].
pub fn read_inputs(text: &[u8], circuit: &Circuit) -> Result<Vectors, FormatError> {
    let mut words = Vec::new();
    read_inputs_into(text, circuit, &mut words)?;
    Ok(Vectors::trusted(circuit.shape(), words))
}

/// As [`read_inputs`], into a buffer that can be used again: `words` is cleared, then holds
/// [`Shape::words`] words for each wire (an unspecified part of them after an error).
///
/// # Errors
/// See [`read_inputs`].
pub fn read_inputs_into(
    text: &[u8],
    circuit: &Circuit,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    words.clear();
    let (shape, wires) = (circuit.shape(), circuit.wires() as usize);
    if wires.saturating_mul(shape.words()) > limits::WORDS {
        return Err(FormatError::whole(
            format!("a circuit whose input fits {} bytes", limits::WORDS * 8),
            format!("{wires} wires of {} slots", shape.batch),
        ));
    }
    let mut lines = Lines::new(text, "an input", limits::INPUT_BYTES)?;
    let mut line = lines.first(limits::INPUT_BYTES, "\"[\"")?;
    line.symbol(b'[')?;
    match circuit.header() {
        Header::FanIn(_) => read_wire_bits(&mut line, wires, words)?,
        Header::Simd { .. } => read_list(&mut line, wires, |line| match shape.space.bound() {
            Some(bound) => read_numbers(line, shape, bound, words),
            None => read_value(line, shape, words),
        })?,
    }
    line.symbol(b']')?;
    line.end()?;
    lines.finish()
}

/// Reads what a circuit with `outputs` outputs of this shape comes to: vectors with semicolons between
/// them.
///
/// # Errors
/// The first place where the text is not such an output.
pub fn read_output(text: &[u8], shape: Shape, outputs: usize) -> Result<Vectors, FormatError> {
    let mut lines = Lines::new(text, "an output", limits::INPUT_BYTES)?;
    let mut line = lines.first(limits::INPUT_BYTES, "a vector")?;
    let mut words = Vec::new();
    line.blanks();
    for index in 0..outputs {
        if index > 0 && !line.take_symbol(b';') {
            return Err(line.error(format!("\";\" and the vector of output {index} of {outputs}")));
        }
        match shape.space {
            Space::Real { .. } | Space::Complex { .. } => {
                read_sums(&mut line, shape, &mut words)?;
            }
            Space::Gf2 | Space::Zt { .. } => read_value(&mut line, shape, &mut words)?,
        }
    }
    line.end()?;
    lines.finish()?;
    Ok(Vectors::trusted(shape, words))
}

/// The canonical text of an input of `circuit`, whose dialect decides on the notation.
pub fn inputs_text(inputs: &Vectors, circuit: &Circuit) -> Vec<u8> {
    let fan_in = matches!(circuit.header(), Header::FanIn(_));
    let mut text = vec![b'['];
    for index in 0..inputs.len() {
        if index > 0 && !fan_in {
            text.push(b',');
        }
        write_value(inputs.vector(index), inputs.shape(), &mut text);
    }
    text.push(b']');
    text
}

/// The canonical text of outputs: their vectors with semicolons between them.
pub fn output_text(outputs: &Vectors) -> Vec<u8> {
    let mut text = Vec::new();
    for index in 0..outputs.len() {
        if index > 0 {
            text.push(b';');
        }
        write_value(outputs.vector(index), outputs.shape(), &mut text);
    }
    text
}

/// Reads `count` items separated by commas.
fn read_list<'a>(
    line: &mut Cursor<'a>,
    count: usize,
    mut read: impl FnMut(&mut Cursor<'a>) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    for index in 0..count {
        if index > 0 && !line.take_symbol(b',') {
            return Err(line.error(format!("\",\" and the value of wire {index} of {count}")));
        }
        read(line)?;
    }
    Ok(())
}

/// Reads the bits of a fan-in circuit's wires, `0101` or `0,1,0,1`, a word for each.
fn read_wire_bits(
    line: &mut Cursor<'_>,
    wires: usize,
    words: &mut Vec<u64>,
) -> Result<(), FormatError> {
    let mut bit = |line: &mut Cursor<'_>| match line.peek() {
        Some(digit @ (b'0' | b'1')) => {
            line.advance(1);
            words.push(u64::from(digit - b'0'));
            Ok(())
        }
        _ => Err(line.error(format!("bit {} of {wires}, 0 or 1", words.len() + 1))),
    };
    let mut second = *line;
    second.advance(1);
    if second.take_symbol(b',') {
        return read_list(line, wires, bit);
    }
    (0..wires).try_for_each(|_| bit(line))
}

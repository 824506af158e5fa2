//! The binary encoding: inputs are implied, gates are differences.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::aiger::{finish::finish, header::Header, place::place};
use crate::netlist::{Builder, Netlist, Port, Signal};
use crate::text::{FormatError, Lines};

/// Reads what follows the header.
///
/// # Errors
/// The first place where the text breaks the format.
pub(super) fn read(
    text: &[u8],
    header: &Header,
    mut lines: Lines<'_>,
) -> Result<Netlist, FormatError> {
    let largest = u64::from(header.variables) * 2 + 1;
    let mut results = Vec::new();
    for output in 1..=header.outputs {
        let expected = format!("output {output} of {}", header.outputs);
        let mut line = lines.next(limits::LINE_BYTES)?.ok_or_else(|| lines.missing(&expected))?;
        let literal = line.number("a literal", 0..=largest)? as u32;
        line.end()?;
        results.push(Signal::new(literal >> 1, literal & 1 == 1));
    }
    let unnamed = if header.inputs == 0 { vec![] } else { vec![Port::new("", header.inputs)] };
    let mut builder = Builder::new(unnamed).map_err(|error| place(text, 0, &error.to_string()))?;
    let mut offset = text.len() - lines.rest().len();
    for gate in 0..header.gates {
        checkpoint();
        let result = 2 * (header.inputs + 1 + gate);
        // The larger operand is below the result: gates come in order.
        let first = operand(text, &mut offset, result, 1)?;
        let second = operand(text, &mut offset, first, 0)?;
        let [a, b] = [first, second].map(|literal| Signal::new(literal >> 1, literal & 1 == 1));
        builder
            .and(a, b)
            .map_err(|error| place(text, offset, &format!("a valid netlist ({error})")))?;
    }
    finish(text, offset, header, builder, results)
}

/// An operand, written as its difference to the number before it: seven bits to a byte, the lowest
/// first, the highest bit set in all bytes but the last.
fn operand(text: &[u8], offset: &mut usize, before: u32, least: u32) -> Result<u32, FormatError> {
    let start = *offset;
    let mut difference = 0u64;
    for shift in (0..35).step_by(7) {
        let Some(&byte) = text.get(*offset) else {
            return Err(place(text, text.len(), "more bytes of a gate"));
        };
        *offset += 1;
        difference |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            let padded = shift > 0 && byte == 0;
            let range = u64::from(least)..=u64::from(before);
            if padded || !range.contains(&difference) {
                break;
            }
            return Ok(before - difference as u32);
        }
    }
    let expected = format!("a difference from {least} to {before} in as few bytes as possible");
    Err(place(text, start, &expected))
}

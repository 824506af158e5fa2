//! The ASCII encoding, in which gates come in any order.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::aiger::{finish::finish, header::Header, place::place};
use crate::netlist::order::{Use, sorted};
use crate::netlist::{Builder, Netlist, Port, Signal};
use crate::text::{Cursor, FormatError, Ids, Lines};

/// A gate as it stands in the file.
struct Definition {
    operands: [u32; 2],
}

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
    // Variables to what defines them: inputs first, then gates.
    let mut definitions = Ids::new(text.len());
    for input in 0..header.inputs {
        let mut line = next(&mut lines, &format!("input {} of {}", input + 1, header.inputs))?;
        define(&mut definitions, &mut line, input, largest)?;
        line.end()?;
    }
    let mut outputs = Vec::new();
    for output in 0..header.outputs {
        let mut line = next(&mut lines, &format!("output {} of {}", output + 1, header.outputs))?;
        outputs.push(line.number("a literal", 0..=largest)? as u32);
        line.end()?;
    }
    let mut gates = Vec::new();
    for gate in 0..header.gates {
        checkpoint();
        let mut line = next(&mut lines, &format!("gate {} of {}", gate + 1, header.gates))?;
        define(&mut definitions, &mut line, header.inputs + gate, largest)?;
        let mut operands = [0; 2];
        for operand in &mut operands {
            line.blanks();
            *operand = line.number("a literal", 0..=largest)? as u32;
        }
        line.end()?;
        gates.push(Definition { operands });
    }
    let symbols = text.len() - lines.rest().len();
    // The line of an output or gate, for errors that show only when all is read.
    let at_line = |index: u64, expected: &str| {
        let offset = memchr::memchr_iter(b'\n', text).nth(index as usize).map_or(0, |at| at + 1);
        place(text, offset, expected)
    };
    let first_output = u64::from(header.inputs);
    let first_gate = first_output + u64::from(header.outputs);
    for (at, gate) in gates.iter().enumerate() {
        if gate
            .operands
            .iter()
            .any(|&literal| literal > 1 && definitions.get(literal >> 1).is_none())
        {
            return Err(at_line(first_gate + at as u64, "a gate of defined literals"));
        }
    }
    let order = sorted(gates.len(), |gate, k| {
        let literal = *gates[gate as usize].operands.get(k)?;
        let definition = definitions.get(literal >> 1).filter(|_| literal > 1);
        let gate = definition.and_then(|definition| definition.checked_sub(header.inputs));
        Some(gate.map_or(Use::Known, Use::Definition))
    })
    .map_err(|gate| {
        at_line(first_gate + u64::from(gate), "a gate that does not depend on itself")
    })?;
    let unnamed = if header.inputs == 0 { vec![] } else { vec![Port::new("", header.inputs)] };
    let mut builder = Builder::new(unnamed).map_err(|error| place(text, 0, &error.to_string()))?;
    let mut signals = vec![Signal::FALSE; gates.len()];
    let signal = |literal: u32, signals: &[Signal]| {
        let complemented = literal & 1 == 1;
        match definitions.get(literal >> 1).filter(|_| literal > 1) {
            None => Signal::constant(complemented),
            Some(at) if at < header.inputs => Signal::new(at + 1, complemented),
            Some(at) => signals[(at - header.inputs) as usize].flipped(complemented),
        }
    };
    for gate in order {
        let [a, b] = gates[gate as usize].operands;
        let (a, b) = (signal(a, &signals), signal(b, &signals));
        signals[gate as usize] = builder.and(a, b).map_err(|error| {
            at_line(first_gate + u64::from(gate), &format!("a valid netlist ({error})"))
        })?;
    }
    for (at, &literal) in outputs.iter().enumerate() {
        if literal > 1 && definitions.get(literal >> 1).is_none() {
            return Err(at_line(first_output + at as u64, "a literal that is defined"));
        }
    }
    let results = outputs.iter().map(|&literal| signal(literal, &signals)).collect();
    finish(text, symbols, header, builder, results)
}

fn next<'a>(lines: &mut Lines<'a>, expected: &str) -> Result<Cursor<'a>, FormatError> {
    lines.next(limits::LINE_BYTES)?.ok_or_else(|| lines.missing(expected))
}

/// Reads the literal of an input or gate, which has to be even and new.
fn define(
    definitions: &mut Ids,
    line: &mut Cursor<'_>,
    definition: u32,
    largest: u64,
) -> Result<(), FormatError> {
    let start = *line;
    let literal = line.number("an even literal", 2..=largest)? as u32;
    if literal & 1 == 1 {
        return Err(start.error("an even literal"));
    }
    if definitions.insert(literal >> 1, definition) {
        Ok(())
    } else {
        Err(start.error("a literal that is not defined yet"))
    }
}

//! Reading fan-in circuits.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::model::{Circuit, FanIn, Literal};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::gates::{Gates, OUTPUT_LABEL, broken};
use crate::text::header::Head;
use crate::text::lines::Lines;

const LEVEL: &str = "a level (\"L\" alone on its line)";
const GATE_OR_OUTPUT: &str = "a gate (G, its id and \":\") or \"output_gate:\"";
const GATE_OR_LEVEL: &str = "a gate (G, its id and \":\") or \"L\"";
const OUTPUT: &str = "the output gate (\"L\", then \"output_gate:\")";

/// Reads the levels behind the header of a fan-in circuit.
///
/// # Errors
/// The first place that is not in the format of `docs/formats.md`.
pub(super) fn read_fan_in(
    head: &Head,
    header_line: &Cursor<'_>,
    lines: &mut Lines<'_>,
    text_bytes: usize,
) -> Result<Circuit, FormatError> {
    let mut gates = Gates::new(head, text_bytes, header_line)?;
    let mut literals = Vec::new();
    let (mut levels, mut fresh_level) = (0, false);
    while let Some(mut line) = lines.next(limits::LINE_BYTES)? {
        checkpoint();
        line.blanks();
        let place = line;
        if !fresh_level && is_level(&mut line) {
            levels += 1;
            if levels > limits::LEVELS {
                return Err(place.error(format!("at most {} levels", limits::LEVELS)));
            }
            gates.builder.start_level();
            fresh_level = true;
            continue;
        }
        if fresh_level && line.peek() == Some(b'o') {
            read_output(&mut line, &mut gates, &mut literals)?;
            lines.finish()?;
            return gates.builder.finish().map_err(|error| broken(&place, &error));
        }
        let expected = match (levels, fresh_level) {
            (0, _) => return Err(place.error(LEVEL)),
            // Only the first line of a level may be the output gate.
            (_, true) => GATE_OR_OUTPUT,
            (_, false) => GATE_OR_LEVEL,
        };
        let id = gates.label(&mut line, expected)?;
        read_call(&mut line, &mut gates, &mut literals, id)?;
        fresh_level = false;
    }
    Err(lines.missing(match (levels, fresh_level) {
        (0, _) => LEVEL,
        (_, true) => GATE_OR_OUTPUT,
        (_, false) => OUTPUT,
    }))
}

/// Whether the line is a level marker; moves only over one.
fn is_level(line: &mut Cursor<'_>) -> bool {
    let mut ahead = *line;
    let level = ahead.take(b'L') && ahead.end().is_ok();
    if level {
        *line = ahead;
    }
    level
}

fn read_output(
    line: &mut Cursor<'_>,
    gates: &mut Gates,
    literals: &mut Vec<Literal>,
) -> Result<(), FormatError> {
    let place = *line;
    if line.word() != b"output_gate" {
        return Err(place.error(GATE_OR_OUTPUT));
    }
    line.symbol(b':')?;
    read_call(line, gates, literals, OUTPUT_LABEL)
}

/// Reads the operation and its literals to the end of the line; `literals` is scratch space.
fn read_call(
    cursor: &mut Cursor<'_>,
    gates: &mut Gates,
    literals: &mut Vec<Literal>,
    id: u32,
) -> Result<(), FormatError> {
    let place = *cursor;
    let op = match cursor.word() {
        b"AND" => FanIn::And,
        b"OR" => FanIn::Or,
        b"XOR" => FanIn::Xor,
        _ => return Err(place.error("a gate name (AND, OR, XOR)")),
    };
    cursor.symbol(b'(')?;
    literals.clear();
    literals.push(read_literal(cursor, gates)?);
    cursor.symbol(b',')?;
    loop {
        if literals.len() == limits::FAN_IN {
            return Err(cursor.error(format!("at most {} operands", limits::FAN_IN)));
        }
        literals.push(read_literal(cursor, gates)?);
        if !cursor.take_symbol(b',') {
            break;
        }
    }
    if !cursor.take_symbol(b')') {
        return Err(cursor.error("\",\" or \")\""));
    }
    cursor.end()?;
    let gate = gates.builder.fan_in(id, op, literals);
    gates.define(id, gate, &place)
}

fn read_literal(cursor: &mut Cursor<'_>, gates: &Gates) -> Result<Literal, FormatError> {
    let negated = cursor.take(b'N');
    if negated {
        cursor.symbol(b'(')?;
    }
    let node = match cursor.peek() {
        Some(b'W' | b'G') => gates.node(cursor)?,
        _ if negated => return Err(cursor.error("a wire or a gate to negate")),
        _ => return Err(cursor.error("a wire, a gate or a negation N(…)")),
    };
    if negated {
        cursor.symbol(b')')?;
    }
    Ok(Literal { node, negated })
}

//! Reading SIMD circuits.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::model::{Circuit, GateKind, Node, Space};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::gates::{Gates, broken};
use crate::text::header::Head;
use crate::text::lines::Lines;
use crate::text::values::{read_coefficients, read_mask, read_value};

const GATE: &str = "a gate (G, its id and \":\")";
const GATE_OR_OUTPUTS: &str = "a gate (G, its id and \":\") or \"OUTPUT(\"";

/// Reads the gates behind the header of a SIMD circuit.
///
/// # Errors
/// The first place that is not in the format of `docs/formats.md`.
pub(super) fn read_simd(
    head: &Head,
    header_line: &Cursor<'_>,
    lines: &mut Lines<'_>,
    text_bytes: usize,
) -> Result<Circuit, FormatError> {
    let line_bytes = match head.shape.space {
        Space::Gf2 => limits::LINE_BYTES,
        Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => limits::ZT_LINE_BYTES,
    };
    let mut gates = Gates::new(head, text_bytes, header_line)?;
    let mut constant = Vec::new();
    while let Some(mut line) = lines.next(line_bytes)? {
        checkpoint();
        line.blanks();
        if line.peek() == Some(b'O') && !gates.builder.is_empty() {
            let place = line;
            let outputs = read_outputs(&mut line, &gates)?;
            lines.finish()?;
            return gates.builder.finish_with(&outputs).map_err(|error| broken(&place, &error));
        }
        read_gate(&mut line, &mut gates, &mut constant)?;
        line.end()?;
    }
    if gates.builder.is_empty() {
        return Err(lines.missing(GATE));
    }
    gates.builder.finish().map_err(|error| broken(header_line, &error))
}

/// Reads `OUTPUT(node,…)` to the end of the line.
fn read_outputs(line: &mut Cursor<'_>, gates: &Gates) -> Result<Vec<Node>, FormatError> {
    let place = *line;
    if line.word() != b"OUTPUT" {
        return Err(place.error(GATE_OR_OUTPUTS));
    }
    line.symbol(b'(')?;
    let mut outputs = Vec::new();
    loop {
        if outputs.len() == limits::OUTPUTS {
            return Err(line.error(format!("at most {} outputs", limits::OUTPUTS)));
        }
        outputs.push(gates.node(line)?);
        if !line.take_symbol(b',') {
            break;
        }
    }
    if !line.take_symbol(b')') {
        return Err(line.error("\",\" or \")\""));
    }
    line.end()?;
    Ok(outputs)
}

/// Reads one gate; `constant` is scratch space.
fn read_gate(
    cursor: &mut Cursor<'_>,
    gates: &mut Gates,
    constant: &mut Vec<u64>,
) -> Result<(), FormatError> {
    let id = gates.label(cursor, if gates.builder.is_empty() { GATE } else { GATE_OR_OUTPUTS })?;
    let place = *cursor;
    let shape = gates.builder.shape();
    let kind = read_kind(cursor, shape.space)?;
    cursor.symbol(b'(')?;
    let a = gates.node(cursor)?;
    constant.clear();
    let gate = match kind {
        GateKind::Neg => gates.builder.neg(id, a),
        GateKind::Conj => gates.builder.conj(id, a),
        GateKind::Poly => {
            cursor.symbol(b',')?;
            let mut coefficients = Vec::new();
            read_coefficients(cursor, shape.space, &mut coefficients)?;
            gates.builder.poly(id, a, &coefficients)
        }
        GateKind::Rotate => {
            cursor.symbol(b',')?;
            let amount = cursor.number("a rotation", 0..=u64::from(shape.batch) - 1)?;
            gates.builder.rotate(id, a, amount)
        }
        GateKind::AddConst | GateKind::MulConst => {
            cursor.symbol(b',')?;
            read_value(cursor, shape, constant)?;
            match kind {
                GateKind::AddConst => gates.builder.add_const(id, a, constant),
                _ => gates.builder.mul_const(id, a, constant),
            }
        }
        _ => {
            cursor.symbol(b',')?;
            let b = gates.node(cursor)?;
            match kind {
                GateKind::Mul => gates.builder.mul(id, a, b),
                GateKind::Sub => gates.builder.sub(id, a, b),
                GateKind::Select => {
                    cursor.symbol(b',')?;
                    read_mask(cursor, shape, constant)?;
                    gates.builder.select(id, a, b, constant)
                }
                _ => gates.builder.add(id, a, b),
            }
        }
    };
    cursor.symbol(b')')?;
    gates.define(id, gate, &place)
}

/// Reads the name of a gate of this space.
fn read_kind(cursor: &mut Cursor<'_>, space: Space) -> Result<GateKind, FormatError> {
    let place = *cursor;
    let kind = match cursor.word() {
        b"LADD" => GateKind::Add,
        b"LADDconst" => GateKind::AddConst,
        b"LMUL" => GateKind::Mul,
        b"LMULconst" => GateKind::MulConst,
        b"LROTATE" => GateKind::Rotate,
        b"LSELECT" => GateKind::Select,
        b"LSUB" if space != Space::Gf2 => GateKind::Sub,
        b"LNEG" if space != Space::Gf2 => GateKind::Neg,
        b"LPOLY" if space.bound().is_some() => GateKind::Poly,
        b"LCONJ" if space.is_complex() => GateKind::Conj,
        _ => return Err(unknown_kind(&place, space)),
    };
    Ok(kind)
}

#[cold]
fn unknown_kind(place: &Cursor<'_>, space: Space) -> FormatError {
    let names: Vec<_> = GateKind::of_space(space).iter().map(|kind| kind.name()).collect();
    place.error(format!("a gate name ({})", names.join(", ")))
}

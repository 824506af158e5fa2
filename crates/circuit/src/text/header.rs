//! The first line of a circuit: which dialect, which shape, how many wires.

use std::io::Write;

use crate::limits;
use crate::model::{Circuit, Family, Header, Shape, Space};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::fields::Fields;
use crate::text::real::push_real;

/// What the first line says.
pub(super) struct Head {
    pub(super) shape: Shape,
    pub(super) wires: u32,
    pub(super) header: Header,
}

/// Reads the first line; the field `F` tells fan-in circuits from SIMD ones.
///
/// # Errors
/// If a field is missing, foreign, repeated or out of range.
pub(super) fn read_header(line: Cursor<'_>) -> Result<Head, FormatError> {
    let fields = Fields::read(line, b"WDLTRCGXF")?;
    if !fields.has(b'F') {
        fields.only(b"WDLTRC", "a circuit without F=")?;
        let wires = wires(&fields)?;
        let depth = fields.decimal(b'D')?;
        return Ok(Head { shape: fields.shape()?, wires, header: Header::Simd { depth } });
    }
    let count = |letter, what| fields.number(letter, what, 0..=u64::MAX);
    let family = match fields.number(b'F', "a family", 1..=3)? {
        1 => {
            fields.only(b"WGF", "a circuit with F=1")?;
            Family::One { gates: count(b'G', "a number of gates")? }
        }
        2 => {
            fields.only(b"WGXF", "a circuit with F=2")?;
            Family::Two {
                gates: count(b'G', "a number of gates")?,
                x: count(b'X', "a number of XOR gates")?,
            }
        }
        _ => {
            fields.only(b"WDF", "a circuit with F=3")?;
            Family::Three { depth: fields.decimal(b'D')? }
        }
    };
    let shape = Shape { space: Space::Gf2, batch: 1 };
    Ok(Head { shape, wires: wires(&fields)?, header: Header::FanIn(family) })
}

fn wires(fields: &Fields<'_>) -> Result<u32, FormatError> {
    Ok(fields.number(b'W', "a number of input wires", 1..=limits::WIRES as u64)? as u32)
}

/// Writes the first line without a line end.
pub(super) fn write_header(circuit: &Circuit, text: &mut Vec<u8>) {
    let (wires, shape) = (circuit.wires(), circuit.shape());
    // Writing to a vector cannot fail.
    let _ = match circuit.header() {
        Header::Simd { depth } => match shape.space {
            Space::Gf2 => write!(text, "W={wires},D={depth},L={}", shape.batch),
            Space::Zt { modulus } => {
                write!(text, "W={wires},D={depth},L={},T={modulus}", shape.batch)
            }
            Space::Real { bound } | Space::Complex { bound } => {
                let name = if shape.space.is_complex() { 'C' } else { 'R' };
                let _ = write!(text, "W={wires},D={depth},L={},{name}=", shape.batch);
                push_real(bound.value(), text);
                Ok(())
            }
        },
        Header::FanIn(Family::One { gates }) => write!(text, "W={wires},G={gates},F=1"),
        Header::FanIn(Family::Two { gates, x }) => write!(text, "W={wires},G={gates},X={x},F=2"),
        Header::FanIn(Family::Three { depth }) => write!(text, "W={wires},D={depth},F=3"),
    };
}

//! Circuits, in both dialects.

use std::io::{self, Write};

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::model::{Circuit, Gate, Header, Literal, Node, Space};
use crate::text::error::FormatError;
use crate::text::fan_in::read_fan_in;
use crate::text::header::{read_header, write_header};
use crate::text::lines::Lines;
use crate::text::number::push_number;
use crate::text::simd::read_simd;
use crate::text::values::{write_coefficients, write_constant, write_mask};

/// Reads a circuit of either dialect; the header tells which.
///
/// Takes time linear in the text and memory proportional to it, whatever the numbers in it say.
///
/// # Errors
/// The first place where the text is not a circuit of `docs/formats.md` or exceeds a bound of
/// [`crate::limits`].
pub fn read_circuit(text: &[u8]) -> Result<Circuit, FormatError> {
    let mut lines = Lines::new(text, "a circuit", limits::CIRCUIT_BYTES)?;
    let line = lines.first(limits::LINE_BYTES, "a header (W=, D=, L= or W=, …, F=)")?;
    let head = read_header(line)?;
    match head.header {
        Header::Simd { .. } => read_simd(&head, &line, &mut lines, text.len()),
        Header::FanIn(_) => read_fan_in(&head, &line, &mut lines, text.len()),
    }
}

/// Bytes gathered before they are handed to the writer.
const CHUNK_BYTES: usize = 1 << 16;

/// Writes a circuit in the canonical form; [`read_circuit`] reads it back as an equal circuit.
///
/// A fan-in circuit's first gate and its output always begin a level, as the format demands.
///
/// # Errors
/// Those of `writer`.
pub fn write_circuit(circuit: &Circuit, writer: &mut impl Write) -> io::Result<()> {
    let mut text = Vec::with_capacity(CHUNK_BYTES);
    write_header(circuit, &mut text);
    let mut levels = circuit.level_starts().iter().copied().peekable();
    let fan_in = matches!(circuit.header(), Header::FanIn(_));
    let last = Node(circuit.nodes() as u32 - 1);
    for ((node, gate), &label) in circuit.numbered_gates().zip(circuit.labels()) {
        checkpoint();
        let index = node.0 - circuit.wires();
        let mut level = fan_in && (index == 0 || node == last);
        while levels.next_if(|&start| start <= index).is_some() {
            level = true;
        }
        if level {
            text.extend_from_slice(b"\nL");
        }
        if fan_in && node == last {
            text.extend_from_slice(b"\noutput_gate");
        } else {
            text.extend_from_slice(b"\nG");
            push_number(label.into(), &mut text);
        }
        text.push(b':');
        write_call(circuit, gate, &mut text);
        if text.len() >= CHUNK_BYTES {
            writer.write_all(&text)?;
            text.clear();
        }
    }
    if !circuit.has_default_output() {
        write_outputs(circuit, &mut text);
    }
    writer.write_all(&text)
}

/// A circuit in the canonical form.
pub fn circuit_text(circuit: &Circuit) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to a vector cannot fail.
    let _ = write_circuit(circuit, &mut text);
    text
}

fn write_outputs(circuit: &Circuit, text: &mut Vec<u8>) {
    let mut before = b'(';
    text.extend_from_slice(b"\nOUTPUT");
    for &output in circuit.outputs() {
        text.push(before);
        write_node(circuit, output, text);
        before = b',';
    }
    text.push(b')');
}

fn write_call(circuit: &Circuit, gate: Gate, text: &mut Vec<u8>) {
    let shape = circuit.shape();
    text.extend_from_slice(gate.kind().name().as_bytes());
    text.push(b'(');
    match gate {
        Gate::FanIn { .. } => write_literals(circuit, circuit.literals(gate), text),
        _ => write_operands(circuit, gate, text),
    }
    match gate {
        Gate::AddConst(_, constant) | Gate::MulConst(_, constant) => {
            text.push(b',');
            match shape.space {
                Space::Gf2 => write_constant(circuit.mask(constant), shape, text),
                Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
                    write_constant(circuit.values(constant), shape, text);
                }
            }
        }
        Gate::Select(_, _, mask) => {
            text.push(b',');
            write_mask(circuit.mask(mask), shape, text);
        }
        Gate::Rotate(_, amount) => {
            text.push(b',');
            push_number(amount.into(), text);
        }
        Gate::Poly { .. } => {
            text.push(b',');
            write_coefficients(circuit.coefficients(gate), shape.space, text);
        }
        Gate::Add(..)
        | Gate::Mul(..)
        | Gate::Sub(..)
        | Gate::Neg(_)
        | Gate::Conj(_)
        | Gate::FanIn { .. } => {}
    }
    text.push(b')');
}

fn write_operands(circuit: &Circuit, gate: Gate, text: &mut Vec<u8>) {
    let mut first = true;
    circuit.for_each_operand(gate, |node| {
        if !first {
            text.push(b',');
        }
        first = false;
        write_node(circuit, node, text);
    });
}

fn write_literals(circuit: &Circuit, literals: &[Literal], text: &mut Vec<u8>) {
    for (position, literal) in literals.iter().enumerate() {
        if position > 0 {
            text.push(b',');
        }
        if literal.negated {
            text.extend_from_slice(b"N(");
        }
        write_node(circuit, literal.node, text);
        if literal.negated {
            text.push(b')');
        }
    }
}

fn write_node(circuit: &Circuit, node: Node, text: &mut Vec<u8>) {
    match node.0.checked_sub(circuit.wires()) {
        None => {
            text.push(b'W');
            push_number(node.0.into(), text);
        }
        Some(gate) => {
            text.push(b'G');
            push_number(circuit.labels()[gate as usize].into(), text);
        }
    }
}

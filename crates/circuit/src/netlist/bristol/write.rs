//! Writing Bristol files.
//!
//! The canonical form: gates in the netlist's order; wires numbered in the order of the lines,
//! inputs first; an inverter stands before the first gate that needs it. The last wires are the
//! outputs: a gate drives one directly if it is its first use as a result, the others follow at
//! the end. The older format knows neither constants, which are refused, nor copies, which become
//! two inverters.

use std::io::Write;

use ringassay_interrupt::checkpoint;

use crate::netlist::bristol::Dialect;
use crate::netlist::{Netlist, NetlistError, Op, Port, Signal};

/// No wire yet.
const FREE: u32 = u32::MAX;
/// Marks the number of an output, which becomes a wire when all others are numbered.
const OUTPUT: u32 = 1 << 31;

struct Line {
    operation: &'static str,
    a: u32,
    b: Option<u32>,
    result: u32,
}

struct Writer {
    dialect: Dialect,
    lines: Vec<Line>,
    /// The wire of each node.
    wires: Vec<u32>,
    /// The wire of each node's complement.
    complements: Vec<u32>,
    next: u32,
}

/// Writes a netlist as a Bristol file.
///
/// # Errors
/// In the older format, if the netlist has constants.
pub(in crate::netlist) fn write(
    netlist: &Netlist,
    dialect: Dialect,
) -> Result<Vec<u8>, NetlistError> {
    let constant = |signal: Signal| signal.as_constant().is_some();
    if dialect == Dialect::Old
        && (netlist.results().iter().any(|&result| constant(result))
            || netlist.gates().iter().any(|gate| constant(gate.a) || constant(gate.b)))
    {
        return Err(NetlistError::NoConstants);
    }
    let inputs = netlist.input_bits();
    let mut writer = Writer {
        dialect,
        lines: Vec::with_capacity(netlist.gates().len()),
        wires: vec![FREE; netlist.nodes()],
        complements: vec![FREE; netlist.nodes()],
        next: inputs,
    };
    for input in 0..inputs {
        writer.wires[input as usize + 1] = input;
    }
    let direct = writer.direct_outputs(netlist);
    for (result, gate) in netlist.numbered_gates() {
        checkpoint();
        let (a, b) = (writer.wire(gate.a), writer.wire(gate.b));
        let operation = if gate.op == Op::And { "AND" } else { "XOR" };
        let target = match writer.wires[result.node() as usize] {
            FREE => writer.fresh(),
            output => output,
        };
        writer.wires[result.node() as usize] = target;
        writer.push(operation, a, Some(b), target);
    }
    for (at, &result) in netlist.results().iter().enumerate() {
        if !direct[at] {
            writer.output(result, OUTPUT | at as u32);
        }
    }
    Ok(writer.text(netlist))
}

impl Writer {
    /// Gives each gate that is a result the wire of its first output; which outputs got one.
    fn direct_outputs(&mut self, netlist: &Netlist) -> Vec<bool> {
        let mut direct = vec![false; netlist.results().len()];
        for (at, result) in netlist.results().iter().enumerate() {
            let is_gate = result.node() > netlist.input_bits();
            let wire = &mut self.wires[result.node() as usize];
            if is_gate && !result.is_complemented() && *wire == FREE {
                *wire = OUTPUT | at as u32;
                direct[at] = true;
            }
        }
        direct
    }

    /// The wire of an operand; adds what has to be there first.
    fn wire(&mut self, signal: Signal) -> u32 {
        let node = signal.node() as usize;
        let known = if signal.is_complemented() { &self.complements } else { &self.wires };
        if known[node] != FREE {
            return known[node];
        }
        let target = match signal.as_constant() {
            Some(value) => {
                let target = self.fresh();
                self.push("EQ", u32::from(value), None, target);
                target
            }
            None => {
                // Inputs and earlier gates have a wire: what is missing is the complement.
                let operand = self.wire(!signal);
                let target = self.fresh();
                self.push("INV", operand, None, target);
                target
            }
        };
        if signal.is_complemented() {
            self.complements[node] = target;
        } else {
            self.wires[node] = target;
        }
        target
    }

    /// Drives an output that no gate drives.
    fn output(&mut self, result: Signal, target: u32) {
        if let Some(value) = result.as_constant() {
            self.push("EQ", u32::from(value), None, target);
        } else if result.is_complemented() || self.dialect == Dialect::Old {
            let operand = self.wire(!result);
            self.push("INV", operand, None, target);
        } else {
            let operand = self.wire(result);
            self.push("EQW", operand, None, target);
        }
    }

    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn push(&mut self, operation: &'static str, a: u32, b: Option<u32>, result: u32) {
        self.lines.push(Line { operation, a, b, result });
    }

    fn text(&self, netlist: &Netlist) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.lines.len() * 24 + 64);
        let first_output = self.next;
        let wires = first_output as usize + netlist.results().len();
        // Writing to memory does not fail.
        let _ = writeln!(text, "{} {wires}", self.lines.len());
        match self.dialect {
            Dialect::Fashion => {
                widths(netlist.inputs(), &mut text);
                widths(netlist.outputs(), &mut text);
            }
            Dialect::Old => {
                let first = netlist.inputs().first().map_or(0, |port| port.bits);
                let second = netlist.input_bits() - first;
                let _ = writeln!(text, "{first} {second} {}", netlist.results().len());
            }
        }
        text.push(b'\n');
        let number = |wire: u32| {
            if wire & OUTPUT == 0 { wire } else { first_output + (wire & !OUTPUT) }
        };
        for line in &self.lines {
            // The operand of EQ is a constant, never marked as an output.
            let (a, result) = (number(line.a), number(line.result));
            let _ = match line.b {
                Some(b) => writeln!(text, "2 1 {a} {} {result} {}", number(b), line.operation),
                None => writeln!(text, "1 1 {a} {result} {}", line.operation),
            };
        }
        text
    }
}

fn widths(ports: &[Port], text: &mut Vec<u8>) {
    let _ = write!(text, "{}", ports.len());
    for port in ports {
        let _ = write!(text, " {}", port.bits);
    }
    text.push(b'\n');
}

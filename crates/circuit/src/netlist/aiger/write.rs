//! Writing AIGER files.
//!
//! The canonical form: variables in the order of inputs and gates, the larger operand first, names
//! of all named ports, no comment. A XOR becomes three gates, ¬(a ∧ b) ∧ ¬(¬a ∧ ¬b).

use std::io::Write;

use ringassay_interrupt::checkpoint;

use crate::netlist::aiger::Encoding;
use crate::netlist::ports::bit_names;
use crate::netlist::{Netlist, Op, Signal};

/// Writes a netlist as an AIGER file.
pub(in crate::netlist) fn write(netlist: &Netlist, encoding: Encoding) -> Vec<u8> {
    let inputs = netlist.input_bits();
    let mut literals: Vec<u32> = (0..=inputs).map(|node| 2 * node).collect();
    let mut next = 2 * (inputs + 1);
    let mut gates: Vec<[u32; 2]> = Vec::with_capacity(netlist.gates().len());
    let literal = |signal: Signal, literals: &[u32]| {
        literals[signal.node() as usize] ^ u32::from(signal.is_complemented())
    };
    for (_, gate) in netlist.numbered_gates() {
        checkpoint();
        let (a, b) = (literal(gate.a, &literals), literal(gate.b, &literals));
        let mut and = |a: u32, b: u32| {
            gates.push([a.max(b), a.min(b)]);
            next += 2;
            next - 2
        };
        literals.push(match gate.op {
            Op::And => and(a, b),
            Op::Xor => {
                let (both, neither) = (and(a, b), and(a ^ 1, b ^ 1));
                and(both ^ 1, neither ^ 1)
            }
        });
    }
    let (variables, outputs) = (next / 2 - 1, netlist.results().len());
    let magic = if encoding == Encoding::Ascii { "aag" } else { "aig" };
    let mut text = Vec::with_capacity(gates.len() * 8 + 64);
    // Writing to memory does not fail.
    let _ = writeln!(text, "{magic} {variables} {inputs} 0 {outputs} {}", gates.len());
    if encoding == Encoding::Ascii {
        for input in 1..=inputs {
            let _ = writeln!(text, "{}", 2 * input);
        }
    }
    for &result in netlist.results() {
        let _ = writeln!(text, "{}", literal(result, &literals));
    }
    for (at, &[a, b]) in gates.iter().enumerate() {
        let result = 2 * (inputs + 1 + at as u32);
        match encoding {
            Encoding::Ascii => {
                let _ = writeln!(text, "{result} {a} {b}");
            }
            Encoding::Binary => {
                push_difference(result - a, &mut text);
                push_difference(a - b, &mut text);
            }
        }
    }
    for (side, ports) in [('i', netlist.inputs()), ('o', netlist.outputs())] {
        for (at, name) in bit_names(ports).enumerate() {
            if !name.is_empty() {
                let _ = writeln!(text, "{side}{at} {name}");
            }
        }
    }
    text
}

fn push_difference(mut difference: u32, text: &mut Vec<u8>) {
    while difference > 0x7f {
        text.push(difference as u8 | 0x80);
        difference >>= 7;
    }
    text.push(difference as u8);
}

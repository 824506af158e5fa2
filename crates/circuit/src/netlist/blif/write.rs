//! Writing BLIF files.
//!
//! The canonical form: a model called `top`; inputs and outputs sixteen to a line; a table for each
//! gate in the netlist's order, complemented operands as zeros of its rows; a table that copies its
//! signal to each output, unless an input has the output's name and is its result. Inner names are
//! `n` and the node's number, `n0` the constant false, where there is one. Ports without name are
//! called `x0`, `x1`, … and `y0`, `y1`, …; what a name cannot have in BLIF
//! becomes `_`, and a name that is taken gets a number.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::ports::bit_names;
use crate::netlist::{Netlist, Op, Port, Signal};

/// Names on a line.
const NAMES: usize = 16;

/// Writes a netlist as a BLIF file.
pub(in crate::netlist) fn write(netlist: &Netlist) -> Vec<u8> {
    let mut names = Names::default();
    let wished = with_names(netlist.inputs(), 'x');
    let inputs: Vec<String> = wished.iter().map(|name| names.free(&clean(name))).collect();
    let passes = |at: usize, name: &str| {
        let result = netlist.results()[at];
        let input = (result.node() as usize).checked_sub(1).and_then(|input| inputs.get(input));
        !result.is_complemented() && input.is_some_and(|input| input == name)
    };
    let wished = with_names(netlist.outputs(), 'y');
    let outputs: Vec<(String, bool)> = wished
        .iter()
        .enumerate()
        .scan(HashSet::new(), |through, (at, name)| {
            let name = clean(name);
            // An input may be an output as well, once.
            let passes = passes(at, &name) && through.insert(name.clone());
            Some((if passes { name } else { names.free(&name) }, passes))
        })
        .collect();
    let mut prefix = "n".to_owned();
    while names.used.iter().any(|name| {
        let digits = name.strip_prefix(&prefix);
        digits.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    }) {
        prefix.push('_');
    }
    let name = |signal: Signal| match (signal.node() as usize).checked_sub(1) {
        Some(input) if input < inputs.len() => inputs[input].clone(),
        _ => format!("{prefix}{}", signal.node()),
    };
    let mut text = b".model top\n".to_vec();
    list(".inputs", inputs.iter().map(String::as_str), &mut text);
    list(".outputs", outputs.iter().map(|(name, _)| name.as_str()), &mut text);
    let constant = |signal: Signal| signal.as_constant().is_some();
    // Writing to memory does not fail.
    if netlist.gates().iter().any(|gate| constant(gate.a) || constant(gate.b)) {
        let _ = writeln!(text, ".names {prefix}0");
    }
    for (result, gate) in netlist.numbered_gates() {
        checkpoint();
        let _ = writeln!(text, ".names {} {} {}", name(gate.a), name(gate.b), name(result));
        let (a, b) = (gate.a.is_complemented(), gate.b.is_complemented());
        let _ = match gate.op {
            Op::And => writeln!(text, "{}{} 1", u8::from(!a), u8::from(!b)),
            Op::Xor if a == b => writeln!(text, "10 1\n01 1"),
            Op::Xor => writeln!(text, "00 1\n11 1"),
        };
    }
    for (&result, (output, passes)) in netlist.results().iter().zip(&outputs) {
        if *passes {
            continue;
        }
        let _ = match result.as_constant() {
            Some(false) => writeln!(text, ".names {output}"),
            Some(true) => writeln!(text, ".names {output}\n1"),
            None => {
                let value = u8::from(!result.is_complemented());
                writeln!(text, ".names {} {output}\n{value} 1", name(result))
            }
        };
    }
    text.extend_from_slice(b".end\n");
    text
}

/// The ports' bits, those without name called by `letter` and the port's number.
fn with_names(ports: &[Port], letter: char) -> Vec<String> {
    let named: Vec<Port> = ports
        .iter()
        .enumerate()
        .map(|(at, port)| match port.name.as_str() {
            "" => Port { name: format!("{letter}{at}"), bits: port.bits },
            _ => port.clone(),
        })
        .collect();
    bit_names(&named).collect()
}

/// Hands out names, each once.
#[derive(Default)]
struct Names {
    used: HashSet<String>,
    /// The number that a name taken already is tried with next.
    next: HashMap<String, u32>,
}

impl Names {
    /// The name, with a number behind it if it is taken.
    fn free(&mut self, wished: &str) -> String {
        if self.used.insert(wished.to_owned()) {
            return wished.to_owned();
        }
        // Ten digits and the underscore stay below the bound.
        let base = &wished[..wished.len().min(limits::SYMBOL_BYTES - 11)];
        let number = self.next.entry(base.to_owned()).or_insert(0);
        loop {
            *number += 1;
            let name = format!("{base}_{number}");
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The name without what begins comments, continuations and commands, and without spaces.
fn clean(name: &str) -> String {
    name.chars().map(|c| if matches!(c, ' ' | '#' | '\\') { '_' } else { c }).collect()
}

fn list<'a>(command: &str, names: impl Iterator<Item = &'a str>, text: &mut Vec<u8>) {
    text.extend_from_slice(command.as_bytes());
    for (at, name) in names.enumerate() {
        text.extend_from_slice(if at > 0 && at.is_multiple_of(NAMES) { b" \\\n " } else { b" " });
        text.extend_from_slice(name.as_bytes());
    }
    text.push(b'\n');
}

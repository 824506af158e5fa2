//! Reading Bristol files.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::netlist::bristol::Dialect;
use crate::netlist::{Builder, Netlist, NetlistError, Port, Signal};
use crate::text::{Cursor, FormatError, Ids, Lines};

/// Most wires: inputs, and what gates drive.
const WIRES: u64 = (limits::WIRES + limits::GATES) as u64;
/// Blank lines in a row that are passed over; files have one behind their header.
const BLANK_LINES: usize = 3;
const OPERATIONS: &str = "a gate (XOR, AND, INV, EQ, EQW, MAND)";

/// Whether the third line with anything on it holds numbers only, as in Bristol Fashion.
pub(in crate::netlist) fn is_fashion(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    lines.nth(2).is_some_and(|line| !line.iter().any(u8::is_ascii_alphabetic))
}

/// Reads a Bristol file.
///
/// # Errors
/// The first place where the text breaks the format.
pub(in crate::netlist) fn read(text: &[u8], dialect: Dialect) -> Result<Netlist, FormatError> {
    let mut lines = Lines::new(text, "a netlist", limits::NETLIST_BYTES)?;
    let mut head =
        lines.first(limits::LINE_BYTES, "the number of gates and the number of wires")?;
    head.blanks();
    let gates_place = head;
    let gates = number(&mut head, "the number of gates", 0..=limits::GATES as u64)?;
    let wires_place = head;
    let wires = number(&mut head, "the number of wires", 0..=WIRES)?;
    head.end()?;
    let (inputs, outputs) = match dialect {
        Dialect::Fashion => (
            ports(&mut lines, "input", limits::WIRES as u64)?,
            ports(&mut lines, "output", limits::OUTPUTS as u64)?,
        ),
        Dialect::Old => old_ports(&mut lines)?,
    };
    let builder = Builder::new(inputs).map_err(|error| broken(&wires_place, &error))?;
    let mut reader = Reader {
        inputs: builder.netlist().input_bits(),
        builder,
        wires,
        driven: Ids::new(text.len()),
        count: 0,
        numbers: Vec::new(),
    };
    let mut found = 0;
    while let Some(line) = next_line(&mut lines, OPERATIONS)? {
        checkpoint();
        if found == gates {
            return Err(line.error(format!("the end of the file after gate {gates}")));
        }
        reader.gate(line)?;
        found += 1;
    }
    if found < gates {
        return Err(lines.missing(&format!("gate {} of {gates}", found + 1)));
    }
    let all = u64::from(reader.inputs) + reader.count;
    if all != wires {
        return Err(
            wires_place.error(format!("{all}, the number of input wires and of those driven"))
        );
    }
    let outgoing: u64 = outputs.iter().map(|port| u64::from(port.bits)).sum();
    let Some(first) = wires.checked_sub(outgoing) else {
        return Err(wires_place.error(format!("at least the {outgoing} wires of the outputs")));
    };
    let results = (first..wires).map(|wire| reader.signal(wire, &wires_place));
    let results = results.collect::<Result<Vec<_>, _>>()?;
    reader.builder.finish(outputs, results).map_err(|error| broken(&gates_place, &error))
}

struct Reader<'a> {
    builder: Builder,
    inputs: u32,
    wires: u64,
    /// From wires beyond the inputs to signals.
    driven: Ids,
    count: u64,
    /// The wires of the gate being read, with their places.
    numbers: Vec<(u64, Cursor<'a>)>,
}

impl<'a> Reader<'a> {
    fn gate(&mut self, mut line: Cursor<'a>) -> Result<(), FormatError> {
        let counts = line;
        let ins = number(&mut line, "the number of input wires", 1..=WIRES)? as usize;
        let outs = number(&mut line, "the number of output wires", 1..=WIRES)? as usize;
        self.numbers.clear();
        while self.numbers.len() < ins.saturating_add(outs) {
            let place = line;
            let wire = number(&mut line, "a wire", 0..=WIRES)?;
            self.numbers.push((wire, place));
        }
        let name = line;
        let operation = line.word();
        line.end()?;
        let shape = match operation {
            b"XOR" | b"AND" => (2, 1),
            b"INV" | b"NOT" | b"EQ" | b"EQW" => (1, 1),
            b"MAND" if ins == 2 * outs => (ins, outs),
            b"MAND" => {
                return Err(counts.error("twice as many input wires as output wires of MAND"));
            }
            _ => return Err(name.error(OPERATIONS)),
        };
        if (ins, outs) != shape {
            let operation = String::from_utf8_lossy(operation);
            return Err(counts.error(format!("\"{} 1\" in front of {operation}", shape.0)));
        }
        for k in 0..outs {
            let (first, place) = self.numbers[k];
            let result = match operation {
                b"EQ" if first <= 1 => Signal::constant(first == 1),
                b"EQ" => return Err(place.error("0 or 1, the constant of EQ")),
                b"EQW" => self.signal(first, &place)?,
                b"INV" | b"NOT" => !self.signal(first, &place)?,
                _ => {
                    let (second, second_place) = self.numbers[k + outs];
                    let a = self.signal(first, &place)?;
                    let b = self.signal(second, &second_place)?;
                    let pushed = if operation == b"XOR" {
                        self.builder.xor(a, b)
                    } else {
                        self.builder.and(a, b)
                    };
                    pushed.map_err(|error| broken(&name, &error))?
                }
            };
            let (wire, place) = self.numbers[ins + k];
            self.drive(wire, result, &place)?;
        }
        Ok(())
    }

    fn signal(&self, wire: u64, place: &Cursor<'_>) -> Result<Signal, FormatError> {
        if wire < u64::from(self.inputs) {
            return Ok(Signal::new(wire as u32 + 1, false));
        }
        let driven = u32::try_from(wire - u64::from(self.inputs)).ok();
        let signal = driven.and_then(|wire| self.driven.get(wire));
        signal
            .map(|number| Signal::new(number >> 1, number & 1 == 1))
            .ok_or_else(|| place.error("an input wire, or one that an earlier gate drives"))
    }

    fn drive(&mut self, wire: u64, result: Signal, place: &Cursor<'_>) -> Result<(), FormatError> {
        let inputs = u64::from(self.inputs);
        if !(inputs..self.wires).contains(&wire) {
            return Err(place.error(match self.wires.checked_sub(inputs + 1) {
                Some(_) => format!("a wire from {inputs} to {} to drive", self.wires - 1),
                None => format!("no gate: all {} wires are inputs", self.wires),
            }));
        }
        if !self.driven.insert((wire - inputs) as u32, result.number()) {
            return Err(place.error("a wire that no earlier gate drives"));
        }
        self.count += 1;
        Ok(())
    }
}

/// The next line with anything on it, behind its leading blanks.
fn next_line<'a>(lines: &mut Lines<'a>, expected: &str) -> Result<Option<Cursor<'a>>, FormatError> {
    for _ in 0..=BLANK_LINES {
        let Some(mut line) = lines.next(limits::LINE_BYTES)? else { return Ok(None) };
        line.blanks();
        if !line.rest().is_empty() {
            return Ok(Some(line));
        }
    }
    Err(lines.blank(&format!("{expected}, after at most {BLANK_LINES} blank lines")))
}

/// A number and the blanks behind it.
fn number(
    line: &mut Cursor<'_>,
    what: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, FormatError> {
    let value = line.number(what, range)?;
    line.blanks();
    Ok(value)
}

/// The number of ports and the width of each.
fn ports(lines: &mut Lines<'_>, what: &str, most: u64) -> Result<Vec<Port>, FormatError> {
    let expected = format!("the number of {what}s and their widths");
    let mut line = next_line(lines, &expected)?.ok_or_else(|| lines.missing(&expected))?;
    let count = number(&mut line, &format!("the number of {what}s"), 0..=most)?;
    let mut ports = Vec::new();
    let mut left = most;
    for index in 1..=count {
        let what = format!("the width of {what} {index} of {count}");
        let width = number(&mut line, &what, 1..=left.max(1))?;
        left = left.saturating_sub(width);
        ports.push(Port::new("", width as u32));
    }
    line.end()?;
    Ok(ports)
}

/// The widths of two inputs, of which one may be none, and of the output.
fn old_ports(lines: &mut Lines<'_>) -> Result<(Vec<Port>, Vec<Port>), FormatError> {
    let expected = "the widths of the first input, the second input and the output";
    let mut line = next_line(lines, expected)?.ok_or_else(|| lines.missing(expected))?;
    let most = limits::WIRES as u64;
    let first = number(&mut line, "the width of the first input", 0..=most)?;
    let second = number(&mut line, "the width of the second input", 0..=most - first)?;
    let output = number(&mut line, "the width of the output", 0..=limits::OUTPUTS as u64)?;
    line.end()?;
    let of = |widths: &[u64]| {
        let some = widths.iter().filter(|&&width| width > 0);
        some.map(|&width| Port::new("", width as u32)).collect()
    };
    Ok((of(&[first, second]), of(&[output])))
}

fn broken(place: &Cursor<'_>, error: &NetlistError) -> FormatError {
    place.error(format!("a valid netlist ({error})"))
}

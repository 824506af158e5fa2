//! The first line: how many of what.

use crate::limits;
use crate::text::{FormatError, Lines};

/// The two encodings, which differ in the inputs and gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::netlist) enum Encoding {
    /// `aag`: every line as text.
    Ascii,
    /// `aig`: inputs implied, gates as differences of seven bits to a byte.
    Binary,
}

/// Largest number of a variable.
const VARIABLES: u64 = (limits::WIRES + limits::GATES) as u64;

/// What the first line says.
pub(super) struct Header {
    /// Largest variable M.
    pub(super) variables: u32,
    pub(super) inputs: u32,
    pub(super) outputs: u32,
    pub(super) gates: u32,
}

impl Header {
    /// Reads the header; the lines behind it follow.
    ///
    /// # Errors
    /// If it is none, exceeds a bound, or declares what is not combinational logic.
    pub(super) fn read(text: &[u8], encoding: Encoding) -> Result<(Self, Lines<'_>), FormatError> {
        let mut lines = Lines::new(text, "a netlist", limits::NETLIST_BYTES)?;
        let magic = if encoding == Encoding::Ascii { "aag" } else { "aig" };
        let expected = format!("\"{magic} M I L O A\"");
        let mut line = lines.first(limits::LINE_BYTES, &expected)?;
        let start = line;
        if line.word() != magic.as_bytes() {
            return Err(start.error(expected));
        }
        let mut field = |what: &str, most: u64| {
            line.blanks();
            line.number(what, 0..=most).map(|value| value as u32)
        };
        let variables = field("M, the largest variable,", VARIABLES)?;
        let inputs = field("I, the number of inputs,", limits::WIRES as u64)?;
        field("L, the number of latches (0: combinational logic only)", 0)?;
        let outputs = field("O, the number of outputs,", limits::OUTPUTS as u64)?;
        let gates_place = line;
        let mut field = |what: &str, most: u64| {
            line.blanks();
            line.number(what, 0..=most).map(|value| value as u32)
        };
        let gates = field("A, the number of gates,", limits::GATES as u64)?;
        for what in ["bad states", "constraints", "justice properties", "fairness constraints"] {
            line.blanks();
            if line.rest().is_empty() {
                break;
            }
            line.number(&format!("the number of {what} (0: combinational logic only)"), 0..=0)?;
        }
        line.end()?;
        let defined = u64::from(inputs) + u64::from(gates);
        let fits = match encoding {
            Encoding::Ascii => defined <= u64::from(variables),
            Encoding::Binary => defined == u64::from(variables),
        };
        if !fits {
            let relation = if encoding == Encoding::Ascii { "at most M" } else { "M" };
            let mut place = gates_place;
            place.blanks();
            return Err(place.error(format!("I + A to be {relation} = {variables}, not {defined}")));
        }
        Ok((Self { variables, inputs, outputs, gates }, lines))
    }
}

//! The end of both encodings.

use crate::netlist::aiger::{header::Header, place::place, symbols};
use crate::netlist::{Builder, Netlist, NetlistError, Signal};
use crate::text::FormatError;

/// What both encodings end with: inputs and outputs get their names.
pub(super) fn finish(
    text: &[u8],
    offset: usize,
    header: &Header,
    gates: Builder,
    results: Vec<Signal>,
) -> Result<Netlist, FormatError> {
    let names = symbols::read(text, offset, header.inputs, header.outputs)?;
    let whole = |error: NetlistError| place(text, offset, &format!("a valid netlist ({error})"));
    let named = gates.named(names.inputs).map_err(whole)?;
    named.finish(names.outputs, results).map_err(whole)
}

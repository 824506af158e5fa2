//! AIGER (Biere, "The AIGER And-Inverter Graph (AIG) Format", 2007): and-inverter graphs, in ASCII
//! and in binary. Only combinational logic is read: no latches.

mod ascii;
mod binary;
mod header;
mod symbols;
mod write;

use crate::netlist::aiger::header::Header;
use crate::netlist::{Builder, Netlist, NetlistError, Signal};
use crate::text::FormatError;

pub(super) use write::write;

/// The two encodings, which differ in the inputs and gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// `aag`: every line as text.
    Ascii,
    /// `aig`: inputs implied, gates as differences of seven bits to a byte.
    Binary,
}

/// Reads an AIGER file.
///
/// # Errors
/// The first place where the text breaks the format.
pub(super) fn read(text: &[u8], encoding: Encoding) -> Result<Netlist, FormatError> {
    let (header, lines) = Header::read(text, encoding)?;
    match encoding {
        Encoding::Ascii => ascii::read(text, &header, lines),
        Encoding::Binary => binary::read(text, &header, lines),
    }
}

/// What both encodings end with: inputs and outputs get their names.
fn finish(
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

/// The error that `expected` is not at `offset`; binary files have lines, too, by their line ends.
#[cold]
fn place(text: &[u8], offset: usize, expected: &str) -> FormatError {
    let offset = offset.min(text.len());
    let before = &text[..offset];
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let rest = &text[offset..];
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let found = match &rest[..end] {
        [] if rest.is_empty() => "the end of the file".to_owned(),
        [] => "the end of the line".to_owned(),
        some => crate::text::excerpt(some),
    };
    FormatError { line, column: (offset - start) as u64 + 1, expected: expected.to_owned(), found }
}

//! AIGER (Biere, "The AIGER And-Inverter Graph (AIG) Format", 2007): and-inverter graphs, in ASCII
//! and in binary. Only combinational logic is read: no latches.

mod ascii;
mod binary;
mod finish;
mod header;
mod place;
mod symbols;
mod write;

use crate::netlist::Netlist;
use crate::netlist::aiger::header::Header;
use crate::text::FormatError;

pub(in crate::netlist) use header::Encoding;
pub(super) use write::write;

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

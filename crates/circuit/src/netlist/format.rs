//! The formats of netlists.

use crate::netlist::{Netlist, NetlistError, aiger, blif, bristol};
use crate::text::{FormatError, without_byte_order_mark};

/// A file format of netlists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Bristol Fashion: any number of inputs and outputs.
    Bristol,
    /// The older Bristol format: two inputs, one output.
    OldBristol,
    /// AIGER in ASCII (`aag`).
    AsciiAiger,
    /// AIGER in binary (`aig`).
    BinaryAiger,
    /// BLIF: tables of combinational logic.
    Blif,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] =
        [Self::Bristol, Self::OldBristol, Self::AsciiAiger, Self::BinaryAiger, Self::Blif];

    /// The name that commands, suites and Python use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bristol => "bristol",
            Self::OldBristol => "bristol-old",
            Self::AsciiAiger => "aag",
            Self::BinaryAiger => "aig",
            Self::Blif => "blif",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that a file's beginning shows, if it is a netlist at all.
    pub fn detect(text: &[u8]) -> Option<Self> {
        let text = without_byte_order_mark(text);
        let start = text.trim_ascii_start();
        let follows_blank =
            |word: &[u8]| start.strip_prefix(word).is_some_and(|rest| rest.starts_with(b" "));
        match start.first()? {
            b'a' if follows_blank(b"aag") => Some(Self::AsciiAiger),
            b'a' if follows_blank(b"aig") => Some(Self::BinaryAiger),
            b'0'..=b'9' => {
                Some(if bristol::is_fashion(text) { Self::Bristol } else { Self::OldBristol })
            }
            b'.' | b'#' => Some(Self::Blif),
            _ => None,
        }
    }
}

/// Reads a netlist of this format.
///
/// # Errors
/// The first place where the text breaks the format or exceeds a bound of [`crate::limits`].
pub fn read(text: &[u8], format: Format) -> Result<Netlist, FormatError> {
    match format {
        Format::Bristol => bristol::read(text, bristol::Dialect::Fashion),
        Format::OldBristol => bristol::read(text, bristol::Dialect::Old),
        Format::AsciiAiger => aiger::read(text, aiger::Encoding::Ascii),
        Format::BinaryAiger => aiger::read(text, aiger::Encoding::Binary),
        Format::Blif => blif::read(text),
    }
}

/// Writes a netlist in this format's canonical form.
///
/// # Errors
/// [`NetlistError::NoConstants`] in the older Bristol format.
pub fn write(netlist: &Netlist, format: Format) -> Result<Vec<u8>, NetlistError> {
    Ok(match format {
        Format::Bristol => bristol::write(netlist, bristol::Dialect::Fashion)?,
        Format::OldBristol => bristol::write(netlist, bristol::Dialect::Old)?,
        Format::AsciiAiger => aiger::write(netlist, aiger::Encoding::Ascii),
        Format::BinaryAiger => aiger::write(netlist, aiger::Encoding::Binary),
        Format::Blif => blif::write(netlist),
    })
}

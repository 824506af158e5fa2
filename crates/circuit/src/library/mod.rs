//! Standard functions as netlists, made here from their definitions.
//!
//! [`FUNCTIONS`] lists them; [`build`] makes one. Where there is a choice, a [`Variant`] says what
//! counts: the number of ANDs, which schemes that bootstrap gates pay for, or their depth, which
//! schemes with a noise budget pay for. `docs/netlists.md` puts the sizes beside published ones.

mod aes;
mod arithmetic;
mod catalogue;
mod keccak;
mod multiply;
mod ports;
mod sbox;
mod sha256;
mod variant;
mod words;

use crate::netlist::{Netlist, NetlistError};

pub use catalogue::{FUNCTIONS, Function, Published};
use ports::Ports;
pub use variant::Variant;

/// Widest numbers.
pub const MAX_WIDTH: u32 = 1024;

/// A function that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// There is none of this name.
    #[error("no function is called {name:?}; there are: {}", names())]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The function has no such variant.
    #[error("{function} has no variant {variant:?}; there are: {}", variants(function))]
    Variant {
        /// The function.
        function: &'static str,
        /// The variant asked for.
        variant: String,
    },
    /// The function has one width only, or not this one.
    #[error("{function} {}, not {width}", widths(function))]
    Width {
        /// The function.
        function: &'static str,
        /// The width asked for.
        width: u32,
    },
    /// The netlist breaks a rule.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
}

/// The function with this name.
///
/// # Errors
/// If there is none.
pub fn function(name: &str) -> Result<&'static Function, LibraryError> {
    let found = FUNCTIONS.iter().find(|function| function.name == name);
    found.ok_or_else(|| LibraryError::Unknown { name: name.to_owned() })
}

/// The netlist of a function: of its first variant and usual width where none is named.
///
/// # Errors
/// If there is no such function, variant or width.
pub fn build(
    name: &str,
    variant: Option<&str>,
    width: Option<u32>,
) -> Result<Netlist, LibraryError> {
    let function = function(name)?;
    let variant = match variant {
        None => function.variants[0],
        Some(wanted) => {
            *function.variants.iter().find(|v| v.name() == wanted).ok_or_else(|| {
                LibraryError::Variant { function: function.name, variant: wanted.to_owned() }
            })?
        }
    };
    let width = match (function.width, width) {
        (usual, None) => usual.unwrap_or(0),
        (Some(_), Some(width)) if (1..=MAX_WIDTH).contains(&width) => width,
        (_, Some(width)) => return Err(LibraryError::Width { function: function.name, width }),
    };
    Ok((function.make)(variant, width)?)
}

fn names() -> String {
    FUNCTIONS.map(|function| function.name).join(", ")
}

fn variants(name: &str) -> String {
    let variants = function(name).map(|function| function.variants).unwrap_or_default();
    variants.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", ")
}

fn widths(name: &str) -> String {
    match function(name).map(|function| function.width) {
        Ok(Some(_)) => format!("has numbers of 1 to {MAX_WIDTH} bits"),
        _ => "has no width to choose".to_owned(),
    }
}

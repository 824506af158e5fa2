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
mod sbox;
mod sha256;
mod words;

use crate::netlist::{Netlist, NetlistError, Signal};

pub use catalogue::{FUNCTIONS, Function, Published};

/// Widest numbers.
pub const MAX_WIDTH: u32 = 1024;

/// What a netlist is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Few ANDs.
    Small,
    /// Low AND depth.
    Shallow,
    /// Multiplication row by row, as at school.
    Schoolbook,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 3] = [Self::Small, Self::Shallow, Self::Schoolbook];

    /// The name that commands, suites and Python use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Shallow => "shallow",
            Self::Schoolbook => "schoolbook",
        }
    }
}

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

/// The signals of as many ports as the caller names.
trait Ports {
    /// # Errors
    /// If there is another number of ports.
    fn ports<const N: usize>(self) -> Result<[Vec<Signal>; N], NetlistError>;
}

impl Ports for Vec<Vec<Signal>> {
    fn ports<const N: usize>(self) -> Result<[Vec<Signal>; N], NetlistError> {
        self.try_into().map_err(|_| NetlistError::EmptyPort)
    }
}

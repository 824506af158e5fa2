//! Inputs by their number.

use crate::netlist::{NetlistError, Signal};

/// The signals of as many ports as the caller names.
pub(super) trait Ports {
    /// # Errors
    /// If there is another number of ports.
    fn ports<const N: usize>(self) -> Result<[Vec<Signal>; N], NetlistError>;
}

impl Ports for Vec<Vec<Signal>> {
    fn ports<const N: usize>(self) -> Result<[Vec<Signal>; N], NetlistError> {
        self.try_into().map_err(|_| NetlistError::EmptyPort)
    }
}

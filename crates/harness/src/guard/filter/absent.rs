//! Where the numbers of system calls were not looked at.

use std::io;

use crate::isolation::Refusal;

/// Refuses nothing to a program, and says so.
pub(super) fn install(_shares_files: bool) -> Result<(), Refusal> {
    let why = io::Error::other("not for this processor");
    Err(Refusal::of("a filter of system calls")(why))
}

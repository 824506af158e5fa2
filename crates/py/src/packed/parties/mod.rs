//! Parties that share a key.

mod erased;
mod group;
mod party;

use ringassay::{Error, parties::Members};

pub(super) use erased::group;
pub(crate) use group::{PackedGroup, PackedShare};
pub(crate) use party::PackedParty;

/// The number of parties, and those that are active: all unless they are named.
pub(super) fn members(count: u32, active: Option<Vec<u32>>) -> Result<Members, Error> {
    Ok(match active {
        Some(active) => Members::of(count, active)?,
        None => Members::all(count),
    })
}

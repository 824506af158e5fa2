//! Parties that share a key.

pub(super) mod erased;
mod group;
mod party;

pub(crate) use group::{PackedGroup, PackedShare};
pub(crate) use party::PackedParty;

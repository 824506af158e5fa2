//! The catalogue: every scheme there is, and what others need to know of it, as data.
//!
//! Nothing else lists schemes; one of another crate is [`Scheme::External`]. Commands, formats, explorations and Python
//! (`ringassay._native.schemes()`) read this table, so that a new scheme is its own files and one entry
//! of [`entries`](self::Scheme).

mod entries;
mod entry;

use std::fmt;

pub use entries::Scheme;
pub use entry::{Entry, HardProblem, ModulusForm, RingFamily, Saved, Space, SystemUnderTest};

impl Scheme {
    /// The scheme of this [key](Entry::key).
    #[must_use]
    pub fn find(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|scheme| scheme.key() == key)
    }

    /// The scheme with this number in saved objects.
    pub(crate) fn of_serial(serial: u8) -> Option<Self> {
        let mut all = Self::ALL.iter().copied().chain([Self::External]);
        all.find(|scheme| scheme.entry().serial == serial)
    }

    /// The schemes over a ring family, in the order of the catalogue.
    pub fn over(ring: RingFamily) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |scheme| scheme.entry().ring == ring)
    }

    /// The name in files and on the command line.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.entry().key
    }

    /// Whether keys are quotients of narrow elements, which large moduli give away.
    #[must_use]
    pub fn is_ntru(self) -> bool {
        self.entry().problem == HardProblem::Ntru
    }

    /// Whether circuits have a depth for which parameters are chosen; else each gate refreshes its result.
    #[must_use]
    pub fn is_leveled(self) -> bool {
        self.entry().ring != RingFamily::Samples
    }

    /// Whether messages are real or complex numbers, computed approximately.
    #[must_use]
    pub fn is_approximate(self) -> bool {
        self.entry().spaces.iter().any(|space| matches!(space, Space::Real | Space::Complex))
    }

    /// Whether messages are bits only.
    #[must_use]
    pub fn has_bits_only(self) -> bool {
        self.entry().spaces.iter().all(|&space| space == Space::Gf2)
    }
}

impl fmt::Display for Scheme {
    /// The name in prose.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().name)
    }
}

//! Vectors that are known before any input.

use ringassay_scheme::{IntegerScheme, Plaintext, Ring, encoding::EncodingError, hybrid::Context};

use crate::{Error, Target};

/// A plaintext that a circuit names, or that rotating takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constant {
    /// The entries of a vector, all 0 or 1: 64 to a word.
    Bits(Box<[u64]>),
    /// The entries of a vector.
    Residues(Box<[u64]>),
    /// A value, 0 or 1, for each slot rather than each entry: 64 to a word.
    Slots(Box<[u64]>),
}

impl Constant {
    /// The constant with these entries.
    pub(super) fn of_entries(entries: &[u64]) -> Self {
        if entries.iter().all(|&x| x < 2) {
            Self::Bits(pack(entries.iter().map(|&x| x == 1)))
        } else {
            Self::Residues(entries.into())
        }
    }

    /// The constant with these values in the slots.
    pub(super) fn of_slots(slots: &[bool]) -> Self {
        Self::Slots(pack(slots.iter().copied()))
    }

    /// The value of every slot.
    ///
    /// # Errors
    /// When the constant is of another layout than the target's.
    pub fn slots<P: IntegerScheme>(&self, target: &Target<P>) -> Result<Vec<u64>, EncodingError> {
        let bits = |words: &[u64], count: usize| -> Vec<u64> {
            let bit = |i: usize| words.get(i / 64).map_or(0, |word| word >> (i % 64) & 1);
            (0..count).map(bit).collect()
        };
        let layout = target.layout();
        match self {
            Self::Bits(words) => layout.spread(&bits(words, layout.length())),
            Self::Residues(entries) => layout.spread(entries),
            Self::Slots(words) => Ok(bits(words, layout.ring().slots().count())),
        }
    }

    /// The constant as a plaintext.
    ///
    /// # Errors
    /// When the constant or the context do not belong to the target.
    pub fn plaintext<P: IntegerScheme>(
        &self,
        target: &Target<P>,
        context: &Context<P, impl Ring>,
    ) -> Result<Plaintext, Error> {
        Ok(context.plaintext(target.encoder().encode_public(&self.slots(target)?)?)?)
    }

    /// The entries, unless it is one of slots.
    pub(super) fn entries(&self, length: usize) -> Option<Vec<u64>> {
        match self {
            Self::Bits(words) => Some((0..length).map(|i| words[i / 64] >> (i % 64) & 1).collect()),
            Self::Residues(entries) => Some(entries.to_vec()),
            Self::Slots(_) => None,
        }
    }
}

fn pack(bits: impl Iterator<Item = bool>) -> Box<[u64]> {
    let mut words = Vec::new();
    for (i, bit) in bits.enumerate() {
        if i % 64 == 0 {
            words.push(0);
        }
        words[i / 64] |= u64::from(bit) << (i % 64);
    }
    words.into()
}

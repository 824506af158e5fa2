//! Rings and tables of a level.

use std::ops::Range;

use crate::{Error, Ring, ring::Switching};

/// What belongs to one level.
#[derive(Debug)]
pub(crate) struct LevelTables<R: Ring> {
    /// Z_Q\[ζ_m\] for Q of this level.
    pub(crate) ring: R,
    /// Modulo Q·P.
    pub(crate) extended: R,
    /// The limbs of the extended ring in the ring of all primes: those of Q, then those of P.
    pub(crate) limbs: Vec<usize>,
    /// The number of limbs of Q.
    limbs_of_q: usize,
    /// How to decompose.
    pub(super) gadget: R::Gadget,
    /// Which digits of all.
    pub(super) digits: Vec<usize>,
    /// log2 of each digit's modulus.
    pub(super) log2_digits: Vec<f64>,
}

impl<R: Ring> LevelTables<R> {
    /// The tables of the modulus that the limbs `own` of `ring` make, with P of the limbs `special`.
    pub(super) fn new(
        ring: &R,
        own: &[usize],
        special: Range<usize>,
        all_digits: &[Range<usize>],
    ) -> Result<Self, Error> {
        let limbs: Vec<usize> = own.iter().copied().chain(special).collect();
        let extended = ring.pick(&limbs);
        let (mut groups, mut digits, mut log2_digits) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for (digit, range) in all_digits.iter().enumerate() {
            let limbs = own.iter().filter(|limb| range.contains(limb));
            let length = limbs.clone().count();
            if length > 0 {
                groups.push(start..start + length);
                digits.push(digit);
                log2_digits.push(limbs.map(|&i| (ring.moduli()[i] as f64).log2()).sum());
                start += length;
            }
        }
        Ok(Self {
            ring: ring.pick(own),
            gadget: extended.gadget(&groups)?,
            limbs_of_q: own.len(),
            digits,
            log2_digits,
            extended,
            limbs,
        })
    }

    /// How keys are switched at this level.
    pub(crate) fn switching(&self) -> Switching<'_, R> {
        let Self { gadget, extended, limbs, digits, .. } = self;
        Switching { gadget, target: extended, limbs, which: digits }
    }

    /// The limbs of Q in the ring of all primes.
    pub(crate) fn own(&self) -> &[usize] {
        &self.limbs[..self.limbs_of_q]
    }

    /// Whether there is a P.
    pub(crate) fn has_special(&self) -> bool {
        self.limbs.len() > self.limbs_of_q
    }

    /// The limbs of Q and the first of P, at most `special` of them.
    pub(super) fn with_special(&self, special: usize) -> &[usize] {
        &self.limbs[..self.limbs.len().min(self.limbs_of_q + special)]
    }
}

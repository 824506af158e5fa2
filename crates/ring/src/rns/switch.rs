//! Changes of modulus between sets of limbs of one ring.

use super::{Division, Moduli, RnsError};
use crate::{Crt, Element, ElementError, Powerful, RnsRing, ledger::Kernel, meter, parallel};

/// From Q = ∏ q_i over some limbs of a ring to Q' over others, of which some may be new:
/// x ↦ (N·x - e)/G, where G is the product of the limbs that go, N that of the new ones, and
/// e ≡ N·x mod G, e ≡ 0 mod t, |e| ≤ t·G/2. So x·Q'/Q up to an error below t/2 in each coefficient.
///
/// BGV's modulus switch between any two levels (ePrint 2012/099 §5.4, and "Algorithms in HElib",
/// 2014/106 §3.1.5, for sets of primes that are not nested), and its division by P.
///
/// In the CRT basis: one inverse transform for each limb that goes, one forward transform for each
/// limb of the result.
#[derive(Debug, Clone)]
pub struct Switch {
    source: RnsRing,
    target: RnsRing,
    gone: RnsRing,
    gone_limbs: Vec<usize>,
    /// For each limb of the target, the limb of the source that it is, unless it is new.
    origins: Vec<Option<usize>>,
    division: Division,
}

impl Switch {
    /// From the limbs `from` of `ring` to its limbs `to`, for the plaintext modulus t (1: rounding to
    /// the nearest integer).
    ///
    /// # Errors
    /// When no limb goes, or t has a common divisor with one that does, or is 0.
    ///
    /// # Panics
    /// When a list is empty, names a limb twice, or one that the ring has not.
    pub fn new(ring: &RnsRing, from: &[usize], to: &[usize], t: u64) -> Result<Self, RnsError> {
        let (source, target) = (ring.pick(from), ring.pick(to));
        let gone_limbs: Vec<usize> = (0..from.len()).filter(|&i| !to.contains(&from[i])).collect();
        if gone_limbs.is_empty() {
            return Err(RnsError::NoModuli);
        }
        let gone = source.pick(&gone_limbs);
        let origins: Vec<Option<usize>> =
            to.iter().map(|limb| from.iter().position(|other| other == limb)).collect();
        let new = origins.iter().enumerate().filter(|(_, origin)| origin.is_none());
        let factors: Vec<u64> = new.map(|(i, _)| target.moduli()[i]).collect();
        let division = Division::switching(&target.zqs(), &Moduli::new(&gone.zqs())?, &factors, t)?;
        Ok(Self { source, target, gone, gone_limbs, origins, division })
    }

    /// The ring of what is switched.
    pub fn source(&self) -> &RnsRing {
        &self.source
    }

    /// The ring of the result.
    pub fn target(&self) -> &RnsRing {
        &self.target
    }

    /// The number of limbs that go.
    pub fn gone(&self) -> usize {
        self.gone_limbs.len()
    }

    /// The number of limbs of the result that are new.
    pub fn new_limbs(&self) -> usize {
        self.origins.iter().filter(|origin| origin.is_none()).count()
    }

    /// What a message modulo t is multiplied by: N/G mod t.
    pub fn message_factor(&self) -> u64 {
        self.division.message_factor()
    }

    /// Whether the target's limbs are the first of the source's, in the same order: then nothing is
    /// copied.
    pub fn is_prefix(&self) -> bool {
        self.origins.iter().enumerate().all(|(i, &origin)| origin == Some(i))
    }
}

impl Element<Crt> {
    /// The element after a change of modulus: see [`Switch`].
    ///
    /// # Errors
    /// When the element does not lie in the source of `switch`.
    pub fn switch(self, switch: &Switch) -> Result<Self, ElementError> {
        self.lies_in(&switch.source)?;
        let secret = self.is_secret();
        let gone = self.pick_limbs(&switch.gone, &switch.gone_limbs)?.into_powerful();
        let mut correction = Element::<Powerful>::uninitialised(&switch.target, secret);
        switch.division.correction_into(correction.as_limbs_mut(), gone.as_limbs());
        let correction = correction.into_crt();
        if switch.is_prefix() {
            let mut x = self.into_prefix(switch.target.limbs());
            merge(&mut x, switch, &correction);
            return Ok(x);
        }
        let stride = switch.target.stride();
        let mut out = Self::uninitialised(&switch.target, secret);
        parallel::for_each_row(out.words_mut(), stride, parallel::LINEAR, |i, row| {
            match switch.origins[i] {
                Some(origin) => {
                    meter::rows(Kernel::Copy, switch.target.degree(), 1);
                    row.copy_from_slice(self.row(origin));
                    meter::row(Kernel::Merge, switch.target.zq(i), switch.target.degree());
                    switch.division.merge_assign(i, row, correction.row(i));
                }
                None => {
                    meter::rows(Kernel::Copy, switch.target.degree(), 1);
                    row.copy_from_slice(correction.row(i));
                }
            }
        });
        Ok(out)
    }
}

/// x = (N/G)·x + correction in every limb.
fn merge(x: &mut Element<Crt>, switch: &Switch, correction: &Element<Crt>) {
    let stride = switch.target.stride();
    parallel::for_each_row(x.words_mut(), stride, parallel::LINEAR, |i, row| {
        meter::row(Kernel::Merge, switch.target.zq(i), switch.target.degree());
        switch.division.merge_assign(i, row, correction.row(i));
    });
}

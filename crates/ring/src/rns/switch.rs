//! Changes of modulus between sets of limbs of one ring.

use super::{Division, Moduli, RnsError, corrections::Corrections};
use crate::{
    Crt, Element, ElementError, Powerful, RnsRing, crt::Run, meter, parallel, recorder::Kernel,
};

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

    /// The ring of the limbs that go.
    pub fn gone_ring(&self) -> &RnsRing {
        &self.gone
    }

    /// The limbs that go, in the source.
    pub fn gone_limbs(&self) -> &[usize] {
        &self.gone_limbs
    }

    /// The limb of the source that a limb of the target is, unless it is new.
    pub(crate) fn origin(&self, limb: usize) -> Option<usize> {
        self.origins[limb]
    }

    pub(crate) fn division(&self) -> &Division {
        &self.division
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
}

impl Element<Crt> {
    /// The element after a change of modulus: see [`Switch`].
    ///
    /// # Errors
    /// When the element does not lie in the source of `switch`.
    pub fn switch(&self, switch: &Switch) -> Result<Self, ElementError> {
        self.switch_image(switch, None, None)
    }

    /// [`Element::switch`], y added, if there is one, and the image of that under ζ ↦ ζ^k, if there is a k: as key
    /// switches end. Row by row, so that each is still in the cache in the next step.
    ///
    /// # Errors
    /// As [`Element::switch`], and when y lies in another ring than the target of `switch`, or k is no unit modulo m.
    pub fn switch_image(
        &self,
        switch: &Switch,
        y: Option<&Self>,
        k: Option<u64>,
    ) -> Result<Self, ElementError> {
        let ring = &switch.target;
        let map = k.map(|k| ring.shape().automorphism(k)).transpose()?;
        y.map_or(Ok(()), |y| y.lies_in(ring))?;
        let gone = self.gone(switch)?;
        let secret = self.is_secret() || y.is_some_and(Self::is_secret);
        let mut image = Self::uninitialised(ring, secret);
        switch.division.with_corrections(gone.as_limbs(), |corrections| {
            image.for_each_row(parallel::TRANSFORM, |ring, i, image| {
                let (zq, degree) = (ring.zq(i), ring.degree());
                let finish = |row: &mut [u64]| {
                    self.switch_row(switch, i, row, corrections);
                    if let Some(y) = y {
                        meter::row(Kernel::Add, zq, degree);
                        zq.add_assign(&mut row[..degree], y.limb(i));
                    }
                };
                let Some(map) = &map else { return finish(image) };
                let mut memory = ring.shape().pool().take(ring.stride());
                memory.secret = secret;
                finish(&mut memory);
                meter::row(Kernel::Gather, zq, degree);
                zq.rearrange_into(&mut image[..degree], &memory[..degree], map.crt());
            });
        });
        Ok(image)
    }

    /// Row i of what [`Element::switch`] gives, as long as the ring's stride.
    fn switch_row(
        &self,
        switch: &Switch,
        i: usize,
        row: &mut [u64],
        corrections: &Corrections<'_>,
    ) {
        let (ring, secret) = (&switch.target, self.is_secret());
        let split = parallel::within_rows(ring.words(), ring.limbs());
        let run = Run { lender: ring.shape().lender(), secret, split };
        corrections.transform(i, &mut row[..ring.degree()], ring.limb(i).crt(), run);
        let reduced = corrections.are_reduced();
        meter::transform(ring.index(), ring.zq(i), |m| match reduced {
            true => Kernel::CrtForwardReduced { m },
            false => Kernel::CrtForward { m },
        });
        meter::scratch(ring.index(), ring.zq(i), secret);
        self.merge(switch, i, |x| corrections.merge(i, row, x));
    }

    /// self + y after a change of modulus. What is transformed anyway takes y with it, which saves
    /// y's own transforms.
    ///
    /// # Errors
    /// When an element does not lie in the source of `switch`.
    pub fn switch_sum(&self, y: &Element<Powerful>, switch: &Switch) -> Result<Self, ElementError> {
        let mut gone = self.gone(switch)?;
        y.lies_in(&switch.source)?;
        gone.try_add_assign(&y.pick_limbs(&switch.gone, &switch.gone_limbs)?)?;
        let secret = self.is_secret() || y.is_secret();
        let mut switched = Self::uninitialised(&switch.target, secret);
        switch.division.with_quotients(gone.as_limbs(), |quotients| {
            switched.for_each_transformed_row(
                |m| Kernel::CrtForward { m },
                |i, row, crt, run| {
                    y.copy_onto(switch, i, row);
                    quotients.write(i, row);
                    crt.forward(row, run);
                },
                |i, row| self.merge(switch, i, |x| switch.division.merge_assign(i, row, x)),
            );
        });
        Ok(switched)
    }

    /// The coefficients modulo the limbs that go.
    fn gone(&self, switch: &Switch) -> Result<Element<Powerful>, ElementError> {
        self.lies_in(&switch.source)?;
        Ok(self.pick_limbs(&switch.gone, &switch.gone_limbs)?.into_powerful())
    }

    /// Calls `merge` with the row of self that row i of the target is, for (N/G)·self + what it holds; limbs that are
    /// new divide N.
    fn merge(&self, switch: &Switch, i: usize, merge: impl FnOnce(&[u64])) {
        if let Some(origin) = switch.origins[i] {
            let ring = &switch.target;
            meter::row(Kernel::Merge, ring.zq(i), ring.degree());
            merge(self.row(origin));
        }
    }
}

impl Element<Powerful> {
    /// The element after a change of modulus, without transforms: see [`Switch`].
    ///
    /// # Errors
    /// When the element does not lie in the source of `switch`.
    pub fn switch(&self, switch: &Switch) -> Result<Self, ElementError> {
        self.lies_in(&switch.source)?;
        let gone = self.pick_limbs(&switch.gone, &switch.gone_limbs)?;
        let mut quotient = Self::uninitialised(&switch.target, self.is_secret());
        let degree = switch.target.degree();
        quotient.for_each_row(parallel::LINEAR, |_, i, row| {
            self.copy_onto(switch, i, &mut row[..degree]);
        });
        switch.division.divide_assign(quotient.as_limbs_mut(), gone.as_limbs());
        Ok(quotient)
    }

    /// Limb i of the target; if it is new it divides N, and so its product with the element.
    fn copy_onto(&self, switch: &Switch, i: usize, row: &mut [u64]) {
        let degree = row.len();
        match switch.origins[i] {
            Some(origin) => {
                meter::rows(Kernel::Copy, degree, 1);
                row.copy_from_slice(self.limb(origin));
            }
            None => {
                meter::rows(Kernel::Clear, degree, 1);
                row.fill(0);
            }
        }
    }
}

//! What messages are multiplied by where primes are not 1 modulo t.
//!
//! A change of the modulus from Q to Q' multiplies the phase by Q'/Q, modulo t as well ([`Switch`]): by 1 where all
//! primes are 1 modulo t. Elsewhere a ciphertext has the phase v ≡ f·μ modulo t, for a factor f that is public: 1 when
//! it is encrypted, multiplied by Q'/Q with each change of the modulus, and in a product that of both operands.
//! Encryption and key switching divide by P what is a multiple of t up to P times a message, and leave f alone.
//! Lattigo and SEAL carry such factors too.
//!
//! The operands of a sum need one factor: with r·f ≡ s·g modulo t, r times the one and s times the other have that.
//! All pairs that the extended Euclidean algorithm comes to are considered, from (1, f/g) to (g/f, 1), among which
//! there is one with |r| and |s| up to √t (A. Thue, 1902); the one is taken that makes least noise. Where an operand
//! has much less noise than the other, it alone is multiplied, and nothing is lost.
//!
//! [`Switch`]: ringassay_ring::rns::Switch

use std::borrow::Cow;

use ringassay_kernels::Modulus;

use super::{Ciphertext, Context, Level, Parameters};
use crate::{
    Error, Ring,
    hybrid::UnscaledScheme,
    noise::{Noise, log2_sum},
};

/// f: the phase of a ciphertext is f·μ modulo t.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageFactor(u64);

impl MessageFactor {
    /// That of what is encrypted.
    pub const ONE: Self = Self(1);

    /// The factor with this residue modulo t, if it is a unit.
    pub(crate) fn new(value: u64, parameters: &Parameters) -> Option<Self> {
        let is_unit = value < parameters.t() && !value.is_multiple_of(parameters.plaintext.prime);
        is_unit.then_some(Self(value))
    }

    /// The residue modulo t.
    pub fn value(self) -> u64 {
        self.0
    }

    /// That of a product.
    pub(super) fn times(self, other: Self, t: &Modulus) -> Self {
        Self(t.mul(self.0, other.0))
    }
}

/// The moduli of all levels modulo t, and their inverses.
#[derive(Debug)]
pub(super) struct LevelFactors(Vec<[u64; 2]>);

impl LevelFactors {
    /// None where all primes of ciphertext moduli are 1 modulo t.
    pub(super) fn of(parameters: &Parameters, levels: &[Level], t: &Modulus) -> Option<Self> {
        if !parameters.has_factors() {
            return None;
        }
        let primes: Vec<u64> = parameters.primes().collect();
        let residues = levels.iter().map(|level| {
            let q = level.limbs.iter().fold(1, |q, &limb| t.mul(q, t.reduce(primes[limb])));
            // Primes are coprime to t.
            [q, t.inverse(q).unwrap_or(1)]
        });
        Some(Self(residues.collect()))
    }
}

impl UnscaledScheme for Parameters {
    fn switched_scale<R: Ring>(
        context: &Context<R>,
        scale: &MessageFactor,
        [from, to]: [usize; 2],
    ) -> MessageFactor {
        let Some(LevelFactors(levels)) = &context.own().factors else { return *scale };
        let (Some([_, inverse]), Some([q, _])) = (levels.get(from), levels.get(to)) else {
            return *scale;
        };
        let t = context.t().modulus();
        MessageFactor(t.mul(scale.0, t.mul(*q, *inverse)))
    }
}

impl<R: Ring> Context<R> {
    /// Both operands at a level, with one factor: what they are multiplied by, they are before their modulus is
    /// changed, which divides the noise of that.
    pub(super) fn at_one_factor<'a>(
        &self,
        [a, b]: [&'a Ciphertext<R>; 2],
        level: usize,
    ) -> Result<[Cow<'a, Ciphertext<R>>; 2], Error> {
        let [r, s] = self.multiples([a, b], level)?;
        Ok([self.brought(a, r, level)?, self.brought(b, s, level)?])
    }

    fn brought<'a>(
        &self,
        a: &'a Ciphertext<R>,
        by: i64,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<R>>, Error> {
        match self.multiplied(a, by)? {
            Cow::Borrowed(a) => self.at_level(a, level),
            Cow::Owned(multiple) => Ok(Cow::Owned(self.switched(multiple, level)?)),
        }
    }

    /// What operands at one level have to be multiplied by for one factor: 1 where they have it, and where their levels
    /// differ, which the operation refuses.
    pub(super) fn multiples_at_one_level(
        &self,
        operands: [&Ciphertext<R>; 2],
    ) -> Result<[i64; 2], Error> {
        match operands[0].level == operands[1].level {
            true => self.multiples(operands, operands[0].level),
            false => Ok([1, 1]),
        }
    }

    /// Integers by which operands are multiplied, at their own levels, so that they have one factor at `level`.
    fn multiples(&self, operands: [&Ciphertext<R>; 2], level: usize) -> Result<[i64; 2], Error> {
        let factors = operands.map(|operand| {
            Parameters::switched_scale(self, &operand.scale, [operand.level, level]).0
        });
        if factors[0] == factors[1] {
            return Ok([1, 1]);
        }
        let mut noises = [0.0; 2];
        for (noise, operand) in noises.iter_mut().zip(operands) {
            let log2_ratio = self.log2_q_at(level)? - self.log2_q_at(operand.level)?;
            *noise = self.model().bound_bits(&operand.estimate) + log2_ratio;
        }
        let (t, prime) = (self.t().modulus(), self.parameters().plaintext.prime);
        // s ≡ r·f/g.
        let quotient = t.mul(factors[0], t.inverse(factors[1]).unwrap_or(1));
        let noise = |[r, s]: &[i64; 2]| {
            let size = |multiple: i64, noise: f64| (multiple.unsigned_abs() as f64).log2() + noise;
            log2_sum(size(*r, noises[0]), size(*s, noises[1]))
        };
        let pairs =
            pairs(quotient, t.value()).filter(|[r, _]| !r.unsigned_abs().is_multiple_of(prime));
        let best = pairs.min_by(|a, b| noise(a).total_cmp(&noise(b)));
        best.ok_or_else(|| Error::Unsupported("factors of messages are units".into()))
    }

    /// A ciphertext multiplied by an integer that is coprime to t, for another factor: the message stays.
    pub(super) fn multiplied<'a>(
        &self,
        a: &'a Ciphertext<R>,
        by: i64,
    ) -> Result<Cow<'a, Ciphertext<R>>, Error> {
        if by == 1 {
            return Ok(Cow::Borrowed(a));
        }
        let mut multiple = a.clone();
        self.multiply_by(&mut multiple, by)?;
        Ok(Cow::Owned(multiple))
    }

    /// The noise of that.
    pub(super) fn multiplied_noise(&self, a: &Ciphertext<R>, by: i64) -> Noise {
        match by {
            1 => a.estimate,
            _ => self.model().scaled(&a.estimate, (by.unsigned_abs() as f64).log2()),
        }
    }

    /// 1/f modulo t, by which decryption multiplies.
    pub(super) fn inverse_factor(&self, factor: MessageFactor) -> u64 {
        match factor {
            MessageFactor::ONE => 1,
            // A unit.
            MessageFactor(f) => self.t().modulus().inverse(f).unwrap_or(1),
        }
    }

    /// [`Context::multiplied`], in place.
    pub(super) fn multiply_by(&self, a: &mut Ciphertext<R>, by: i64) -> Result<(), Error> {
        if by == 1 {
            return Ok(());
        }
        let moduli = self.ring_at(a.level)?.moduli();
        let factors: Vec<u64> = moduli.iter().map(|&q| residue(by, q)).collect();
        a.parts.iter_mut().try_for_each(|part| R::scale_assign(part, &factors))?;
        let t = self.t().modulus();
        a.scale = MessageFactor(t.mul(a.scale.0, residue(by, t.value())));
        a.estimate = self.multiplied_noise(a, by);
        a.seed = None;
        Ok(())
    }
}

/// x mod q, for q below 2^62.
fn residue(x: i64, q: u64) -> u64 {
    let size = x.unsigned_abs() % q;
    if x < 0 && size > 0 { q - size } else { size }
}

/// Pairs (r, s) with s ≡ r·c modulo t for a unit c, |r| and |s| below t, the first with r = 1 and the last with s = ±1:
/// the extended Euclidean algorithm.
fn pairs(c: u64, t: u64) -> impl Iterator<Item = [i64; 2]> {
    let (mut old, mut new) = ([0_i64, t.cast_signed()], [1_i64, c.cast_signed()]);
    std::iter::from_fn(move || {
        let pair = new;
        if pair[1] == 0 {
            return None;
        }
        let quotient = old[1] / pair[1];
        (old, new) = (pair, [0, 1].map(|i| old[i] - quotient * pair[i]));
        Some(pair)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition, with large integers; Thue's lemma; both ends.
    #[test]
    fn pairs_have_the_quotient_and_one_is_small() {
        let mut state = 7_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 4
        };
        for t in [3, 17, 65_537, 1_073_750_017, (1 << 50) - 27, (1 << 60) - 93] {
            for c in [1, 2, t - 1, t / 2].into_iter().chain((0..40).map(|_| next() % (t - 1) + 1)) {
                let all: Vec<[i64; 2]> = pairs(c, t).collect();
                for [r, s] in &all {
                    let difference = i128::from(*r) * i128::from(c) - i128::from(*s);
                    assert_eq!(difference % i128::from(t), 0, "{c} modulo {t}: {r}, {s}");
                    assert!(r.unsigned_abs() < t && s.unsigned_abs() < t);
                }
                assert!(all[0][0] == 1 && all.last().is_some_and(|[_, s]| *s == 1));
                let square = |x: i64| i128::from(x) * i128::from(x);
                let is_small = |[r, s]: &[i64; 2]| square(*r).max(square(*s)) <= i128::from(t);
                assert!(all.iter().any(is_small), "{c} modulo {t}");
            }
        }
    }

    #[test]
    fn residues_of_signed_integers() {
        for q in [2_u64, 3, 97, (1 << 61) - 1] {
            for x in [0, 1, -1, 2, -3, 96, -97, i64::MAX, i64::MIN + 1] {
                let expected = i128::from(x).rem_euclid(i128::from(q));
                assert_eq!(i128::from(residue(x, q)), expected, "{x} modulo {q}");
            }
        }
    }
}

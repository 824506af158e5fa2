//! What BGV and BFV have in common: samples of ring learning with errors over a [`Ring`], and
//! key-switching keys of hybrid key switching (2012/099 §3.1, with the digits of 2019/688 §3).

use std::ops::Range;

use ringassay_interrupt::checkpoint;
use ringassay_ring::{
    Crt, Powerful,
    index::Index,
    sample::{Label, Sampler, Seed},
};

use crate::{Error, Ring, purpose};

pub(crate) const ERROR: Label = Label::new("error");
pub(crate) const UNIFORM: Label = Label::new("uniform");

/// (b, a).
pub(crate) type RlweSample<R> = (<R as Ring>::Element<Crt>, <R as Ring>::Element<Crt>);

/// A key-switching key: for each digit j, b_j + a_j·s' = t·g·e_j + P·δ_j·s'', where δ_j is 1 modulo
/// the primes of digit j and 0 modulo the others; t = 1 in BFV.
#[derive(Debug, Clone)]
pub struct KeySwitchingKey<R: Ring> {
    pub(crate) b: R::Table,
    pub(crate) a: R::Table,
    pub(crate) seed: Seed,
}

impl<R: Ring> KeySwitchingKey<R> {
    /// The key-switching key with these b_j, whose a_j are expanded from a seed.
    pub(crate) fn of_seed(ring: &R, b: &[R::Element<Crt>], seed: Seed) -> Result<Self, Error> {
        let a = |label| ring.uniform(&seed.derive(UNIFORM, label).published());
        let a: Vec<_> = (0..b.len() as u64).map(a).collect();
        Ok(Self { b: R::table(b)?, a: R::table(&a)?, seed })
    }
}

/// A ciphertext whose second part is decomposed, for several automorphisms of it (ePrint 2018/244):
/// decomposing is most of their work.
#[derive(Debug)]
pub struct Hoisted<'a, R: Ring, C> {
    pub(crate) ciphertext: &'a C,
    pub(crate) digits: R::Digits,
}

/// The parts of a ciphertext that was relinearised.
pub(crate) fn two_parts<R: Ring>(
    parts: &[R::Element<Crt>],
) -> Result<&[R::Element<Crt>; 2], Error> {
    parts.try_into().map_err(|_| {
        let remedy = "relinearise it before it is multiplied or rotated";
        Error::Components { found: parts.len(), needed: 2, remedy }
    })
}

/// Samples of ring learning with errors: errors of a distribution, times t.
#[derive(Debug)]
pub(crate) struct RlweSampler<'a> {
    pub(crate) errors: &'a Sampler,
    /// BGV: the plaintext modulus. BFV: 1.
    pub(crate) t: u64,
}

impl RlweSampler<'_> {
    /// (b, a) with b + a·s = t·g·e + `message` (0 if there is none), a from a public seed.
    pub(crate) fn rlwe_sample<R: Ring>(
        &self,
        ring: &R,
        secret: &R::Element<Crt>,
        uniform: &Seed,
        error: &Seed,
        message: Option<&R::Element<Powerful>>,
    ) -> Result<RlweSample<R>, Error> {
        let a = ring.uniform(uniform);
        let mut error = ring.error(self.errors, &mut error.stream(ERROR, 0), self.t)?;
        if let Some(message) = message {
            R::add_assign(&mut error, message)?;
        }
        let mut b = R::into_crt(error);
        let mut product = R::mul(&a, secret)?;
        R::neg_assign(&mut product);
        R::add_assign(&mut b, &product)?;
        R::publish(&mut b);
        Ok((b, a))
    }

    /// A key-switching key from the secret `source` to the secret `target`, both in `ring`, for these digits;
    /// `factors` are P modulo each of the ring's primes.
    pub(crate) fn key_switching_key<R: Ring>(
        &self,
        ring: &R,
        [target, source]: [&R::Element<Crt>; 2],
        digits: &[Range<usize>],
        factors: &[u64],
        seed: &Seed,
    ) -> Result<KeySwitchingKey<R>, Error> {
        let seed = &seed.derive(purpose::KEY_SWITCHING, 0);
        let uniform = seed.derive(UNIFORM, 0).published();
        let (mut bs, mut as_) = (Vec::new(), Vec::new());
        for (j, digit) in digits.iter().enumerate() {
            checkpoint();
            let label = j as u64;
            let (uniform, error) =
                (uniform.derive(UNIFORM, label).published(), seed.derive(ERROR, label));
            let (mut b, a) = self.rlwe_sample(ring, target, &uniform, &error, None)?;
            let only = |(i, &factor): (usize, &u64)| if digit.contains(&i) { factor } else { 0 };
            let factors: Vec<u64> = factors.iter().enumerate().map(only).collect();
            let mut gadget = source.clone();
            R::scale_assign(&mut gadget, &factors)?;
            R::add_assign(&mut b, &gadget)?;
            R::publish(&mut b);
            bs.push(b);
            as_.push(a);
        }
        Ok(KeySwitchingKey { b: R::table(&bs)?, a: R::table(&as_)?, seed: uniform })
    }
}

/// The k' with k·k' ≡ 1 modulo m.
///
/// # Errors
/// If k is no unit modulo m.
pub(crate) fn inverse_exponent(index: &Index, k: u32) -> Result<u32, Error> {
    let m = index.m();
    let (mut old, mut new) = ((m as i64, 0_i64), (i64::from(k) % m as i64, 1_i64));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    if old.0 != 1 {
        return Err(Error::Parameters(format!(
            "ζ ↦ ζ^{k} is no automorphism: {k} and the index {m} have a common divisor"
        )));
    }
    Ok(old.1.rem_euclid(m as i64) as u32)
}

/// The product of the primes `product` modulo each of `moduli`; 0 modulo its own.
pub(crate) fn product_modulo(product: &[u64], moduli: &[u64]) -> Vec<u64> {
    let modulo = |q: u64| {
        let factors = product.iter().map(|p| p % q);
        factors.fold(1 % q, |r, p| (u128::from(r) * u128::from(p) % u128::from(q)) as u64)
    };
    moduli.iter().map(|&q| modulo(q)).collect()
}

//! BFV with moduli that the user states.

use ringassay_ring::{index::Index, primes};
use ringassay_scheme::{bfv::Parameters, bgv::PlaintextModulus};

use super::{auxiliary_count, chains};
use crate::{
    Error, Rotations,
    bgv::SIGMA,
    request::{refused, too_large},
    slots::Reach,
    stated::{Moduli, Resolved, Rule, digits_of, limbs_up_to_p},
};
use ringassay_ring::sample::Distribution;

/// The size of the primes of B.
const AUXILIARY_BITS: u32 = 49;

/// The parameters with these moduli; the primes of B, by which Q is extended for products, are found.
pub(super) fn of_moduli(
    index: &Index,
    plaintext: PlaintextModulus,
    moduli: &Moduli,
) -> Result<Parameters, Error> {
    let t = plaintext.value().ok_or_else(too_large)?;
    if !moduli.small.is_empty() {
        return Err(refused(
            "moduli of BFV are the first primes of Q: there are none that come and go; state them among those of Q".into(),
        ));
    }
    digits_of(1, moduli.digits)?;
    let limbs_of = |q: &[u64]| digits_of(q.len(), moduli.digits).unwrap_or(1);
    let Resolved { q, special, .. } =
        Resolved::new(index, Rule::CoprimeTo(plaintext), moduli, limbs_of)?;
    let log2 = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).sum::<f64>();
    let digit_limbs = match moduli.digits {
        Some(_) => limbs_of(&q),
        None => {
            limbs_up_to_p(&special, q.len(), |limbs| q.chunks(limbs).map(log2).fold(0.0, f64::max))
        }
    };
    let log2_q = log2(&q);
    let count = auxiliary_count(index, t, log2_q, AUXILIARY_BITS);
    let used = [&q[..], &special, &[plaintext.prime]].concat();
    let auxiliary = primes::search(index, AUXILIARY_BITS, count, &used).map_err(|error| {
        refused(format!("there are too few primes to extend Q for products: {error}"))
    })?;
    let parameters = Parameters {
        index: index.clone(),
        t,
        primes: q,
        special,
        auxiliary,
        digit_limbs,
        secret: Distribution::Ternary,
        sigma: SIGMA,
    };
    parameters.check()?;
    Ok(parameters)
}

/// How far parameters carry: chains of operations run on shapes.
pub(super) fn reach(parameters: &Parameters, rotations: Rotations) -> Result<Reach<'_>, Error> {
    let chains = chains::Chains::of(parameters, rotations)?;
    Ok(Box::new(move |depth| chains.end(depth)))
}

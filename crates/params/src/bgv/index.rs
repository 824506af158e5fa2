//! Indices that come into question, the cheapest first.

use std::collections::BTreeMap;

use ringassay_interrupt::checkpoint;
use ringassay_kernels::{Backend, cyclotomic::Factor, fork::Mutex};
use ringassay_ring::index::Index;

use ringassay_scheme::{
    bgv::PlaintextModulus,
    encoding::{Encoder, EncodingError},
};

use crate::{
    Error,
    request::{Request, SECRET, SIGMA, refused},
    slots::security_of,
};

/// An index that has enough slots and may be secure.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) index: Index,
    /// The order of p modulo m.
    pub(super) slot_degree: usize,
}

/// How many indices are considered in detail.
const CONSIDERED: usize = 10;

/// m/φ(m) is below this for odd m without many small primes; the others have costly slots.
const LARGEST_RATIO: f64 = 4.0;

impl Candidate {
    /// The index, if it has at least so many slots. None as well where the prime divides it.
    pub(crate) fn with_slots(index: Index, prime: u64, slots: usize) -> Option<Self> {
        let slot_degree = order(prime, index.m(), index.degree() / slots)?;
        Some(Self { index, slot_degree })
    }

    /// The cost of a transform, in the unit of [`Factor::cost`] times coefficients.
    pub(super) fn transform(&self, backend: Backend) -> f64 {
        transform_cost(&self.index, backend) * self.index.degree() as f64
    }

    pub(crate) fn slots(&self) -> usize {
        self.index.degree() / self.slot_degree
    }

    /// Fails unless vectors can be encoded: by a transform, or by two matrices in the memory that these may take.
    pub(crate) fn check_encoder(&self, plaintext: PlaintextModulus) -> Result<(), EncodingError> {
        let PlaintextModulus { prime, exponent } = plaintext;
        // Without a value it is refused elsewhere.
        let Some(t) = plaintext.value() else { return Ok(()) };
        Encoder::check_ring(&self.index, (prime, exponent, t), self.slot_degree)
    }

    /// Whether they can.
    pub(crate) fn has_encoder(&self, plaintext: PlaintextModulus) -> bool {
        plaintext.value().is_some() && self.check_encoder(plaintext).is_ok()
    }
}

/// The least totient that may allow the depth at the asked security, roughly.
pub(super) fn least_totient(request: &Request) -> Result<usize, Error> {
    let density = modulus_density(request.security_bits)?;
    let needed = |n: f64| rough_log2_qp(n, request) / density;
    let mut least = 512.0_f64;
    while needed(least) > least {
        least *= 1.01;
        if least > Index::MAX_DEGREE as f64 {
            return Err(refused(format!(
                "no index with a totient up to {} allows depth {} at {} bits of security: reduce \
                 the depth, or the security",
                Index::MAX_DEGREE,
                request.depth,
                request.security_bits
            )));
        }
    }
    Ok(least as usize)
}

/// The cheapest indices with at least ℓ slots and a totient in a range.
pub(super) fn candidates_between(low: usize, high: usize, request: &Request) -> Vec<Candidate> {
    let prime = request.plaintext.prime;
    let high = high.min(Index::MAX_DEGREE);
    let largest = (high as f64 * LARGEST_RATIO) as usize;
    let totients = totients(largest);
    let backend = request.ranking();
    let mut priced: Vec<(f64, u64)> = (low..=largest)
        .filter(|&m| (low..=high).contains(&totients[m]) && m % 4 != 2)
        .filter(|&m| !(m as u64).is_multiple_of(prime))
        .filter_map(|m| {
            checkpoint();
            let index = Index::new(m as u64).ok()?;
            // A larger ring costs more everywhere, not only in transforms: about as much as one by
            // a power of two.
            let rest = Factor::cost(backend, 2, 16);
            Some((index.degree() as f64 * (transform_cost(&index, backend) + rest), m as u64))
        })
        .collect();
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    priced
        .into_iter()
        .inspect(|_| checkpoint())
        .filter_map(|(_, m)| Candidate::with_slots(Index::new(m).ok()?, prime, request.length))
        .filter(|candidate| candidate.has_encoder(request.plaintext))
        .take(CONSIDERED)
        .collect()
}

/// The cost of a transform for each coefficient, in the unit of [`Factor::cost`].
fn transform_cost(index: &Index, backend: Backend) -> f64 {
    index.factors().iter().map(|f| Factor::cost(backend, f.prime, f.exponent)).sum()
}

/// φ(0), …, φ(largest), φ(0) = 0.
fn totients(largest: usize) -> Vec<usize> {
    let mut totients: Vec<usize> = (0..=largest).collect();
    for p in 2..=largest {
        if totients[p] == p {
            for multiple in (p..=largest).step_by(p) {
                totients[multiple] -= totients[multiple] / p;
            }
        }
    }
    totients
}

/// The order of p modulo m, if it is at most `most`: they have a common divisor otherwise, or slots are too few
/// and nobody asks for their degree.
fn order(p: u64, m: u64, most: usize) -> Option<usize> {
    let start = p % m;
    let powers = std::iter::successors(Some(start), |&power| Some(power * start % m));
    (1..=most)
        .zip(powers)
        .inspect(|_| checkpoint())
        .find(|&(_, power)| power == 1 % m)
        .map(|(order, _)| order)
}

/// log2 QP per dimension at some security.
pub(super) fn modulus_density(security_bits: f64) -> Result<f64, Error> {
    Ok(largest_log2_qp(8192, security_bits)? / 8192.0)
}

/// log2 of the largest modulus at which a ring of that dimension has some security: at least so many
/// bits of it, and hardly more. 0 where no modulus has: those of small rings would have to be smaller than four times an
/// error.
pub(crate) fn largest_log2_qp(dimension: usize, security_bits: f64) -> Result<f64, Error> {
    let asked = (dimension, security_bits.to_bits());
    let known = LARGEST.lock().get(&asked).copied();
    if let Some(log2_qp) = known {
        return Ok(log2_qp);
    }
    let log2_qp = find_largest_log2_qp(dimension, security_bits)?;
    let mut largest = LARGEST.lock();
    if largest.len() < MOST_LARGEST {
        largest.insert(asked, log2_qp);
    }
    Ok(log2_qp)
}

/// What [`largest_log2_qp`] found, by dimension and the bits of the security: half of the time of a choice, and the same
/// for all of one level.
static LARGEST: Mutex<BTreeMap<(usize, u64), f64>> = Mutex::new(BTreeMap::new());

/// So many are kept.
const MOST_LARGEST: usize = 1 << 14;

fn find_largest_log2_qp(dimension: usize, security_bits: f64) -> Result<f64, Error> {
    let (margin, aim) = (0.1, security_bits + 0.05);
    // Nothing is estimated for a modulus that an error of the usual size exceeds.
    let least = SIGMA.log2() + 2.0 + 1.0 / 64.0;
    // Security falls about as 1/log2 q.
    let mut log2_q = (3.37 * dimension as f64 / security_bits.max(40.0)).max(least);
    let mut secure: Option<f64> = None;
    for _ in 0..16 {
        let found = security_of(dimension, log2_q, SIGMA, SECRET)?.bits;
        if found >= security_bits {
            secure = Some(secure.map_or(log2_q, |most: f64| most.max(log2_q)));
            if found < security_bits + margin {
                break;
            }
        } else if log2_q <= least {
            return Ok(0.0);
        }
        log2_q = (log2_q * (found / aim).powf(1.05)).max(least);
    }
    Ok(secure.unwrap_or(log2_q))
}

/// About what modulus a depth takes: each product costs the size of rounding noise.
fn rough_log2_qp(n: f64, request: &Request) -> f64 {
    let t = request.plaintext.value().unwrap_or(2) as f64;
    let product = (t * n * (2.0_f64 / 3.0 / 12.0).sqrt()).log2() + 0.5;
    request.whole_depth() * product + product + 50.0
}

#[cfg(test)]
mod tests {
    use ringassay_ring::sample::Distribution;

    use super::*;

    #[test]
    fn orders_and_totients() {
        assert_eq!(order(2, 5461, 14), Some(14));
        assert_eq!(order(2, 5461, 13), None);
        assert_eq!(order(2, 8191, 8190), Some(13));
        assert_eq!(order(2, 43691, 34), Some(34));
        assert_eq!(order(65537, 32768, 1), Some(1));
        assert_eq!(order(2, 12, 4), None);
        assert_eq!(order(2, 12, 0), None);
        assert_eq!(totients(12), [0, 1, 1, 2, 2, 4, 2, 6, 4, 6, 4, 10, 4]);
    }

    #[test]
    fn the_largest_modulus_is_that_of_the_estimator() {
        for (n, bits) in [(8192, 128.0), (16384, 80.0), (32768, 192.0)] {
            let log2_q = largest_log2_qp(n, bits).expect("an estimate");
            let found = security_of(n, log2_q, 3.2, Distribution::Ternary).expect("an estimate");
            let excess = found.bits - bits;
            assert!((0.0..0.5).contains(&excess), "{n} {bits}: {log2_q} gives {}", found.bits);
            // What is remembered is what would be found.
            let again = [largest_log2_qp(n, bits), find_largest_log2_qp(n, bits)];
            assert_eq!(again.map(Result::ok), [Some(log2_q); 2], "{n} {bits}");
        }
    }

    #[test]
    fn a_ring_too_small_for_any_modulus_has_none() {
        for n in [32, 64, 128] {
            assert_eq!(largest_log2_qp(n, 128.0).ok(), Some(0.0), "{n}");
            // Nor has the least modulus that can be estimated so much security.
            let least = security_of(n, 3.7, SIGMA, SECRET).expect("an estimate");
            assert!(least.bits < 128.0, "{n}: {}", least.bits);
        }
    }

    #[test]
    fn candidates_have_the_slots() {
        let request = Request::bits(378, 7.0);
        let least = least_totient(&request).expect("an estimate");
        let found = candidates_between(least, 2 * least, &request);
        assert!(!found.is_empty());
        for candidate in found {
            assert!(candidate.slots() >= 378);
            assert_eq!(candidate.slots() * candidate.slot_degree, candidate.index.degree());
        }
    }
}

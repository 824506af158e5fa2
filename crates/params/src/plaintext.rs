//! Plaintext moduli by the slots that they give.

use ringassay_ring::{index::Index, primes::search_with};
use ringassay_scheme::{Error as SchemeError, bgv::PlaintextModulus};

use crate::{Error, bgv::search::candidate_at, request::refused};

/// The number of slots that plaintexts have at an index: the length of the longest vectors.
///
/// # Errors
/// When m is no index, or the plaintext prime divides it.
pub fn slots_of(m: u64, plaintext: PlaintextModulus) -> Result<usize, Error> {
    Ok(candidate_at(m, plaintext.prime)?.slots())
}

/// A prime plaintext modulus of `bits` bits with as many slots at an index as there are coefficients: 1 modulo m.
///
/// # Errors
/// When there is none of that size.
pub fn splitting_plaintext(m: u64, bits: u32) -> Result<PlaintextModulus, Error> {
    let index = Index::new(m).map_err(SchemeError::from)?;
    let least = m.ilog2() + 1;
    let most = PlaintextModulus::MAX_BITS;
    let found = (least..=most)
        .contains(&bits)
        .then(|| search_with(&index, bits, 1, &[], |_| 1).ok())
        .flatten();
    let prime = found.and_then(|found| found.first().copied()).ok_or_else(|| {
        refused(format!(
            "no prime of {bits} bits is 1 modulo the index {m}: ask for {least} to {most} bits, or name a plaintext modulus"
        ))
    })?;
    Ok(PlaintextModulus { prime, exponent: 1 })
}

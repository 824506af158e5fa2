//! Generators of (Z/q)* and roots of unity modulo primes.

use super::{PrimeError, factorise, is_prime};
use crate::arith::pow_mod;

/// The least primitive root modulo a prime: the least generator of (Z/p)*. For p = 2 it is 1.
pub(crate) fn primitive_root(prime: u64) -> u64 {
    let group_order = prime - 1;
    let parts = factorise(group_order);
    let generates =
        |g: &u64| parts.iter().all(|&(factor, _)| pow_mod(*g, group_order / factor, prime) != 1);
    // (Z/p)* is cyclic, so the search ends; 1 is only ever returned for p = 2, where it is right.
    (1..prime).find(generates).unwrap_or(1)
}

/// A primitive root of unity of order `order` modulo the prime `q`: the power (q-1)/order of the
/// least primitive root modulo q.
///
/// The choice makes roots of different orders agree: if m divides m', the root of order m is the
/// (m'/m)-th power of the root of order m'. A ring and its subrings therefore have the same maps
/// ζ ↦ root.
///
/// # Errors
///
/// If `q` is not a prime, or `order` does not divide q - 1.
///
/// ```
/// use ringassay_ring::primes::root_of_unity;
/// // 3 is the least primitive root modulo 17: root_of_unity(17, 8) is 3^2.
/// assert_eq!(root_of_unity(17, 8), Ok(9));
/// ```
pub fn root_of_unity(q: u64, order: u64) -> Result<u64, PrimeError> {
    if !is_prime(q) {
        return Err(PrimeError::NotPrime { q });
    }
    if order == 0 || !(q - 1).is_multiple_of(order) {
        return Err(PrimeError::NoRoot { q, order });
    }
    Ok(pow_mod(primitive_root(q), (q - 1) / order, q))
}

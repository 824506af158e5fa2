//! The modulus that all libraries share.

use ringassay_kernels::Modulus;

/// The largest prime below 2^bits that is 1 modulo `order`, and a root of unity of that order (a
/// power of two) modulo it.
pub(crate) fn prime_and_root(bits: u32, order: u64) -> Result<(u64, u64), String> {
    let mut q = (1_u64 << bits) + 1;
    while q > order {
        q -= order;
        let Ok(modulus) = Modulus::new(q) else { break };
        if is_prime(&modulus) {
            let root = (2..q).map(|x| modulus.pow(x, (q - 1) / order));
            let primitive = root.into_iter().find(|&psi| modulus.pow(psi, order / 2) == q - 1);
            return primitive.map(|psi| (q, psi)).ok_or_else(|| format!("no root modulo {q}"));
        }
    }
    Err(format!("no prime of {bits} bits is 1 modulo {order}"))
}

/// Miller and Rabin's test with bases that decide all numbers below 2^64 (Sorenson and Webster).
fn is_prime(modulus: &Modulus) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let q = modulus.value();
    if BASES.contains(&q) {
        return true;
    }
    if BASES.iter().any(|base| q.is_multiple_of(*base)) {
        return false;
    }
    let twos = (q - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut x = modulus.pow(base, (q - 1) >> twos);
        x == 1
            || (0..twos).any(|_| {
                let minus_one = x == q - 1;
                x = modulus.mul(x, x);
                minus_one
            })
    })
}

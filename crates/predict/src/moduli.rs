//! Primes just below powers of two.

use num_bigint::BigUint;
use num_traits::One;
use ringassay_kernels::fork::OnceLock;

/// Sizes of which primes are remembered.
const SIZES: usize = 512;

/// Small primes that are tried first, and bases of the test.
const SMALL: [u32; 24] =
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89];

/// The largest number below 2^`bits` that passes Miller and Rabin's test for 12 bases; looked for
/// once. `bits` lies below 512.
pub(crate) fn prime_below(bits: u32) -> BigUint {
    static KEPT: [OnceLock<u64>; SIZES] = [const { OnceLock::new() }; SIZES];
    let power = BigUint::one() << bits;
    let find = || {
        let mut below = 1;
        while !is_prime(&(&power - below)) && below < 1 << 20 {
            below += 2;
        }
        below
    };
    let below = *KEPT[bits as usize % SIZES].get_or_init(find);
    power - below
}

fn is_prime(q: &BigUint) -> bool {
    for small in SMALL.map(BigUint::from) {
        if (q % &small) == BigUint::ZERO {
            return *q == small;
        }
    }
    let less = q - 1_u32;
    let twos = less.trailing_zeros().unwrap_or(0);
    let odd = &less >> twos;
    SMALL[..12].iter().all(|&base| {
        let mut power = BigUint::from(base).modpow(&odd, q);
        if power.is_one() || power == less {
            return true;
        }
        (1..twos).any(|_| {
            power = &power * &power % q;
            power == less
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_below_powers() {
        // 2^k - c of tables.
        for (bits, below) in [(8, 5_u32), (10, 3), (64, 59), (100, 15), (128, 159)] {
            assert_eq!(prime_below(bits), (BigUint::one() << bits) - below, "2^{bits}");
        }
    }
}

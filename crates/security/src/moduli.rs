//! The largest moduli by ring dimension and security: the one table that adapters of libraries choose
//! their parameters by.
//!
//! By this crate's own estimator (all attacks, cost model MATZOV), for a ternary secret and an error of
//! deviation 3.2, in whole bits, rounded down; the modulus counts as a whole, special primes included.
//! At 128, 192 and 256 bits it lies within a bit of 2024/463 ([`max_log2_q_guidelines_2024`]); levels
//! below these are for benchmarks. A test computes it anew.
//!
//! [`max_log2_q_guidelines_2024`]: crate::max_log2_q_guidelines_2024

/// The security levels of the table, in bits.
pub const LEVELS: [u32; 7] = [80, 96, 112, 128, 160, 192, 256];

/// Ring dimension, and the largest log2 of the whole modulus for each of [`LEVELS`].
pub const SECURE_MODULI: [(usize, [u32; LEVELS.len()]); 8] = [
    (1024, [42, 35, 30, 26, 21, 17, 12]),
    (2048, [84, 70, 60, 53, 42, 35, 27]),
    (4096, [169, 140, 121, 106, 86, 73, 56]),
    (8192, [343, 283, 243, 214, 173, 147, 113]),
    (16384, [693, 572, 490, 430, 349, 296, 229]),
    (32768, [1406, 1156, 989, 868, 704, 596, 462]),
    (65536, [2843, 2333, 1992, 1747, 1415, 1198, 928]),
    (131_072, [5774, 4723, 4024, 3522, 2849, 2410, 1866]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CostModel, Lwe, Problem, Secret, max_log2_q_guidelines_2024, max_log2_q_of};

    #[test]
    fn the_table_is_the_estimators() {
        for (dimension, row) in SECURE_MODULI.into_iter().take(4) {
            for (level, most) in LEVELS.into_iter().zip(row) {
                let (log2_q, error_std, secret) = (0.0, 3.2, Secret::Ternary);
                let lwe = Lwe { dimension, log2_q, error_std, secret, samples: None };
                let found = max_log2_q_of(Problem::Lwe, &lwe, f64::from(level), CostModel::Matzov);
                assert_eq!(found.map(|bits| bits.floor() as u32), Ok(most), "{dimension} {level}");
            }
        }
    }

    #[test]
    fn the_table_is_within_a_bit_of_the_guidelines() {
        for (dimension, row) in SECURE_MODULI {
            for (level, own) in LEVELS.into_iter().zip(row) {
                let published = max_log2_q_guidelines_2024(dimension, Secret::Ternary, level);
                let published = published.unwrap_or(own);
                assert!(own.abs_diff(published) <= 1, "{dimension} {level}: {own} {published}");
            }
        }
    }
}

/// log2 of the modulus from which NTRU with narrow keys is overstretched: q = 0.004 n^2.484
/// (2021/999, abstract).
///
/// Beyond it the dense sublattice that the key spans is found long before a vector of the key, and
/// estimates of learning with errors say nothing. The fit was made for ternary keys, n a few
/// hundred to a few thousand.
#[must_use]
pub fn ntru_overstretched_log2_q(dimension: usize) -> f64 {
    0.004f64.log2() + 2.484 * (dimension as f64).log2()
}

/// Whether NTRU keys of `dimension` coefficients are overstretched with a modulus of `log2_q` bits.
#[must_use]
pub fn ntru_is_overstretched(dimension: usize, log2_q: f64) -> bool {
    log2_q > ntru_overstretched_log2_q(dimension)
}

/// Weight of the secret, slope, intercept.
const SPARSE: [(f64, f64, f64); 12] = [
    (120.0, 2.4, 19.0),
    (150.0, 2.67, 13.0),
    (180.0, 2.83, 10.0),
    (210.0, 3.0, 6.0),
    (240.0, 3.1, 3.0),
    (270.0, 3.3, 1.0),
    (300.0, 3.3, -3.0),
    (330.0, 3.35, -4.0),
    (360.0, 3.4, -5.0),
    (390.0, 3.45, -7.0),
    (420.0, 3.5, -10.0),
    (450.0, 3.55, -12.0),
];

/// The bits of security that HElib 2 reports for its own contexts, to compare its figures with.
///
/// It is linear in x = n / log2(q / σ'): 3.8 x - 20 for dense ternary secrets, other lines, with
/// interpolation, for secrets of `weight` 120 and more; beyond 450 the line of 450. HElib fitted
/// them in August 2020 to estimates of that time, at most some 130 bits. `sigma` is HElib's 3.2;
/// σ' is that for a power-of-two index m, and σ √m for any other.
///
/// At weight 270 HElib's program has the slope 3.3 where its documentation says 3.2; this follows
/// the program. `None` for weights below 120, which HElib refuses, and for q <= σ'.
#[must_use]
pub fn helib_bits(
    index: u64,
    dimension: usize,
    log2_q: f64,
    sigma: f64,
    weight: Option<usize>,
) -> Option<f64> {
    let widening = if index.is_power_of_two() { 0.0 } else { (index as f64).log2() / 2.0 };
    let log2_ratio = log2_q - sigma.log2() - widening;
    if log2_ratio.is_nan() || log2_ratio <= 0.0 {
        return None;
    }
    let (slope, intercept) = match weight {
        None => (3.8, -20.0),
        Some(weight) => sparse_line(weight as f64)?,
    };
    Some((slope * dimension as f64 / log2_ratio + intercept).max(0.0))
}

fn sparse_line(weight: f64) -> Option<(f64, f64)> {
    let (first, last) = (SPARSE[0], SPARSE[SPARSE.len() - 1]);
    if weight < first.0 {
        return None;
    }
    let between = SPARSE.windows(2).find(|pair| weight < pair[1].0);
    Some(between.map_or((last.1, last.2), |pair| {
        let part = (weight - pair[0].0) / (pair[1].0 - pair[0].0);
        (pair[0].1 + part * (pair[1].1 - pair[0].1), pair[0].2 + part * (pair[1].2 - pair[0].2))
    }))
}

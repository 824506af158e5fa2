//! How the scale moves down a chain.

use super::{Chain, Finding};

/// By how many bits the scale may move before it is worth a warning.
const TOLERATED_BITS: f64 = 0.5;

/// log2 of the scale at each level, the top first: after the product of two numbers of that level,
/// Δ² is divided by its prime.
pub(super) fn scales(chain: &Chain, primes: &[u64]) -> Vec<f64> {
    let mut all = vec![f64::from(chain.log2_scale)];
    for &q in primes[1..chain.primes.len()].iter().rev() {
        let scale = all[all.len() - 1];
        all.push(2.0 * scale - (q as f64).log2());
    }
    all
}

/// Scales that leave their place, and levels that cannot hold them.
pub(super) fn judge(chain: &Chain, primes: &[u64], log2_range: f64) -> Vec<Finding> {
    let mut found = Vec::new();
    let scales = scales(chain, primes);
    let first = scales[0];
    let drift = |scale: &&f64| (**scale - first).abs() > TOLERATED_BITS;
    let top = chain.top();
    let drifts = scales.iter().position(|scale| drift(&scale));
    if let Some(place) = drifts {
        let last = scales[scales.len() - 1];
        let what = format!(
            "the scale moves from 2^{first:.0} to 2^{:.1} at level {}{}: the primes of the levels lie away from \
             it, and each product doubles the distance",
            scales[place],
            top - place,
            if place < top { format!(" and 2^{last:.1} at level 0") } else { String::new() },
        );
        let remedy = format!(
            "take primes of {first:.0} bits above level 0, or a scale near those that there are"
        );
        let is_lost = last < 10.0 || last > chain.primes[0].log2() + 20.0;
        found.push(if is_lost {
            Finding::error("scale drift", what, remedy)
        } else {
            Finding::warning("scale drift", what, remedy)
        });
    }
    let mut log2_q: f64 = 0.0;
    for (level, &q) in primes[..chain.primes.len()].iter().enumerate() {
        log2_q += (q as f64).log2();
        let scale = scales[top - level];
        let needed = if level == 0 { scale + log2_range } else { 2.0 * (scale + log2_range) } + 1.0;
        if needed > log2_q {
            let operation = if level == 0 { "a result" } else { "a product" };
            found.push(Finding::error(
                if level == 0 { "first prime" } else { "overflow" },
                format!(
                    "{operation} at level {level} has {needed:.1} bits with its sign, the modulus there \
                     {log2_q:.1}: decrypted values wrap around"
                ),
                match (drifts, level) {
                    (Some(_), _) => "mend the drift of the scale first".to_owned(),
                    (None, 0) => format!("take a first prime of at least {:.0} bits", needed.ceil()),
                    _ => "take a larger first prime, a smaller scale, or smaller numbers".to_owned(),
                },
            ));
        }
    }
    found
}

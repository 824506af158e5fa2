//! Searches the parameter sets of words: `cargo run --release -p ringassay-gates --example search [BITS]`.
//!
//! For each rank and degree: the largest prime with 128 bits of security for the ring; for each modulus of the switching key
//! the least dimension with 128 bits for its secret; of all digits with which a table lookup of a sum of words with
//! Σ c² = 2^p + 1 is wrong with at most 2^-128, the ones of the least modelled time. The model is that of AVX2: 0.35 ns for
//! each of N·log2(N) in a transform, 0.5 ns for each product of words, 0.25 ns for each word of the switching key.

use ringassay_gates::{Error, KeySwitch, Parameters};
use ringassay_ring::{index::Index, primes};

const SECURITY: f64 = 128.0;
const LOG2_FAILURE: f64 = -128.0;

/// Nanoseconds of a lookup by the model.
fn time(parameters: &Parameters) -> f64 {
    let Parameters { dimension, rank, degree, count, .. } = *parameters;
    let (rows, columns) = ((rank + 1) * count as usize, rank + 1);
    let butterflies = (rows + columns) * degree * degree.ilog2() as usize;
    let products = rows * columns * degree;
    let switched = parameters.switch_shape().rows() * dimension;
    dimension as f64 * (0.35 * butterflies as f64 + 0.5 * products as f64) + 0.25 * switched as f64
}

/// The least dimension for which the switching key is secure.
fn dimension(switch_q: u64) -> Result<usize, Error> {
    let switch = KeySwitch { q: switch_q, width: 1, count: 1 };
    let (mut low, mut high) = (256, 1280);
    while low < high {
        let middle = usize::midpoint(low, high);
        let set = Parameters { dimension: middle, switch, ..Parameters::standard() };
        if set.security()?.switch >= SECURITY { high = middle } else { low = middle + 1 }
    }
    Ok(low)
}

/// The largest prime for which the ring is secure.
fn modulus(rank: usize, degree: usize) -> Result<Option<u64>, Error> {
    let index = Index::new(2 * degree as u64).map_err(ringassay_scheme::Error::from)?;
    for bits in (20..=51).rev() {
        let Ok(found) = primes::search(&index, bits, 1, &[]) else { continue };
        let set = Parameters { rank, degree, q: found[0], ..Parameters::standard() };
        if set.security()?.ring >= SECURITY {
            return Ok(Some(found[0]));
        }
    }
    Ok(None)
}

fn main() -> Result<(), Error> {
    let only = std::env::args().nth(1).and_then(|text| text.parse::<u32>().ok());
    let mut dimensions = Vec::new();
    for log2_q in 11..=24 {
        dimensions.push((1 << log2_q, dimension(1 << log2_q)?));
    }
    println!("dimensions {dimensions:?}");
    let mut rings = Vec::new();
    for (rank, degree) in [
        (4, 256),
        (5, 256),
        (6, 256),
        (2, 512),
        (3, 512),
        (4, 512),
        (1, 1024),
        (2, 1024),
        (1, 2048),
        (1, 4096),
    ] {
        if let Some(q) = modulus(rank, degree)? {
            println!("rank {rank}, degree {degree}: q {q}");
            rings.push((rank, degree, q));
        }
    }
    for bits in (1..=4).filter(|bits| only.is_none_or(|only| only == *bits)) {
        let mut best: Option<(f64, Parameters)> = None;
        for &(rank, degree, q) in &rings {
            for &(switch_q, dimension) in &dimensions {
                for (width, count) in (1..=3).flat_map(|count| (2..=31).map(move |w| (w, count))) {
                    for (kw, kc) in (1..=6).flat_map(|w| (1..=16).map(move |count| (w, count))) {
                        let switch = KeySwitch { q: switch_q, width: kw, count: kc };
                        let set = Parameters {
                            dimension,
                            rank,
                            degree,
                            q,
                            width,
                            count,
                            switch,
                            ..Parameters::standard()
                        };
                        if set.check().is_err() || set.log2_word_failure(bits) > LOG2_FAILURE {
                            continue;
                        }
                        let time = time(&set);
                        if best.is_none_or(|(least, _)| time < least) {
                            best = Some((time, set));
                        }
                    }
                }
            }
        }
        let Some((time, set)) = best else { continue };
        println!("{bits} bits: {set:?}");
        println!(
            "  {:.1} ms by the model, 2^{:.1}, {:?}",
            time / 1e6,
            set.log2_word_failure(bits),
            set.security()?
        );
    }
    Ok(())
}

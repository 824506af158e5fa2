//! How long `twace` and `embed` take for the pairs of indices in Λ∘λ's Table 4.5.
//!
//! `cargo bench -p ringassay-ring --bench subring`. One thread, one prime of 50 bits, vectors in
//! cache; each figure is the median of rounds that take the operations in turn. Beside it what
//! Λ∘λ's C++ backend takes on a machine of the kind that this was written on (measured elsewhere).

#![allow(clippy::unwrap_used, reason = "a benchmark has nobody to report to but its user")]

use std::hint::black_box;
use std::time::Instant;

use ringassay_kernels::{AlignedVec, Zq};
use ringassay_ring::index::Index;
use ringassay_ring::primes::{root_of_unity, search_with};
use ringassay_ring::subring::{Subring, TwaceWeights};

const ROUNDS: usize = 31;

/// m, m' and Λ∘λ's microseconds, in the order of [`OPERATIONS`]; 0 where there is no figure.
const TABLE: [(u64, u64, [f64; 5]); 4] = [
    (728, 2912, [0.12, 2.7, 0.6, 0.8, 0.5]),
    (728, 3640, [0.12, 2.7, 0.6, 0.8, 0.5]),
    (128, 11_648, [0.03, 8.9, 3.8, 3.0, 2.3]),
    (15, 6615, [0.0; 5]),
];

const OPERATIONS: [&str; 5] =
    ["twace powerful", "twace CRT", "embed powerful", "embed decoding", "embed CRT"];

/// A pair of rings with vectors to work on.
struct Pair {
    subring: Subring,
    zq: Zq,
    weights: TwaceWeights,
    small: AlignedVec,
    big: AlignedVec,
    scratch: AlignedVec,
}

impl Pair {
    fn new(m: u64, big: u64) -> Self {
        let (small, big) = (Index::new(m).unwrap(), Index::new(big).unwrap());
        let q = search_with(&big, 50, 1, &[], |_| 1).unwrap()[0];
        let zq = Zq::new(q).unwrap();
        let subring = Subring::new(&small, &big, &order(&small), &order(&big)).unwrap();
        let weights = subring.twace_weights(&zq, root_of_unity(q, big.m()).unwrap()).unwrap();
        let residues = |len: usize| -> AlignedVec {
            (1..=len as u64)
                .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % q)
                .collect::<Vec<_>>()
                .as_slice()
                .into()
        };
        Self {
            zq,
            weights,
            small: residues(small.degree()),
            big: residues(big.degree()),
            scratch: residues(subring.scratch_len()),
            subring,
        }
    }

    fn run(&mut self, operation: usize) {
        let Self { subring, zq, weights, small, big, scratch } = self;
        match operation {
            0 => subring.twace(zq, black_box(small), black_box(big)),
            1 => subring.twace_crt(zq, weights, black_box(small), black_box(big), scratch),
            2 => subring.embed_powerful(zq, black_box(big), black_box(small)),
            3 => subring.embed_decoding(zq, black_box(big), black_box(small)),
            _ => subring.embed_crt(zq, black_box(big), black_box(small)),
        }
    }

    /// Nanoseconds of one call, over as many as fill a tenth of a millisecond.
    fn sample_ns(&mut self, operation: usize) -> f64 {
        let mut calls = 16;
        loop {
            let start = Instant::now();
            for _ in 0..calls {
                self.run(operation);
            }
            let elapsed_ns = start.elapsed().as_nanos();
            if elapsed_ns > 100_000 {
                return elapsed_ns as f64 / f64::from(calls);
            }
            calls *= 2;
        }
    }
}

/// The order of the CRT basis: units ascending on odd axes, bit-reversed on the axis of 2.
fn order(index: &Index) -> Vec<u32> {
    let axes: Vec<Vec<u32>> = index
        .factors()
        .iter()
        .map(|f| {
            let units = (0..f.value() as u32).filter(|a| a % f.prime != 0);
            match (f.prime, f.totient().trailing_zeros()) {
                (2, bits @ 1..) => (0..f.totient() as u32)
                    .map(|i| 2 * (i.reverse_bits() >> (32 - bits)) + 1)
                    .collect(),
                _ => units.collect(),
            }
        })
        .collect();
    index.crt_exponents(&axes.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn main() {
    let mut pairs: Vec<Pair> = TABLE.iter().map(|&(m, big, _)| Pair::new(m, big)).collect();
    let mut samples = vec![[const { Vec::new() }; OPERATIONS.len()]; TABLE.len()];
    for _ in 0..ROUNDS {
        for (pair, samples) in pairs.iter_mut().zip(&mut samples) {
            for (operation, samples) in samples.iter_mut().enumerate() {
                samples.push(pair.sample_ns(operation));
            }
        }
    }
    println!("{} backend; nanoseconds", pairs[0].zq.backend());
    println!(
        "{:>14} {:<15} {:>9} {:>9} {:>9} {:>7}",
        "indices", "", "median", "quartiles", "Λ∘λ", "ratio"
    );
    for ((m, big, reference), samples) in TABLE.iter().zip(&mut samples) {
        for ((operation, samples), reference) in OPERATIONS.iter().zip(samples).zip(reference) {
            samples.sort_by(f64::total_cmp);
            let [low, median, high] = [1, 2, 3].map(|quarter| samples[ROUNDS * quarter / 4]);
            print!(
                "{:>14} {operation:<15} {median:>9.1} {low:>6.1}–{high:<6.1}",
                format!("{m}→{big}")
            );
            if *reference > 0.0 {
                print!(" {:>7.0} {:>7.2}", reference * 1e3, reference * 1e3 / median);
            }
            println!();
        }
    }
}

//! Times of encoding and decoding real and complex vectors: CPU time of one thread, medians.
//!
//! `cargo run --release -p ringassay-scheme --example ckks_encoding`
#![allow(clippy::unwrap_used)]

use std::time::Instant;

use ringassay_scheme::ckks::{
    Scale,
    encoding::{Complex64, Encoder, Generator, Target},
};

const ROUNDS: usize = 41;

/// The median of the times of a call, in microseconds.
fn median_us(mut call: impl FnMut()) -> f64 {
    call();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn main() {
    println!("N       scale  encode, µs  decode, µs");
    for log2 in 12..=16 {
        let encoder = Encoder::new(1 << log2, Generator::Five).unwrap();
        let slots = encoder.slots();
        let values: Vec<Complex64> =
            (0..slots).map(|j| Complex64::new((j as f64).sin(), (3.0 * j as f64).cos())).collect();
        for bits in [40, 90] {
            let scale = Scale::power_of_two(bits);
            let target = Target { slots, scale: &scale, log2_modulus: 120.0 };
            let coefficients = encoder.encode(&values, &target).unwrap();
            let encode = median_us(|| drop(encoder.encode(&values, &target).unwrap()));
            let decode = median_us(|| drop(encoder.decode(&coefficients, slots, &scale).unwrap()));
            println!("{:<7} 2^{bits}   {encode:>10.0}  {decode:>10.0}", 1 << log2);
        }
    }
}

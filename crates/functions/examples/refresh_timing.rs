//! Times a refresh and its keys: `cargo run --release -p ringassay-functions --example refresh_timing -- 15 16384 3 60`: log2 N,
//! slots, rounds, bits of the scale.
#![allow(clippy::unwrap_used, reason = "a program for measurements")]

use std::time::Instant;

use ringassay_functions::refresh::{Refresh, Shape};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Seed},
};
use ringassay_scheme::ckks::{
    Context, Magnitude, Parameters, Plaintext,
    encoding::{Complex64, Encoder, Generator, Target},
};

fn parameters(log2_n: u32, levels: usize) -> Parameters {
    let index = Index::new(2 << log2_n).unwrap();
    let base = search(&index, 50, 1, &[]).unwrap();
    let above = search(&index, 42, levels, &base).unwrap();
    let special = search(&index, 50, 2, &[&base[..], &above[..]].concat()).unwrap();
    Parameters {
        index,
        levels: base.into_iter().chain(above).map(|q| vec![q]).collect(),
        special,
        digit_limbs: 2,
        log2_scale: 42,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|one| one.parse::<usize>().unwrap());
    let log2_n = arguments.next().unwrap_or(13) as u32;
    let (slots, rounds) = (arguments.next(), arguments.next().unwrap_or(3));
    let own = parameters(log2_n, if log2_n > 15 { 9 } else { 1 });
    let shape = match log2_n {
        16.. => Shape::default(),
        _ => Shape {
            to_coefficients: 3,
            to_slots: 2,
            arcsine: 1,
            digit_limbs: 2,
            bits: 50,
            ..Shape::default()
        },
    };
    let bits = arguments.next().map_or(shape.bits, |bits| bits as u32);
    let shape = Shape { bits, ..shape };
    let slots = slots.unwrap_or(own.slots());
    let context = Context::exact(&own).unwrap();
    let seed = |number: u8| Seed::from_bytes([number; Seed::BYTES]);
    let secret = context.generate_secret_key(&seed(1)).unwrap();
    let public = context.generate_public_key(&secret, &seed(2)).unwrap();

    let started = Instant::now();
    let refresh = Refresh::<RnsRing>::exact(&context, slots, &shape).unwrap();
    let prepared = started.elapsed();
    let raised = refresh.raised().parameters().clone();
    let started = Instant::now();
    let keys = refresh.generate_keys(&secret, &seed(3)).unwrap();
    let made = started.elapsed();
    println!(
        "N = 2^{log2_n}, {slots} slots, {} levels above {}, log2 QP {:.0}, {} rotation keys",
        raised.top(),
        own.top(),
        raised.log2_qp(),
        refresh.exponents().len()
    );
    println!("matrices {:.2} s, keys {:.2} s", prepared.as_secs_f64(), made.as_secs_f64());

    let encoder = Encoder::new(own.index.degree(), Generator::Five).unwrap();
    let mut word = 88_172_645_463_325_252_u64;
    let mut real = || {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let z: Vec<Complex64> =
        (0..slots).map(|_| Complex64::new(real() / 1.5, real() / 1.5)).collect();
    let scale = own.scale();
    let target = Target { slots, scale: &scale, log2_modulus: own.log2_q(own.top()) };
    let coefficients = encoder.encode(&z, &target).unwrap();
    let plaintext = Plaintext::new(coefficients, scale.clone(), Magnitude::complex(1.0));
    let a = context.encrypt(&public, &plaintext, &seed(4)).unwrap();
    let mut times = Vec::new();
    for _ in 0..rounds {
        let started = Instant::now();
        let fresh = refresh.apply(&a, 1.0, &keys).unwrap();
        times.push(started.elapsed().as_secs_f64());
        let phase = context.decrypt(&secret, &fresh).unwrap();
        let found = encoder.decode_phase(&phase, slots, fresh.scale()).unwrap();
        let worst = found.iter().zip(&z).map(|(a, b)| (*a - *b).abs()).fold(0.0, f64::max);
        println!(
            "{:.3} s; worst slot {:.1} bits, stated {:.1}; average stated {:.1}",
            times[times.len() - 1],
            -worst.log2(),
            -context.log2_worst_error(&fresh),
            -context.log2_average_error(&fresh)
        );
    }
    times.sort_by(f64::total_cmp);
    println!("median {:.3} s", times[times.len() / 2]);
}

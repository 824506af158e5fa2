//! The standard ring and the conjugate-invariant one, of equal degree and chain, and so of equal security.
//!
//! `cargo run --release -p ringassay-scheme --example ckks_rings [-- log2 N …]`
//!
//! Of each operation the median processor time of one thread over rounds that take both rings in turn, as a row
//! of a table of Markdown.
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "common/medians.rs"]
mod medians;

use std::hint::black_box;

use ringassay_kernels::Backend;
use ringassay_ring::{
    RnsRing,
    primes::search_each,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, PublicKey, RingType,
        Scale, SecretKey,
        encoding::{Encoder, Generator, Target},
    },
    serial::Saved as _,
};

use medians::{Operation, medians};

const SCALE: u32 = 40;

/// One prime of 50 bits and others of 40, two special ones of 45; two primes to a digit.
fn parameters(ring: RingType, log2_n: u32) -> Parameters {
    let index = ring.index(1 << log2_n).unwrap();
    let levels = if log2_n < 14 { 2 } else { 7 };
    let bits = [vec![50], vec![SCALE; levels], vec![45; 2]].concat();
    let primes = search_each(&index, &bits).unwrap();
    let (own, special) = primes.split_at(levels + 1);
    Parameters {
        levels: own.iter().map(|&q| vec![q]).collect(),
        special: special.to_vec(),
        index,
        digit_limbs: 2,
        log2_scale: SCALE,
        generator: 5,
        secret: Distribution::BoundedTernary,
        sigma: 3.2,
    }
}

fn seed(n: u8) -> Seed {
    Seed::from_bytes([n; 32])
}

struct Instance {
    context: Context<RnsRing>,
    encoder: Encoder,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
    values: Vec<f64>,
    message: Plaintext,
    a: Ciphertext<RnsRing>,
}

impl Instance {
    fn new(ring: RingType, log2_n: u32) -> Self {
        let parameters = parameters(ring, log2_n);
        let context = Context::exact(&parameters).unwrap();
        let encoder = Encoder::in_ring(ring, 1 << log2_n, Generator::Five).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let rotation = [parameters.rotation(1)];
        let keys = context.generate_evaluation_keys(&secret, true, &rotation, &seed(3)).unwrap();
        let slots = parameters.slots();
        let values: Vec<f64> = (0..slots).map(|j| (j as f64 * 0.7).sin()).collect();
        let message = encoded(&encoder, &values, &parameters.scale());
        let a = context.encrypt(&public, &message, &seed(4)).unwrap();
        Self { context, encoder, secret, public, keys, values, message, a }
    }

    fn operations(&self) -> Vec<Operation<'_>> {
        let Self { context, encoder, secret, public, keys, values, message, a } = self;
        let scale = context.parameters().scale();
        let slots = values.len();
        let product = context.multiply(a, a, keys).unwrap();
        let phase = context.decrypt(secret, a).unwrap();
        let of_decode = scale.clone();
        vec![
            ("encode", 0.0, Box::new(move || drop(black_box(encoded(encoder, values, &scale))))),
            (
                "decode",
                0.0,
                Box::new(move || {
                    drop(black_box(encoder.decode_phase(&phase, slots, &of_decode).unwrap()));
                }),
            ),
            (
                "encrypt",
                0.0,
                Box::new(|| drop(black_box(context.encrypt(public, message, &seed(6)).unwrap()))),
            ),
            ("decrypt", 0.0, Box::new(|| drop(black_box(context.decrypt(secret, a).unwrap())))),
            ("a + b", 0.0, Box::new(|| drop(black_box(context.add(a, a).unwrap())))),
            (
                "a², relinearised",
                0.0,
                Box::new(|| {
                    let tensor = context.tensor_square(a).unwrap();
                    drop(black_box(context.relinearise(&tensor, keys).unwrap()));
                }),
            ),
            ("rescale", 0.0, Box::new(move || drop(black_box(context.rescale(&product).unwrap())))),
            ("rotate", 0.0, Box::new(|| drop(black_box(context.rotate(a, 1, keys).unwrap())))),
        ]
    }
}

fn encoded(encoder: &Encoder, values: &[f64], scale: &Scale) -> Plaintext {
    let target = Target { slots: values.len(), scale, log2_modulus: 100.0 };
    let coefficients = encoder.encode_real(values, &target).unwrap();
    Plaintext::new(coefficients, scale.clone(), Magnitude::real(1.0))
}

fn compare(log2_n: u32) {
    let both = RingType::ALL.map(|ring| Instance::new(ring, log2_n));
    let bytes = both.each_ref().map(|x| x.a.save(&x.context).unwrap().len());
    let errors = both
        .each_ref()
        .map(|x| (x.context.log2_average_error(&x.a), x.context.log2_worst_error(&x.a)));
    let log2_qp = both.each_ref().map(|x| x.context.parameters().log2_qp());
    println!("| N = 2^{log2_n} | {} | {} | |", RingType::ALL[0].name(), RingType::ALL[1].name());
    println!("|---|---|---|---|");
    println!("| log2 QP | {:.1} | {:.1} | |", log2_qp[0], log2_qp[1]);
    println!("| real numbers | {} | {} | |", both[0].values.len(), both[1].values.len());
    println!("| bytes of a ciphertext | {} | {} | |", bytes[0], bytes[1]);
    println!(
        "| error of a fresh slot, log2: average, bound | {:.1}, {:.1} | {:.1}, {:.1} | |",
        errors[0].0, errors[0].1, errors[1].0, errors[1].1
    );
    let (standard, real) = (both[0].operations(), both[1].operations());
    let mut operations: Vec<Operation<'_>> =
        standard.into_iter().zip(real).flat_map(|(a, b)| [a, b]).collect();
    let times = medians(7, &mut operations);
    let pairs = times.as_chunks::<2>().0;
    for ((name, _, _), [standard, real]) in operations.iter().step_by(2).zip(pairs) {
        let [a, b] = [standard, real].map(|ns| ns / 1e6);
        println!("| {name}, ms | {a:.3} | {b:.3} | {:.2} |", b / a);
    }
}

fn main() {
    let asked: Vec<u32> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    println!("backend {}, one thread", Backend::chosen().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let degrees = if asked.is_empty() { vec![13, 14] } else { asked };
        degrees.into_iter().for_each(compare);
    });
}

//! Time of CKKS operations on one thread, beside the transforms that they take.
//!
//! `cargo run --release -p ringassay-functions --example ckks_timing [-- log2 N …]`
//!
//! For each chain: log2 Q·P, digits, limbs of P; then for each operation the median processor time of a
//! thread over interleaved rounds, the number of transforms it takes, and its time over theirs, measured in the
//! same rounds. Limbs have at most 50 bits.
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../../scheme/examples/common/medians.rs"]
mod medians;

use std::hint::black_box;

use ringassay_functions::transform::{Cyclic, LinearTransform, TransformPlan, apply};
use ringassay_kernels::Backend;
use ringassay_ring::{
    Crt, RnsRing,
    index::Index,
    primes::search_each,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Ring, Role,
    ckks::{Context, Magnitude, Parameters, Plaintext, Scale},
};

use medians::{Operation, medians};

/// log2 N, bits of the primes of Q, of those of P, primes to a digit.
type Chain = (u32, Vec<u32>, Vec<u32>, usize);

fn chains() -> Vec<Chain> {
    let repeated = |first: u32, bits: u32, count: usize| {
        let mut all = vec![bits; count];
        all[0] = first;
        all
    };
    vec![
        (14, repeated(50, 40, 8), vec![50], 1),
        (14, repeated(50, 40, 8), vec![48; 2], 2),
        (15, repeated(48, 48, 15), vec![48; 3], 3),
        (16, repeated(49, 49, 25), vec![49; 5], 5),
        (16, repeated(48, 48, 27), vec![48; 9], 9),
    ]
}

fn parameters((log2_n, q, p, digit_limbs): &Chain) -> Parameters {
    let index = Index::new(2 << log2_n).unwrap();
    let primes = search_each(&index, &[&q[..], p].concat()).unwrap();
    Parameters {
        levels: primes[..q.len()].iter().map(|&q| vec![q]).collect(),
        special: primes[q.len()..].to_vec(),
        index,
        digit_limbs: *digit_limbs,
        log2_scale: 40,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

fn measure(chain: &Chain) {
    let parameters = parameters(chain);
    let context = Context::exact(&parameters).unwrap();
    let seed = |n: u8| Seed::from_bytes([n; 32]);
    let secret = context.generate_secret_key(&seed(1)).unwrap();
    let public = context.generate_public_key(&secret, &seed(2)).unwrap();
    let exponents: Vec<u32> =
        std::iter::once(parameters.rotation(1)).chain(parameters.conjugation()).collect();
    let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed(3)).unwrap();
    let n = parameters.index.degree();
    let coefficients: Vec<i128> = (0..n as i128).map(|i| (i * i * 7919) % (1 << 30)).collect();
    let message = Plaintext::new(coefficients, parameters.scale(), Magnitude::complex(1.0));
    let a = context.encrypt(&public, &message, &seed(4)).unwrap();
    let b = context.encrypt_secret(&secret, &message, &seed(5)).unwrap();
    let product = context.tensor(&a, &b).unwrap();
    let hoisted = context.hoist(&a).unwrap();
    let q = Scale::of_primes(context.rescaling_primes(parameters.top()));
    let factor = Plaintext::new(message.coefficients().to_vec(), q, Magnitude::complex(1.0));
    let factor = context.prepare(&factor, parameters.top(), Role::Factor).unwrap();

    let (limbs, special) = (parameters.limbs(parameters.top()), parameters.special.len());
    let digits = parameters.digits().len();
    println!(
        "N = 2^{}: {limbs} + {special} limbs, log2 QP = {:.0}, {digits} digits of {} primes",
        n.ilog2(),
        parameters.log2_qp(),
        parameters.digit_limbs
    );
    // Of one limb, many at once.
    let ring: RnsRing = context.ring().pick(&(0..limbs).collect::<Vec<_>>());
    let mut element = Some(ring.uniform(&seed(9)));
    let (l, k, d) = (limbs as f64, special as f64, digits as f64);
    let divisions = 2.0 * (l + k);
    let switch = d * (l + k) + divisions;
    let mut operations: Vec<Operation<'_>> = vec![
        (
            "transform and inverse of all limbs",
            2.0 * l,
            Box::new(|| {
                let x: ringassay_ring::Element<Crt> = element.take().unwrap();
                element = Some(RnsRing::into_crt(RnsRing::into_powerful(x)));
            }),
        ),
        (
            "relinearise",
            switch,
            Box::new(|| drop(black_box(context.relinearise(&product, &keys).unwrap()))),
        ),
        ("rotate", switch, Box::new(|| drop(black_box(context.rotate(&a, 1, &keys).unwrap())))),
        (
            "rotate, hoisted",
            divisions,
            Box::new(|| drop(black_box(context.rotate_hoisted(&hoisted, 1, &keys).unwrap()))),
        ),
        ("conjugate", switch, Box::new(|| drop(black_box(context.conjugate(&a, &keys).unwrap())))),
        (
            "multiply and relinearise",
            switch,
            Box::new(|| drop(black_box(context.multiply(&a, &b, &keys).unwrap()))),
        ),
        (
            "product without relinearising",
            0.0,
            Box::new(|| drop(black_box(context.tensor(&a, &b).unwrap()))),
        ),
        (
            "relinearise, then rescale",
            switch + 2.0 * l,
            Box::new(|| {
                let product = context.relinearise(&product, &keys).unwrap();
                drop(black_box(context.rescale(&product).unwrap()));
            }),
        ),
        (
            "relinearise and rescale at once",
            switch,
            Box::new(|| {
                let product = product.clone();
                drop(black_box(context.relinearise_and_rescale(product, &keys).unwrap()));
            }),
        ),
        ("rescale", 2.0 * l, Box::new(|| drop(black_box(context.rescale(&a).unwrap())))),
        ("add", 0.0, Box::new(|| drop(black_box(context.add(&a, &b).unwrap())))),
        (
            "multiply by a plaintext",
            0.0,
            Box::new(|| drop(black_box(context.multiply_prepared(&a, &factor).unwrap()))),
        ),
        (
            "encrypt",
            3.0 * (l + 1.0),
            Box::new(|| drop(black_box(context.encrypt(&public, &message, &seed(6)).unwrap()))),
        ),
        ("decrypt", 0.0, Box::new(|| drop(black_box(context.decrypt(&secret, &a).unwrap())))),
    ];
    let rounds = 7;
    let times = medians(rounds, &mut operations);
    let transform = times[0] / (2.0 * l);
    println!(
        "  {:<36} {:>9.3} ms, {:.1} µs a limb",
        operations[0].0,
        times[0] / 1e6,
        transform / 1e3
    );
    for ((name, count, _), time) in operations.iter().zip(&times).skip(1) {
        let ratio = match count {
            0.0 => String::new(),
            count => {
                format!(", {count:.0} transforms: {:.2} times theirs", time / (count * transform))
            }
        };
        println!("  {name:<36} {:>9.3} ms{ratio}", time / 1e6);
    }
}

/// Linear transforms with the diagonals 0 to below a number of them, at N = 2^14.
fn transforms() {
    let parameters = parameters(&(14, [vec![50], vec![40; 6]].concat(), vec![48; 2], 2));
    let context = Context::exact(&parameters).unwrap();
    let seed = |n: u8| Seed::from_bytes([n; 32]);
    let secret = context.generate_secret_key(&seed(1)).unwrap();
    let n = parameters.index.degree();
    let coefficients: Vec<i128> = (0..n as i128).map(|i| (i * i * 7919) % (1 << 30)).collect();
    let scale = Scale::of_primes(context.rescaling_primes(parameters.top()));
    let plaintext = |scale| Plaintext::new(coefficients.clone(), scale, Magnitude::complex(1.0));
    let a = context.encrypt_secret(&secret, &plaintext(parameters.scale()), &seed(2)).unwrap();
    println!("N = 2^14: 7 + 2 limbs, log2 QP = {:.0}", parameters.log2_qp());
    for count in [1, 16, 64, 256] {
        let (indices, group) = (Vec::from_iter(0..count), Cyclic::new(&parameters, n / 2));
        let plan = TransformPlan::new(&context, &group, &indices, parameters.top()).unwrap();
        let exponents = plan.exponents();
        let keys = context.generate_evaluation_keys(&secret, false, &exponents, &seed(3)).unwrap();
        let (babies, giants) = (plan.baby_rotations().len(), plan.giant_rotations().len());
        let encode = |_| Ok(plaintext(scale.clone()));
        let transform = LinearTransform::new(&context, plan, parameters.top(), encode).unwrap();
        let run = || drop(black_box(apply(&context, &a, &transform, &keys).unwrap()));
        let mut operations: Vec<Operation<'_>> = vec![("transform", 0.0, Box::new(run))];
        let time = medians(5, &mut operations)[0] / 1e6;
        println!("  {count:>3} diagonals, {babies} baby and {giants} giant steps {time:>12.3} ms");
    }
}

fn main() {
    let asked: Vec<u32> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    println!("backend {}, one thread", Backend::chosen().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for chain in chains().iter().filter(|chain| asked.is_empty() || asked.contains(&chain.0)) {
            measure(chain);
        }
        if asked.is_empty() || asked.contains(&14) {
            transforms();
        }
    });
}

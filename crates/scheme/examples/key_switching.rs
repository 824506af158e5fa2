//! CPU times of BGV's operations with keys, for primes of a given shape.
//!
//! Usage: `key_switching INDEX T BITS COUNT SPECIAL_BITS SPECIAL_COUNT DIGIT_LIMBS ROTATIONS ROUNDS`: Q of
//! COUNT primes of BITS bits, P of SPECIAL_COUNT primes of SPECIAL_BITS bits, digits of DIGIT_LIMBS primes,
//! ROTATIONS rotation keys. Prints median and least times in microseconds, bytes of the keys and the most
//! memory of the process. Two builds are compared by running them in turns.

use std::{error::Error, hint::black_box, time::Duration};

use ringassay_ring::{
    index::Index,
    primes::is_prime,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    bgv::{Context, Parameters, PlaintextModulus},
    serial::Saved,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> =
        std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let [m, t, bits, count, special_bits, special_count, digit_limbs, rotations, rounds] =
        arguments[..]
    else {
        return Err(
            "usage: INDEX T BITS COUNT SPECIAL_BITS SPECIAL_COUNT DIGIT_LIMBS ROTATIONS ROUNDS"
                .into(),
        );
    };
    let index = Index::new(m)?;
    let mut used = Vec::new();
    let special = primes(m * t, special_bits, special_count, &mut used);
    let large = primes(m * t, bits, count, &mut used);
    let parameters = Parameters {
        index: index.clone(),
        plaintext: PlaintextModulus { prime: t, exponent: 1 },
        large,
        small: Vec::new(),
        special,
        digit_limbs: digit_limbs as usize,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::Ternary,
        sigma: 3.2,
    };
    let context = Context::exact(&parameters)?;
    let seed = Seed::from_os()?;
    let secret = context.generate_secret_key(&seed)?;
    let public = context.generate_public_key(&secret, &seed)?;
    let exponents: Vec<u32> = (1..=rotations as u32).map(|i| 2 * i + 1).collect();
    let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed)?;
    let message = vec![1; index.degree()];
    let plaintext = context.plaintext(message)?;
    let [a, b] = [
        context.encrypt(&public, &plaintext, &seed)?,
        context.encrypt(&public, &plaintext, &seed)?,
    ];
    let top = context.modulus_chain().top();
    let product = context.tensor(&a, &b)?;
    println!(
        "m {m} log2_q {:.1} log2_p {:.1} limbs {count}+{special_count} digits {} keys {:?} peak_kib {}",
        parameters.log2_q(),
        parameters.log2_p(),
        parameters.digits().len(),
        keys.sizes(&context)?,
        peak_kib(),
    );
    let mut operations = vec![
        ("encrypt", work(|| context.encrypt(&public, &plaintext, &seed))),
        ("encrypt_secret", work(|| context.encrypt_secret(&secret, &plaintext, &seed))),
        ("multiply", work(|| context.multiply(&a, &b, &keys))),
        ("relinearise", work(|| context.relinearise(&product, &keys))),
        ("switch", work(|| context.switch_to(&a, top - 1))),
    ];
    if rotations > 0 {
        operations.push(("automorphism", work(|| context.automorphism(&a, 3, &keys))));
    }
    let mut times = vec![Vec::new(); operations.len()];
    for round in 0..=rounds {
        for (times, (_, operation)) in times.iter_mut().zip(&mut operations) {
            let start = cpu();
            for _ in 0..5 {
                operation()?;
            }
            if round > 0 {
                times.push((cpu() - start).as_secs_f64() * 1e6 / 5.0);
            }
        }
    }
    for ((name, _), mut times) in operations.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!("{name:16} {:10.1} {:10.1}", times[times.len() / 2], times[0]);
    }
    println!("peak_kib {}", peak_kib());
    Ok(())
}

/// The largest primes below 2^`bits` that are 1 modulo `step` and not used yet.
fn primes(step: u64, bits: u64, count: u64, used: &mut Vec<u64>) -> Vec<u64> {
    let first = ((1 << bits) - 2) / step * step + 1;
    let candidates = (0..).map(|i| first - i * step);
    let found = candidates.filter(|q| !used.contains(q) && is_prime(*q)).take(count as usize);
    let found: Vec<u64> = found.collect();
    used.extend(&found);
    found
}

type Work<'a> = Box<dyn FnMut() -> Result<(), ringassay_scheme::Error> + 'a>;

/// Work whose result is dropped.
fn work<'a, T>(mut f: impl FnMut() -> Result<T, ringassay_scheme::Error> + 'a) -> Work<'a> {
    Box::new(move || {
        black_box(f()?);
        Ok(())
    })
}

/// CPU time of the process so far.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let ns = text.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0);
    Duration::from_nanos(ns)
}

/// The most memory that the process had, in KiB.
fn peak_kib() -> String {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(String::new, |line| line.trim().to_owned())
}

//! Times of keys and gates with the standard parameters on one thread, for every backend that the machine has, in turns:
//! `cargo run --release -p ringassay-gates --example timing [ROUNDS]`.

use std::time::Instant;

use ringassay_gates::{Context, Error, Evaluator, Gate, Job, Lookup, Parameters, SecretKey, Table};
use ringassay_kernels::Backend;
use ringassay_ring::{RnsRing, index::Index};
use ringassay_scheme::FreshSeed;

/// How long a call takes.
fn milliseconds(f: impl FnOnce() -> Result<(), Error>) -> Result<f64, Error> {
    let start = Instant::now();
    f()?;
    Ok(start.elapsed().as_secs_f64() * 1000.0)
}

fn evaluator(backend: Backend) -> Result<(Evaluator<RnsRing>, SecretKey<RnsRing>), Error> {
    let parameters = Parameters::standard();
    let index = Index::new(2 * parameters.degree as u64).map_err(ringassay_scheme::Error::from)?;
    let ring = RnsRing::with_backend(&index, &[parameters.q], backend);
    let ring = ring.map_err(ringassay_scheme::Error::from)?;
    let context = Context::over(parameters, ring)?;
    let seed = || FreshSeed::from_os().map_err(|error| Error::Parameters(error.to_string()));
    let secret = SecretKey::new(&context, seed()?)?;
    let start = Instant::now();
    let key = secret.evaluation_key(&context, seed()?)?;
    let made = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let evaluator = Evaluator::new(&context, &key)?;
    let prepared = start.elapsed().as_secs_f64();
    println!("{backend:?}: key made in {made:.2} s, prepared in {prepared:.2} s");
    Ok((evaluator, secret))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(20), |text| text.parse::<usize>())?;
    let parameters = Parameters::standard();
    println!("security {:?}", parameters.security()?);
    for gate in [Gate::And, Gate::Xor, Gate::Majority, Gate::Xor3] {
        println!("{gate:?}: wrong with 2^{:.1}", parameters.log2_failure(&gate.form()));
    }
    println!("key as kept: {:.1} MB", parameters.key_bytes() as f64 / 1e6);
    rayon::ThreadPoolBuilder::new().num_threads(1).build()?.install(|| {
        measure(rounds)?;
        (1..=4).try_for_each(|bits| lookups(bits, rounds))
    })?;
    Ok(())
}

/// Lookups of words of so many bits, of eight in one batch, with the best instructions that there are.
fn lookups(bits: u32, rounds: usize) -> Result<(), Error> {
    let Some(parameters) = Parameters::words(bits) else { return Ok(()) };
    let context = Context::new(parameters)?;
    let seed = || FreshSeed::from_os().map_err(|error| Error::Parameters(error.to_string()));
    let secret = SecretKey::new(&context, seed()?)?;
    let evaluator = Evaluator::new(&context, &secret.evaluation_key(&context, seed()?)?)?;
    let table = [Table::of(bits, bits, |word| word * word + 1)?];
    let words = secret.encrypt_words(&context, bits, &[1; 8], seed()?)?;
    let jobs: Vec<_> = words.iter().map(|word| Lookup { word, tables: &table }).collect();
    let mut times = Vec::new();
    for _ in 0..rounds {
        times.push(milliseconds(|| evaluator.lookups(&jobs).map(drop))? / 8.0);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "a lookup of {bits} bits, of 8: least {:.2} ms, median {:.2} ms",
        times[0],
        times[rounds / 2]
    );
    Ok(())
}

/// Each backend once in each round: the least and the median are printed.
fn measure(rounds: usize) -> Result<(), Error> {
    let mut keys = Vec::new();
    for backend in Backend::available() {
        keys.push((backend, evaluator(backend)?, Vec::new(), Vec::new()));
    }
    for _ in 0..rounds {
        for (_, (evaluator, secret), alone, batch) in &mut keys {
            let seed =
                FreshSeed::from_os().map_err(|error| Error::Parameters(error.to_string()))?;
            let bits = secret.encrypt(evaluator.context(), &[true; 16], seed)?;
            alone.push(milliseconds(|| {
                evaluator.gate(Gate::Nand, &[&bits[0], &bits[1]]).map(drop)
            })?);
            let jobs: Vec<Job<'_, _>> = bits
                .chunks(2)
                .map(|pair| Job { gate: Gate::Nand, operands: pair.iter().collect() })
                .collect();
            batch.push(milliseconds(|| evaluator.gates(&jobs).map(drop))? / 8.0);
        }
    }
    for (backend, _, alone, batch) in &mut keys {
        for (name, times) in [("one gate", alone), ("a gate of a batch of 8", batch)] {
            times.sort_by(f64::total_cmp);
            let median = times[times.len() / 2];
            println!("{backend:?}, {name}: least {:.2} ms, median {median:.2} ms", times[0]);
        }
    }
    Ok(())
}

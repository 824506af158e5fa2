//! What fixed seeds give is what they have always given: saved objects of every kind, the result of every operation,
//! and what each function costs. Objects that were saved by an earlier version therefore load, and predictions stay.
//!
//! `vectors/saved/papers.txt` has the end of each object, which is the end of a BLAKE3 hash of all before it, and what is
//! computed; `papers-memory-BACKEND.txt` the bytes that functions hold at most and take in all, which differ with how a backend
//! keeps what it multiplies with.

use std::{fmt::Write as _, sync::Arc};

use num_bigint::BigUint;
use ringassay_bigring::MultiprecisionRing;
use ringassay_cost::{CostRecorder, Operations};
use ringassay_kernels::Backend;
use ringassay_papers::{
    MultiprecisionScheme,
    rlwe::Parameters,
    saved::{save_ciphertext, save_evaluation_vector, save_parameters},
    scheme::{Family, FntruFamily, FvFamily, ShieldFamily, YasheFamily},
    tally::TallyMultiprecision,
};
use ringassay_ring::sample::Seed;

use crate::common::schemes::{Functions, Program, message};

const KNOWN: &str = include_str!("../../../../vectors/saved/papers.txt");

/// The file of a backend, and what it has.
fn memory_of(backend: Backend) -> (&'static str, &'static str) {
    match backend {
        Backend::Portable => (
            "papers-memory-portable.txt",
            include_str!("../../../../vectors/saved/papers-memory-portable.txt"),
        ),
        // The same arithmetic.
        Backend::Avx2 | Backend::Neon => (
            "papers-memory-avx2.txt",
            include_str!("../../../../vectors/saved/papers-memory-avx2.txt"),
        ),
        Backend::Avx512 => (
            "papers-memory-avx512.txt",
            include_str!("../../../../vectors/saved/papers-memory-avx512.txt"),
        ),
    }
}

fn objects<F: Family>(parameters: &Parameters) -> Vec<(&'static str, Vec<u8>)> {
    let ring = MultiprecisionRing::new(parameters.degree, &parameters.q).unwrap();
    let scheme = F::Over::new(parameters, ring).unwrap();
    let seed = |number| Seed::from_bytes([number; 32]);
    let (secret, public) = scheme.generate_keys(&seed(1)).unwrap();
    let vector = scheme.draw_evaluation_vector(&secret, &public, &seed(2)).unwrap();
    let key = scheme.evaluation_key(vector.as_ref()).unwrap();
    let message = message(parameters);
    let a = scheme.encrypt(&public, &message, &seed(3)).unwrap();
    let b = scheme.encrypt_short(&public, &[1, 0, 1], &seed(4)).unwrap();
    let sum = scheme.add(&a, &b, &key).unwrap();
    let product = scheme.multiply(&sum, &b, &key).unwrap();
    let next = scheme.multiply(&product, &b, &key).unwrap();
    let saved = |x| save_ciphertext(&scheme, x).unwrap();
    let mut objects = vec![
        ("parameters", save_parameters(F::SCHEME, parameters).unwrap()),
        ("fresh", saved(&a)),
        ("fresh, short", saved(&b)),
        ("constant", saved(&scheme.constant(&message).unwrap())),
        ("short constant", saved(&scheme.short_constant(&[1, 1]).unwrap())),
        ("sum", saved(&sum)),
        ("negative", saved(&scheme.negate(&sum))),
        ("multiple", saved(&scheme.scale(&sum, 3).unwrap())),
        ("even multiple", saved(&scheme.scale(&sum, -2).unwrap())),
        ("product", saved(&product)),
        ("product of a product", saved(&next)),
        ("sum of products", saved(&scheme.add(&product, &next, &key).unwrap())),
        ("product made ready", saved(&scheme.ready(next.clone(), &key).unwrap())),
    ];
    if let Some(vector) = vector {
        objects.push(("evaluation key", save_evaluation_vector(&scheme, &vector).unwrap()));
    }
    objects
}

fn lines<F: Family>(
    [found, memory]: [&mut String; 2],
    bits: u32,
    offset: i32,
    t: u64,
    log2_w: u32,
) {
    let q = BigUint::from(1_u32) << bits;
    let q = if offset < 0 { q - offset.unsigned_abs() } else { q + offset as u32 };
    let parameters = Parameters { degree: 16, q, t, log2_w };
    let name = format!("{} {bits}", F::SCHEME);
    for (what, bytes) in objects::<F>(&parameters) {
        write!(found, "{name} {what} ").unwrap();
        bytes[bytes.len() - 16..].iter().for_each(|byte| write!(found, "{byte:02x}").unwrap());
        found.push('\n');
    }
    let recorder = Arc::new(CostRecorder::new());
    let ring = TallyMultiprecision::new(parameters.degree, &parameters.q, &recorder).unwrap();
    Functions::<F>::new(parameters).run(&ring, &|name| recorder.phase(name)).unwrap();
    drop(ring);
    let record = recorder.record();
    for phase in &record.phases {
        let (kinds, calls) = (phase.counts.len(), phase.counts.values().sum::<u64>());
        let (peak, total) = (phase.peak_bytes, phase.total_bytes);
        let what = &phase.name;
        writeln!(found, "{name} {what}: {calls} calls of {kinds} kinds").unwrap();
        writeln!(memory, "{name} {what}: {peak} {total}").unwrap();
    }
    writeln!(found, "{name} {:?}", Operations::of_record(&record)).unwrap();
}

/// Fails, with the new file, unless these lines are what is known.
fn compare(file: &str, known: &str, found: &str) {
    if found == known {
        return;
    }
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    std::fs::write(&path, found).unwrap();
    let changed: Vec<&str> =
        found.lines().filter(|line| !known.lines().any(|known| known == *line)).collect();
    panic!(
        "{changed:#?} are not in vectors/saved/{file}: if that is meant, the new file is {}",
        path.display()
    );
}

#[test]
fn fixed_seeds_give_what_they_have_always_given() {
    let [mut found, mut memory] = [String::new(), String::new()];
    for (bits, offset) in [(40, 15), (64, -59), (130, -5)] {
        lines::<FvFamily>([&mut found, &mut memory], bits, offset, 5, 7);
        lines::<YasheFamily>([&mut found, &mut memory], bits, offset, 2, 10);
        lines::<FntruFamily>([&mut found, &mut memory], bits, offset, 2, 20);
    }
    lines::<ShieldFamily>([&mut found, &mut memory], 20, 0, 2, 1);
    lines::<ShieldFamily>([&mut found, &mut memory], 65, 0, 2, 1);
    compare("papers.txt", KNOWN, &found);
    let (file, known) = memory_of(Backend::chosen().unwrap());
    compare(file, known, &memory);
}

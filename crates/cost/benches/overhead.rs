//! What the vocabulary of schemes costs, and how fast a tally is.
//!
//! `cargo bench -p ringassay-cost --bench overhead [-- ROUNDS]`
//!
//! 1. Each operation of the computing ring through [`Ring`] and called directly, in turns: the
//!    medians and their ratio, which should be 1.00. On one thread. (The meter is compiled in, as for
//!    the tests, and idle: on both sides alike.)
//! 2. The tally: nanoseconds for each operation, and how often a second BGV's five functions can be
//!    tallied, on one thread.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, unused_macros, reason = "this program uses a part")]
#[path = "../tests/all/common/mod.rs"]
mod common;

use std::{hint::black_box, sync::Arc, time::Instant};

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_ring::{
    Crt, Element, RnsRing,
    gadget::{DigitTable, RnsGadget},
    rns::Switch,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    Error, Fused, Ring,
    bgv::{Context, Plaintext},
};

fn main() {
    let rounds = std::env::args().filter_map(|argument| argument.parse().ok()).next();
    let rounds: usize = rounds.unwrap_or(301);
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        println!("through the trait, directly [µs], ratio; {rounds} rounds");
        for (m, limbs) in [(1024, 1), (1024, 4), (8192, 4), (32_768, 8), (1728, 4)] {
            trait_overhead(m, limbs, rounds);
        }
        tally_speed();
    });
}

/// Medians of both, measured in turns, in µs.
fn in_turns<A, B>(
    rounds: usize,
    mut first: impl FnMut() -> A,
    mut second: impl FnMut() -> B,
) -> [f64; 2] {
    // Calls that take less than about 20 µs are repeated.
    let start = Instant::now();
    black_box((first(), second()));
    let repeat = (40_000 / start.elapsed().as_nanos().max(1)).clamp(1, 1000) as usize;
    let mut samples = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        for side in [round % 2, 1 - round % 2] {
            let start = Instant::now();
            for _ in 0..repeat {
                if side == 0 {
                    black_box(first());
                } else {
                    black_box(second());
                }
            }
            samples[side].push(start.elapsed().as_nanos() as f64 / 1000.0 / repeat as f64);
        }
    }
    samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[samples.len() / 2]
    })
}

fn trait_overhead(m: u64, limbs: usize, rounds: usize) {
    let ring = common::ring(m, &vec![45; limbs + 1]);
    let seed = Seed::from_bytes([1; 32]);
    let source: Vec<usize> = (0..limbs).collect();
    let (below, all) = (ring.pick(&source), ring.clone());
    let (x, y) = (below.uniform(&seed), below.uniform(&seed.derive(Label::new("y"), 0)));
    let report = |name: &str, [through, directly]: [f64; 2]| {
        let ratio = through / directly;
        println!("{m:>6} × {limbs}  {name:<14}{through:>10.3}{directly:>10.3}{ratio:>8.3}");
    };
    let product = in_turns(rounds, || multiply::<RnsRing>(&x, &y), || x.try_mul(&y).unwrap());
    report("multiply", product);
    let (mut sum, mut direct) = (x.clone(), x.clone());
    let both =
        in_turns(rounds, || add::<RnsRing>(&mut sum, &y), || direct.try_add_assign(&y).unwrap());
    report("add", both);
    if limbs > 1 {
        let to = &source[..limbs - 1];
        let through = Ring::switch_between(&ring, &source, to, 2).unwrap();
        let directly = Switch::new(&ring, &source, to, 2).unwrap();
        let switch =
            in_turns(rounds, || change::<RnsRing>(&x, &through), || x.switch(&directly).unwrap());
        report("switch", switch);
    }
    let groups: Vec<_> = source.iter().map(|&i| i..i + 1).collect();
    let through = Ring::gadget(&ring, &groups).unwrap();
    let directly = RnsGadget::new(&ring.zqs(), 0..limbs, 1).unwrap();
    let elements: Vec<Element<Crt>> = groups.iter().map(|_| ring.uniform(&seed)).collect();
    let table = DigitTable::new(&elements).unwrap();
    let positions: Vec<usize> = (0..=limbs).collect();
    let key_switch = in_turns(
        rounds,
        || key_switching_key::<RnsRing>(&x, &through, &all, &table, &positions, &source),
        || {
            let digits = x.digits(&directly, &all).unwrap();
            digits.inner_product(&table, &positions, &source).unwrap()
        },
    );
    report("digits, key-switching key", key_switch);
}

// As schemes are: they know nothing of the ring but the trait.

fn multiply<R: Ring>(x: &R::Element<Crt>, y: &R::Element<Crt>) -> R::Element<Crt> {
    R::Fused::mul(x, y).unwrap()
}

fn add<R: Ring>(x: &mut R::Element<Crt>, y: &R::Element<Crt>) {
    R::add_assign(x, y).unwrap();
}

fn change<R: Ring>(x: &R::Element<Crt>, switch: &R::Switch) -> R::Element<Crt> {
    R::switch(x, switch).unwrap()
}

fn key_switching_key<R: Ring>(
    x: &R::Element<Crt>,
    gadget: &R::Gadget,
    target: &R,
    table: &R::Table,
    limbs: &[usize],
    which: &[usize],
) -> R::Element<Crt> {
    let digits = R::digits(x, gadget, target).unwrap();
    R::inner_product(&digits, table, limbs, which).unwrap()
}

fn tally_speed() {
    let ring: RnsRing = common::ring(8192, &[45; 7]);
    let (index, moduli) = (ring.index().clone(), ring.moduli().to_vec());
    let recorder = Arc::new(CostRecorder::new());
    let tally = TallyRing::new(&index, &moduli, &recorder).unwrap();
    let (x, y) = (tally.zero::<Crt>(), tally.zero::<Crt>());
    let mut sum = tally.zero::<Crt>();
    println!("\nthe tally [ns]");
    let each = |name: &str, operation: &mut dyn FnMut()| {
        let start = Instant::now();
        let count = 200_000;
        (0..count).for_each(|_| operation());
        println!("{name:<24}{:>10.0}", start.elapsed().as_nanos() as f64 / f64::from(count));
    };
    each("add", &mut || add::<TallyRing>(&mut sum, &y));
    each("multiply", &mut || drop(multiply::<TallyRing>(&x, &y)));
    each("the ring", &mut || drop(TallyRing::new(&index, &moduli, &recorder).unwrap()));

    let parameters = common::bgv_parameters(16_384, 4);
    let moduli: Vec<u64> = parameters.primes().collect();
    let tally =
        || TallyRing::new(&parameters.index, &moduli, &Arc::new(CostRecorder::new())).unwrap();
    let context = Context::new(&parameters, &tally()).unwrap();
    let plaintext = context.plaintext(vec![1; parameters.index.degree()]).unwrap();
    let known = rate(|| application(&context, &plaintext).unwrap());
    let new = rate(|| {
        let ring = tally();
        let context = Context::new(&parameters, &ring).unwrap();
        application(&context, &plaintext).unwrap();
        drop(context);
        black_box(ring.recorder().record());
    });
    println!("\nfive functions of BGV (keys, encrypt, add, multiply, decrypt), times a second");
    println!("{:<24}{known:>10.0}", "of a known context");
    println!("{:<24}{new:>10.0}", "with ring, context and record");
}

/// How often a second something can be done.
fn rate(mut f: impl FnMut()) -> f64 {
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed().as_millis() < 1000 {
        f();
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

fn application<R: Ring>(context: &Context<R>, plaintext: &Plaintext) -> Result<(), Error> {
    let seed = Seed::from_bytes([5; 32]);
    let secret = context.generate_secret_key(&seed)?;
    let public = context.generate_public_key(&secret, &seed)?;
    let keys = context.generate_evaluation_keys(&secret, true, &[], &seed)?;
    let a = context.encrypt(&public, plaintext, &seed)?;
    let sum = context.add(&a, &a)?;
    let product = context.multiply(&sum, &a, &keys)?;
    context.decrypt(&secret, &product)?;
    Ok(())
}

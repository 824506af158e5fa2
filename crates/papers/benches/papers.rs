//! What multiprecision schemes take, executed and tallied, on one thread.
//!
//! `cargo bench -p ringassay-cost --bench multiprecision`
//!
//! 1. The five-function application of FV at n = 4096, w = 4, for several moduli: each function, and how
//!    often a second it can be tallied, with and without ring, context and record.
//! 2. The same in total for YASHE', F-NTRU and SHIELD, and the inverse of a secret.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "this program uses a part")]
#[path = "../tests/all/common/schemes.rs"]
mod schemes;

use std::{cell::RefCell, hint::black_box, sync::Arc, time::Instant};

use num_bigint::BigUint;
use ringassay_bigring::{MultiprecisionRing, SmallVector};
use ringassay_cost::{CostRecorder, Operations};
use ringassay_papers::{
    Multiprecision,
    fv::Fv,
    rlwe::Parameters,
    scheme::{FntruFamily, FvFamily, ShieldFamily, YasheFamily},
    tally::TallyMultiprecision,
};
use schemes::{Functions, Program, functions};

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        for (bits, log2_w) in [(100, 2), (300, 2), (100, 42)] {
            fv(bits, log2_w);
        }
        let parameters = |degree, bits: u32, log2_w| Parameters {
            degree,
            q: BigUint::from(1_u32) << bits,
            t: 2,
            log2_w,
        };
        for bits in [100, 300] {
            both("YASHE'", &Functions::<YasheFamily>::new(parameters(4096, bits, 2)), 4096, bits);
            inverse(4096, bits);
        }
        for bits in [20, 40] {
            both("F-NTRU", &Functions::<FntruFamily>::new(parameters(1024, bits, 2)), 1024, bits);
            both("SHIELD", &Functions::<ShieldFamily>::new(parameters(1024, bits, 1)), 1024, bits);
        }
    });
}

fn fv(bits: u32, log2_w: u32) {
    let q = BigUint::from(1_u32) << bits;
    let parameters = Parameters { degree: 4096, q: q.clone(), t: 2, log2_w };
    println!("\nFV, n = 4096, q = 2^{bits}, w = 2^{log2_w}: executed [ms]");
    let start = Instant::now();
    let ring = MultiprecisionRing::new(4096, &q).unwrap();
    println!("{:<24}{:>10.2}", "the ring", milliseconds(start));
    let application = Functions::<FvFamily>::new(parameters.clone());
    application.run(&ring, &|_| ()).unwrap();
    let (last, times) = (RefCell::new(Instant::now()), RefCell::new(Vec::new()));
    let phase = |name: &str| {
        let elapsed = milliseconds(last.replace(Instant::now()));
        times.borrow_mut().push((name.to_owned(), elapsed));
    };
    application.run(&ring, &phase).unwrap();
    phase("end");
    let times = times.into_inner();
    for (now, later) in times.iter().zip(&times[1..]) {
        println!("{:<24}{:>10.2}", now.0, later.1);
    }
    println!("{:<24}{:>10.2}", "in all", times[1..].iter().map(|time| time.1).sum::<f64>());

    let message = schemes::message(&parameters);
    let recorder = Arc::new(CostRecorder::new());
    let scheme =
        Fv::new(&parameters, TallyMultiprecision::new(4096, &q, &recorder).unwrap()).unwrap();
    let known = rate(|| functions(&scheme, &message, &|_| ()).unwrap());
    let new = rate(|| {
        let recorder = Arc::new(CostRecorder::new());
        let ring = TallyMultiprecision::new(4096, &q, &recorder).unwrap();
        let scheme = Fv::new(&parameters, ring).unwrap();
        functions(&scheme, &message, &|_| ()).unwrap();
        black_box(recorder.record());
    });
    println!("tallies a second: {known:.0}; {new:.0} with ring, context and record");
    let seen = recorder.record();
    println!("peak {:.1} MB", seen.peak_bytes as f64 / 1e6);
}

fn both(name: &str, application: &impl Program, degree: usize, bits: u32) {
    let q = BigUint::from(1_u32) << bits;
    let ring = MultiprecisionRing::new(degree, &q).unwrap();
    application.run(&ring, &|_| ()).unwrap();
    let start = Instant::now();
    application.run(&ring, &|_| ()).unwrap();
    let executed = milliseconds(start);
    let tally = || {
        let recorder = Arc::new(CostRecorder::new());
        application
            .run(&TallyMultiprecision::new(degree, &q, &recorder).unwrap(), &|_| ())
            .unwrap();
        recorder.record()
    };
    let per_second = rate(|| drop(black_box(tally())));
    let complexity = Operations::of_record(&tally()).complexity();
    println!(
        "{name}, n = {degree}, q = 2^{bits}: {executed:.1} ms, {:.2} ns for each word multiplication; \
         {per_second:.0} tallies a second",
        executed * 1e6 / complexity
    );
}

fn inverse(degree: usize, bits: u32) {
    let ring = MultiprecisionRing::new(degree, &(BigUint::from(1_u32) << bits)).unwrap();
    let coefficients: Vec<i64> = (0..degree as i64).map(|i| i * i % 3 * 2 - 2).collect();
    let mut small = SmallVector::from_coefficients(&ring, &coefficients).unwrap();
    small.affine_assign(1, 1).unwrap();
    let mut f = ring.zero(1);
    f.add_small_assign(0, &small, 1).unwrap();
    f.invert().unwrap();
    let start = Instant::now();
    f.invert().unwrap();
    println!("inverse, n = {degree}, q = 2^{bits}: {:.1} ms", milliseconds(start));
    black_box(Multiprecision::shape(&ring));
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// How often a second something can be done.
fn rate(mut f: impl FnMut()) -> f64 {
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed().as_millis() < 500 {
        f();
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

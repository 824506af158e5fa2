//! Multiprecision rings: every operation of the vocabulary and every function of the four schemes, executed
//! and tallied.

use std::{collections::BTreeMap, sync::Arc};

use num_bigint::BigUint;
use ringassay_bigring::{Gadget, Lift, MultiprecisionRing, Upper, width};
use ringassay_cost::{CostRecord, CostRecorder, Kernel};
use ringassay_kernels::Backend;
use ringassay_papers::{
    Error, Multiprecision,
    rlwe::Parameters,
    scheme::{FntruFamily, FvFamily, ShieldFamily, YasheFamily},
    tally::TallyMultiprecision,
};
use ringassay_ring::{
    index::Index,
    meter::{self, Meter},
    sample::{Distribution, Label, Sampler, Seed},
};

use crate::common::{
    differences,
    schemes::{Functions, Program},
};

/// Fails unless execution and tally agree in result, phases, counts, memory and their order, on every
/// backend that the machine has. Gives the record on the fastest.
#[track_caller]
fn agree(degree: usize, q: &BigUint, program: &impl Program) -> CostRecord {
    let on = |backend| agree_on(backend, degree, q, program);
    Backend::available().into_iter().map(on).reduce(|_, last| last).unwrap()
}

#[track_caller]
fn agree_on(backend: Backend, degree: usize, q: &BigUint, program: &impl Program) -> CostRecord {
    let ring = MultiprecisionRing::with_backend(degree, q, backend).unwrap();
    let (result, seen) =
        Meter::new().traced().observe(|| program.run(&ring, &meter::phase)).unwrap();
    let recorder = Arc::new(CostRecorder::with_trace());
    let shape = TallyMultiprecision::with_backend(degree, q, &recorder, backend).unwrap();
    let tallied_result = program.run(&shape, &|name| recorder.phase(name));
    drop(shape);
    assert_eq!(result, tallied_result, "executed, tallied, in {ring:?}");
    let differences = differences(&seen, &recorder.record());
    assert!(differences.is_empty(), "in {ring:?}: {differences:#?}");
    assert!(seen.peak_bytes > 0 && seen.live_bytes == 0);
    seen
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1_u32) << bits
}

fn moduli() -> [BigUint; 5] {
    [power(4), power(20) - 3_u32, power(64), power(100), power(301) - 1_u32]
}

struct Vocabulary;

impl Program for Vocabulary {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        let shape = ring.shape();
        let n = shape.degree;
        let seed = Seed::from_bytes([5; 32]);
        let index = Index::new(2 * n as u64)?;
        let sampler = |distribution| Sampler::new(&index, distribution);
        phase("elements");
        let (mut x, y) = (ring.zero(3), ring.uniform(&seed, 2));
        let z = ring.message(&vec![1; n], &power(3), Upper::NONE)?;
        let again = (x.clone(), R::slice(&y, 1..2)?);
        drop((again, R::concatenate(&[&x, &y, &z])?));
        phase("small");
        let mut stream = seed.stream(Label::new("test"), 0);
        let mut key = ring.small(&sampler(Distribution::Ternary)?, &mut stream, 1)?;
        let gaussian = sampler(Distribution::DiscreteGaussian { sigma: 64.0 })?;
        let errors = ring.small(&gaussian, &mut stream, 2)?;
        R::affine_assign(&mut key, 3, 1)?;
        let given = ring.given(&vec![-5; 2 * n])?.clone();
        assert_eq!((R::bound(&key), R::bound(&given)), (4, 5));
        phase("sums");
        R::add_assign(&mut x, 1, &y)?;
        R::sub_assign(&mut x, 2, &z)?;
        R::neg_assign(&mut x);
        R::add_small_assign(&mut x, 0, &errors, 2)?;
        let multiples = R::multiples(&z, 3, 4)?;
        phase("products");
        let narrow = ring.transform_small(&key, width(shape.log2_product(shape.log2_q, 2.0)))?;
        drop(R::product(&x, 1..3, &narrow)?);
        let wide = width(2.0 * shape.log2_q + shape.log2_n);
        let mut left = R::transform(&x, 0..2, Lift::Centred, wide)?;
        let right = R::transform(&y, 0..2, Lift::Centred, wide)?.clone();
        let tensor = R::tensor(&left, &right)?;
        R::mul_assign(&mut left, &right)?;
        drop((R::reduce(left)?, R::round(tensor, 3)?));
        phase("digits");
        let digits = shape.bits as usize / 3 + 1;
        let gadget = Gadget { log2_w: 3, digits, group: 2 };
        let table = R::table(&ring.uniform(&seed, 4 * digits), gadget)?.clone();
        drop(R::gadget_product(&multiples, 0, &table)?);
        phase("inverse");
        // 1 + 3·f' modulo anything but multiples of 3 may fail; 1 never does.
        let one: Vec<u64> = (0..n).map(|i| u64::from(i == 0)).collect();
        drop(R::invert(&ring.message(&one, &power(0), Upper::NONE)?)?);
        phase("messages");
        R::decode(&y, 7)?;
        R::centred_residues(&y, 2)?;
        R::publish(&mut x);
        Ok(())
    }
}

#[test]
fn every_operation() {
    for q in moduli() {
        for n in [4, 8, 16, 64] {
            let seen = agree(n, &q, &Vocabulary);
            for phase in ["elements", "small", "sums", "products", "digits", "inverse", "messages"]
            {
                assert!(!seen.phase(phase).unwrap().counts.is_empty(), "{phase}");
            }
        }
    }
}

/// Rows of n >= 256 words lie further apart than they are long.
#[test]
fn every_operation_on_long_rows() {
    for q in [power(60), power(301) - 1_u32] {
        agree(512, &q, &Vocabulary);
    }
}

/// What is refused is refused alike.
struct Refused(usize);

impl Program for Refused {
    fn run<R: Multiprecision>(&self, ring: &R, _: &dyn Fn(&str)) -> Result<(), Error> {
        let x = ring.zero(2);
        let gadget = Gadget { log2_w: 4, digits: 3, group: 1 };
        match self.0 {
            0 => R::slice(&x, 1..3).map(drop),
            1 => R::transform(&x, 0..1, Lift::Centred, 100).map(drop),
            2 => R::table(&x, gadget).map(drop),
            3 => R::table(&x, Gadget { log2_w: 49, ..gadget }).map(drop),
            4 => R::multiples(&x, 1, 3).map(drop),
            5 => R::decode(&x, 1).map(drop),
            6 => ring.given(&[1, 2]).map(drop),
            7 => ring.given(&vec![1 << 61; ring.shape().degree]).map(drop),
            8 => R::invert(&x).map(drop),
            9 => {
                let narrow = R::transform(&x, 0..1, Lift::Positive, 1)?;
                R::product(&x, 0..1, &narrow).map(drop)
            }
            10 => R::reduce(R::tensor(
                &R::transform(&x, 0..2, Lift::Positive, 2)?,
                &R::transform(&x, 0..2, Lift::Positive, 2)?,
            )?)
            .map(drop),
            11 => R::concatenate(&[]).map(drop),
            _ => ring.message(&[1], &power(0), Upper::NONE).map(drop),
        }
    }
}

#[test]
fn refusals_are_alike() {
    let q = power(100);
    for case in 0..13 {
        let ring = MultiprecisionRing::new(16, &q).unwrap();
        let shape = TallyMultiprecision::new(16, &q, &Arc::new(CostRecorder::new())).unwrap();
        let [executed, tallied] =
            [Refused(case).run(&ring, &|_| ()), Refused(case).run(&shape, &|_| ())];
        assert!(executed.is_err(), "case {case}");
        assert_eq!(executed, tallied, "case {case}");
    }
}

fn parameters(degree: usize, q: BigUint, t: u64, log2_w: u32) -> Parameters {
    Parameters { degree, q, t, log2_w }
}

#[test]
fn every_function_of_fv() {
    for (q, t, log2_w) in [(power(20), 2, 5), (power(100), 60, 2), (power(300) - 5_u32, 3, 42)] {
        let application = Functions::<FvFamily>::new(parameters(64, q.clone(), t, log2_w));
        let seen = agree(64, &q, &application);
        for phase in crate::common::schemes::PHASES {
            assert!(!seen.phase(phase).unwrap().counts.is_empty(), "{phase}");
        }
    }
}

#[test]
fn every_function_of_yashe() {
    for (q, t, log2_w) in [(power(60), 2, 5), (power(100), 60, 2), (power(300), 2, 42)] {
        let application = Functions::<YasheFamily>::new(parameters(64, q.clone(), t, log2_w));
        agree(64, &q, &application);
    }
}

#[test]
fn every_function_of_fntru() {
    for (q, log2_w) in [(power(4), 2), (power(40), 2), (power(20), 16)] {
        agree(64, &q, &Functions::<FntruFamily>::new(parameters(64, q.clone(), 2, log2_w)));
    }
}

#[test]
fn every_function_of_shield() {
    for q in [power(4), power(20), power(40)] {
        agree(64, &q, &Functions::<ShieldFamily>::new(parameters(64, q.clone(), 2, 1)));
    }
}

/// The ring products that the papers count: FV has 2 + l of key generation, 2, 4 + 2·l and 1.
#[test]
fn ring_products_of_fv_are_those_of_the_paper() {
    let (q, digits) = (power(100), 50);
    let seen = agree(64, &q, &Functions::<FvFamily>::new(parameters(64, q.clone(), 2, 2)));
    let rows = |phase: &str| -> BTreeMap<&str, u64> {
        let counts = &seen.phase(phase).unwrap().counts;
        let of = |kernel| match kernel {
            Kernel::Mul | Kernel::MulAdd => Some(("element", 1)),
            Kernel::InnerProduct { terms } => Some(("digit", u64::from(terms))),
            _ => None,
        };
        let mut rows = BTreeMap::new();
        for (call, times) in counts {
            let Some((kind, factor)) = of(call.kernel) else { continue };
            *rows.entry(kind).or_default() += factor * times;
        }
        rows
    };
    // 100 + 6 bits in 3 primes; 200 + 6 in 5; 100 + 2 + 6 + 5.6 bits in 3.
    assert_eq!(rows("keys"), BTreeMap::from([("element", 3 * (2 + digits))]));
    assert_eq!(rows("encrypt"), BTreeMap::from([("element", 3 * 2)]));
    assert_eq!(rows("multiply"), BTreeMap::from([("element", 5 * 4), ("digit", 3 * 2 * digits)]));
    assert_eq!(rows("decrypt"), BTreeMap::from([("element", 3)]));
}

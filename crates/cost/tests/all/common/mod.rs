//! Programs that both rings run, and the comparison of what is observed.

mod differences;

use std::sync::Arc;

pub(crate) use differences::differences;
use ringassay_cost::{CostRecord, CostRecorder, TallyRing};
use ringassay_kernels::Backend;
use ringassay_ring::{
    RnsRing,
    index::Index,
    meter::{self, Meter},
    primes,
    sample::Distribution,
};
use ringassay_scheme::{
    Error,
    bgv::{Parameters, PlaintextModulus},
    ring::LweRing,
};

/// Something that can be done in any ring. It calls `phase` to name what follows.
pub(crate) trait Program: Sync {
    fn run<R: LweRing>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error>;
}

/// Defines a program: `program!(Square<R>(rings, phase) { … });`, with `R` the ring that runs it.
macro_rules! program {
    ($name:ident<$ring:ident>($rings:pat, $phase:pat) $body:block) => {
        struct $name;

        impl $crate::common::Program for $name {
            fn run<$ring: ringassay_scheme::ring::LweRing>(
                &self,
                $rings: &[$ring],
                $phase: &dyn Fn(&str),
            ) -> Result<(), ringassay_scheme::Error> {
                $body
                #[allow(unreachable_code)]
                Ok(())
            }
        }
    };
}

/// What the ring that computes really does.
pub(crate) fn executed(
    rings: &[RnsRing],
    program: &impl Program,
    meter: Meter,
) -> (Result<(), Error>, CostRecord) {
    meter.observe(|| program.run(rings, &meter::phase)).unwrap()
}

/// What the tally says of it.
pub(crate) fn tallied(
    rings: &[RnsRing],
    program: &impl Program,
) -> (Result<(), Error>, CostRecord) {
    let recorder = Arc::new(CostRecorder::with_trace());
    let shape = |ring: &RnsRing| {
        let (index, moduli) = (ring.index(), ring.moduli());
        TallyRing::with_backend(index, moduli, &recorder, backend_of(ring)).unwrap()
    };
    let rings: Vec<TallyRing> = rings.iter().map(shape).collect();
    let result = program.run(&rings, &|name| recorder.phase(name));
    drop(rings);
    (result, recorder.record())
}

/// The backend of a ring: wide moduli are computed portably on every one.
fn backend_of(ring: &RnsRing) -> Backend {
    (0..ring.limbs()).map(|limb| ring.zq(limb).backend()).max().unwrap()
}

/// Fails unless execution and tally agree in result, phases, counts, memory, and in the order of it
/// all, on every backend that the machine has. Gives the record on the backend of `rings`.
#[track_caller]
pub(crate) fn both(rings: &[RnsRing], program: &impl Program) -> CostRecord {
    let own = agreed(rings, program);
    for backend in Backend::available() {
        if backend != rings.iter().map(backend_of).max().unwrap() {
            let on = |ring: &RnsRing| RnsRing::with_backend(ring.index(), ring.moduli(), backend);
            agreed(&rings.iter().map(|ring| on(ring).unwrap()).collect::<Vec<_>>(), program);
        }
    }
    own
}

#[track_caller]
fn agreed(rings: &[RnsRing], program: &impl Program) -> CostRecord {
    let (result, seen) = executed(rings, program, Meter::new().traced());
    let (tallied_result, tallied) = tallied(rings, program);
    assert_eq!(result, tallied_result, "executed, tallied, in {rings:?}");
    let differences = differences(&seen, &tallied);
    assert!(differences.is_empty(), "in {rings:?}: {differences:#?}");
    seen
}

/// As [`both`], for a program that has to succeed and to do something.
#[track_caller]
pub(crate) fn agree(rings: &[RnsRing], program: &impl Program) -> CostRecord {
    let seen = both(rings, program);
    let (result, _) = tallied(rings, program);
    result.unwrap();
    assert!(!seen.counts().is_empty() && seen.peak_bytes > 0, "a program that does something");
    seen
}

/// The ring of index m with primes of these sizes in bits.
pub(crate) fn ring(m: u64, bits: &[u32]) -> RnsRing {
    rings(&[m], bits).remove(0)
}

/// Rings of several indices, of which the last is a multiple of all, with the same primes.
pub(crate) fn rings(indices: &[u64], bits: &[u32]) -> Vec<RnsRing> {
    let last = Index::new(*indices.last().unwrap()).unwrap();
    let mut moduli = Vec::new();
    for &bits in bits {
        moduli.extend(primes::search(&last, bits, 1, &moduli).unwrap());
    }
    let ring = |&m: &u64| RnsRing::new(&Index::new(m).unwrap(), &moduli).unwrap();
    indices.iter().map(ring).collect()
}

/// Indices of every kind, each with one to six limbs, some of them wide.
pub(crate) fn many_rings() -> Vec<RnsRing> {
    let cases: [(u64, &[u32]); 8] = [
        (1024, &[45, 45, 45, 30]),
        (1024, &[55, 40, 58, 57, 33]),
        (1728, &[50]),
        (1728, &[40, 45]),
        (5461, &[49, 49, 48]),
        (91, &[30, 30, 30, 30, 30, 25]),
        (127, &[40, 60]),
        (16, &[20, 20, 20]),
    ];
    cases.iter().map(|(m, bits)| ring(*m, bits)).collect()
}

/// Parameters of BGV, of no security: `large` primes, two small and three special ones, two to a
/// digit.
pub(crate) fn bgv_parameters(m: u64, large: usize) -> Parameters {
    // The primes have to be 1 modulo m and t. Odd ones are 1 modulo 2.
    let t = [2, 3, 5].into_iter().find(|&t| !m.is_multiple_of(t)).unwrap();
    let step = if t == 2 { m } else { t * m };
    let step = Index::new(step).unwrap();
    let primes = primes::search(&step, 45, large + 3, &[]).unwrap();
    Parameters {
        index: Index::new(m).unwrap(),
        plaintext: PlaintextModulus { prime: t, exponent: 1 },
        large: primes[..large].to_vec(),
        small: primes::search(&step, 30, 2, &[]).unwrap(),
        special: primes[large..].to_vec(),
        digit_limbs: 2,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

/// An instance whose primes are not 1 modulo t, of 60 bits.
pub(crate) fn bgv_parameters_with_factors(m: u64, large: usize) -> Parameters {
    let plaintext = PlaintextModulus { prime: (1 << 60) - 93, exponent: 1 };
    let parameters = Parameters { plaintext, ..bgv_parameters(m, large) };
    assert!(parameters.has_factors());
    parameters
}

/// The ring with all primes of an instance.
pub(crate) fn bgv_ring(parameters: &Parameters) -> RnsRing {
    let primes: Vec<u64> = parameters.primes().collect();
    RnsRing::new(&parameters.index, &primes).unwrap()
}

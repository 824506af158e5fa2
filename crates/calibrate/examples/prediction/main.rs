//! Predicted and measured times of BGV or CKKS, function by function.
//!
//! `cargo run --release -p ringassay-calibrate --example prediction [-- bgv|ckks [ROUNDS [parts]]]`
//!
//! Each function of each parameter set is predicted from its tally, and then executed: on one thread,
//! kept on one processor, all of them in turns, round after round. CPU time, medians. With `parts` the
//! kernels of each prediction are shown.
#![allow(clippy::unwrap_used)]

mod bgv;
mod ckks;

use std::{hint::black_box, sync::Arc, time::Instant};

use ringassay_bench::Clock;
use ringassay_calibrate::{Calibrator, Settings, pin_to_one_processor};
use ringassay_cost::{
    Call, CostRecord, CostRecorder, Draw, Kernel, TallyRing,
    price::{Machine, PredictedPhase, Pricer},
};
use ringassay_ring::{RnsRing, index::Index};
use ringassay_scheme::{Error, Ring};

/// What a scheme computes at one parameter set, executed or tallied.
trait Functions<R: Ring>: Sized {
    type Parameters;

    const NAMES: &[&str];

    /// The index and the primes of the ring.
    fn shape(parameters: &Self::Parameters) -> (Index, Vec<u64>);

    fn new(parameters: &Self::Parameters, ring: &R) -> Result<Self, Error>;

    fn run(&self, name: &str) -> Result<(), Error>;
}

/// Makes the functions that a ring executes.
type MakeCases = Box<dyn Fn(&RnsRing) -> Vec<Case>>;

/// One parameter set: what was tallied, and its functions to run.
struct Set {
    index: Index,
    primes: Vec<u64>,
    tally: CostRecord,
    functions: MakeCases,
}

/// A function that is measured.
struct Case {
    name: &'static str,
    run: Box<dyn Fn()>,
    repetitions: u32,
    samples: Vec<f64>,
}

impl Case {
    fn new(name: &'static str, run: Box<dyn Fn()>) -> Self {
        let mut case = Self { name, run, repetitions: 1, samples: Vec::new() };
        case.sample();
        case.sample();
        let once = case.samples[1];
        case.repetitions = (2e6 / once).ceil().clamp(3.0, 1000.0) as u32;
        case.samples.clear();
        case
    }

    /// After two that bring back to the caches what others drove out, as with kernels.
    fn sample(&mut self) {
        (0..2).for_each(|_| (self.run)());
        let start = Clock::Cpu.now_ns();
        for _ in 0..self.repetitions {
            (self.run)();
        }
        self.samples.push((Clock::Cpu.now_ns() - start) as f64 / f64::from(self.repetitions));
    }

    /// Median and half the distance of the quartiles, relative.
    fn summary(&mut self) -> (f64, f64) {
        self.samples.sort_by(f64::total_cmp);
        let at = |share: f64| self.samples[((self.samples.len() - 1) as f64 * share) as usize];
        (at(0.5), (at(0.75) - at(0.25)) / 2.0 / at(0.5))
    }
}

/// Tallies the functions of a parameter set with `T` and has them executed with `E`.
fn set<T, E>(parameters: T::Parameters) -> Set
where
    T: Functions<TallyRing>,
    E: Functions<RnsRing, Parameters = T::Parameters> + 'static,
    T::Parameters: 'static,
{
    let (index, primes) = T::shape(&parameters);
    let recorder = Arc::new(CostRecorder::new());
    let ring = TallyRing::new(&index, &primes, &recorder).unwrap();
    let tallied = T::new(&parameters, &ring).unwrap();
    for name in T::NAMES {
        // As it is measured: the caches hold what the last run left.
        recorder.phase("before");
        tallied.run(name).unwrap();
        recorder.phase(name);
        tallied.run(name).unwrap();
    }
    let functions = move |ring: &RnsRing| {
        let executed = Arc::new(E::new(&parameters, ring).unwrap());
        let case = |&name: &&'static str| {
            let executed = Arc::clone(&executed);
            Case::new(name, Box::new(move || executed.run(name).unwrap()))
        };
        E::NAMES.iter().map(case).collect()
    };
    Set { index, primes, tally: recorder.record(), functions: Box::new(functions) }
}

/// The parameter sets of a scheme; none of one that is unknown.
fn sets(scheme: &str) -> Vec<Set> {
    match scheme {
        "bgv" => bgv::sets().into_iter().map(set::<bgv::Instance<_>, bgv::Instance<_>>).collect(),
        "ckks" => {
            ckks::sets().into_iter().map(set::<ckks::Instance<_>, ckks::Instance<_>>).collect()
        }
        _ => Vec::new(),
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let scheme = arguments.next().unwrap_or_else(|| "bgv".into());
    let rounds: usize = arguments.next().map_or(25, |rounds| rounds.parse().unwrap());
    let parts = arguments.next().is_some();
    let sets = sets(&scheme);
    if sets.is_empty() {
        eprintln!("bgv or ckks, not {scheme}");
        std::process::exit(2);
    }
    let mut calls: Vec<_> = sets
        .iter()
        .flat_map(|set| set.tally.counts().into_keys())
        .filter(is_of_general_index)
        .collect();
    calls.sort_unstable();
    calls.dedup();
    let machine = Machine::here().unwrap();
    pin_to_one_processor();
    // This thread is all that rings compute on.
    let _pool =
        rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    let mut calibrator = Calibrator::new(machine, Settings::default(), &calls).unwrap();
    let ring = |set: &Set| RnsRing::new(&set.index, &set.primes).unwrap();
    let mut cases: Vec<Vec<Case>> = sets.iter().map(|set| (set.functions)(&ring(set))).collect();
    let (mut calibrating, mut executing) = (0.0, 0.0);
    for _ in 0..rounds {
        let start = Instant::now();
        calibrator.round();
        calibrating += start.elapsed().as_secs_f64();
        cases.iter_mut().flatten().for_each(Case::sample);
        executing += start.elapsed().as_secs_f64();
    }
    let calibration = calibrator.finish().unwrap();
    println!(
        "{}, {}: {} cells, {} rounds of {:.2} s in turns with {:.2} s of execution, spread \
             {:.1} %",
        calibration.machine.processor,
        calibration.machine.backend,
        calibration.cells.len(),
        calibration.rounds,
        calibrating / rounds as f64,
        (executing - calibrating) / rounds as f64,
        100.0 * calibration.spread(),
    );
    let pricer = Pricer::new(&calibration);
    table(&sets, &pricer, &mut cases, parts);
    speed(&sets[0].tally, &pricer);
}

/// Whether it is measured only when asked for.
fn is_of_general_index(call: &Call) -> bool {
    match call.kernel {
        kernel if kernel.is_transform() => !call.length.is_power_of_two(),
        Kernel::Sample(Draw::Spherical { .. } | Draw::BoundedTernary { .. })
        | Kernel::EraseScratch { .. }
        | Kernel::IntegerMoveAxis { .. }
        | Kernel::IntegerMulG { .. }
        | Kernel::IntegerSumAxes { .. } => true,
        _ => false,
    }
}

fn table(sets: &[Set], pricer: &Pricer, cases: &mut [Vec<Case>], parts: bool) {
    println!(
        "\n{:>6} {:>6} {:>5}  {:<12}{:>13}{:>13}{:>9}{:>9}",
        "m", "n", "limbs", "function", "predicted µs", "measured µs", "error %", "spread %"
    );
    let mut errors = Vec::new();
    for (set, cases) in sets.iter().zip(cases) {
        let prediction = pricer.predict(&set.tally);
        for case in cases {
            let phase = prediction.phase(case.name).unwrap();
            let (measured, spread) = case.summary();
            let error = 100.0 * (phase.ns / measured - 1.0);
            errors.push(error);
            println!(
                "{:>6} {:>6} {:>5}  {:<12}{:>13.1}{:>13.1}{:>+9.1}{:>9.1}",
                set.index.m(),
                set.index.degree(),
                set.primes.len(),
                case.name,
                phase.ns / 1e3,
                measured / 1e3,
                error,
                100.0 * spread
            );
            if parts {
                kernels(phase);
            }
        }
        if prediction.extrapolated + prediction.unknown > 0 {
            println!("{} extrapolated, {} unknown", prediction.extrapolated, prediction.unknown);
        }
    }
    let count = errors.len() as f64;
    let mean = errors.iter().map(|error| error.abs()).sum::<f64>() / count;
    let worst = errors.iter().map(|error| error.abs()).fold(0.0, f64::max);
    let signed = errors.iter().sum::<f64>() / count;
    println!(
        "\n{count} functions: mean error {mean:.1} %, largest {worst:.1} %, signed {signed:+.1} %"
    );
}

fn kernels(phase: &PredictedPhase) {
    for kernel in &phase.kernels {
        let share = 100.0 * kernel.ns / phase.ns;
        println!(
            "{:>40} {:>6} × {:>10.2} µs {share:>5.1} %",
            kernel.name,
            kernel.calls,
            kernel.ns / 1e3 / kernel.calls as f64
        );
    }
}

fn speed(tally: &CostRecord, pricer: &Pricer) {
    let (start, mut count) = (Instant::now(), 0_u32);
    while start.elapsed().as_millis() < 500 {
        black_box(pricer.predict(tally));
        count += 1;
    }
    println!(
        "{:.0} predictions a second, of {} calls in {} phases",
        f64::from(count) / start.elapsed().as_secs_f64(),
        tally.phases.iter().map(|phase| phase.counts.len()).sum::<usize>(),
        tally.phases.len()
    );
}

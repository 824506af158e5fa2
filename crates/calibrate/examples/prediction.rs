//! Predicted and measured times of BGV, function by function.
//!
//! `cargo run --release -p ringassay-calibrate --example prediction [-- ROUNDS [KERNELS]]`
//!
//! Each function of each parameter set is predicted from its tally, and then executed: on one thread,
//! kept on one processor, all of them in turns, round after round. CPU time, medians. With a second
//! argument the parts of each prediction are shown.
#![allow(clippy::unwrap_used)]

use std::{hint::black_box, sync::Arc, time::Instant};

use ringassay_bench::Clock;
use ringassay_calibrate::{Calibrator, Settings, pin_to_one_processor};
use ringassay_cost::{
    Call, CostRecord, CostRecorder, Draw, Kernel, TallyRing,
    price::{Machine, PredictedPhase, Pricer},
};
use ringassay_params::bgv::{Request, choose};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    Error, Ring,
    bgv::{
        Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PlaintextModulus, PublicKey,
        SecretKey,
    },
};

/// The functions, each a phase.
const FUNCTIONS: [&str; 6] = ["keys", "encrypt", "add", "multiply", "rotate", "decrypt"];

/// m, t, length of vectors, depth, log2 of the largest QP.
const SETS: [(u64, u64, usize, f64, f64); 9] = [
    (4096, 65_537, 16, 1.0, 250.0),
    (8192, 65_537, 16, 2.0, 300.0),
    (16_384, 65_537, 16, 4.0, 500.0),
    (32_768, 65_537, 16, 8.0, 900.0),
    (4095, 2, 100, 3.0, 250.0),
    (5461, 2, 378, 7.0, 300.0),
    (8191, 2, 630, 12.0, 400.0),
    (13_981, 2, 600, 16.0, 600.0),
    (21_845, 2, 1024, 12.0, 500.0),
];

/// An instance with all that its functions need.
struct Instance<R: Ring> {
    context: Context<R>,
    secret: SecretKey<R>,
    public: PublicKey<R>,
    keys: EvaluationKeys<R>,
    plaintext: Plaintext,
    a: Ciphertext<R>,
    b: Ciphertext<R>,
    k: u32,
}

impl<R: Ring> Instance<R> {
    fn new(parameters: &Parameters, ring: &R) -> Result<Self, Error> {
        let context = Context::new(parameters, ring)?;
        let seed = Seed::from_bytes([7; 32]);
        let k = parameters.index.m() as u32 - 1;
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let keys = context.generate_evaluation_keys(&secret, true, &[k], &seed)?;
        let plaintext = context.plaintext(vec![1; parameters.index.degree()])?;
        let a = context.encrypt(&public, &plaintext, &seed)?;
        let b = context.encrypt(&public, &plaintext, &seed)?;
        Ok(Self { context, secret, public, keys, plaintext, a, b, k })
    }

    fn run(&self, function: usize) -> Result<(), Error> {
        let Self { context, secret, public, keys, plaintext, a, b, k } = self;
        let seed = Seed::from_bytes([8; 32]);
        match function {
            0 => {
                let secret = context.generate_secret_key(&seed)?;
                let public = context.generate_public_key(&secret, &seed)?;
                let switching_key = context.generate_relinearisation_key(&secret, &seed)?;
                drop(black_box((secret, public, switching_key)));
            }
            1 => drop(black_box(context.encrypt(public, plaintext, &seed)?)),
            2 => drop(black_box(context.add(a, b)?)),
            3 => drop(black_box(context.multiply(a, b, keys)?)),
            4 => drop(black_box(context.automorphism(a, *k, keys)?)),
            _ => drop(black_box(context.decrypt(secret, a)?)),
        }
        Ok(())
    }
}

/// What the tally says of each function.
fn tally(parameters: &Parameters) -> CostRecord {
    let recorder = Arc::new(CostRecorder::new());
    let moduli: Vec<u64> = parameters.primes().collect();
    let ring = TallyRing::new(&parameters.index, &moduli, &recorder).unwrap();
    let instance = Instance::new(parameters, &ring).unwrap();
    for (function, name) in FUNCTIONS.iter().enumerate() {
        // As it is measured: the caches hold what the last run left.
        recorder.phase("before");
        instance.run(function).unwrap();
        recorder.phase(name);
        instance.run(function).unwrap();
    }
    let seen = recorder.record();
    if std::env::args().nth(2).is_some() {
        for (function, name) in FUNCTIONS.iter().enumerate() {
            let start = Instant::now();
            (0..20).for_each(|_| instance.run(function).unwrap());
            println!(
                "{} {name}: tally {:.1} µs",
                parameters.index.m(),
                start.elapsed().as_nanos() as f64 / 20e3
            );
        }
    }
    seen
}

struct Case {
    instance: Arc<Instance<RnsRing>>,
    function: usize,
    repetitions: u32,
    samples: Vec<f64>,
}

impl Case {
    /// After two that bring back to the caches what others drove out, as with kernels.
    fn sample(&mut self) {
        (0..2).for_each(|_| self.instance.run(self.function).unwrap());
        let start = Clock::Cpu.now_ns();
        for _ in 0..self.repetitions {
            self.instance.run(self.function).unwrap();
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

fn parameters(&(m, t, length, depth, log2_qp): &(u64, u64, usize, f64, f64)) -> Parameters {
    let request = Request {
        plaintext: PlaintextModulus { prime: t, exponent: 1 },
        index: Some(m),
        most_log2_qp: Some(log2_qp),
        insist: true,
        ..Request::bits(length, depth)
    };
    choose(&request).unwrap().parameters
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(25);
    let details = arguments.next().is_some();
    let sets: Vec<Parameters> = SETS.iter().map(parameters).collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .start_handler(|_| {
            pin_to_one_processor();
        })
        .build();
    let pool = pool.unwrap();

    let tallies: Vec<CostRecord> = sets.iter().map(tally).collect();
    let mut calls: Vec<_> = tallies
        .iter()
        .flat_map(|tally| tally.counts().into_keys())
        .filter(is_of_general_index)
        .collect();
    calls.sort_unstable();
    calls.dedup();
    let machine = Machine::here().unwrap();
    pool.install(|| {
        let mut calibrator = Calibrator::new(machine, Settings::default(), &calls).unwrap();
        let mut cases: Vec<Vec<Case>> = sets.iter().map(cases).collect();
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
        if let Some(path) = arguments_path() {
            std::fs::write(path, calibration.to_json().unwrap()).unwrap();
        }
        let pricer = Pricer::new(&calibration);
        table(&sets, &tallies, &pricer, &mut cases, details);
        speed(&tallies[0], &pricer);
    });
}

fn arguments_path() -> Option<String> {
    std::env::args().nth(3)
}

/// Whether it is measured only when asked for.
fn is_of_general_index(call: &Call) -> bool {
    match call.kernel {
        Kernel::CrtForward { m } | Kernel::CrtForwardReduced { m } | Kernel::CrtInverse { m } => {
            !m.is_power_of_two()
        }
        Kernel::Sample(Draw::Spherical { .. } | Draw::BoundedTernary { .. })
        | Kernel::EraseScratch { .. }
        | Kernel::IntegerMoveAxis { .. }
        | Kernel::IntegerMulG { .. }
        | Kernel::IntegerSumAxes { .. } => true,
        _ => false,
    }
}

/// The functions of an instance, ready to run.
fn cases(parameters: &Parameters) -> Vec<Case> {
    let primes: Vec<u64> = parameters.primes().collect();
    let ring = RnsRing::new(&parameters.index, &primes).unwrap();
    let instance = Arc::new(Instance::new(parameters, &ring).unwrap());
    let case = |function| {
        let instance = Arc::clone(&instance);
        let mut case = Case { instance, function, repetitions: 1, samples: Vec::new() };
        case.sample();
        case.sample();
        let once = case.samples.pop().unwrap();
        case.repetitions = (2e6 / once).ceil().clamp(3.0, 1000.0) as u32;
        case.samples.clear();
        case
    };
    (0..FUNCTIONS.len()).map(case).collect()
}

fn table(
    sets: &[Parameters],
    tallies: &[CostRecord],
    pricer: &Pricer,
    cases: &mut [Vec<Case>],
    details: bool,
) {
    println!(
        "\n{:>6} {:>6} {:>5}  {:<9}{:>13}{:>13}{:>9}{:>9}",
        "m", "n", "limbs", "function", "predicted µs", "measured µs", "error %", "spread %"
    );
    let mut errors = Vec::new();
    for ((parameters, tally), cases) in sets.iter().zip(tallies).zip(cases) {
        let prediction = pricer.predict(tally);
        for (case, name) in cases.iter_mut().zip(FUNCTIONS) {
            let phase = prediction.phase(name).unwrap();
            let (measured, spread) = case.summary();
            let error = 100.0 * (phase.ns / measured - 1.0);
            errors.push(error);
            println!(
                "{:>6} {:>6} {:>5}  {:<9}{:>13.1}{:>13.1}{:>+9.1}{:>9.1}",
                parameters.index.m(),
                parameters.index.degree(),
                parameters.primes().count(),
                name,
                phase.ns / 1e3,
                measured / 1e3,
                error,
                100.0 * spread
            );
            if details {
                parts(phase);
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

fn parts(phase: &PredictedPhase) {
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

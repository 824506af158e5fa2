//! Time per gate and per circuit: `cargo bench -p ringassay-engine -- ℓ DEPTH [SECURITY [INDEX]]`.
//!
//! For each kind of gate, circuits of that kind alone as HEtest's: five levels, or as many as the
//! depth allows; then a mixed one of that depth. Prints the fastest of several evaluations on one
//! thread, also divided by the number of gates; with `--all`, for the plan of each strategy.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::time::Instant;

use ringassay_circuit::{
    Circuit, Decimal, GateKind, Shape, Space,
    generate::{SimdConfig, Stream, generate},
};
use ringassay_engine::{Plan, Program, Target, plan::Strategy};
use ringassay_params::bgv::{Request, choose};
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::bgv::{Ciphertext, Context, EvaluationKeys};

const KEYS: Label = Label::new("keys");
const WIDTH: u32 = 100;

struct Instance {
    target: Target,
    context: Context<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
    input: Ciphertext<RnsRing>,
    compares: bool,
}

fn main() {
    let numbers: Vec<f64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let length = numbers.first().map_or(378, |&x| x as usize);
    let depth = numbers.get(1).copied().unwrap_or(5.0);
    let request = Request {
        security_bits: numbers.get(2).copied().unwrap_or(80.0),
        index: numbers.get(3).map(|&x| x as u64),
        insist: true,
        ..Request::bits(length, depth)
    };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    threads.install(|| measure(&request));
}

fn measure(request: &Request) {
    let choice = choose(request).unwrap();
    let p = &choice.parameters;
    println!(
        "m {} n {} log2 Q {:.0} log2 P {:.0} security {:.1}; {} rotation keys, {} large primes",
        p.index.m(),
        p.index.degree(),
        p.log2_q(),
        p.log2_p(),
        choice.security.bits,
        choice.rotations.len(),
        p.large.len()
    );
    let compares = std::env::args().any(|argument| argument == "--all");
    choice.explanation.iter().for_each(|line| println!("  {line}"));
    let seed = Seed::from_bytes([1; 32]);
    let started = Instant::now();
    let context = Context::exact(p).unwrap();
    let secret = context.generate_secret_key(&seed).unwrap();
    let public = context.generate_public_key(&secret, &seed.derive(KEYS, 0)).unwrap();
    let keys = context
        .generate_evaluation_keys(&secret, true, &choice.rotations, &seed.derive(KEYS, 1))
        .unwrap();
    println!("keys: {:.0} ms", started.elapsed().as_secs_f64() * 1e3);
    let target = Target::new(p, request.length, true, &choice.rotations).unwrap();
    let zero = context.plaintext(vec![0; p.index.degree()]).unwrap();
    let started = Instant::now();
    let input = context.encrypt(&public, &zero, &seed.derive(KEYS, 2)).unwrap();
    println!("encrypt: {:.2} ms", started.elapsed().as_secs_f64() * 1e3);
    let instance = Instance { target, context, keys, input, compares };
    let shape = Shape { space: Space::Gf2, batch: request.length as u32 };
    for kind in GateKind::GF2 {
        let levels = if kind == GateKind::Mul { request.depth.floor() as u32 } else { 5 };
        let config = SimdConfig::single(shape, WIDTH, levels.clamp(1, 5), kind);
        let circuit = generate(&config, &mut Stream::new(3)).unwrap();
        instance.time(kind.name(), &circuit);
    }
    let config = SimdConfig::mixed(shape, WIDTH, Decimal::whole(request.depth.floor() as u32));
    let circuit = generate(&config, &mut Stream::new(5)).unwrap();
    instance.time("mixed", &circuit);
}

impl Instance {
    fn time(&self, name: &str, circuit: &Circuit) {
        let all = [None].into_iter().chain(Strategy::ALL.map(Some));
        for strategy in if self.compares { all.collect() } else { vec![None] } {
            let started = Instant::now();
            let plan = match strategy {
                None => Plan::new(circuit, &self.target),
                Some(strategy) => Plan::with_strategy(circuit, &self.target, strategy),
            };
            let plan = match plan {
                Ok(plan) => plan,
                Err(error) => {
                    println!("{name}: {error}");
                    continue;
                }
            };
            let planned = started.elapsed();
            let started = Instant::now();
            let program = Program::new(plan, &self.target, &self.context).unwrap();
            let prepared = started.elapsed();
            let mut times: Vec<f64> = (0..9)
                .map(|_| {
                    let started = Instant::now();
                    program.evaluate(&self.keys, |_| Ok(self.input.clone())).unwrap();
                    started.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let fastest = times[0];
            let gates = circuit.gates().len();
            println!(
                "{name}: {gates} gates, plan {:.0} ms, constants {:.0} ms ({} MB), evaluate {:.1} \
                 ms, {:.3} ms/gate; peak {} MB; {}",
                planned.as_secs_f64() * 1e3,
                prepared.as_secs_f64() * 1e3,
                program.prepared_bytes() >> 20,
                fastest,
                fastest / gates as f64,
                program.plan().peak_bytes() >> 20,
                program.plan()
            );
        }
    }
}

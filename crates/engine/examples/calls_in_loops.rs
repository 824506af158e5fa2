//! What a circuit would take if each of its scheme's operations took what it takes in a loop:
//! `cargo run --release -p ringassay-engine --example calls_in_loops -- [--cold] KEY-PARAMETERS CIRCUIT…`
//! (files). With `--cold` caches are emptied between rounds.
//!
//! Prints a line of JSON for each circuit: `{"circuit": FILE, "calls": COUNT, "cpu_ns": SUM}`. Each
//! operation is repeated on copies of the very ciphertexts that it has in the circuit, on one thread,
//! and the median of its CPU times counts. The copies take turns and results are kept for a round, so
//! that operands come from where they lie in a circuit. `tests/evaluation/gate_costs.py` sets what the
//! harness reports beside it.

#![expect(clippy::disallowed_types, reason = "of a program that does not fork")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::{collections::HashMap, hint::black_box, sync::Mutex, time::Duration};

use ringassay_circuit::text::{read_circuit, read_key_parameters};
use ringassay_engine::{
    Plan, Program,
    plan::{Action, Register},
    sut::{Instance, Options},
};
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::bgv::{Ciphertext, Context, EvaluationKeys, Parameters};
use ringassay_sut::kit::Stopwatch;

type Cipher = Ciphertext<RnsRing>;

/// Each operation is repeated for so long.
const SPAN: Duration = Duration::from_millis(40);
/// Copies of operands that calls take in turns: about as many as circuits have gates.
const COPIES: usize = 12;
/// More than the caches hold.
const CACHES: usize = 64 << 20;
const KEYS: Label = Label::new("keys");

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let cold = files.first().is_some_and(|first| first == "--cold");
    files.drain(..usize::from(cold));
    let (asked, circuits) = files.split_first().expect("a file of key parameters");
    let asked = std::fs::read(asked).unwrap();
    let asked = read_key_parameters(&asked).unwrap();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    threads.install(|| {
        let Instance { choice, target, .. } =
            Instance::choose(&asked, &Options::default()).unwrap();
        let context = Context::exact(&choice.parameters).unwrap();
        let seed = Seed::from_bytes([1; 32]);
        let secret = context.generate_secret_key(&seed).unwrap();
        let public = context.generate_public_key(&secret, &seed.derive(KEYS, 0)).unwrap();
        let rotations = &choice.rotations;
        let keys = context
            .generate_evaluation_keys(&secret, true, rotations, &seed.derive(KEYS, 1))
            .unwrap();
        let zero = context.plaintext(vec![0; choice.parameters.index.degree()]).unwrap();
        let input = context.encrypt(&public, &zero, &seed.derive(KEYS, 2)).unwrap();
        for file in circuits {
            let circuit = read_circuit(&std::fs::read(file).unwrap()).unwrap();
            let plan = Plan::new(&circuit, &target).unwrap();
            let program = Program::new(plan, &target, &context).unwrap();
            let (calls, cpu_ns) = in_loops(&program, &keys, &input, cold);
            println!("{}", serde_json::json!({"circuit": file, "calls": calls, "cpu_ns": cpu_ns}));
        }
    });
}

/// The number of operations of the scheme, and the sum of their times.
fn in_loops(
    program: &Program<Parameters, RnsRing>,
    keys: &EvaluationKeys<RnsRing>,
    input: &Cipher,
    cold: bool,
) -> (u32, f64) {
    let seen: Mutex<HashMap<Register, Cipher>> = Mutex::default();
    let note = |register, ciphertext: &Cipher| {
        seen.lock().unwrap().insert(register, ciphertext.clone());
    };
    program.evaluate_observed(keys, |_| Ok(input.clone()), note).unwrap();
    let seen = seen.into_inner().unwrap();
    let steps = program.plan().steps().iter();
    let mut caches = vec![0u8; if cold { CACHES } else { 0 }];
    let mut before = || black_box(&mut caches).fill(1);
    let times =
        steps.filter_map(|step| time(&step.action, &seen, program.context(), keys, &mut before));
    times.fold((0, 0.0), |(calls, sum), time| (calls + 1, sum + time))
}

/// One operation in a loop; nothing for what the scheme does not compute.
fn time(
    action: &Action,
    seen: &HashMap<Register, Cipher>,
    context: &Context<RnsRing>,
    keys: &EvaluationKeys<RnsRing>,
    before: &mut dyn FnMut(),
) -> Option<f64> {
    let copies = |register: &Register| vec![seen[register].clone(); COPIES];
    // What uses its operand up is given a copy that was made outside of the timer.
    let mut consuming =
        |a: &Register, call: &dyn Fn(Cipher) -> Cipher| rounds(|| copies(a), call, before);
    Some(match action {
        Action::Input(_) | Action::Trivial(_) => return None,
        Action::AddConstant(..) | Action::MulConstant(..) => panic!("circuits without constants"),
        Action::Switch(a, level) => consuming(a, &|a| context.switched(a, *level).unwrap()),
        Action::Add(a, b) => {
            let (a, b) = (copies(a), copies(b));
            median(|turn| context.add(&a[turn], &b[turn]).unwrap(), before)
        }
        Action::Sub(a, b) => {
            let (a, b) = (copies(a), copies(b));
            median(|turn| context.sub(&a[turn], &b[turn]).unwrap(), before)
        }
        Action::Negate(a) => {
            let a = copies(a);
            median(|turn| context.negate(&a[turn]), before)
        }
        Action::Multiply(a, b) => {
            let (a, b) = (copies(a), copies(b));
            median(|turn| context.tensor(&a[turn], &b[turn]).unwrap(), before)
        }
        Action::Square(a) => {
            let a = copies(a);
            median(|turn| context.tensor_square(&a[turn]).unwrap(), before)
        }
        Action::Relinearise(a) => {
            let a = copies(a);
            median(|turn| context.relinearise(&a[turn], keys).unwrap(), before)
        }
        Action::Automorphisms(a, exponents) => {
            let a = copies(a);
            let images = |turn: usize| {
                let hoisted = context.hoist(&a[turn]).unwrap();
                let image = |&k| context.automorphism_hoisted(&hoisted, k, keys).unwrap();
                exponents.iter().map(image).collect::<Vec<_>>()
            };
            median(images, before)
        }
    })
}

/// The median CPU time of a call, which is given the number of its turn.
fn median<T>(mut call: impl FnMut(usize) -> T, before: &mut dyn FnMut()) -> f64 {
    rounds(|| 0..COPIES, &mut call, before)
}

/// The median CPU time of a call on each operand of a round, which is prepared without being timed.
/// Results live until the round is over; `before` runs after the preparation.
fn rounds<O: IntoIterator, T>(
    mut operands: impl FnMut() -> O,
    mut call: impl FnMut(O::Item) -> T,
    before: &mut dyn FnMut(),
) -> f64 {
    let (begun, mut times) = (std::time::Instant::now(), Vec::new());
    while begun.elapsed() < SPAN {
        let mut kept = Vec::with_capacity(COPIES);
        let operands = operands();
        before();
        for operand in operands {
            let watch = Stopwatch::cpu();
            kept.push(watch.time(|| call(operand)));
            times.push(watch.total());
        }
        black_box(&kept);
    }
    times.sort_unstable();
    times[times.len() / 2].as_nanos() as f64
}

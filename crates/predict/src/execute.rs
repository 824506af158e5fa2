//! Executes points and measures kernels in turns, in a process of its own whose allocator counts
//! ([`heap::Counting`]).
//!
//! Standard input: a line of JSON, `{"points": [{"scheme", "n", "log2_q", "log2_w", "t"}],
//! "rounds": 3, "repeats": 2, "kernel_rounds": 3}`; a point of BGV or BFV is `{"scheme", "index",
//! "depth", "t"}` ([`crate::rns::RnsPoint`]). A point executes each basic function once, or,
//! with an `expression` or a `circuit` (a file's text), keys, encryptions of the inputs, the circuit,
//! one decryption. Standard output: a line for each execution (`point`, `round`, `cpu_ns` and
//! `wall_ns` for each function), one for each point's memory (`point`, `peak_bytes`; `right`: whether
//! a circuit's result is that in the clear), errors (`point`, `error`), and at the end the
//! `calibration`, as text.
//!
//! One thread on one processor. In each round, all points once: `repeats` executions each, after one
//! in which tables are made that serve all. Each begins with empty pools, as a program does; but the
//! allocator is asked never to give memory back, so that only the first has to fetch it from the
//! system. Rounds of kernels lie between the points, evenly. Neighbours in a sweep are executed far
//! apart, in each round in another order: a slow spell of the machine does not fall on one sweep.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, Write},
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

use ringassay_calibrate::{Calibrator, Settings, pin_to_one_processor};
use ringassay_cost::{Call, price::Machine};
use ringassay_kernels::heap;
use ringassay_scheme::{Scheme, catalogue::RingFamily};
use serde::Deserialize;
use serde_json::json;

use crate::{
    Application, Point, PredictError, Workload, circuit,
    rns::{self, Instance, RnsExecution, RnsPoint},
    truth::{Executed, Execution},
};

/// Memory stays with the process, in one arena.
const TUNABLES: &str = "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=68719476736:\
                        glibc.malloc.arena_max=1";

#[derive(Deserialize)]
struct Order {
    points: Vec<Named>,
    rounds: usize,
    repeats: usize,
    kernel_rounds: usize,
}

#[derive(Deserialize)]
struct Named {
    scheme: String,
    #[serde(default)]
    n: usize,
    #[serde(default)]
    log2_q: u32,
    #[serde(default)]
    log2_w: u32,
    t: u64,
    #[serde(default)]
    index: u64,
    #[serde(default)]
    depth: f64,
    expression: Option<String>,
    circuit: Option<String>,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Runs this process as the one that executes.
#[must_use]
pub fn main() -> ExitCode {
    if std::env::var("GLIBC_TUNABLES").as_deref() != Ok(TUNABLES) {
        let arguments = std::env::args_os().skip(1);
        let failed = std::env::current_exe()
            .map(|own| Command::new(own).args(arguments).env("GLIBC_TUNABLES", TUNABLES).exec());
        eprintln!("ringassay-runtime execute cannot start itself again: {failed:?}");
        return ExitCode::FAILURE;
    }
    match execute() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ringassay-runtime execute: {error}");
            ExitCode::FAILURE
        }
    }
}

fn execute() -> Result<(), Failure> {
    if !heap::count() {
        return Err("this program's allocator does not count".into());
    }
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line)?;
    // Before the thread is kept on one processor: it would see no other.
    let machine = Machine::here()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| {
        pin_to_one_processor();
        rounds(&order, machine)
    })
}

fn rounds(order: &Order, machine: Machine) -> Result<(), Failure> {
    let settings = Settings { rounds: order.rounds * order.kernel_rounds, ..Settings::default() };
    let mut kernel_time = Duration::ZERO;
    let begun = Instant::now();
    let mut kernels = match order.kernel_rounds {
        0 => None,
        _ => Some(Calibrator::of_calls(machine, settings, &calls(&order.points))?),
    };
    kernel_time += begun.elapsed();
    let between = order.points.len().div_ceil(order.kernel_rounds.max(1)).max(1);
    for round in 0..order.rounds.max(1) {
        for (done, at) in scattered(order.points.len(), round).into_iter().enumerate() {
            let named = &order.points[at];
            if let Some(kernels) = kernels.as_mut().filter(|_| done % between == 0) {
                let begun = Instant::now();
                kernels.round();
                kernel_time += begun.elapsed();
            }
            if let Err(error) = point(named, at, round, order.repeats) {
                say(&json!({ "point": at, "error": error.to_string() }))?;
            }
        }
    }
    if let Some(kernels) = kernels {
        let begun = Instant::now();
        let mut calibration = kernels.finish()?;
        calibration.seconds = (kernel_time + begun.elapsed()).as_secs_f64();
        say(&json!({ "calibration": calibration.to_json()? }))?;
    }
    Ok(())
}

/// The numbers below `count`, neighbours far apart: by their multiples of the golden section, without
/// the whole part.
fn scattered(count: usize, round: usize) -> Vec<usize> {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut all: Vec<usize> = (0..count).collect();
    all.sort_by_key(|at| ((at + round * count) as u64).wrapping_mul(GOLDEN));
    all
}

/// What the points of BGV and BFV call; those that cannot be tallied say so when they are executed.
fn calls(points: &[Named]) -> Vec<Call> {
    let instances = points.iter().filter_map(|named| instance(named)?.ok());
    let tallies = instances.filter_map(|instance| rns::tally(&instance, false).ok());
    let calls: BTreeSet<Call> =
        tallies.flat_map(|tally| tally.record.counts().into_keys()).collect();
    calls.into_iter().collect()
}

/// The instance of a point of BGV or BFV; `None` for other schemes.
fn instance(named: &Named) -> Option<Result<Instance, PredictError>> {
    let scheme = Scheme::find(&named.scheme)?;
    if scheme.entry().ring != RingFamily::RnsCyclotomic {
        return None;
    }
    let Named { index, depth, t, expression, circuit, .. } = named;
    let point = RnsPoint { scheme, index: *index, t: *t, depth: *depth };
    let circuit = match (expression, circuit) {
        (Some(expression), None) => circuit::of_expression(expression, *t),
        (None, Some(circuit)) => circuit::of_text(circuit.as_bytes()),
        _ => Err(PredictError::Circuit("either an expression or a circuit is needed".to_owned())),
    };
    Some(circuit.and_then(|circuit| Instance::new(&point, &circuit)))
}

fn execution(named: &Named) -> Result<Box<dyn Executed>, Failure> {
    if let Some(instance) = instance(named) {
        return Ok(Box::new(RnsExecution::new(instance?)?));
    }
    let scheme = Scheme::find(&named.scheme);
    let scheme = scheme.ok_or_else(|| format!("there is no scheme {:?}", named.scheme))?;
    let Named { n: degree, log2_q, log2_w, t, .. } = *named;
    let application = match (&named.expression, &named.circuit) {
        (None, None) => Application::Functions { switches: false },
        (Some(expression), None) => Application::Circuit(Workload::of_expression(expression, t)?),
        (None, Some(circuit)) => Application::Circuit(Workload::of_text(circuit.as_bytes(), t)?),
        _ => return Err("either an expression or a circuit".into()),
    };
    Ok(Box::new(Execution::new(Point { scheme, degree, log2_q, log2_w, t }, application)?))
}

fn point(named: &Named, at: usize, round: usize, repeats: usize) -> Result<(), Failure> {
    let execution = execution(named)?;
    if round == 0 {
        execution.release_memory();
        heap::reset_peak();
        let before = heap::current_bytes();
        execution.run()?;
        let peak = heap::peak_bytes() - before;
        say(&json!({ "point": at, "peak_bytes": peak, "right": execution.is_right()? }))?;
    }
    for _ in 0..repeats.max(1) {
        execution.release_memory();
        let times = execution.run()?;
        let (cpu, wall) = (times.cpu_ns, times.wall_ns);
        say(&json!({ "point": at, "round": round, "cpu_ns": cpu, "wall_ns": wall }))?;
    }
    Ok(())
}

fn say(line: &serde_json::Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_point_comes_once_and_neighbours_far_apart() {
        for round in 0..3 {
            let order = scattered(256, round);
            let mut place = [0_usize; 256];
            order.iter().enumerate().for_each(|(at, &point)| place[point] = at);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..256));
            let nearest = place.windows(2).map(|pair| pair[0].abs_diff(pair[1])).min();
            assert!(nearest > Some(60), "{nearest:?}");
        }
        assert_ne!(scattered(256, 0), scattered(256, 1));
    }
}

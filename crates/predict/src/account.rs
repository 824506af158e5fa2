//! A tally in the terms of the paper: operations by kind, one number for all, memory and its trace.

use std::collections::BTreeMap;

use ringassay_cost::{Call, CostRecord, Event, Operations, price::Pricer};
use serde::Serialize;

use crate::{FUNCTIONS, Tally, application::function_of};

/// Points of a trace, about: enough for a drawing.
const TRACE_POINTS: usize = 600;

/// What a computation counts, function by function and as a whole.
#[derive(Debug, Clone, Serialize)]
pub struct Account {
    /// The basic functions in their order, then others as they first ran.
    pub functions: Vec<FunctionAccount>,
    /// All together.
    pub total: FunctionAccount,
    /// Memory over time.
    pub trace: Vec<TracePoint>,
}

/// What a function counts, of all times that it ran.
#[derive(Debug, Clone, Default, Serialize)]
pub struct FunctionAccount {
    /// Its name.
    pub name: String,
    /// How often it ran.
    pub runs: usize,
    /// Word operations by kind.
    pub operations: Operations,
    /// All of them, as word multiplications.
    pub complexity: f64,
    /// All bytes that were taken.
    pub total_bytes: u64,
    /// The most that was live during it, with what was live before.
    pub maximal_bytes: u64,
    /// What is live when it ends for the last time; of a traced tally.
    pub current_bytes: i64,
    /// Nanoseconds on one processor, where there are prices.
    pub ns: Option<f64>,
    /// Calls whose sizes were not measured.
    pub extrapolated: u64,
    /// Kernels with their sizes.
    pub kernels: Vec<KernelAccount>,
}

/// A kernel at one size.
#[derive(Debug, Clone, Serialize)]
pub struct KernelAccount {
    /// Its name.
    pub name: &'static str,
    /// Its sizes beside n, in words: `limbs 6, planes 3`.
    pub sizes: String,
    /// n: the coefficients of a row.
    pub length: u32,
    /// How often it runs.
    pub calls: u64,
    /// Word operations of all calls.
    pub operations: Operations,
    /// All of them, as word multiplications.
    pub complexity: f64,
}

/// A moment.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct TracePoint {
    /// Word multiplications until then.
    pub complexity: f64,
    /// Nanoseconds until then, where there are prices.
    pub ns: Option<f64>,
    /// What is live, in bytes.
    pub live_bytes: i64,
    /// The function that runs: its place among the functions.
    pub function: usize,
}

impl Account {
    /// What a tally counts; with times where there are prices.
    pub fn new(tally: &Tally, pricer: Option<&Pricer>) -> Self {
        let Tally { record: seen, marks } = tally;
        let priced = pricer.map(|pricer| pricer.predict_first(seen));
        // The basic functions in their order, then others as they come.
        let ran = |name: &str| seen.phases.iter().any(|phase| function_of(&phase.name) == name);
        let named = |name: &str| FunctionAccount { name: name.to_owned(), ..Default::default() };
        let basic = FUNCTIONS.into_iter().filter(|name| ran(name));
        let mut functions: Vec<FunctionAccount> = basic.map(named).collect();
        let mut counts: Vec<BTreeMap<Call, u64>> = vec![BTreeMap::new(); functions.len()];
        for (number, phase) in seen.phases.iter().enumerate() {
            let name = function_of(&phase.name);
            let at = functions.iter().position(|one| one.name == name).unwrap_or_else(|| {
                functions.push(named(name));
                counts.push(BTreeMap::new());
                functions.len() - 1
            });
            let (function, own) = (&mut functions[at], &mut counts[at]);
            function.runs += 1;
            function.total_bytes += phase.total_bytes;
            function.maximal_bytes = function.maximal_bytes.max(phase.peak_bytes);
            for (&call, &times) in &phase.counts {
                *own.entry(call).or_default() += times;
            }
            if let Some(phase) = priced.as_ref().and_then(|priced| priced.phases.get(number)) {
                *function.ns.get_or_insert(0.0) += phase.ns;
                function.extrapolated += phase.extrapolated + phase.unknown;
            }
        }
        for (function, counts) in functions.iter_mut().zip(&counts) {
            function.count(counts);
        }
        let mut total = FunctionAccount {
            name: "all".to_owned(),
            runs: 1,
            total_bytes: seen.total_bytes,
            maximal_bytes: seen.peak_bytes,
            current_bytes: seen.live_bytes,
            ns: priced.as_ref().map(|priced| priced.ns),
            extrapolated: priced.map_or(0, |priced| priced.extrapolated + priced.unknown),
            ..Default::default()
        };
        total.count(&seen.counts());
        let trace = traced(seen, marks, &mut functions);
        Self { functions, total, trace }
    }
}

impl FunctionAccount {
    fn count(&mut self, counts: &BTreeMap<Call, u64>) {
        self.operations = counts.iter().map(|(&c, &times)| Operations::of(c).times(times)).sum();
        self.complexity = self.operations.complexity();
        let kernel = |(call, &calls): (&Call, &u64)| {
            let operations = Operations::of(*call).times(calls);
            KernelAccount {
                name: call.kernel.name(),
                sizes: sizes(call),
                length: call.length,
                calls,
                operations,
                complexity: operations.complexity(),
            }
        };
        self.kernels = counts.iter().map(kernel).collect();
        self.kernels.sort_by(|a, b| b.complexity.total_cmp(&a.complexity));
    }
}

/// The fields of a kernel as text, of m and the primes of axes as well.
fn sizes(call: &Call) -> String {
    let text = serde_json::to_value(call.kernel).unwrap_or_default();
    let fields = text.as_object().and_then(|one| one.values().next()?.as_object().cloned());
    let plain = |(name, value): (&String, &serde_json::Value)| match value.as_str() {
        Some(text) => format!("{name} {text}"),
        None => format!("{name} {value}"),
    };
    fields.map(|fields| fields.iter().map(plain).collect::<Vec<_>>().join(", ")).unwrap_or_default()
}

/// The trace, of which a part of the points is kept: of each part the one with most memory, so that
/// peaks stay; and what is live at the end of each function.
fn traced(
    seen: &CostRecord,
    marks: &[(usize, String)],
    functions: &mut [FunctionAccount],
) -> Vec<TracePoint> {
    let place = |name: &str| functions.iter().position(|one| one.name == function_of(name));
    let places: Vec<(usize, usize)> =
        marks.iter().filter_map(|(at, name)| Some((*at, place(name)?))).collect();
    let every = (seen.trace.len() / TRACE_POINTS).max(1);
    let mut points: Vec<TracePoint> = Vec::new();
    let (mut next, mut function, mut live, mut complexity) = (0, 0, 0, 0.0);
    // Nanoseconds of a word multiplication: a function's time spreads evenly over its operations.
    let mut ns = functions.first().and_then(|first| first.ns).map(|_| 0.0);
    for (at, event) in seen.trace.iter().enumerate() {
        let mut begins = false;
        while let Some(&(begin, which)) = places.get(next).filter(|(begin, _)| *begin <= at) {
            if let Some(before) = functions.get_mut(function).filter(|_| begin > 0) {
                before.current_bytes = live;
            }
            (function, begins, next) = (which, true, next + 1);
        }
        match event {
            Event::Ran { call, times } => {
                let done = Operations::of(*call).times(*times).complexity();
                complexity += done;
                let own = functions.get(function);
                let rate = own.and_then(|own| Some(own.ns? / own.complexity.max(1.0)));
                ns = ns.zip(rate).map(|(ns, rate)| ns + rate * done);
            }
            Event::Live { bytes } => live = *bytes,
        }
        let point = TracePoint { complexity, ns, live_bytes: live, function };
        match points.last_mut() {
            Some(last) if at % every != 0 && !begins => {
                if live >= last.live_bytes {
                    *last = point;
                }
            }
            _ => points.push(point),
        }
    }
    if let Some(last) = functions.get_mut(function) {
        last.current_bytes = live;
    }
    points
}

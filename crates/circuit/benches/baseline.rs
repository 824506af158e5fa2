//! How fast circuits are generated, read and evaluated in the clear.
//!
//! `cargo bench --bench baseline [-- --json]`. One thread; each figure is the median of rounds that
//! take the measurements in turn, so that a slow moment of the machine hits all of them. The
//! original's figures (HEtest's baseline and generator, measured elsewhere) stand beside.

#![allow(clippy::unwrap_used, reason = "a benchmark has nobody to report to but its user")]

use std::hint::black_box;
use std::time::Instant;

use ringassay_circuit::generate::{
    Growth, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::{Circuit, Decimal, Evaluator, Program, Shape, Space, text};

const ROUNDS: usize = 15;

/// One figure: what, its unit, the samples, what it should reach and what the original has.
struct Row {
    name: &'static str,
    unit: &'static str,
    samples: Vec<f64>,
    target: &'static str,
    original: &'static str,
}

impl Row {
    fn new(name: &'static str, unit: &'static str) -> Self {
        Self { name, unit, samples: Vec::new(), target: "", original: "" }
    }

    fn target(mut self, target: &'static str, original: &'static str) -> Self {
        (self.target, self.original) = (target, original);
        self
    }

    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.samples.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[((sorted.len() - 1) as f64 * share).round() as usize]
    }
}

/// Seconds that one call of `work` takes, repeated until a millisecond has passed.
fn seconds<T>(mut work: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    let mut calls = 0;
    loop {
        black_box(work());
        calls += 1;
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed > 1e-3 {
            return elapsed / f64::from(calls);
        }
    }
}

/// Bytes that the gates of a program read and write, one vector an operand, constant or result.
fn traffic_bytes(circuit: &Circuit) -> f64 {
    let vector = 8 * circuit.shape().words();
    let vectors: usize = circuit
        .gates()
        .iter()
        .map(|&gate| {
            let mut operands = 0;
            circuit.for_each_operand(gate, |_| operands += 1);
            let has_constant = matches!(gate.kind().name(), "LADDconst" | "LMULconst" | "LSELECT");
            operands + 1 + usize::from(has_constant)
        })
        .sum();
    (vector * vectors) as f64
}

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    let shape = Shape { space: Space::Gf2, batch: 682 };
    let mixed = |width| SimdConfig::mixed(shape, width, Decimal::whole(24));
    let levels = |levels| SimdConfig { growth: Growth::Levels(levels), ..mixed(1000) };
    let make = |config: &SimdConfig| generate(config, &mut Stream::new(1)).unwrap();

    let small = make(&mixed(200));
    let input = random_inputs(&small, InputConfig::default(), &mut Stream::new(2));
    let input_text = text::inputs_text(&input, &small);
    let mut small_run = Evaluator::new(Program::compile(&small));

    let wide = make(&mixed(1000));
    let wide_text = text::circuit_text(&wide);

    let long = make(&levels(1000));
    let long_text = text::circuit_text(&long);
    let long_input = random_inputs(&long, InputConfig::default(), &mut Stream::new(3));
    let mut long_run = Evaluator::new(Program::compile(&long));

    let source = vec![1u64; 32 << 20];
    let mut target = vec![0u64; 32 << 20];

    let mut rows = [
        Row::new("evaluation, mixed W=200 L=682 D=24", "million gates/s").target("≥ 50", "2.5"),
        Row::new("the same with reading the input", "million gates/s").target("≥ 50", "1.66"),
        Row::new("memory traffic of the first row", "GB/s"),
        Row::new("copying 256 MiB (memory bandwidth)", "GB/s"),
        Row::new("ingestion of W=1000 D=24 text", "MB/s").target("≥ 150", "23"),
        Row::new("evaluation, 1000 wide 1000 levels", "million gates/s")
            .target("≥ 50", "never ends"),
        Row::new("ingestion of that circuit", "MB/s").target("≥ 150", ""),
        Row::new("generation, mixed W=1000 D=24", "s").target("≤ 0.5", "5-38"),
    ];
    let gates = small.gates().len() as f64;
    for _ in 0..ROUNDS {
        let evaluation = seconds(|| small_run.evaluate(&input).unwrap());
        let with_input = seconds(|| {
            let input = text::read_inputs(&input_text, &small).unwrap();
            small_run.evaluate(&input).unwrap()
        });
        let copy = seconds(|| black_box(&mut target[..]).copy_from_slice(black_box(&source)));
        let ingest =
            |bytes: &[u8]| seconds(|| Program::compile(&text::read_circuit(bytes).unwrap()));
        let figures = [
            gates / evaluation / 1e6,
            gates / with_input / 1e6,
            traffic_bytes(&small) / evaluation / 1e9,
            2.0 * 8.0 * source.len() as f64 / copy / 1e9,
            wide_text.len() as f64 / ingest(&wide_text) / 1e6,
            long.gates().len() as f64 / seconds(|| long_run.evaluate(&long_input).unwrap()) / 1e6,
            long_text.len() as f64 / ingest(&long_text) / 1e6,
            seconds(|| make(&mixed(1000))),
        ];
        for (row, figure) in rows.iter_mut().zip(figures) {
            row.samples.push(figure);
        }
    }
    if json {
        for row in &rows {
            println!(
                "{{\"name\":{:?},\"unit\":{:?},\"median\":{},\"p10\":{},\"p90\":{},\"samples\":{}}}",
                row.name,
                row.unit,
                row.quantile(0.5),
                row.quantile(0.1),
                row.quantile(0.9),
                ROUNDS
            );
        }
        return;
    }
    println!(
        "{} gates (small), {} gates in {:.1} MB (wide), {} gates in {:.0} MB (long); medians of {ROUNDS}",
        small.gates().len(),
        wide.gates().len(),
        wide_text.len() as f64 / 1e6,
        long.gates().len(),
        long_text.len() as f64 / 1e6,
    );
    println!(
        "{:38} {:>16} {:>10} {:>19} {:>7} {:>11}",
        "what", "unit", "median", "p10 to p90", "target", "original"
    );
    for row in &rows {
        println!(
            "{:38} {:>16} {:>10.4} {:>8.4} – {:>8.4} {:>7} {:>11}",
            row.name,
            row.unit,
            row.quantile(0.5),
            row.quantile(0.1),
            row.quantile(0.9),
            row.target,
            row.original,
        );
    }
    println!(
        "memory traffic is {:.0} % of the bandwidth: the working set ({} kB) stays in the cache",
        100.0 * rows[2].quantile(0.5) / rows[3].quantile(0.5),
        small_run.program().memory_bytes() / 1000,
    );
}

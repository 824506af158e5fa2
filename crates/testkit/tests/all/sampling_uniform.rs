//! Uniform residues: every residue, or the highest and lowest bits where there are too many.

use ringassay_ring::sample::{Seed, uniform_into};
use ringassay_testkit::{
    inputs::Stream,
    statistics::{Damped, Fit},
};

/// As many as find the planted faults; the long campaign draws ten times as many.
const SAMPLES: usize = 10_000_000;
const MANY: usize = 100_000_000;
const BUFFER: usize = 1 << 20;
const CELLS: usize = 256;

/// How many of the residues below q fall into cell i of ⌊x·CELLS/q⌋.
fn high_cell(q: u64, i: usize) -> f64 {
    let start = |i: usize| (i as u128 * u128::from(q)).div_ceil(CELLS as u128);
    (start(i + 1) - start(i)) as f64 / q as f64
}

fn low_cell(q: u64, i: usize) -> f64 {
    ((q - 1 - i as u64) / CELLS as u64 + 1) as f64 / q as f64
}

/// The fit of the highest and of the lowest parts of residues that `fill` makes.
fn fits(q: u64, samples: usize, mut fill: impl FnMut(&mut [u64], u8)) -> [Fit; 2] {
    let (mut high, mut low) = (vec![0; CELLS], vec![0; CELLS]);
    let mut buffer = vec![0; BUFFER];
    for round in 0..samples.div_ceil(BUFFER) {
        fill(&mut buffer, round as u8);
        // ⌊x·CELLS/q⌋ by a double, put right by comparison where it is off by one.
        let scale = CELLS as f64 / q as f64;
        for &x in &buffer {
            let guess = (x as f64 * scale) as usize;
            let cell = guess.min(CELLS - 1);
            let start = (cell as u128 * u128::from(q)).div_ceil(CELLS as u128);
            high[if u128::from(x) < start { cell - 1 } else { cell }] += 1;
            low[x as usize % CELLS] += 1;
        }
    }
    let probabilities = |cell: fn(u64, usize) -> f64| (0..CELLS).map(|i| cell(q, i)).collect();
    let (expected_high, expected_low): (Vec<f64>, Vec<f64>) =
        (probabilities(high_cell), probabilities(low_cell));
    [Fit::of(&high, &expected_high), Fit::of(&low, &expected_low)]
}

/// One buffer is one expansion: of a seed made of the number of the run and of the buffer.
fn expand(q: u64, run: u8) -> impl FnMut(&mut [u64], u8) {
    move |buffer, round| {
        let mut bytes = [run; 32];
        bytes[0] = round;
        uniform_into(buffer, q, &Seed::from_bytes(bytes));
    }
}

fn judge_parts(samples: usize) {
    let narrow = 1_125_899_906_826_241;
    for (run, q) in [(1, narrow), (2, narrow), (3, narrow), (4, (1 << 61) - 1), (5, 40_961)] {
        for fit in fits(q, samples, expand(q, run)) {
            println!("q = {q}, seed {run}: {fit}");
            assert!(fit.is_plausible(), "q = {q}, seed {run}: {fit}");
        }
    }
}

fn judge_residues(samples: usize) {
    for q in [3, 257, 12_289] {
        let mut counts = vec![0; q as usize];
        let mut buffer = vec![0; BUFFER];
        let mut fill = expand(q, 6);
        for round in 0..samples.div_ceil(BUFFER) {
            fill(&mut buffer, round as u8);
            for &x in &buffer {
                counts[x as usize] += 1;
            }
        }
        let fit = Fit::of(&counts, &vec![1.0 / q as f64; q as usize]);
        println!("q = {q}: {fit}");
        assert!(fit.is_plausible(), "q = {q}: {fit}");
    }
}

#[test]
fn high_and_low_parts_are_uniform() {
    judge_parts(SAMPLES);
}

#[test]
fn every_residue_is_equally_likely() {
    judge_residues(SAMPLES);
}

#[test]
#[ignore = "a billion samples: cargo test --release -- --ignored many_residues"]
fn many_residues_are_uniform() {
    judge_parts(MANY);
    judge_residues(MANY);
}

/// Two faults: residues of which one in 500 is 0, and words of 16 bits reduced modulo q instead of
/// rejected, so that the lower residues come twice as often.
#[test]
fn faults_are_found() {
    let q = 1_125_899_906_826_241;
    let mut damped = Damped::new(500, 1);
    let mut good = expand(q, 7);
    let [high, _] = fits(q, SAMPLES, |buffer, round| {
        good(buffer, round);
        let mut signed: Vec<i64> = buffer.iter().map(|&x| x as i64).collect();
        damped.apply(&mut signed);
        buffer.iter_mut().zip(&signed).for_each(|(x, &y)| *x = y as u64);
    });
    assert!(!high.is_plausible(), "zeros: {high}");

    let q = 40_961;
    let mut stream = Stream::new(6);
    let [high, _] = fits(q, SAMPLES / 10, |buffer, _| {
        buffer.fill_with(|| (stream.word() & 0xffff) % q);
    });
    assert!(!high.is_plausible(), "reduction without rejection: {high}");
}

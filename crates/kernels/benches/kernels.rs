//! The kernels on every backend side by side: medians over many samples, in turns.
//!
//! `cargo bench -p ringassay-kernels --bench kernels [-- --quick]` prints a table: nanoseconds per
//! call, and how many times slower a backend is than the one to its right.
#![allow(clippy::unwrap_used)]

use std::time::Instant;

use ringassay_kernels::{
    AlignedVec, Backend, Digits, InnerTable, Modulus, Prepared, Table, Zq, ntt::Negacyclic,
    to_nearest,
};

/// The largest prime below 2^50 that is 1 modulo 2^18.
const Q: u64 = 1_125_899_902_124_033;

/// A sample lasts at least about this long, so that reading the clock does not matter.
const SAMPLE_NS: u64 = 20_000;

/// Vectors of the inner product.
const TERMS: usize = 8;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let samples = if quick { 21 } else { 201 };
    let backends = Backend::available();
    println!("q = {Q}, medians of {samples} samples in turns, ns per call");
    print!("{:<26} {:>7}", "operation", "n");
    backends.iter().for_each(|backend| print!(" {backend:>12}"));
    backends.windows(2).for_each(|pair| print!(" {:>17}", format!("{}/{}", pair[0], pair[1])));
    println!();
    for n in if quick { vec![4096] } else { vec![576, 4096, 16384] } {
        for (name, _) in elementwise(&Zq::with_backend(Q, Backend::Portable).unwrap(), n) {
            let runs = backends.iter().map(|&backend| {
                let zq = Zq::with_backend(Q, backend).unwrap();
                elementwise(&zq, n).into_iter().find(|(other, _)| *other == name).unwrap().1
            });
            row(name, n, runs.collect(), samples);
        }
    }
    let logs: Vec<u32> = if quick { vec![12] } else { (4..=17).collect() };
    for log_n in logs {
        let n = 1_usize << log_n;
        for (name, forward) in [("ntt forward", true), ("ntt inverse", false)] {
            let runs = backends.iter().map(|&backend| transform(backend, log_n, forward, 1));
            row(name, n, runs.collect(), samples);
        }
    }
    for (log_n, rows) in [(4, 18), (5, 18), (5, 54), (5, 120), (6, 30)] {
        for (direction, forward) in [("forward", true), ("inverse", false)] {
            let runs = backends.iter().map(|&backend| transform(backend, log_n, forward, rows));
            row(&format!("ntt {direction}, {rows} rows"), 1 << log_n, runs.collect(), samples);
        }
    }
}

type Run = Box<dyn FnMut()>;

/// Something that changes its first operand.
type Kernel = Box<dyn FnMut(&mut [u64], &[u64], &[u64])>;

/// Measures the same thing on every backend in turns and prints the medians.
fn row(name: &str, n: usize, mut runs: Vec<Run>, samples: usize) {
    let counts: Vec<u64> = runs
        .iter_mut()
        .map(|run| {
            run();
            let begin = Instant::now();
            run();
            (SAMPLE_NS / (begin.elapsed().as_nanos() as u64).max(1)).max(1)
        })
        .collect();
    let mut times = vec![Vec::with_capacity(samples); runs.len()];
    for _ in 0..samples {
        for ((run, &count), times) in runs.iter_mut().zip(&counts).zip(&mut times) {
            let begin = Instant::now();
            (0..count).for_each(|_| run());
            times.push(begin.elapsed().as_nanos() as f64 / count as f64);
        }
    }
    let medians: Vec<f64> = times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect();
    print!("{name:<26} {n:>7}");
    medians.iter().for_each(|ns| print!(" {ns:>12.1}"));
    medians.windows(2).for_each(|pair| print!(" {:>17.2}", pair[0] / pair[1]));
    println!();
}

fn residues(n: usize, seed: u64) -> AlignedVec {
    let mut x = AlignedVec::zeroed(n);
    let mut state = seed;
    for x in x.iter_mut() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *x = (state >> 4) % Q;
    }
    x
}

/// Every elementwise kernel as something to run on vectors of length n.
fn elementwise(zq: &Zq, n: usize) -> Vec<(&'static str, Run)> {
    let zq = *zq;
    let (x, y, z) = (residues(n, 1), residues(n, 2), residues(n, 3));
    let w: Prepared = zq.prepare(y[0]);
    let other = Modulus::new((1 << 50) - 27).unwrap();
    let in_place = |mut f: Kernel| -> Run {
        let (mut x, y, z) = (x.clone(), y.clone(), z.clone());
        Box::new(move || f(&mut x, &y, &z))
    };
    let table = Table::new(&zq, y.iter().copied());
    let inner = InnerTable::new(&zq, residues(TERMS * n, 4).chunks_exact(n));
    let terms = residues(TERMS * n, 5);
    let digits = Digits::balanced(&zq, 17).unwrap();
    let index: Vec<u32> = (0..n as u32).map(|i| (u64::from(i) * 5 % n as u64) as u32).collect();
    let mut signed = vec![0_i64; n];
    let centred = x.clone();
    vec![
        ("guard of rounding alone", Box::new(|| to_nearest(|| std::hint::black_box(())))),
        ("add", in_place(Box::new(move |x, y, _| zq.add_assign(x, y)))),
        ("sub", in_place(Box::new(move |x, y, _| zq.sub_assign(x, y)))),
        ("neg", in_place(Box::new(move |x, _, _| zq.neg_assign(x)))),
        ("mul", in_place(Box::new(move |x, y, _| zq.mul_assign(x, y)))),
        ("select", in_place(Box::new(move |x, y, z| zq.select_assign(x, y, z)))),
        ("mul_add", in_place(Box::new(move |x, y, z| zq.mul_add_assign(x, y, z)))),
        ("scale", in_place(Box::new(move |x, _, _| zq.scale_assign(x, w)))),
        ("scale_add", in_place(Box::new(move |x, y, _| zq.scale_add_assign(x, y, w)))),
        ("mul_table", in_place(Box::new(move |x, _, _| zq.mul_table_assign(x, &table)))),
        ("reduce", in_place(Box::new(move |x, y, _| zq.reduce_into(x, y)))),
        ("reduce_from", in_place(Box::new(move |x, y, _| zq.reduce_from_into(x, y, &other)))),
        ("reduce_centred", in_place(Box::new(move |x, y, _| zq.reduce_centred_into(x, y, &other)))),
        ("centre", Box::new(move || zq.centre_into(&mut signed, &centred))),
        ("gather", in_place(Box::new(move |x, y, _| zq.gather_into(x, y, &index)))),
        ("digit", in_place(Box::new(move |x, y, _| digits.extract_residues_into(x, y, 1, &zq)))),
        (
            "inner_product, 8 terms",
            in_place(Box::new(move |x, _, _| {
                let terms: [&[u64]; TERMS] = std::array::from_fn(|i| &terms[i * n..][..n]);
                zq.inner_product_into(x, &terms, &inner, &[0, 1, 2, 3, 4, 5, 6, 7]);
            })),
        ),
    ]
}

/// The transform of rows of length 2^log_n.
fn transform(backend: Backend, log_n: u32, forward: bool, rows: usize) -> Run {
    let zq = Zq::with_backend(Q, backend).unwrap();
    let modulus = *zq.modulus();
    let root = (2..)
        .map(|x| modulus.pow(x, (Q - 1) >> (log_n + 1)))
        .find(|&psi| modulus.pow(psi, 1 << log_n) == Q - 1);
    let ntt = Negacyclic::new(zq, log_n, root.unwrap()).unwrap();
    let mut x = residues(rows << log_n, 7);
    Box::new(move || if forward { ntt.forward_rows(&mut x) } else { ntt.inverse_rows(&mut x) })
}

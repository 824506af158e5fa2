//! What conversions between RNS bases cost, beside the same formulas written plainly.
//!
//! `cargo bench -p ringassay-ring --bench rns [-- COLUMNS]` prints medians in µs, on one thread and
//! on all, for 2^14 coefficients (or as many as said), 8 moduli Q of 50 bits (alternating with 45)
//! and special ones; and checks that both ways give the same words.
#![allow(clippy::expect_used)]

use std::{hint::black_box, time::Instant};

use ringassay_kernels::{Backend, Zq};
use ringassay_ring::{
    gadget::{BaseGadget, Digits, Gadget, RnsGadget},
    primes::is_prime,
    rns::{BaseExtension, Division, Lift, Limbs, LimbsMut, Moduli},
};

fn primes(bits: u32, count: usize) -> Vec<u64> {
    let candidates = (1..1 << (bits - 16)).map(|k| (1 << bits) + 1 - (k << 16));
    candidates.filter(|&q| is_prime(q)).take(count).collect()
}

/// Median of the wall time of at least 15 calls and half a second, in µs.
fn median_us(mut f: impl FnMut()) -> f64 {
    f();
    let (start, mut times) = (Instant::now(), Vec::new());
    while times.len() < 15 || start.elapsed().as_millis() < 500 {
        let call = Instant::now();
        f();
        times.push(call.elapsed().as_nanos() as f64 / 1000.0);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn mul(a: u64, b: u64, q: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(q)) as u64
}

fn pow(base: u64, exponent: u64, q: u64) -> u64 {
    (0..64).rev().fold(1, |x, bit| {
        let square = mul(x, x, q);
        if exponent >> bit & 1 == 1 { mul(square, base % q, q) } else { square }
    })
}

/// The formulas in double words and divisions, coefficient by coefficient.
struct Plain {
    from: Vec<u64>,
    inverses: Vec<u64>,
}

impl Plain {
    fn new(from: &[u64]) -> Self {
        let inverse = |(i, &q): (usize, &u64)| pow(hat(from, i, q), q - 2, q);
        Self { from: from.to_vec(), inverses: from.iter().enumerate().map(inverse).collect() }
    }

    /// The y_i of a column, and v.
    fn fractions(&self, x: &[u64], stride: usize, column: usize, y: &mut [u64]) -> u64 {
        let mut sum = 0.0;
        for (i, &q) in self.from.iter().enumerate() {
            y[i] = mul(x[i * stride + column], self.inverses[i], q);
            sum += y[i] as f64 / q as f64;
        }
        sum.round() as u64
    }

    fn extend(&self, to: &[u64], x: &[u64], stride: usize, out: &mut [u64]) {
        let hats: Vec<Vec<u64>> = to
            .iter()
            .map(|&p| (0..self.from.len()).map(|i| hat(&self.from, i, p)).collect())
            .collect();
        let products: Vec<u64> = to.iter().map(|&p| hat(&self.from, usize::MAX, p)).collect();
        let mut y = vec![0; self.from.len()];
        for column in 0..stride {
            let v = self.fractions(x, stride, column, &mut y);
            for (j, &p) in to.iter().enumerate() {
                let sum: u128 =
                    y.iter().zip(&hats[j]).map(|(&y, &w)| u128::from(y) * u128::from(w)).sum();
                let correction = u128::from(v) * u128::from(p - products[j]);
                out[j * stride + column] = ((sum + correction) % u128::from(p)) as u64;
            }
        }
    }

    /// (x - e)/D, e ≡ x mod D and 0 mod t.
    fn divide(
        &self,
        kept: &[u64],
        t: u64,
        x: &[u64],
        dropped: &[u64],
        stride: usize,
        out: &mut [u64],
    ) {
        let mut scaled = dropped.to_vec();
        for (row, &d) in scaled.chunks_mut(stride).zip(&self.from) {
            let inverse = pow(t, d - 2, d);
            row.iter_mut().for_each(|x| *x = mul(*x, inverse, d));
        }
        self.extend(kept, &scaled, stride, out);
        for (i, &q) in kept.iter().enumerate() {
            let inverse = pow(hat(&self.from, usize::MAX, q), q - 2, q);
            for column in i * stride..(i + 1) * stride {
                let e = mul(out[column], t % q, q);
                out[column] = mul(x[column] + q - e, inverse, q);
            }
        }
    }
}

/// ∏ moduli without the i-th, modulo p.
fn hat(moduli: &[u64], i: usize, p: u64) -> u64 {
    let others = moduli.iter().enumerate().filter(|(j, _)| *j != i);
    others.fold(1 % p, |product, (_, &q)| mul(product, q % p, p))
}

fn residues(moduli: &[u64], columns: usize) -> Vec<u64> {
    let mut state = 1_u64;
    let mut word = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 31)
    };
    moduli
        .iter()
        .flat_map(|&q| std::iter::repeat_with(|| word() % q).take(columns).collect::<Vec<_>>())
        .collect()
}

struct Table {
    columns: usize,
    all: rayon::ThreadPool,
    one: rayon::ThreadPool,
}

impl Table {
    /// A row: what, one thread, all threads, plainly.
    fn row(&self, what: &str, mut fast: impl FnMut() + Send, plain: Option<&mut dyn FnMut()>) {
        let one = self.one.install(|| median_us(&mut fast));
        let all = self.all.install(|| median_us(&mut fast));
        let per_column = 1000.0 * one / self.columns as f64;
        match plain {
            Some(plain) => {
                let plain = median_us(plain);
                println!(
                    "{what:44} {one:10.1} {all:10.1} {per_column:10.2} {plain:10.0} {:8.1}",
                    plain / one
                );
            }
            None => println!("{what:44} {one:10.1} {all:10.1} {per_column:10.2}"),
        }
    }
}

fn main() {
    let columns = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_usize << 14);
    let (large, small) = (primes(50, 13), primes(45, 4));
    let q: Vec<u64> = large[..4].iter().zip(&small).flat_map(|(&a, &b)| [a, b]).collect();
    let special = &large[4..];
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let table = Table { columns, one: pool(1), all: pool(0) };
    for backend in Backend::available() {
        println!(
            "\n{backend}, {columns} coefficients, 8 moduli of 50 and 45 bits, {} threads",
            table.all.current_num_threads()
        );
        println!(
            "{:44} {:>10} {:>10} {:>10} {:>10} {:>8}",
            "", "µs, one", "µs, all", "ns each", "plain µs", "times"
        );
        measure(&table, backend, &q, special);
    }
}

fn measure(table: &Table, backend: Backend, q: &[u64], special: &[u64]) {
    let n = table.columns;
    assert!(n.is_multiple_of(8), "a multiple of 8 coefficients");
    let zqs = |moduli: &[u64]| {
        moduli.iter().map(|&q| Zq::with_backend(q, backend).expect("available")).collect::<Vec<_>>()
    };
    let moduli = |values: &[u64]| Moduli::new(&zqs(values)).expect("coprime");
    let x = residues(q, n);
    let mut out = vec![0; 9 * n];
    let mut expected = vec![0; 9 * n];

    for (k, l) in [(8, 1), (8, 9), (3, 6), (1, 8)] {
        let (from, to, x) = (&q[..k], &special[..l], &x[..k * n]);
        let exact = BaseExtension::exact(&moduli(from), &zqs(to)).expect("a base");
        let fast = BaseExtension::fast(&moduli(from), &zqs(to)).expect("a base");
        let plain = Plain::new(from);
        let mut reference = || plain.extend(to, black_box(x), n, &mut expected[..l * n]);
        table.row(
            &format!("base extension {k} → {l}, exact"),
            || {
                exact.extend_into(
                    LimbsMut::new(&mut out[..l * n], n, n),
                    Limbs::new(black_box(x), n, n),
                );
            },
            Some(&mut reference),
        );
        assert_eq!(out[..l * n], expected[..l * n]);
        table.row(
            &format!("base extension {k} → {l}, fast"),
            || {
                fast.extend_into(
                    LimbsMut::new(&mut out[..l * n], n, n),
                    Limbs::new(black_box(x), n, n),
                );
            },
            None,
        );
    }

    let kept = &q[..7];
    for (what, dropped, t) in [
        ("rescale 8 → 7", &q[7..], 1),
        ("modulus switch 8 → 7, t = 65537", &q[7..], 65_537),
        ("mod-down 7 + 1 → 7", &special[..1], 1),
        ("mod-down 7 + 3 → 7", &special[..3], 1),
        ("mod-down 7 + 3 → 7, t = 65537", &special[..3], 65_537),
    ] {
        let division = Division::congruent(&zqs(kept), &moduli(dropped), t).expect("coprime");
        let rest = residues(dropped, n);
        let plain = Plain::new(dropped);
        let mut reference =
            || plain.divide(kept, t, black_box(&x[..7 * n]), &rest, n, &mut expected[..7 * n]);
        table.row(
            what,
            || {
                let (kept, rest) =
                    (Limbs::new(black_box(&x[..7 * n]), n, n), Limbs::new(&rest, n, n));
                division.divide_into(LimbsMut::new(&mut out[..7 * n], n, n), kept, rest);
            },
            Some(&mut reference),
        );
        assert_eq!(out[..7 * n], expected[..7 * n]);
    }

    let lift = Lift::new(&moduli(q));
    let mut integers = vec![0; n];
    table.row(
        "lift, 8 limbs to integers of 128 bits",
        || {
            lift.lift_i128_into(&mut integers, Limbs::new(black_box(&x), n, n), 0);
        },
        None,
    );

    let rns = RnsGadget::new(&zqs(q), 0..8, 1).expect("coprime");
    let hybrid = RnsGadget::new(&zqs(&[q, &special[..3]].concat()), 0..8, 3).expect("coprime");
    let base = BaseGadget::new(&moduli(q), 20).expect("a size");
    for (what, gadget) in [
        ("RNS digits, 8 of 8 limbs", &rns as &dyn Gadget),
        ("hybrid digits, 3 of 8 + 3 limbs", &hybrid),
        ("digits of 20 bits, 8 limbs", &base),
    ] {
        let limbs = gadget.target().len();
        let mut words = vec![0; gadget.digits() * limbs * n];
        table.row(
            &format!("{what} ({} digits)", gadget.digits()),
            || {
                gadget.decompose_into(
                    &mut Digits::new(&mut words, limbs, n, n),
                    Limbs::new(black_box(&x), n, n),
                );
            },
            None,
        );
    }
}

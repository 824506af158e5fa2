//! How long the operations of Λ∘λ's Tables 4.3 and 4.4 take, and some more.
//!
//! `cargo bench -p ringassay-ring --bench ring [-- m …]`, or `-- threads` for what a second thread
//! brings at the sizes from which it is used. One thread, one prime of 50 bits, in
//! cache. Each figure is the median of the rounds, in microseconds; behind it stands how far the
//! middle half of the rounds reaches, and what Λ∘λ's C++ backend takes on a machine of the kind
//! that this was written on (measured elsewhere; `lift`: Λ∘λ's own figures in its Table 4.4).

#![allow(clippy::unwrap_used, reason = "a benchmark has nobody to report to but its user")]

use std::{hint::black_box, time::Instant};

use ringassay_ring::{
    Basis, Crt, Decoding, Element, IntElement, Powerful, RnsRing, index::Index, primes::search,
};

const ROUNDS: usize = 501;

/// Words worked on in a round: half of a small first-level cache.
const ROUND_WORDS: usize = 2048;

/// Λ∘λ's microseconds: P→C, C→P, L, L⁻¹, ·g powerful, ·g decoding, /g powerful, /g decoding, lift,
/// multiplication in the CRT basis.
const ELSEWHERE: [(u64, [f64; 10]); 5] = [
    (1024, [50.0, 51.0, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 1.0, 0.97]),
    (2048, [113.0, 115.0, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 2.0, 1.94]),
    (1728, [22.4, 26.3, 0.86, 1.64, 2.38, 2.79, 7.31, 8.82, 1.2, 1.09]),
    (5184, [78.4, 90.0, 2.6, 5.0, 7.4, 9.3, 21.9, 26.4, 3.4, 3.28]),
    (14_400, [215.0, 260.0, 13.3, 20.7, 31.0, 35.0, 89.0, 105.0, 13.3, 7.29]),
];

const FURTHER: [u64; 6] = [5461, 8191, 13_981, 15_709, 21_845, 32_768];

/// One ring, whose rows are printed as they are measured.
struct Bench {
    ring: RnsRing,
    elsewhere: [f64; 10],
}

impl Bench {
    fn new(m: u64) -> Self {
        let index = Index::new(m).unwrap();
        let q = search(&index, 50, 1, &[]).unwrap();
        let ring = RnsRing::new(&index, &q).unwrap();
        let elsewhere = ELSEWHERE.iter().find(|row| row.0 == m).map_or([0.0; 10], |row| row.1);
        Self { ring, elsewhere }
    }

    fn random<B: Basis>(&self) -> Element<B> {
        let q = self.ring.moduli()[0];
        let word = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % q;
        let words: Vec<u64> = (1..=self.ring.degree() as u64).map(word).collect();
        Element::from_residues(&self.ring, &words).unwrap()
    }

    /// Measures `operation` on elements in the basis `B`, each used once, and prints the row;
    /// `column` is that of the figure elsewhere.
    fn row<B: Basis, T>(
        &self,
        name: &str,
        column: Option<usize>,
        operation: impl Fn(Element<B>) -> T,
    ) {
        let count = (ROUND_WORDS / self.ring.degree()).max(1);
        let original = self.random::<B>();
        let mut results = Vec::with_capacity(count);
        let mut samples: Vec<f64> = (0..ROUNDS)
            .map(|_| {
                let elements = vec![original.clone(); count];
                let start = Instant::now();
                results.extend(elements.into_iter().map(|element| operation(black_box(element))));
                let ns = start.elapsed().as_nanos() as f64;
                black_box(&results);
                results.clear();
                ns / count as f64
            })
            .collect();
        samples.sort_by(f64::total_cmp);
        let at = |quarter: usize| samples[samples.len() * quarter / 4] / 1000.0;
        print!(
            "{:>6}  {name:<14}{:>10.3}  ±{:<8.3}",
            self.ring.index().m(),
            at(2),
            (at(3) - at(1)) / 2.0
        );
        match column.map(|column| self.elsewhere[column]) {
            Some(figure) if figure > 0.0 => println!("{figure:>9.2}{:>8.1}", figure / at(2)),
            _ => println!(),
        }
    }

    fn rows(&self) {
        self.row("P->C", Some(0), Element::<Powerful>::into_crt);
        self.row("C->P", Some(1), Element::<Crt>::into_powerful);
        self.row("L (D->P)", Some(2), Element::<Decoding>::into_powerful);
        self.row("L^-1 (P->D)", Some(3), Element::<Powerful>::into_decoding);
        self.row("*g powerful", Some(4), assigned(Element::<Powerful>::mul_g_assign));
        self.row("*g decoding", Some(5), assigned(Element::<Decoding>::mul_g_assign));
        self.row("*g CRT", None, assigned(Element::<Crt>::mul_g_assign));
        self.row("/g powerful", Some(6), assigned(Element::<Powerful>::div_g_assign));
        self.row("/g decoding", Some(7), assigned(Element::<Decoding>::div_g_assign));
        self.row("/g CRT", None, assigned(Element::<Crt>::div_g_assign));
        let lifted = std::cell::RefCell::new(IntElement::zero(self.ring.index()));
        self.row("lift", Some(8), |x: Element<Powerful>| {
            x.lift_into(&mut lifted.borrow_mut()).unwrap();
            x
        });
        let (c, p) = (self.random::<Crt>(), self.random::<Powerful>());
        self.row("multiply", Some(9), |x: Element<Crt>| x * &c);
        self.row(
            "multiply-add",
            None,
            assigned(|x: &mut Element<Crt>| x.mul_add_assign(&c, &c).unwrap()),
        );
        self.row("add", None, |x: Element<Powerful>| x + &p);
        let m = self.ring.index().m();
        let image = std::cell::RefCell::new(p.clone());
        self.row("sigma powerful", None, |x: Element<Powerful>| {
            x.automorphism_into(m - 1, &mut image.borrow_mut()).unwrap();
            x
        });
        let image = std::cell::RefCell::new(c.clone());
        self.row("sigma CRT", None, |x: Element<Crt>| {
            x.automorphism_into(m - 1, &mut image.borrow_mut()).unwrap();
            x
        });
    }
}

/// An operation in place as one that passes its operand on.
fn assigned<B: Basis>(f: impl Fn(&mut Element<B>)) -> impl Fn(Element<B>) -> Element<B> {
    move |mut x| {
        f(&mut x);
        x
    }
}

type Operation<'a> = dyn Fn(&mut Element<Powerful>) + Sync + 'a;

/// Elements of four limbs, around the sizes from which threads share the work: microseconds with one
/// thread and with two.
fn threads() {
    println!("     n  words   operation      1 thread    2 threads");
    for log in 9..17 {
        let index = Index::new(2 << log).unwrap();
        let ring = RnsRing::new(&index, &search(&index, 50, 4, &[]).unwrap()).unwrap();
        let a = Element::<Powerful>::constant(&ring, 3);
        let transform = |x: &mut Element<Powerful>| *x = x.to_crt().into_powerful();
        let add = |x: &mut Element<Powerful>| *x += &a;
        let operations: [(&str, &Operation<'_>); 2] = [("P->C->P", &transform), ("add", &add)];
        for (name, operation) in operations {
            let [one, two] = [1, 2].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| median_us(|| operation(&mut a.clone())))
            });
            println!("{:>6}{:>8}  {name:<10}{one:>12.2}{two:>12.2}", 1 << log, 4 << log);
        }
    }
}

fn median_us(mut f: impl FnMut()) -> f64 {
    let mut samples: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            f();
            start.elapsed().as_nanos() as f64 / 1000.0
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    samples[ROUNDS / 2]
}

fn main() {
    if std::env::args().any(|argument| argument == "threads") {
        return threads();
    }
    let asked: Vec<u64> = std::env::args().skip(1).filter_map(|m| m.parse().ok()).collect();
    let known = ELSEWHERE.iter().map(|row| row.0).chain(FURTHER);
    let indices: Vec<u64> = if asked.is_empty() { known.collect() } else { asked };
    println!("     m  operation           µs            Λ∘λ µs  faster");
    for m in indices {
        Bench::new(m).rows();
        println!();
    }
}

//! From residues back to whole coefficients modulo q.
//!
//! With y_i = \[X·(P/p_i)^-1\]_{p_i}: X = Σ y_i·P/p_i - v·P, where v is the integer nearest to Σ y_i/p_i
//! for X in (-P/2, P/2). A sum of doubles tells it, because the bound of what is joined stays a factor
//! of 2^0.01 below P/2: 2^-8 from where the nearest integer changes, and the sum's error is below 2^-40.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use ringassay_kernels::{Prepared, to_nearest};
use ringassay_ring::RnsRing;

use crate::{
    coefficients::Coefficients,
    modulus::{MAX_WORDS, Sum, for_words, words},
};

/// Constants for the join of residues modulo the first few primes.
pub(crate) struct Join {
    /// (P/p_i)^-1 modulo p_i.
    scales: Vec<Prepared>,
    /// 1/p_i.
    inverses: Vec<f64>,
    /// P/p_i modulo q.
    hats: Vec<[u64; MAX_WORDS]>,
    /// q - (P modulo q).
    minus: [u64; MAX_WORDS],
}

/// Constants for round(t/q·X) modulo q.
///
/// With t·P/p_i = a_i·q + b_i and t·P = a·q + b,
/// t·X = q·(Σ y_i·a_i - v·(a+1)) + (Σ y_i·b_i + v·(q-b)), and only the last sum is divided.
pub(crate) struct Round {
    /// a_i modulo q and b_i.
    hats: Vec<[[u64; MAX_WORDS]; 2]>,
    /// -(a+1) modulo q and q - b.
    minus: [[u64; MAX_WORDS]; 2],
}

/// P/p_i for each prime, and P.
fn complements(primes: &[u64]) -> (Vec<BigUint>, BigUint) {
    let product: BigUint = primes.iter().map(|&p| BigUint::from(p)).product();
    (primes.iter().map(|&p| &product / p).collect(), product)
}

impl Join {
    /// For the first `width` primes.
    pub(crate) fn new(q: &BigUint, rns: &RnsRing, width: usize) -> Self {
        let primes = &rns.moduli()[..width];
        let (hats, product) = complements(primes);
        let scale = |(i, hat): (usize, &BigUint)| {
            let zq = rns.zq(i);
            let hat = (hat % zq.q()).to_u64().unwrap_or_default();
            // p_i does not divide the product of the others.
            zq.prepare(zq.modulus().inverse(hat).unwrap_or_default())
        };
        Self {
            scales: hats.iter().enumerate().map(scale).collect(),
            inverses: to_nearest(|| primes.iter().map(|&p| 1.0 / p as f64).collect()),
            hats: hats.iter().map(|hat| words(&(hat % q))).collect(),
            minus: words(&(q - product % q)),
        }
    }

    /// Residues become the y_i, in place.
    pub(crate) fn scale(&self, rns: &RnsRing, prime: usize, row: &mut [u64]) {
        rns.zq(prime).scale_assign(row, self.scales[prime]);
    }

    /// Writes an element from the rows of the y_i.
    pub(crate) fn combine(&self, to: Coefficients<'_>, out: &mut [u64], rows: &[&[u64]]) {
        to_nearest(|| for_words!(to.shape.words, combine(to, self, out, rows)));
    }
}

impl Round {
    /// For the first `width` primes.
    pub(crate) fn new(q: &BigUint, primes: &[u64], width: usize, t: u64) -> Self {
        let (hats, product) = complements(&primes[..width]);
        let divided = |x: &BigUint| (x * t / q, x * t % q);
        let hats = hats.iter().map(divided).map(|(a, b)| [words(&(a % q)), words(&b)]);
        let (a, b) = divided(&product);
        let minus_a = (q - (a + BigUint::one()) % q) % q;
        Self { hats: hats.collect(), minus: [words(&minus_a), words(&(q - b))] }
    }

    /// As [`Join::combine`].
    pub(crate) fn combine(
        &self,
        to: Coefficients<'_>,
        join: &Join,
        out: &mut [u64],
        rows: &[&[u64]],
    ) {
        to_nearest(|| for_words!(to.shape.words, combine_rounded(to, self, join, out, rows)));
    }
}

/// Adding this to a double below 2^51 leaves the nearest integer in the fraction.
const TO_INTEGER: f64 = (3_u64 << 51) as f64;

/// v for column c.
#[inline(always)]
fn quotient(rows: &[&[u64]], inverses: &[f64], c: usize) -> u64 {
    let terms = rows.iter().zip(inverses);
    // The words lie below 2^50.
    let sum: f64 = terms.map(|(row, inverse)| row[c] as i64 as f64 * inverse).sum();
    (sum + TO_INTEGER).to_bits() & ((1 << 51) - 1)
}

fn narrow<const W: usize>(x: &[u64; MAX_WORDS]) -> [u64; W] {
    std::array::from_fn(|j| x[j])
}

/// Sums of products of words below 2^50 with numbers of W words, word by word without carries: double
/// words hold 2^14 of them.
#[derive(Clone, Copy)]
struct Columns<const W: usize>([u128; W]);

impl<const W: usize> Columns<W> {
    #[inline(always)]
    fn add_product(&mut self, y: &[u64; W], factor: u64) {
        for (column, &y) in self.0.iter_mut().zip(y) {
            *column += u128::from(y) * u128::from(factor);
        }
    }

    #[inline(always)]
    fn carry(self) -> Sum<W> {
        let (mut low, mut carry) = ([0; W], 0);
        for (word, column) in low.iter_mut().zip(self.0) {
            let sum = column + carry;
            (*word, carry) = (sum as u64, sum >> 64);
        }
        Sum { low, top: carry as u64 }
    }
}

fn combine<const W: usize>(to: Coefficients<'_>, join: &Join, out: &mut [u64], rows: &[&[u64]]) {
    let hats: Vec<[u64; W]> = join.hats.iter().map(narrow).collect();
    let minus = narrow::<W>(&join.minus);
    to.replace::<W>(out, |divisor, c, _| {
        let mut sum = Columns([0; W]);
        for (row, hat) in rows.iter().zip(&hats) {
            sum.add_product(hat, row[c]);
        }
        sum.add_product(&minus, quotient(rows, &join.inverses, c));
        divisor.divide(sum.carry()).0
    });
}

fn combine_rounded<const W: usize>(
    to: Coefficients<'_>,
    round: &Round,
    join: &Join,
    out: &mut [u64],
    rows: &[&[u64]],
) {
    let hats: Vec<[[u64; W]; 2]> =
        round.hats.iter().map(|hat| [narrow(&hat[0]), narrow(&hat[1])]).collect();
    let [minus_a, minus_b] = [narrow::<W>(&round.minus[0]), narrow::<W>(&round.minus[1])];
    to.replace::<W>(out, |divisor, c, _| {
        let (mut whole, mut part) = (Columns([0; W]), Columns(divisor.half.map(u128::from)));
        for (row, [a, b]) in rows.iter().zip(&hats) {
            whole.add_product(a, row[c]);
            part.add_product(b, row[c]);
        }
        let v = quotient(rows, &join.inverses, c);
        whole.add_product(&minus_a, v);
        part.add_product(&minus_b, v);
        let (_, rounded) = divisor.divide(part.carry());
        whole.0[0] += u128::from(rounded);
        divisor.divide(whole.carry()).0
    });
}

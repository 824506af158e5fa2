//! Changes of modulus between sets of limbs of one ring.

use num_bigint::BigInt;

use super::ring::Limbs;
use super::verdict::{Verdict, equal};
use crate::inputs::Stream;
use crate::reference::{numbers::totient, rns};

/// A ring over several primes, of which a law takes some.
pub trait Subsets {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The index.
    fn m(&self) -> u64;
    /// All primes.
    fn moduli(&self) -> Vec<u64>;
}

/// A ring over several primes, between whose subsets elements are switched. Coefficients are those
/// of the powerful basis.
pub trait Switching: Subsets {
    /// The limbs `limbs` of an element, in that order.
    fn pick(&self, x: &Limbs, limbs: &[usize]) -> Limbs;
    /// (N·x - e)/G of an element modulo the limbs `from`, modulo the limbs `to`: G is the product of
    /// the limbs of `from` that are not in `to`, N that of the limbs of `to` that are not in `from`,
    /// and e ≡ N·x mod G, e ≡ 0 mod t, |e| ≤ t·G/2.
    fn switch(&self, x: &Limbs, from: &[usize], to: &[usize], t: u64) -> Limbs;
    /// N/G mod t.
    fn message_factor(&self, from: &[usize], to: &[usize], t: u64) -> u64;
}

/// The switch between these limbs, on random coefficients and those at which it turns.
pub fn suite(
    ring: &impl Switching,
    (from, to): (&[usize], &[usize]),
    t: u64,
    stream: &mut Stream,
) -> Verdict {
    let all = ring.moduli();
    let moduli = |limbs: &[usize]| limbs.iter().map(|&i| all[i]).collect::<Vec<_>>();
    let without = |a: &[usize], b: &[usize]| -> Vec<usize> {
        a.iter().copied().filter(|i| !b.contains(i)).collect()
    };
    let subject = format!("{}, {from:?} → {to:?}, t = {t}", ring.subject());
    let (gone, new) =
        (rns::product(&moduli(&without(from, to))), rns::product(&moduli(&without(to, from))));
    let q = rns::product(&moduli(from));
    let count = totient(ring.m());
    let mut columns = random(&q, count, stream);
    columns.extend(edges(&q, &gone, &new));
    columns.resize(columns.len().next_multiple_of(count), BigInt::from(0));
    for x in columns.chunks_exact(count) {
        let given = residues(x, &moduli(from));
        let expected: Vec<BigInt> = x.iter().map(|x| switched(&(x * &new), &gone, t)).collect();
        let found = ring.switch(&given, from, to, t);
        equal("switched to (N·x - e)/G", &subject, &found, &residues(&expected, &moduli(to)))?;
    }
    // N/G mod t, where the messages of BGV go.
    let factor = rns::inverse(&gone, &BigInt::from(t)).map(|inverse| inverse * &new);
    let factor = factor.map_or(0, |factor| rns::remainder(&factor, t));
    let found = ring.message_factor(from, to, t);
    equal("messages are multiplied by N/G", &subject, &[found], &[factor])?;

    let whole: Limbs = all.iter().map(|&q| stream.residues(count, q)).collect();
    let expected: Limbs = to.iter().map(|&i| whole[i].clone()).collect();
    equal("picked limbs in the given order", &subject, &ring.pick(&whole, to), &expected)
}

/// (y - e)/G for the e ≡ y mod G, e ≡ 0 mod t in `(-t·G/2, t·G/2]`.
fn switched(y: &BigInt, gone: &BigInt, t: u64) -> BigInt {
    let inverse =
        rns::inverse(&BigInt::from(t), gone).unwrap_or_else(|| unreachable!("t is prime to G"));
    let e = rns::centre(&(y * inverse), gone) * t;
    (y - e) / gone
}

fn random(q: &BigInt, count: usize, stream: &mut Stream) -> Vec<BigInt> {
    let words = q.bits() / 64 + 2;
    let integer = |_| {
        let random = (0..words).fold(BigInt::from(0), |x, _| (x << 64) + stream.word());
        rns::centre(&(random % q), q)
    };
    (0..count).map(integer).collect()
}

/// Integers whose multiples by N lie beside multiples of G/2, where rounding turns; and the extremes.
fn edges(q: &BigInt, gone: &BigInt, new: &BigInt) -> Vec<BigInt> {
    let inverse = rns::inverse(new, gone).unwrap_or_else(|| unreachable!("N is prime to G"));
    let beside = |i: i32| {
        let target: BigInt = gone * (i / 7) / 2 + (i % 7) - 3;
        rns::centre(&(target * &inverse % gone + gone * (i / 14)), q)
    };
    let half: BigInt = q / 2;
    let extremes = [BigInt::from(0), half.clone(), -half, BigInt::from(-1)];
    extremes.into_iter().chain((0..42).map(beside)).collect()
}

fn residues(integers: &[BigInt], moduli: &[u64]) -> Limbs {
    moduli.iter().map(|&q| integers.iter().map(|x| rns::remainder(x, q)).collect()).collect()
}

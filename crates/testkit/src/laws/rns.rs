//! From residues modulo one set of moduli to residues modulo another.

use num_bigint::BigInt;

use super::ring::Limbs;
use super::verdict::{Verdict, equal, holds};
use crate::inputs::Stream;
use crate::reference::rns;

/// Conversions between two sets of moduli that are coprime to each other: D = ∏ `from` is what is
/// known, extended or divided away, `to` is what else there is.
///
/// Coefficient by coefficient: a row for each modulus.
pub trait Rns {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The moduli d_i, D = ∏ d_i.
    fn from(&self) -> Vec<u64>;
    /// The moduli q_j, coprime to D.
    fn to(&self) -> Vec<u64>;
    /// The integers in `(-D/2, D/2]`.
    fn lift(&self, x: &Limbs) -> Vec<BigInt>;
    /// The residues modulo the q_j of the integers in `(-D/2, D/2]`.
    fn extend(&self, x: &Limbs) -> Limbs;
    /// The residues modulo the q_j of x + u·D, x in `[0, D)`, for some 0 ≤ u < number of d_i.
    fn extend_fast(&self, x: &Limbs) -> Limbs;
    /// round(factor·x/D) modulo the q_j; a half goes down. x is given modulo the q_j and the d_i.
    fn divide(&self, kept: &Limbs, dropped: &Limbs, factor: u64) -> Limbs;
    /// (x - e)/D modulo the q_j with e ≡ x mod D, e ≡ 0 mod t and |e| ≤ t·D/2; t prime to D.
    fn divide_congruent(&self, kept: &Limbs, dropped: &Limbs, t: u64) -> Limbs;
}

/// All laws, on so many random columns and those at which roundings turn; plaintext moduli t are
/// those given.
pub fn suite(pair: &impl Rns, columns: usize, plaintexts: &[u64], stream: &mut Stream) -> Verdict {
    let (from, to) = (pair.from(), pair.to());
    let d = rns::product(&from);
    let whole = &d * rns::product(&to);
    extensions(pair, &columns_of(&d, &d, columns, stream))?;

    let integers = columns_of(&d, &whole, columns, stream);
    let (kept, dropped) = (residues(&integers, &to), residues(&integers, &from));
    for factor in [1, 2, 3, 65_537] {
        let found = pair.divide(&kept, &dropped, factor);
        let quotients: Vec<_> = integers.iter().map(|x| divided(&(x * factor), &d, 1)).collect();
        let subject = format!("{}, factor {factor}", pair.subject());
        equal("division rounds to nearest", &subject, &found, &residues(&quotients, &to))?;
    }
    for &t in plaintexts {
        let found = pair.divide_congruent(&kept, &dropped, t);
        let quotients: Vec<_> = integers.iter().map(|x| divided(x, &d, t)).collect();
        let subject = format!("{}, t = {t}", pair.subject());
        equal("division keeps residues mod t", &subject, &found, &residues(&quotients, &to))?;
    }
    Ok(())
}

fn extensions(pair: &impl Rns, integers: &[BigInt]) -> Verdict {
    let (from, to, subject) = (pair.from(), pair.to(), pair.subject());
    let d = rns::product(&from);
    let x = residues(integers, &from);
    let centred: Vec<BigInt> = integers.iter().map(|x| rns::centre(x, &d)).collect();
    equal("lift gives the centred integers", &subject, &pair.lift(&x), &centred)?;
    let expected = residues(&centred, &to);
    equal("extension keeps the centred integers", &subject, &pair.extend(&x), &expected)?;

    let fast = pair.extend_fast(&x);
    for (column, integer) in integers.iter().enumerate() {
        let least = ((integer % &d) + &d) % &d;
        let found: Vec<u64> = fast.iter().map(|row| row[column]).collect();
        let fits = |u: usize| rns::remainders(&(&least + &d * u), &to) == found;
        holds(
            "fast extension keeps integers up to a few D",
            &subject,
            (0..from.len()).any(fits),
            || format!("column {column}: {found:?} for {least}"),
        )?;
    }
    Ok(())
}

/// (x - e)/D for the e ≡ x mod D, e ≡ 0 mod t in `(-t·D/2, t·D/2]`.
fn divided(x: &BigInt, d: &BigInt, t: u64) -> BigInt {
    let inverse =
        rns::inverse(&BigInt::from(t), d).unwrap_or_else(|| unreachable!("t is prime to D"));
    let e = rns::centre(&(x * inverse), d) * t;
    (x - e) / d
}

/// Integers below `bound`: random ones, and those near the multiples of D/2, where roundings turn.
fn columns_of(d: &BigInt, bound: &BigInt, columns: usize, stream: &mut Stream) -> Vec<BigInt> {
    let mut integers = Vec::with_capacity(columns + 64);
    for multiple in [0, 1, 2, 3, 4, 5] {
        let centre: BigInt = d * multiple / 2;
        for distance in -3..=3 {
            integers.push(((&centre + distance) % bound + bound) % bound);
        }
        // As near to the turn as an estimate in floating point can just not tell.
        integers.push(((&centre + d / (1_u64 << 50)) % bound + bound) % bound);
    }
    integers.push(bound - 1);
    integers.push(bound / 2);
    let words = bound.bits() / 64 + 2;
    integers.extend((0..columns).map(|_| {
        let random = (0..words).fold(BigInt::from(0), |x, _| (x << 64) + stream.word());
        random % bound
    }));
    integers
}

/// The residues of each integer, a row for each modulus.
fn residues(integers: &[BigInt], moduli: &[u64]) -> Limbs {
    moduli.iter().map(|&q| integers.iter().map(|x| rns::remainder(x, q)).collect()).collect()
}

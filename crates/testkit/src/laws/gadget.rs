//! Gadgets: x as a short combination of known elements.

use num_bigint::BigInt;
use num_traits::Signed;

use super::ring::Limbs;
use super::verdict::{Verdict, equal, holds};
use crate::inputs::Stream;
use crate::reference::numbers::mul_mod;
use crate::reference::rns;

/// A gadget g_1, …, g_d with the decomposition that belongs to it, coefficient by coefficient.
pub trait Gadget {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The moduli of x, product Q.
    fn source(&self) -> Vec<u64>;
    /// The moduli of digits and products.
    fn target(&self) -> Vec<u64>;
    /// g_j modulo each target modulus.
    fn elements(&self) -> Vec<Vec<u64>>;
    /// f, by which x comes out multiplied.
    fn factor(&self) -> BigInt;
    /// The largest |digit_j|.
    fn bounds(&self) -> Vec<BigInt>;
    /// The digits of x, modulo each target modulus.
    fn decompose(&self, x: &Limbs) -> Vec<Limbs>;
    /// Σ digit_j·g_j.
    fn recompose(&self, digits: &[Limbs]) -> Limbs;
}

/// ⟨digits, gadget⟩ = f·x, and digits are as small as they are said to be.
pub fn suite(gadget: &impl Gadget, columns: usize, stream: &mut Stream) -> Verdict {
    let (source, target, subject) = (gadget.source(), gadget.target(), gadget.subject());
    let mut x: Limbs = source.iter().map(|&q| stream.residues(columns, q)).collect();
    let q = rns::product(&source);
    for (column, edge) in edges(&q).into_iter().enumerate().take(columns) {
        x.iter_mut().zip(&source).for_each(|(row, &q)| row[column] = rns::remainder(&edge, q));
    }
    let digits = gadget.decompose(&x);
    let (elements, factor) = (gadget.elements(), gadget.factor());
    for (digit, bound) in digits.iter().zip(gadget.bounds()) {
        for column in 0..columns {
            let residues: Vec<u64> = digit.iter().map(|row| row[column]).collect();
            let integer = rns::centred(&residues, &target);
            holds("digits within their range", &subject, integer.abs() <= bound, || {
                format!("column {column}: {integer}, beyond {bound}")
            })?;
        }
    }
    let product: Limbs = (0..target.len())
        .map(|i| {
            let term = |column: usize| {
                let products = digits.iter().zip(&elements);
                products.fold(0, |sum, (digit, element)| {
                    (sum + mul_mod(digit[i][column], element[i], target[i])) % target[i]
                })
            };
            (0..columns).map(term).collect()
        })
        .collect();
    let integer = |column: usize| {
        rns::least(&x.iter().map(|row| row[column]).collect::<Vec<_>>(), &source) * &factor
    };
    let integers: Vec<BigInt> = (0..columns).map(integer).collect();
    let expected: Limbs =
        target.iter().map(|&q| integers.iter().map(|x| rns::remainder(x, q)).collect()).collect();
    equal("digits times gadget give f·x", &subject, &product, &expected)?;
    equal("recomposition", &subject, &gadget.recompose(&digits), &expected)
}

/// Integers at which digits turn.
fn edges(q: &BigInt) -> Vec<BigInt> {
    let half: BigInt = q / 2;
    let mut edges = vec![BigInt::from(0), BigInt::from(1), q - 1, q - 2];
    edges.extend([&half - 1, half.clone(), &half + 1, &half + 2]);
    edges.extend((1..8).map(|i| (BigInt::from(1) << (8 * i)) % q));
    edges.extend((1..8).map(|i| ((BigInt::from(1) << (8 * i)) - 1) % q));
    edges
}

//! Vectors over Z_q, coefficient by coefficient.

mod conversions;
mod operation;

pub use operation::Operation;

use super::verdict::{Verdict, equal};
use crate::inputs::{Stream, residue_vectors};
use crate::reference::numbers::mul_mod;

/// The elementwise kernels of one modulus on one backend. Residues are canonical, in `[0, q)`.
///
/// Where a kernel exists in several forms (in place, into a caller's buffer), all of their results
/// are returned, and all have to be right.
pub trait Elementwise {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The modulus.
    fn q(&self) -> u64;
    /// The operation on vectors a, x, y and the constant w.
    fn apply(&self, operation: Operation, a: &[u64], x: &[u64], y: &[u64], w: u64)
    -> Vec<Vec<u64>>;
    /// Any words, reduced.
    fn reduce(&self, x: &[u64]) -> Vec<u64>;
    /// Any signed words, reduced.
    fn reduce_signed(&self, x: &[i64]) -> Vec<u64>;
    /// Residues modulo `from`, in `[0, from)`, reduced.
    fn reduce_from(&self, x: &[u64], from: u64) -> Vec<u64>;
    /// Residues modulo `from`: their representatives in `(-from/2, from/2]`, reduced.
    fn reduce_centred(&self, x: &[u64], from: u64) -> Vec<u64>;
    /// The representatives in `(-q/2, q/2]`.
    fn centre(&self, x: &[u64]) -> Vec<i64>;
    /// out\[i\] = x\[at\[i\]\].
    fn gather(&self, x: &[u64], at: &[u32]) -> Vec<u64>;
    /// out\[at\[i\]\] = x\[i\], for a permutation.
    fn scatter(&self, x: &[u64], at: &[u32]) -> Vec<u64>;
    /// The digits to the base 2^width, the least first, a vector for each position.
    fn digits(&self, x: &[u64], width: u32, balanced: bool) -> Vec<Vec<i64>>;
    /// The same digits as residues modulo `to`.
    fn digit_residues(&self, x: &[u64], width: u32, balanced: bool, to: u64) -> Vec<Vec<u64>>;
    /// Σ_i x_i\[c\]·w_i\[c\] for constant vectors w_i; q is odd.
    fn inner_product(&self, x: &[Vec<u64>], w: &[Vec<u64>]) -> Vec<u64>;
}

/// Every operation equals its definition, on vectors of each of these lengths.
pub fn suite(z: &impl Elementwise, lengths: &[usize], stream: &mut Stream) -> Verdict {
    for &length in lengths {
        let vectors = residue_vectors(length, z.q(), stream);
        for x in &vectors {
            for y in &vectors {
                operations(z, x, y, stream)?;
            }
            conversions::centring(z, x)?;
        }
        conversions::suite(z, length, stream)?;
        permutations(z, length, stream)?;
        if z.q() % 2 == 1 {
            inner_products(z, length, stream)?;
        }
    }
    Ok(())
}

fn operations(z: &impl Elementwise, x: &[u64], y: &[u64], stream: &mut Stream) -> Verdict {
    let q = z.q();
    for (a, w) in [
        (vec![q - 1; x.len()], q - 1),
        (stream.residues(x.len(), q), stream.below(q)),
        (vec![0; x.len()], q / 2),
    ] {
        for operation in Operation::ALL {
            let expected: Vec<u64> = (a.iter().zip(x).zip(y))
                .map(|((&a, &x), &y)| operation.defined(a, x, y, w, q))
                .collect();
            for found in z.apply(operation, &a, x, y, w) {
                equal(operation.law(), &z.subject(), &found, &expected)?;
            }
        }
    }
    Ok(())
}

fn permutations(z: &impl Elementwise, length: usize, stream: &mut Stream) -> Verdict {
    let subject = z.subject();
    let x = stream.residues(length, z.q());
    let mut at: Vec<u32> = (0..length as u32).collect();
    for i in (1..length).rev() {
        at.swap(i, stream.below(i as u64 + 1) as usize);
    }
    let gathered: Vec<u64> = at.iter().map(|&i| x[i as usize]).collect();
    equal("gathering", &subject, &z.gather(&x, &at), &gathered)?;
    equal("scattering undoes gathering", &subject, &z.scatter(&gathered, &at), &x)
}

/// Sums of few and of many products, random and largest.
fn inner_products(z: &impl Elementwise, length: usize, stream: &mut Stream) -> Verdict {
    let q = z.q();
    for terms in [1, 2, 8, 9, 16, 17, 40] {
        let random = |stream: &mut Stream| -> Vec<Vec<u64>> {
            (0..terms).map(|_| stream.residues(length, q)).collect()
        };
        let largest = vec![vec![q - 1; length]; terms];
        for (x, w) in [(random(stream), random(stream)), (largest.clone(), largest)] {
            let expected: Vec<u64> = (0..length)
                .map(|c| {
                    let products = x.iter().zip(&w).map(|(x, w)| mul_mod(x[c], w[c], q));
                    products.fold(0, |sum, product| (sum + product) % q)
                })
                .collect();
            let subject = format!("{}, {terms} terms", z.subject());
            equal("inner products", &subject, &z.inner_product(&x, &w), &expected)?;
        }
    }
    Ok(())
}

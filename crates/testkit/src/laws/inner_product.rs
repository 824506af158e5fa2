//! Inner products of digits with constant elements: what key switching computes.

use num_bigint::BigInt;

use super::ring::Limbs;
use super::switch::Subsets;
use super::verdict::{Verdict, equal};
use crate::inputs::Stream;
use crate::reference::{Cyclotomic, ModQ, numbers::totient, rns};

/// Which limbs and elements a product uses.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// For each digit which limbs of all make its group, ascending; together with `special` they are
    /// the limbs of the product, in this order.
    pub groups: &'a [Vec<usize>],
    /// The limbs behind those of x.
    pub special: &'a [usize],
    /// Which element of the table belongs to each digit.
    pub elements: &'a [usize],
}

impl Choice<'_> {
    /// The limbs of x.
    pub fn source(&self) -> Vec<usize> {
        self.groups.concat()
    }

    /// The limbs of the product.
    pub fn target(&self) -> Vec<usize> {
        [&self.source(), self.special].concat()
    }
}

/// A ring over several primes with digits and tables. Coefficients are those of the powerful basis.
pub trait InnerProduct: Subsets {
    /// Σ D_j·y_{elements\[j\]} modulo the target limbs, where D_j is the centred residue of x modulo
    /// the product of the j-th group.
    fn inner_product(&self, x: &Limbs, table: &[Limbs], choice: &Choice<'_>) -> Limbs;
    /// The elements of a table again.
    fn elements(&self, table: &[Limbs]) -> Vec<Limbs>;
}

/// One choice, with a table of so many random elements.
pub fn suite(
    ring: &impl InnerProduct,
    choice: &Choice<'_>,
    table: usize,
    stream: &mut Stream,
) -> Verdict {
    let (all, count) = (ring.moduli(), totient(ring.m()));
    let subject = format!("{}, {choice:?}", ring.subject());
    let models: Vec<_> = all.iter().map(|&q| Cyclotomic::new(ModQ(q), ring.m())).collect();
    let random = |limbs: &[usize], stream: &mut Stream| -> Limbs {
        limbs.iter().map(|&i| stream.residues(count, all[i])).collect()
    };
    let every: Vec<usize> = (0..all.len()).collect();
    let x = random(&choice.source(), stream);
    let table: Vec<Limbs> = (0..table).map(|_| random(&every, stream)).collect();
    let digits = digits(&x, choice, &all);

    // Σ D_j·y_j by the schoolbook, as polynomials modulo Φ_m.
    let limb = |&i: &usize| {
        let model = &models[i];
        let term = |(digit, &element): (&Vec<BigInt>, &usize)| {
            let digit: Vec<u64> = digit.iter().map(|x| rns::remainder(x, all[i])).collect();
            model.mul(&model.from_powerful(&digit), &model.from_powerful(&table[element][i]))
        };
        let terms = digits.iter().zip(choice.elements).map(term);
        terms.fold(model.constant(0), |sum, term| model.add(&sum, &term))
    };
    let expected: Limbs = choice.target().iter().map(limb).collect();
    let found = ring.inner_product(&x, &table, choice);
    let as_polynomial = |(x, &i): (&Vec<u64>, &usize)| models[i].from_powerful(x);
    let found: Limbs = found.iter().zip(&choice.target()).map(as_polynomial).collect();
    equal("inner products of digits", &subject, &found, &expected)?;
    equal("tables give their elements back", &subject, &ring.elements(&table), &table)
}

/// The centred residues of the coefficients modulo the product of each group.
fn digits(x: &Limbs, choice: &Choice<'_>, all: &[u64]) -> Vec<Vec<BigInt>> {
    let mut first = 0;
    let digit = |group: &Vec<usize>| {
        let rows = &x[first..first + group.len()];
        first += group.len();
        let moduli: Vec<u64> = group.iter().map(|&i| all[i]).collect();
        let column = |column: usize| {
            rns::centred(&rows.iter().map(|row| row[column]).collect::<Vec<_>>(), &moduli)
        };
        (0..rows[0].len()).map(column).collect()
    };
    choice.groups.iter().map(digit).collect()
}

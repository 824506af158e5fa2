//! What operations result in, beside what is computed in the clear.

use ringassay_ring::RnsRing;
use ringassay_scheme::hybrid::{Ciphertext, Context};

use super::{
    Operation,
    operation::EIGHT,
    subject::Subject,
    vectors::{Function as _, Vectors},
};
use crate::BenchError;

/// The most products in a row where levels do not bound their number.
const MOST: usize = 64;

impl<V: Vectors> Subject<V, RnsRing> {
    /// The first entries of a ciphertext, `count` at least.
    pub(super) fn open(
        &self,
        on: &Context<V::Scheme, RnsRing>,
        a: &Ciphertext<V::Scheme, RnsRing>,
        count: usize,
    ) -> Result<Vec<V::Entry>, BenchError> {
        self.vectors.decode(&V::decrypt(on, &self.secret, a)?, a, count)
    }

    /// Fails unless the result of an operation is what it should be, within its own bound.
    pub(super) fn compare(
        &self,
        operation: Operation,
        result: &Ciphertext<V::Scheme, RnsRing>,
    ) -> Result<(), BenchError> {
        let expected = self.expected(operation);
        let found = self.open(&self.context, result, expected.len())?;
        match first_wrong::<V>(&found, &expected, V::largest_error(&self.context, result)) {
            None => Ok(()),
            Some(slot) => Err(BenchError::Wrong {
                operation: operation.name(),
                n: self.context.ring().index().degree(),
                slot,
                found: V::shown(found[slot]),
                expected: V::shown(expected[slot]),
            }),
        }
    }

    /// What an operation results in, by its definition.
    fn expected(&self, operation: Operation) -> Vec<V::Entry> {
        let [x, y] = &self.entries;
        let rotated = |steps: usize| (0..x.len()).map(|j| x[(j + steps) % x.len()]).collect();
        let products = || x.iter().zip(y).map(|(&x, &y)| self.vectors.product(x, y)).collect();
        match operation {
            Operation::Add => x.iter().zip(y).map(|(&x, &y)| self.vectors.sum(x, y)).collect(),
            Operation::MultiplyPlain
            | Operation::MultiplyOnly
            | Operation::Relinearise
            | Operation::Multiply
            | Operation::MultiplyRescale => products(),
            Operation::Rescale if V::RESCALES_PRODUCTS => products(),
            Operation::Rotate => rotated(1),
            Operation::RotateHalf => rotated(x.len() / 2),
            Operation::RotateEight | Operation::RotateEightHoisted => rotated(EIGHT as usize),
            other if other.is_function() => V::Function::<RnsRing>::expected(other, x),
            _ => x.clone(),
        }
    }

    /// -log2 of the worst error of an entry of a product, relinearised and rescaled, where products are rescaled.
    pub(super) fn precision_bits(&self) -> Result<Option<f64>, BenchError> {
        let operation = Operation::MultiplyRescale;
        let Some(material) = self.material(operation)? else { return Ok(None) };
        let result = self.evaluate(operation, &material)?;
        let expected = self.expected(operation);
        let found = self.open(&self.context, &result, expected.len())?;
        let errors = found.iter().zip(&expected).map(|(&found, &x)| V::distance(found, x));
        Ok(Some(-errors.fold(0.0, f64::max).log2()))
    }

    /// How many products in a row by the second ciphertext are right, each rescaled where products are.
    pub(super) fn levels(&self) -> Result<usize, BenchError> {
        let context = self.context.insisting();
        let [a, b] = &self.ciphertexts;
        let (mut product, mut expected) = (a.clone(), self.entries[0].clone());
        let most = if V::RESCALES_PRODUCTS { self.top() } else { MOST };
        for done in 0..most {
            product = context.multiply(&product, b, &self.keys())?;
            if V::RESCALES_PRODUCTS {
                product = V::rescale(&context, &product)?;
            }
            for (x, &y) in expected.iter_mut().zip(&self.entries[1]) {
                *x = self.vectors.product(*x, y);
            }
            let Ok(found) = self.open(&context, &product, expected.len()) else { return Ok(done) };
            if first_wrong::<V>(&found, &expected, V::TOLERANCE).is_some() {
                return Ok(done);
            }
        }
        Ok(most)
    }
}

/// The first slot in which vectors differ by more than they may.
fn first_wrong<V: Vectors>(found: &[V::Entry], expected: &[V::Entry], most: f64) -> Option<usize> {
    found.iter().zip(expected).position(|(&found, &expected)| {
        let distance = V::distance(found, expected);
        distance.is_nan() || distance > most
    })
}

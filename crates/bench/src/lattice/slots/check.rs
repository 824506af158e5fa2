//! What BGV and BFV result in, beside what is computed in the clear.

use ringassay_ring::RnsRing;
use ringassay_scheme::{IntegerScheme, hybrid::Ciphertext};

use super::Subject;
use crate::{
    BenchError,
    lattice::{Operation, operation::EIGHT},
};

impl<P: IntegerScheme> Subject<P, RnsRing> {
    /// The vector of a ciphertext.
    pub(super) fn open(&self, a: &Ciphertext<P, RnsRing>) -> Result<Vec<u64>, BenchError> {
        Ok(self.encoder.decode(&self.context.decrypt(&self.secret, a)?)?)
    }

    /// Fails unless the result of an operation is what it should be.
    pub(super) fn compare(
        &self,
        operation: Operation,
        result: &Ciphertext<P, RnsRing>,
    ) -> Result<(), BenchError> {
        let (expected, found) = (self.expected(operation), self.open(result)?);
        match found.iter().zip(&expected).position(|(found, expected)| found != expected) {
            None => Ok(()),
            Some(slot) => Err(BenchError::Wrong {
                operation: operation.name(),
                n: self.context.parameters().index().degree(),
                slot,
                found: found[slot].to_string(),
                expected: expected[slot].to_string(),
            }),
        }
    }

    /// What an operation results in: by its definition, in integers.
    fn expected(&self, operation: Operation) -> Vec<u64> {
        let ([x, y], t) = (&self.vectors, self.context.parameters().t());
        let rotated = |steps: usize| (0..x.len()).map(move |i| x[(i + steps) % x.len()]);
        match operation {
            Operation::Add => x.iter().zip(y).map(|(x, y)| (x + y) % t).collect(),
            Operation::MultiplyPlain
            | Operation::MultiplyOnly
            | Operation::Relinearise
            | Operation::Multiply => x.iter().zip(y).map(|(x, y)| x * y % t).collect(),
            Operation::Rotate => rotated(1).collect(),
            Operation::RotateHalf => rotated(x.len() / 2).collect(),
            Operation::RotateEight | Operation::RotateEightHoisted => {
                rotated(EIGHT as usize).collect()
            }
            _ => x.clone(),
        }
    }

    /// How many products in a row by the second ciphertext are right.
    pub(super) fn levels(&self) -> Result<usize, BenchError> {
        const MOST: usize = 64;
        let (context, t) = (self.context.insisting(), self.context.parameters().t());
        let [a, b] = &self.ciphertexts;
        let (mut product, mut expected) = (a.clone(), self.vectors[0].clone());
        for done in 0..MOST {
            product = context.multiply(&product, b, &self.keys())?;
            for (x, y) in expected.iter_mut().zip(&self.vectors[1]) {
                *x = *x * y % t;
            }
            let message = context.decrypt(&self.secret, &product);
            let found =
                message.map_err(BenchError::from).and_then(|m| Ok(self.encoder.decode(&m)?));
            if found.ok().as_ref() != Some(&expected) {
                return Ok(done);
            }
        }
        Ok(MOST)
    }
}

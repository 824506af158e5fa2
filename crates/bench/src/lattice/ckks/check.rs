//! What CKKS results in, beside what is computed in the clear.

use ringassay_ring::RnsRing;
use ringassay_scheme::ckks::{Ciphertext, encoding::Complex64};

use super::{
    Subject,
    material::{coefficient, diagonal},
};
use crate::{
    BenchError,
    lattice::{Operation, operation::EIGHT},
};

/// No result may be further off, whatever its estimate says.
const TOLERANCE: f64 = 1.0 / 64.0;

impl Subject<RnsRing> {
    /// The numbers in the first slots of a ciphertext.
    pub(super) fn open(
        &self,
        a: &Ciphertext<RnsRing>,
        slots: usize,
    ) -> Result<Vec<Complex64>, BenchError> {
        let phase = self.context.decrypt(&self.secret, a)?;
        Ok(self.encoder.decode_phase(&phase, slots, a.scale())?)
    }

    /// Fails unless the result of an operation is what it should be, within its own bound.
    pub(super) fn compare(
        &self,
        operation: Operation,
        result: &Ciphertext<RnsRing>,
    ) -> Result<(), BenchError> {
        let expected = self.expected(operation);
        let bound = self.context.log2_worst_error(result).exp2().min(TOLERANCE);
        let found = self.open(result, expected.len())?;
        let wrong = found.iter().zip(&expected).position(|(found, &expected)| {
            let off = Complex64::new(found.re - expected, found.im).abs();
            off.is_nan() || off > bound
        });
        match wrong {
            None => Ok(()),
            Some(slot) => Err(BenchError::Wrong {
                operation: operation.name(),
                n: 2 * self.context.parameters().slots(),
                slot,
                found: format!("{} + {}i", found[slot].re, found[slot].im),
                expected: expected[slot].to_string(),
            }),
        }
    }

    /// What an operation results in: by its definition, in doubles.
    fn expected(&self, operation: Operation) -> Vec<f64> {
        let real = |vector: &[Complex64]| vector.iter().map(|z| z.re).collect::<Vec<f64>>();
        let [x, y] = [real(&self.vectors[0]), real(&self.vectors[1])];
        let rotated = |steps: usize| (0..x.len()).map(|j| x[(j + steps) % x.len()]).collect();
        if let Some(degree) = operation.degree() {
            // Horner's rule.
            let value = |&x: &f64| (0..=degree).rev().fold(0.0, |sum, i| sum * x + coefficient(i));
            return x.iter().map(value).collect();
        }
        if let Some((diagonals, slots)) = operation.diagonals(x.len()) {
            let entry = |j: usize| {
                let term = |&d: &usize| diagonal(d, j) * x[(j + d) % slots];
                diagonals.iter().map(term).sum()
            };
            return (0..slots).map(entry).collect();
        }
        match operation {
            Operation::Add => x.iter().zip(&y).map(|(x, y)| x + y).collect(),
            Operation::MultiplyPlain
            | Operation::MultiplyOnly
            | Operation::Relinearise
            | Operation::Multiply
            | Operation::Rescale
            | Operation::MultiplyRescale => x.iter().zip(&y).map(|(x, y)| x * y).collect(),
            Operation::Rotate => rotated(1),
            Operation::RotateHalf => rotated(x.len() / 2),
            Operation::RotateEight | Operation::RotateEightHoisted => rotated(EIGHT as usize),
            // Vectors are real.
            _ => x,
        }
    }

    /// -log2 of the worst error of a slot of a product, relinearised and rescaled.
    pub(super) fn precision_bits(&self) -> Result<Option<f64>, BenchError> {
        let operation = Operation::MultiplyRescale;
        let Some(material) = self.material(operation)? else { return Ok(None) };
        let result = self.evaluate(operation, &material)?;
        let found = self.open(&result, self.context.parameters().slots())?;
        let errors = found
            .iter()
            .zip(self.expected(operation))
            .map(|(z, x)| Complex64::new(z.re - x, z.im).abs());
        Ok(Some(-errors.fold(0.0, f64::max).log2()))
    }

    /// How many products in a row by the second ciphertext are right, each rescaled.
    pub(super) fn levels(&self) -> Result<usize, BenchError> {
        let context = self.context.insisting();
        let [a, b] = &self.ciphertexts;
        let mut product = a.clone();
        let mut expected: Vec<f64> = self.vectors[0].iter().map(|z| z.re).collect();
        for done in 0..context.parameters().top() {
            product = context.rescale(&context.multiply(&product, b, &self.keys())?)?;
            for (x, y) in expected.iter_mut().zip(&self.vectors[1]) {
                *x *= y.re;
            }
            let Ok(found) = self.open(&product, expected.len()) else { return Ok(done) };
            let is_right =
                |(z, &x): (&Complex64, &f64)| Complex64::new(z.re - x, z.im).abs() <= TOLERANCE;
            if !found.iter().zip(&expected).all(is_right) {
                return Ok(done);
            }
        }
        Ok(context.parameters().top())
    }
}

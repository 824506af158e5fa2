//! What an operation needs besides the operands of all.

use std::{collections::BTreeSet, sync::Arc};

use ringassay_scheme::{
    Ring, Role,
    ckks::{
        EvaluationKeys, LinearTransform, Magnitude, Plaintext, Prepared, Scale, TransformPlan,
        encoding::Complex64,
        polynomial::{Basis, Plan, Polynomial, SlotPolynomials},
    },
};

use super::Subject;
use crate::{BenchError, lattice::Operation};

/// What an operation needs besides.
pub(super) struct Material<R: Ring> {
    pub(super) keys: Arc<EvaluationKeys<R>>,
    pub(super) polynomial: Option<(SlotPolynomials, Plan)>,
    pub(super) transform: Option<LinearTransform<R>>,
    pub(super) prepared: Option<Prepared<R>>,
}

/// The coefficient of x^i in every polynomial.
pub(super) fn coefficient(i: usize) -> f64 {
    let sign = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    sign / (i + 2) as f64
}

/// Entry j of the diagonal d of every matrix.
pub(super) fn diagonal(d: usize, j: usize) -> f64 {
    (((d * 131 + j * 17 + 5) % 257) as f64 / 128.0 - 1.0) / 4.0
}

impl<R: Ring> Subject<R> {
    /// The automorphisms that an operation takes.
    pub(super) fn exponents(&self, operation: Operation) -> Result<BTreeSet<u32>, BenchError> {
        let parameters = self.context.parameters();
        let mut steps = operation.rotations(parameters.slots());
        if let Some((plan, _)) = self.plan(operation)? {
            steps.extend(plan.rotations().into_iter().map(|step| step as i64));
        }
        let conjugation = parameters.conjugation().filter(|_| operation == Operation::Conjugate);
        Ok(steps.into_iter().map(|step| parameters.rotation(step)).chain(conjugation).collect())
    }

    /// Of a linear transform, with its slots; `None` of other operations, and without a level to rescale.
    fn plan(&self, operation: Operation) -> Result<Option<(TransformPlan, usize)>, BenchError> {
        let (parameters, top) = (self.context.parameters(), self.context.parameters().top());
        let Some((diagonals, slots)) = operation.diagonals(parameters.slots()) else {
            return Ok(None);
        };
        if top == 0 {
            return Ok(None);
        }
        Ok(Some((TransformPlan::new(parameters, slots, &diagonals, top)?, slots)))
    }

    /// What an operation needs; `None` where there are too few levels.
    pub(super) fn material(&self, operation: Operation) -> Result<Option<Material<R>>, BenchError> {
        let top = self.context.parameters().top();
        if matches!(operation, Operation::Rescale | Operation::MultiplyRescale) && top == 0 {
            return Ok(None);
        }
        let keys = self.publish(self.exponents(operation)?)?;
        let mut material = Material { keys, polynomial: None, transform: None, prepared: None };
        if operation == Operation::MultiplyPlain {
            material.prepared = Some(self.context.prepare(&self.factor()?, top, Role::Factor)?);
        }
        if let Some(degree) = operation.degree() {
            let coefficients: Vec<f64> = (0..=degree).map(coefficient).collect();
            let polynomial = Polynomial::of_reals(Basis::Power, &coefficients)?;
            if polynomial.depth() > top {
                return Ok(None);
            }
            let polynomial = SlotPolynomials::from(polynomial);
            let plan = Plan::new(&polynomial);
            material.polynomial = Some((polynomial, plan));
        }
        if operation.diagonals(1).is_some() {
            let Some((plan, slots)) = self.plan(operation)? else { return Ok(None) };
            let scale = Scale::of_primes(self.context.rescaling_primes(top));
            let transform = self.context.linear_transform(plan, top, |place| {
                let entry = |j: usize| (j + slots - place.rotated_right) % slots;
                let entries: Vec<Complex64> =
                    (0..slots).map(|j| diagonal(place.index, entry(j)).into()).collect();
                let magnitude = Magnitude::of(entries.iter().map(|z| z.abs()));
                self.encoded(&entries, slots, &scale, magnitude)
            })?;
            material.transform = Some(transform);
        }
        Ok(Some(material))
    }

    /// The second vector at the scale that rescaling takes away.
    pub(super) fn factor(&self) -> Result<Plaintext, BenchError> {
        let parameters = self.context.parameters();
        let scale = match parameters.top() {
            0 => parameters.scale(),
            top => Scale::of_primes(self.context.rescaling_primes(top)),
        };
        let magnitude = Magnitude::complex(1.0);
        Ok(self.encoded(&self.vectors[1], parameters.slots(), &scale, magnitude)?)
    }
}

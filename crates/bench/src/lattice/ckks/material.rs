//! What an operation needs besides the operands of all.

use std::{collections::BTreeSet, sync::Arc};

use ringassay_functions::{
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials},
    transform::{Cyclic, LinearTransform, TransformPlan},
};
use ringassay_scheme::{
    Ring, Role,
    ckks::{
        EvaluationKeys, Magnitude, Parameters, Plaintext, Prepared, Scale, encoding::Complex64,
    },
};

use super::Subject;
use crate::{BenchError, lattice::Operation};

/// What an operation needs besides.
pub(super) struct Material<R: Ring> {
    pub(super) keys: Arc<EvaluationKeys<R>>,
    pub(super) polynomial: Option<(SlotPolynomials, Plan)>,
    pub(super) transform: Option<LinearTransform<Parameters, R>>,
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
        let steps = operation.rotations(parameters.slots()).into_iter();
        let mut exponents: BTreeSet<u32> = steps.map(|step| parameters.rotation(step)).collect();
        exponents.extend(self.plan(operation)?.iter().flat_map(|(plan, _)| plan.exponents()));
        let conjugation = parameters.conjugation().filter(|_| operation == Operation::Conjugate);
        exponents.extend(conjugation);
        Ok(exponents)
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
        let group = Cyclic::new(parameters, slots);
        Ok(Some((TransformPlan::new(&self.context, &group, &diagonals, top)?, slots)))
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
            let transform = LinearTransform::new(&self.context, plan, top, |place| {
                let entry = |j: usize| (j + slots - place.moved_by) % slots;
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

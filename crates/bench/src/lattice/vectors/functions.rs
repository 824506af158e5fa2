//! Functions of vectors of numbers: conjugation, polynomials, linear transforms.

use ringassay_functions::{
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, evaluate},
    transform::{Cyclic, LinearTransform, TransformPlan, apply},
};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Ring, Role,
    ckks::{Ciphertext, Context, Magnitude, Parameters, Scale, encoding::Complex64},
};

use super::{Function, Keys, Numbers, Vectors as _};
use crate::{
    BenchError,
    lattice::{Operation, subject::Subject},
};

/// A function with its prepared operands.
pub(crate) enum NumberFunction<R: Ring> {
    /// The complex conjugate.
    Conjugation,
    /// A polynomial.
    Polynomial(Box<(SlotPolynomials, Plan)>),
    /// A linear transform of the first operand, or of a ciphertext of its first entries.
    Transform(Box<LinearTransform<Parameters, R>>, Option<Box<Ciphertext<R>>>),
}

/// The coefficient of x^i in every polynomial.
fn coefficient(i: usize) -> f64 {
    let sign = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    sign / (i + 2) as f64
}

/// Entry j of the diagonal d of every matrix.
fn diagonal(d: usize, j: usize) -> f64 {
    (((d * 131 + j * 17 + 5) % 257) as f64 / 128.0 - 1.0) / 4.0
}

/// Of a linear transform, with its slots; `None` of other operations, and without a level to rescale.
fn plan<R: Ring>(
    on: &Context<R>,
    operation: Operation,
) -> Result<Option<(TransformPlan, usize)>, BenchError> {
    let (parameters, top) = (on.parameters(), on.parameters().top());
    let Some((diagonals, slots)) = operation.diagonals(parameters.slots()) else {
        return Ok(None);
    };
    if top == 0 {
        return Ok(None);
    }
    let group = Cyclic::new(parameters, slots);
    Ok(Some((TransformPlan::new(on, &group, &diagonals, top)?, slots)))
}

impl<R: Ring> NumberFunction<R> {
    fn transform(
        Subject { context, vectors, entries: [x, _], public, .. }: &Subject<Numbers, R>,
        operation: Operation,
    ) -> Result<Option<Self>, BenchError> {
        let Some((plan, slots)) = plan(context, operation)? else { return Ok(None) };
        let top = context.parameters().top();
        let scale = Scale::of_primes(context.rescaling_primes(top));
        let transform = LinearTransform::new(context, plan, top, |place| {
            let entry = |j: usize| (j + slots - place.moved_by) % slots;
            let entries: Vec<Complex64> =
                (0..slots).map(|j| diagonal(place.index, entry(j)).into()).collect();
            let magnitude = Magnitude::of(entries.iter().map(|z| z.abs()));
            vectors.encoded(context, &entries, &scale, magnitude)
        })?;
        // A dense matrix has as many rows as its operand has entries.
        let mut short = None;
        if operation == Operation::DiagonalsDense && slots < x.len() {
            let plaintext = vectors.encode(context, &x[..slots], Role::Addend)?;
            short = Some(context.encrypt(public, &plaintext, &Seed::from_os()?)?);
        }
        Ok(Some(Self::Transform(Box::new(transform), short.map(Box::new))))
    }
}

impl<R: Ring> Function<Numbers, R> for NumberFunction<R> {
    fn of(subject: &Subject<Numbers, R>, operation: Operation) -> Result<Option<Self>, BenchError> {
        if let Some(degree) = operation.degree() {
            let coefficients: Vec<f64> = (0..=degree).map(coefficient).collect();
            let polynomial = Polynomial::of_reals(Basis::Power, &coefficients)?;
            if polynomial.depth() > subject.top() {
                return Ok(None);
            }
            let polynomial = SlotPolynomials::from(polynomial);
            let plan = Plan::new(&polynomial);
            return Ok(Some(Self::Polynomial(Box::new((polynomial, plan)))));
        }
        if operation.diagonals(1).is_some() {
            return Self::transform(subject, operation);
        }
        Ok((operation == Operation::Conjugate).then_some(Self::Conjugation))
    }

    fn exponents(on: &Context<R>, operation: Operation) -> Result<Vec<u32>, BenchError> {
        let plan = plan(on, operation)?;
        let mut exponents: Vec<u32> = plan.iter().flat_map(|(plan, _)| plan.exponents()).collect();
        if operation == Operation::Conjugate {
            exponents.extend(on.parameters().conjugation());
        }
        Ok(exponents)
    }

    fn apply(
        &self,
        subject: &Subject<Numbers, R>,
        keys: Keys<'_, Numbers, R>,
    ) -> Result<Ciphertext<R>, BenchError> {
        let (context, [a, _]) = (&subject.context, &subject.ciphertexts);
        Ok(match self {
            Self::Conjugation => context.conjugate(a, keys.1)?,
            Self::Polynomial(prepared) => {
                let (polynomial, plan) = &**prepared;
                let target = context.canonical_scale(subject.top() - plan.depth());
                let evaluator = subject.vectors.evaluator(context, keys)?;
                evaluate(&evaluator, polynomial, plan, a, &target)?
            }
            Self::Transform(transform, short) => {
                let operand = short.as_deref().unwrap_or(a);
                context.rescale(&apply(context, operand, transform, keys.1)?)?
            }
        })
    }

    /// Vectors are real.
    fn expected(operation: Operation, x: &[Complex64]) -> Vec<Complex64> {
        if let Some(degree) = operation.degree() {
            // Horner's rule.
            let value = |x: &Complex64| {
                (0..=degree).rev().fold(0.0, |sum, i| sum * x.re + coefficient(i)).into()
            };
            return x.iter().map(value).collect();
        }
        let Some((diagonals, slots)) = operation.diagonals(x.len()) else { return x.to_vec() };
        let entry = |j: usize| {
            let term = |&d: &usize| diagonal(d, j) * x[(j + d) % slots].re;
            diagonals.iter().map(term).sum::<f64>().into()
        };
        (0..slots).map(entry).collect()
    }
}

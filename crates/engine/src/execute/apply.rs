//! One action, over any ring.

use std::sync::Arc;

use rayon::prelude::*;
use ringassay_scheme::{
    IntegerScheme, Plaintext, Ring,
    hybrid::{Ciphertext, Context, EvaluationKeys, Prepared},
};

use crate::{Error, plan::Action};

/// What actions need beside registers.
pub(crate) struct Environment<'a, P: IntegerScheme, R: Ring> {
    pub(crate) context: &'a Context<P, R>,
    pub(crate) keys: &'a EvaluationKeys<P, R>,
    pub(crate) tables: &'a dyn Tables<P, R>,
    pub(crate) input: &'a (dyn Fn(u32) -> Result<Ciphertext<P, R>, Error> + Sync),
    /// Whether the calling thread does everything, in order: what is planned must not depend on who
    /// is first.
    pub(crate) in_order: bool,
}

/// Constants by their numbers.
pub(crate) trait Tables<P: IntegerScheme, R: Ring>: Sync {
    /// The table of that number.
    fn table(&self, number: u32) -> Result<Arc<Prepared<P, R>>, Error>;

    /// The constant of that number.
    fn plaintext(&self, constant: u32) -> Result<Arc<Plaintext>, Error>;
}

/// The results of an action. Operands that nobody else holds are used up.
pub(crate) fn apply<P: IntegerScheme, R: Ring>(
    action: &Action,
    operands: Vec<Arc<Ciphertext<P, R>>>,
    environment: &Environment<'_, P, R>,
) -> Result<Vec<Ciphertext<P, R>>, Error> {
    let Environment { context, keys, tables, input, in_order } = environment;
    let mut operands = operands.into_iter();
    let mut operand = || operands.next().ok_or(Error::Internal("an action without its operand"));
    let result = match *action {
        Action::Input(wire) => input(wire)?,
        Action::Trivial(constant) => context.trivial(&*tables.plaintext(constant)?)?,
        Action::Switch(_, level) => context.switched(Arc::unwrap_or_clone(operand()?), level)?,
        Action::Add(..) => {
            let mut sum = Arc::unwrap_or_clone(operand()?);
            context.add_assign(&mut sum, &*operand()?)?;
            sum
        }
        Action::Sub(..) => context.sub(&*operand()?, &*operand()?)?,
        Action::Negate(_) => context.negate(&*operand()?),
        Action::AddConstant(_, table) => {
            let table = tables.table(table)?;
            let mut sum = Arc::unwrap_or_clone(operand()?);
            context.add_prepared_assign(&mut sum, &table)?;
            sum
        }
        Action::MulConstant(_, table) => {
            let table = tables.table(table)?;
            match Arc::try_unwrap(operand()?) {
                Ok(mut product) => {
                    context.multiply_prepared_assign(&mut product, &table)?;
                    product
                }
                Err(shared) => context.multiply_prepared(&shared, &table)?,
            }
        }
        Action::Multiply(..) => context.tensor(&*operand()?, &*operand()?)?,
        Action::Square(_) => context.tensor_square(&*operand()?)?,
        Action::Relinearise(_) => context.relinearise(&*operand()?, keys)?,
        Action::Automorphisms(_, ref exponents) => {
            let operand = operand()?;
            let hoisted = context.hoist(&operand)?;
            let image = |&k: &u32| Ok(context.automorphism_hoisted(&hoisted, k, keys)?);
            if *in_order {
                return exponents.iter().map(image).collect();
            }
            return exponents.par_iter().map(image).collect();
        }
    };
    Ok(vec![result])
}

//! A program on ciphertexts.

use std::sync::Arc;

use rayon::prelude::*;
use ringassay_engine::Error;

use super::{Program, Step, Value};
use crate::{Multiprecision, MultiprecisionScheme};

/// Evaluates a program over any ring; `load` gives the ciphertext of an input. The steps of a wave run
/// on the threads of the present pool, or one after the other; the result is the same.
///
/// # Errors
/// Those of `load` and of the scheme.
pub fn evaluate<R: Multiprecision, S: MultiprecisionScheme<R>>(
    scheme: &S,
    key: &S::Evaluation,
    program: &Program,
    is_parallel: bool,
    load: impl Fn(u32) -> Result<S::Ciphertext, Error> + Sync,
) -> Result<Vec<Arc<S::Ciphertext>>, Error> {
    let inputs = program.inputs();
    let input = |node: u32| {
        let wanted = program.is_needed(node);
        wanted.then(|| load(node).map(Arc::new)).transpose()
    };
    let mut values: Vec<Option<Arc<S::Ciphertext>>> = if is_parallel {
        (0..inputs).into_par_iter().map(input).collect::<Result<_, _>>()?
    } else {
        (0..inputs).map(input).collect::<Result<_, _>>()?
    };
    for (number, wave) in program.waves().iter().enumerate() {
        let steps = &program.steps()[wave.clone()];
        let apply = |(i, step): (usize, &Step)| {
            let made = apply(scheme, key, *step, |node| value_of(&values, node).map(Arc::as_ref))?;
            let node = inputs + (wave.start + i) as u32;
            let made = if program.is_used(node) { scheme.ready(made, key)? } else { made };
            Ok::<_, Error>(Some(Arc::new(made)))
        };
        let made: Vec<_> = if is_parallel {
            steps.par_iter().enumerate().map(apply).collect::<Result<_, _>>()?
        } else {
            steps.iter().enumerate().map(apply).collect::<Result<_, _>>()?
        };
        values.extend(made);
        for node in steps.iter().flat_map(|step| step.operands()) {
            if program.ends(node, number) {
                values[node as usize] = None;
            }
        }
    }
    let output = |value: &Value| match *value {
        Value::Known(known) => Ok(Arc::new(scheme.short_constant(&[known])?)),
        Value::Node(node) => value_of(&values, node).cloned(),
    };
    program.outputs().iter().map(output).collect()
}

fn value_of<C>(values: &[Option<Arc<C>>], node: u32) -> Result<&Arc<C>, Error> {
    let value = values.get(node as usize).and_then(Option::as_ref);
    value.ok_or(Error::Internal("a value that was dropped before its last use"))
}

/// One step; `value` gives its operands.
///
/// # Errors
/// Those of `value` and of the scheme.
pub fn apply<'a, R: Multiprecision, S: MultiprecisionScheme<R>, E: From<crate::Error>>(
    scheme: &S,
    key: &S::Evaluation,
    step: Step,
    value: impl Fn(u32) -> Result<&'a S::Ciphertext, E>,
) -> Result<S::Ciphertext, E> {
    Ok(match step {
        Step::Add(a, b) => scheme.add(value(a)?, value(b)?, key)?,
        Step::Sub(a, b) => scheme.add(value(a)?, &scheme.negate(value(b)?), key)?,
        Step::Multiply(a, b) => scheme.multiply(value(a)?, value(b)?, key)?,
        Step::AddKnown(a, c) => scheme.add(value(a)?, &scheme.short_constant(&[c])?, key)?,
        Step::Scale(a, c) => scheme.scale(value(a)?, c)?,
        Step::Negate(a) => scheme.negate(value(a)?),
    })
}

//! A plan, ready to run.

use std::sync::Arc;

use rayon::prelude::*;
use ringassay_interrupt::checkpoint;
use ringassay_scheme::{
    IntegerScheme, Plaintext, Ring,
    hybrid::{Ciphertext, Context, EvaluationKeys, Prepared},
};

use super::{Environment, Observer, Tables, run::run};
use crate::{
    Error, Plan, Target,
    plan::{Action, Figures, Register},
};

/// A plan with its constants, encoded and transformed: as many of them as memory allows.
///
/// A product with a prepared constant takes a fraction of the time that preparing it takes. Constants
/// beyond the budget are prepared anew whenever they are needed.
#[derive(Debug)]
pub struct Program<P: IntegerScheme, R: Ring> {
    plan: Plan,
    target: Target<P>,
    context: Context<P, R>,
    prepared: Vec<Option<Arc<Prepared<P, R>>>>,
    prepared_bytes: u64,
}

impl<P: IntegerScheme, R: Ring> Program<P, R> {
    /// Prepares those constants of a plan for `target` that are kept. On the threads of the pool that it is called in.
    ///
    /// # Errors
    /// When the plan is for another target, or the context of other parameters.
    pub fn new(plan: Plan, target: &Target<P>, context: &Context<P, R>) -> Result<Self, Error> {
        if context.parameters() != target.parameters() {
            return Err(ringassay_scheme::Error::OtherParameters { what: "the context" }.into());
        }
        let (count, tables) = (plan.kept_tables(), plan.tables().len());
        let prepared_bytes = plan.tables()[..count].iter().map(|table| table.bytes(context)).sum();
        let mut program = Self {
            plan,
            target: target.clone(),
            context: context.clone(),
            prepared: Vec::new(),
            prepared_bytes,
        };
        let numbers = 0..count as u32;
        program.prepared = numbers
            .into_par_iter()
            .inspect(|_| checkpoint())
            .map(|i| program.prepare(i).map(Some))
            .collect::<Result<_, _>>()?;
        program.prepared.resize_with(tables, || None);
        Ok(program)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What it computes with.
    pub fn context(&self) -> &Context<P, R> {
        &self.context
    }

    /// The bytes of prepared constants.
    pub fn prepared_bytes(&self) -> u64 {
        self.prepared_bytes
    }

    /// How many constants are prepared anew at each evaluation.
    pub fn unprepared(&self) -> usize {
        self.prepared.iter().filter(|table| table.is_none()).count()
    }

    /// The outputs for the ciphertexts that `input` has of each wire, each asked for at most once. On
    /// the threads of the pool that it is called in; the result is the same for any number of them.
    ///
    /// # Errors
    /// Those of `input`; [`Error::NotFresh`] when what it has is not as fresh encryptions are; errors
    /// of the scheme when keys are missing.
    pub fn evaluate(
        &self,
        keys: &EvaluationKeys<P, R>,
        input: impl Fn(u32) -> Result<Ciphertext<P, R>, Error> + Sync,
    ) -> Result<Vec<Ciphertext<P, R>>, Error> {
        self.evaluate_observed(keys, input, |_, _| ())
    }

    /// As [`Program::evaluate`]; `observe` is shown every register as it is written.
    ///
    /// # Errors
    /// As [`Program::evaluate`].
    pub fn evaluate_observed(
        &self,
        keys: &EvaluationKeys<P, R>,
        input: impl Fn(u32) -> Result<Ciphertext<P, R>, Error> + Sync,
        observe: impl Fn(Register, &Ciphertext<P, R>) + Sync,
    ) -> Result<Vec<Ciphertext<P, R>>, Error> {
        let fresh = self.fresh();
        let checked = |wire: u32| {
            let ciphertext = input(wire)?;
            fresh.map_or(Ok(()), |fresh| self.check_fresh(wire, &ciphertext, fresh))?;
            Ok(ciphertext)
        };
        let environment = Environment {
            context: &self.context,
            keys,
            tables: self,
            input: &checked,
            in_order: rayon::current_num_threads() == 1,
        };
        let observer: &Observer<'_, P, R> = &observe;
        run(&self.plan, &environment, observer)
    }

    /// What fresh ciphertexts are planned to be; nothing if none is needed.
    fn fresh(&self) -> Option<&Figures> {
        let mut steps = self.plan.steps().iter();
        let input = steps.find(|step| matches!(step.action, Action::Input(_)))?;
        self.plan.figures().get(input.first as usize)
    }

    fn check_fresh(
        &self,
        wire: u32,
        found: &Ciphertext<P, R>,
        fresh: &Figures,
    ) -> Result<(), Error> {
        const ROUNDING_BITS: f64 = 1e-6;
        let noise_bits = self.context.bound_bits(found);
        let expected_noise_bits = self.context.limit_bits(fresh.level) - fresh.budget_bits;
        let (level, expected_level) = (found.level(), fresh.level);
        let quiet = noise_bits <= expected_noise_bits + ROUNDING_BITS;
        if quiet && level == expected_level && found.parts().len() == fresh.parts {
            return Ok(());
        }
        Err(Error::NotFresh { wire, level, noise_bits, expected_level, expected_noise_bits })
    }

    fn prepare(&self, number: u32) -> Result<Arc<Prepared<P, R>>, Error> {
        let table = self.plan.tables().get(number as usize);
        let table = table.ok_or(Error::Internal("no such table"))?;
        let plaintext = self.plaintext(table.constant)?;
        Ok(Arc::new(self.context.prepare(&plaintext, table.level, table.role)?))
    }
}

impl<P: IntegerScheme, R: Ring> Tables<P, R> for Program<P, R> {
    fn table(&self, number: u32) -> Result<Arc<Prepared<P, R>>, Error> {
        match self.prepared.get(number as usize) {
            Some(Some(table)) => Ok(Arc::clone(table)),
            _ => self.prepare(number),
        }
    }

    fn plaintext(&self, constant: u32) -> Result<Arc<Plaintext>, Error> {
        let constant = self.plan.constants().get(constant as usize);
        let constant = constant.ok_or(Error::Internal("no such constant"))?;
        Ok(Arc::new(constant.plaintext(&self.target, &self.context)?))
    }
}

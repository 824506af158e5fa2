//! Slot programs over real and complex numbers on any ring: executed, and counted on shapes.

use std::{rc::Rc, sync::Arc};

use ringassay_cost::{CostRecord, CostRecorder, TallyRing};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Ring,
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, Prepared, Scale,
        encoding::Encoder,
    },
};
use ringassay_slots::{Program, run, target::RealTarget};
use ringassay_sut::kit::Failure;

use super::{
    RealInstance,
    backend::{Reals, encoder, scales},
};
use crate::plan::EVALUATION;

/// A slot program with its rows encoded.
pub struct RealProgram<R: Ring> {
    program: Program,
    context: Context<R>,
    encoder: Arc<Encoder>,
    scales: Vec<Scale>,
    rows: Vec<Prepared<R>>,
}

impl<R: Ring> std::fmt::Debug for RealProgram<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (operations, rows) = (self.program.ops().len(), self.rows.len());
        write!(f, "RealProgram({operations} operations, {rows} rows)")
    }
}

impl<R: Ring> RealProgram<R> {
    /// Encodes the rows of a program.
    ///
    /// # Errors
    /// When a row holds numbers that cannot be encoded, or lies at a level above that of the inputs.
    pub fn new(
        program: Program,
        context: &Context<R>,
        encoder: &Arc<Encoder>,
    ) -> Result<Self, Failure> {
        let scales = scales(context.parameters(), &program);
        let keys = None;
        let rows = run::encode(&program, &mut Reals { context, keys, encoder, scales: &scales })?;
        let (context, encoder) = (context.clone(), Arc::clone(encoder));
        Ok(Self { program, context, encoder, scales, rows })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The outputs; `load` gives the ciphertext of a wire as it was encrypted.
    ///
    /// # Errors
    /// Those of `load` and of the scheme, such as a missing key.
    pub fn evaluate(
        &self,
        keys: &EvaluationKeys<R>,
        mut load: impl FnMut(u32) -> Result<Ciphertext<R>, Failure>,
    ) -> Result<Vec<Rc<Ciphertext<R>>>, Failure> {
        let Self { context, encoder, scales, .. } = self;
        let mut on = Reals { context, keys: Some(keys), encoder, scales };
        let input = |wire, level: u32| {
            let fresh = load(wire)?;
            if fresh.level() == level as usize {
                return Ok(fresh);
            }
            context.drop_to(&fresh, level as usize).map_err(Failure::failed)
        };
        run(&self.program, &mut on, &self.rows, input).map_err(Failure::failed)
    }
}

/// What an evaluation of a program under an instance's keys costs, from running it on shapes.
#[derive(Debug, Clone)]
pub struct RealTally {
    /// Kernels and memory, as the phase [`EVALUATION`].
    pub record: CostRecord,
    /// The peak of its memory beyond what was there before, in bytes.
    pub peak_bytes: u64,
    /// The levels of the outputs.
    pub levels: Vec<usize>,
}

impl RealTally {
    /// The tally of a program that was planned for the instance.
    ///
    /// # Errors
    /// As [`RealProgram::new`] and [`RealProgram::evaluate`].
    pub fn new(program: &Program, instance: &RealInstance) -> Result<Self, Failure> {
        let parameters = &instance.choice.parameters;
        let recorder = Arc::new(CostRecorder::new());
        let primes: Vec<u64> = parameters.primes().collect();
        let ring =
            TallyRing::new(&parameters.index, &primes, &recorder).map_err(Failure::failed)?;
        let context = Context::new(parameters, &ring).map_err(Failure::failed)?.insisting();
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]);
        let secret = context.generate_secret_key(&seed).map_err(Failure::failed)?;
        let public = context.generate_public_key(&secret, &seed).map_err(Failure::failed)?;
        let exponents = automorphisms(parameters, &instance.target);
        let keys = context
            .generate_evaluation_keys(&secret, true, &exponents, &seed)
            .map_err(Failure::failed)?;
        let zeros = vec![0; parameters.index.degree()];
        let zeros = Plaintext::new(zeros, parameters.scale(), Magnitude::real(1.0));
        let fresh = context.encrypt(&public, &zeros, &seed).map_err(Failure::failed)?;
        drop((secret, public));
        let counted = RealProgram::new(program.clone(), &context, &Arc::new(encoder(parameters)?))?;
        let evaluate = || counted.evaluate(&keys, |_| Ok(fresh.clone()));
        // Tables of levels are made when first used.
        let levels = evaluate()?.iter().map(|output| output.level()).collect();
        recorder.phase(EVALUATION);
        let before = u64::try_from(recorder.record().live_bytes).unwrap_or(0);
        drop(evaluate()?);
        let mut record = recorder.record();
        record.phases.retain(|phase| phase.name == EVALUATION);
        let peak = record.phase(EVALUATION).map_or(0, |phase| phase.peak_bytes);
        Ok(Self { record, peak_bytes: peak.saturating_sub(before), levels })
    }
}

/// The automorphisms of a target's rotations, which programs count upwards and the scheme downwards, and of its
/// conjugation if there is one; sorted.
pub(super) fn automorphisms(parameters: &Parameters, target: &RealTarget) -> Vec<u32> {
    let rotation = |&step: &i32| parameters.rotation(-i64::from(step));
    let mut exponents: Vec<u32> = target.steps.iter().map(rotation).collect();
    exponents.extend(parameters.conjugation().filter(|_| target.complex));
    exponents.sort_unstable();
    exponents.dedup();
    exponents
}

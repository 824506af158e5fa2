//! Slot programs over real and complex numbers on any ring: executed, and counted on shapes.

use std::{rc::Rc, sync::Arc};

use ringassay_circuit::Circuit;
use ringassay_cost::{CostRecord, CostRecorder, TallyRing};
use ringassay_functions::refresh::{Refresh, exceeds};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Ring,
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, Prepared, Scale,
        encoding::Encoder,
    },
};
use ringassay_slots::{Program, plan_reals, program::Op, run, target::RealTarget};

use super::{
    RealInstance, Refreshing,
    backend::{Reals, encoder, entered, scales},
};
use crate::{Error, plan::EVALUATION};

/// A slot program with its rows encoded.
pub struct RealProgram<R: Ring> {
    program: Program,
    context: Context<R>,
    encoder: Arc<Encoder>,
    /// By level of the program.
    scales: Vec<Scale>,
    /// How many levels above those of the program is computed.
    above: usize,
    rows: Vec<Prepared<R>>,
    refreshing: Option<Refreshing<R>>,
    largest_input: Option<f64>,
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
    ) -> Result<Self, Error> {
        let scales = scales(context.parameters(), &program);
        Self::at_scales(program, context, encoder, scales, 0)
    }

    /// The program of a circuit whose vectors fill `row` slots that rotate cyclically: from fresh ciphertexts, at the
    /// highest levels and their canonical scales.
    ///
    /// # Errors
    /// Returns an error if the circuit works with other vectors, is too deep, or takes keys that are not there.
    pub fn compile(
        circuit: &Circuit,
        row: usize,
        (context, encoder): (&Context<R>, &Arc<Encoder>),
        keys: &EvaluationKeys<R>,
        refreshing: Option<&Refreshing<R>>,
    ) -> Result<Self, Error> {
        let parameters = context.parameters();
        let (slots, top) = (row as u32, parameters.top());
        let target = RealTarget {
            batch: slots,
            row: slots,
            levels: top as u32 + 1,
            steps: steps(parameters, row as i32, keys),
            complex: circuit.shape().space.is_complex(),
            refresh: refreshing.is_some(),
        };
        let program = plan_reals(circuit, &target)?;
        let largest = circuit.real_facts().map_or(f64::INFINITY, |facts| facts.largest);
        let refreshing = refreshing.filter(|_| refreshes(&program)).map(|refreshing| Refreshing {
            is_known: !exceeds(largest, refreshing.largest),
            ..refreshing.clone()
        });
        let is_known = refreshing.as_ref().is_some_and(|refreshing| refreshing.is_known);
        let largest_input = circuit.shape().space.bound().filter(|_| is_known);
        let above = top - entered(&program).unwrap_or(top).min(top);
        let scales = (above..=top).map(|level| parameters.canonical_scale(level)).collect();
        let program = Self::at_scales(program, context, encoder, scales, above)?;
        Ok(Self { largest_input, ..program.with_refreshing(refreshing) })
    }

    /// The same program, which refreshes ciphertexts with this.
    #[must_use]
    pub fn with_refreshing(self, refreshing: Option<Refreshing<R>>) -> Self {
        Self { refreshing, ..self }
    }

    /// The largest absolute value that numbers of inputs may have where others follow from it: what the circuit declares, if
    /// ciphertexts are refreshed whose own bounds might exceed the range.
    pub fn largest_input(&self) -> Option<f64> {
        self.largest_input
    }

    /// Whether it refreshes ciphertexts.
    pub fn refreshes(&self) -> bool {
        refreshes(&self.program)
    }

    fn at_scales(
        program: Program,
        context: &Context<R>,
        encoder: &Arc<Encoder>,
        scales: Vec<Scale>,
        above: usize,
    ) -> Result<Self, Error> {
        let (keys, refreshing) = (None, None);
        let mut rows = Reals { context, keys, refreshing, encoder, scales: &scales, above };
        let rows = run::encode(&program, &mut rows)?;
        let (context, encoder) = (context.clone(), Arc::clone(encoder));
        Ok(Self {
            program,
            context,
            encoder,
            scales,
            above,
            rows,
            refreshing: None,
            largest_input: None,
        })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The outputs; `load` gives the ciphertext of a wire, which is brought to the level and scale at which inputs
    /// enter.
    ///
    /// # Errors
    /// Those of `load` and of the scheme, such as a missing key, or a level below that of inputs.
    pub fn evaluate(
        &self,
        keys: &EvaluationKeys<R>,
        mut load: impl FnMut(u32) -> Result<Ciphertext<R>, Error>,
    ) -> Result<Vec<Rc<Ciphertext<R>>>, Error> {
        let Self { context, encoder, scales, above, .. } = self;
        let refreshing = self.refreshing.as_ref();
        let on = |keys| Reals { context, keys, refreshing, encoder, scales, above: *above };
        let inputs = on(None);
        let input = |wire, level: u32| -> Result<_, Error> {
            Ok(context.adjust(&load(wire)?, inputs.level(level), inputs.scale(level)?)?)
        };
        Ok(run(&self.program, &mut on(Some(keys)), &self.rows, input)?)
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
    pub fn new(program: &Program, instance: &RealInstance) -> Result<Self, Error> {
        let parameters = &instance.choice.parameters;
        let recorder = Arc::new(CostRecorder::new());
        let primes: Vec<u64> = parameters.primes().collect();
        let ring = TallyRing::new(&parameters.index, &primes, &recorder)
            .map_err(ringassay_scheme::Error::from)?;
        let context = Context::new(parameters, &ring)?.insisting();
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]);
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let exponents = automorphisms(parameters, &instance.target);
        let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed)?;
        let on = |parameters: &Parameters| -> Result<_, ringassay_scheme::Error> {
            let primes: Vec<u64> = parameters.primes().collect();
            Context::new(parameters, &TallyRing::new(&parameters.index, &primes, &recorder)?)
        };
        let refreshing = match &instance.refresh {
            Some(shape) if refreshes(program) => {
                let raised = Refresh::<TallyRing>::parameters(parameters, shape)?;
                let lowest = Refresh::<TallyRing>::sparse_parameters(&raised, shape);
                let instances = [on(&lowest)?, on(&raised)?];
                let refresh = Refresh::on(&context, instances, instance.refresh_slots(), shape)?;
                let keys = refresh.generate_keys(&secret, &seed)?;
                let largest = refresh.largest();
                let (refresh, keys) = (Arc::new(refresh), Arc::new(keys));
                Some(Refreshing { refresh, keys, largest, is_known: true })
            }
            _ => None,
        };
        let zeros = vec![0; parameters.index.degree()];
        let zeros = Plaintext::new(zeros, parameters.scale(), Magnitude::real(1.0));
        let fresh = context.encrypt(&public, &zeros, &seed)?;
        drop((secret, public));
        let counted = RealProgram::new(program.clone(), &context, &Arc::new(encoder(parameters)?))?
            .with_refreshing(refreshing);
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

/// Whether a program refreshes ciphertexts.
fn refreshes(program: &Program) -> bool {
    program.ops().iter().any(|op| matches!(op, Op::Refresh { .. }))
}

/// The rotations of a row that there are keys for, counted upwards.
fn steps<R: Ring>(parameters: &Parameters, row: i32, keys: &EvaluationKeys<R>) -> Vec<i32> {
    let is_there = |&step: &i32| keys.has_automorphism(parameters.rotation(-i64::from(step)));
    (1..row).flat_map(|step| [step, step - row]).filter(is_there).collect()
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

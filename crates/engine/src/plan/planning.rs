//! From circuits to plans.

use std::{borrow::Cow, sync::Arc};

use ringassay_circuit::{Circuit, Header};
use ringassay_cost::{CostRecord, CostRecorder};
use ringassay_scheme::IntegerScheme;

use super::{
    EVALUATION, Plan, Strategy, Table,
    emit::{EmittedSteps, PlanInputs},
    encodings::Encodings,
    order, search,
};
use crate::{Error, Graph, Target, execute, target::Counted};

impl Plan {
    /// The plan of least work, by their tallies, of those that [`Strategy::ALL`] give from any start.
    ///
    /// # Errors
    /// [`TooDeep`](crate::TooDeep) when an output could not be decrypted; errors of [`Graph::new`];
    /// [`Error::NoProducts`] without the key for products.
    pub fn new<P: IntegerScheme>(circuit: &Circuit, target: &Target<P>) -> Result<Self, Error> {
        Self::with_strategies(circuit, target, &Strategy::ALL)
    }

    /// A plan by one strategy.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn with_strategy<P: IntegerScheme>(
        circuit: &Circuit,
        target: &Target<P>,
        strategy: Strategy,
    ) -> Result<Self, Error> {
        Self::with_strategies(circuit, target, &[strategy])
    }

    /// `strategies`: without a start, they are tried with several.
    fn with_strategies<P: IntegerScheme>(
        circuit: &Circuit,
        target: &Target<P>,
        strategies: &[Strategy],
    ) -> Result<Self, Error> {
        let circuit = match circuit.header() {
            Header::FanIn(_) => Cow::Owned(circuit.lower_fan_in()?),
            Header::Simd { .. } => Cow::Borrowed(circuit),
        };
        let graph = Graph::new(&circuit, target)?;
        if !target.has_products() && graph.operations().iter().any(|o| o.is_product()) {
            return Err(Error::NoProducts);
        }
        let (recorder, encodings) = (Arc::new(CostRecorder::new()), Encodings::new(&graph, target));
        let shapes = target.shapes(&recorder)?;
        let inputs = PlanInputs {
            graph: &graph,
            encodings: &encodings,
            shapes: &shapes,
            recorder: &recorder,
        };
        // Strategies differ in when moduli are switched.
        let strategies = if shapes.context.levels() == 1 {
            &strategies[strategies.len() - 1..]
        } else {
            strategies
        };
        let (strategy, emitted) = search::search(&circuit, inputs, strategies)?;
        Self::rehearsed(inputs, target, strategy, emitted)
    }

    /// The plan of these steps, in order, with what running it on shapes shows.
    fn rehearsed<P: IntegerScheme>(
        inputs: PlanInputs<'_, P>,
        target: &Target<P>,
        strategy: Strategy,
        emitted: EmittedSteps<'_, P>,
    ) -> Result<Self, Error> {
        let PlanInputs { graph, shapes, recorder, .. } = inputs;
        let (steps, outputs) = order::order(emitted.steps, &emitted.outputs);
        let registers = steps.iter().map(|step| step.registers().end).max().unwrap_or(0);
        let kept_tables = kept(&emitted.tables, &shapes.context, target.constants_bytes());
        let tables = emitted.prepared.keep(kept_tables, &emitted.tables);
        let mut plan = Self {
            steps,
            figures: Vec::new(),
            outputs,
            wires: graph.wires(),
            constants: graph.constants.clone(),
            tables: emitted.tables.clone(),
            kept_tables,
            strategy,
            tally: CostRecord::default(),
            peak_bytes: 0,
        };
        // What the attempts before this plan left in the pool is no part of it.
        shapes.ring.rest(shapes.resting.clone());
        recorder.phase(EVALUATION);
        let before = recorder.record().live_bytes;
        plan.figures = execute::rehearse(&plan, registers as usize, shapes, &tables)?;
        plan.tally = recorder.record();
        plan.tally.phases.retain(|phase| phase.name == EVALUATION);
        let peak = plan.tally.phase(EVALUATION).map_or(0, |phase| phase.peak_bytes);
        plan.peak_bytes = peak.saturating_sub(before.try_into().unwrap_or(0));
        Ok(plan)
    }
}

/// How many tables, the first ones, take at most so many bytes.
fn kept<P: IntegerScheme>(tables: &[Table], context: &Counted<P>, most_bytes: u64) -> usize {
    let mut bytes = 0_u64;
    let fits = |table: &&Table| {
        bytes = bytes.saturating_add(table.bytes(context));
        bytes <= most_bytes
    };
    tables.iter().take_while(fits).count()
}

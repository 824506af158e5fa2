//! Plans: which operations of the scheme compute a circuit, in which order.

mod action;
mod cut;
mod depth;
mod emit;
mod encodings;
mod order;
mod relinearise;
mod report;
mod search;
mod strategy;
mod work;

pub use action::{Action, Register, Step};
pub use depth::TooDeep;
pub use strategy::Strategy;

use std::{borrow::Cow, sync::Arc};

use ringassay_circuit::{Circuit, Header};
use ringassay_cost::{Ledger, Observation};
use ringassay_scheme::noise::Noise;

use crate::{Error, Graph, Target, execute, graph::Constant};
use emit::{Emitted, Workshop};
use encodings::Encodings;

/// A constant as it is needed at one rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table {
    /// The number of the constant.
    pub constant: u32,
    /// The rung.
    pub rung: usize,
}

/// What a register will hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// The rung.
    pub rung: usize,
    /// The number of parts.
    pub parts: usize,
    /// The noise.
    pub noise: Noise,
    /// log2 of half the modulus over the bound of the noise: decryption is promised where it is
    /// positive.
    pub capacity_bits: f64,
}

/// A circuit as operations on ciphertexts of given parameters.
///
/// Planned by running the scheme on shapes, so that rung and noise of every register are known
/// ([`Plan::figures`]), and what an evaluation costs and takes in memory ([`Plan::tally`]).
#[derive(Debug, Clone)]
pub struct Plan {
    steps: Vec<Step>,
    /// For each register.
    figures: Vec<Figures>,
    output: Register,
    constants: Vec<Constant>,
    tables: Vec<Table>,
    wires: u32,
    strategy: Strategy,
    tally: Observation,
    peak_bytes: u64,
}

impl Plan {
    /// The plan of least work, by their tallies, of those that [`Strategy::ALL`] give from any start.
    ///
    /// # Errors
    /// [`TooDeep`] when the output could not be decrypted; errors of [`Graph::new`];
    /// [`Error::NoProducts`] without the key for products.
    pub fn new(circuit: &Circuit, target: &Target) -> Result<Self, Error> {
        Self::with_strategies(circuit, target, &Strategy::ALL)
    }

    /// A plan by one strategy.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn with_strategy(
        circuit: &Circuit,
        target: &Target,
        strategy: Strategy,
    ) -> Result<Self, Error> {
        Self::with_strategies(circuit, target, &[strategy])
    }

    /// `strategies`: without a start, they are tried with several.
    fn with_strategies(
        circuit: &Circuit,
        target: &Target,
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
        let (ledger, encodings) = (Arc::new(Ledger::new()), Encodings::new(&graph, target));
        let shapes = target.shapes(&ledger)?;
        let workshop =
            Workshop { graph: &graph, encodings: &encodings, shapes: &shapes, ledger: &ledger };
        let (strategy, emitted) = search::search(&circuit, workshop, strategies)?;
        Self::rehearsed(workshop, strategy, emitted)
    }

    /// The plan of these steps, in order, with what running it on shapes shows.
    fn rehearsed(
        workshop: Workshop<'_>,
        strategy: Strategy,
        emitted: Emitted<'_>,
    ) -> Result<Self, Error> {
        let Workshop { graph, shapes, ledger, .. } = workshop;
        let (steps, output) = order::order(emitted.steps, emitted.output);
        let registers = steps.iter().map(|step| step.registers().end).max().unwrap_or(0);
        let mut plan = Self {
            steps,
            figures: Vec::new(),
            output,
            wires: graph.wires(),
            constants: graph.constants.clone(),
            tables: emitted.tables,
            strategy,
            tally: Observation::default(),
            peak_bytes: 0,
        };
        ledger.phase(EVALUATION);
        let before = ledger.observation().live_bytes;
        plan.figures = execute::rehearse(&plan, registers as usize, shapes, &emitted.prepared)?;
        plan.tally = ledger.observation();
        plan.tally.phases.retain(|phase| phase.name == EVALUATION);
        let peak = plan.tally.phase(EVALUATION).map_or(0, |phase| phase.peak_bytes);
        plan.peak_bytes = peak.saturating_sub(before.try_into().unwrap_or(0));
        Ok(plan)
    }

    /// The steps in the order in which one thread takes them.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The number of registers.
    pub fn registers(&self) -> usize {
        self.figures.len()
    }

    /// What each register will hold.
    pub fn figures(&self) -> &[Figures] {
        &self.figures
    }

    /// The register of the output.
    pub fn output(&self) -> Register {
        self.output
    }

    /// The constants.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// Which constants are needed at which rungs.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The number of input wires.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// How moduli are switched.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The kernels of an evaluation on one thread, as phase [`EVALUATION`], with constants prepared
    /// before.
    pub fn tally(&self) -> &Observation {
        &self.tally
    }

    /// The most bytes that ciphertexts, and what is computed on the way to them, take at a time on one
    /// thread. Keys and prepared constants come on top.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

/// The phase of [`Plan::tally`] that is the evaluation.
pub const EVALUATION: &str = "evaluation";

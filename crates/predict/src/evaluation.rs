//! Circuits on BGV: the evaluation of the system under test `ringassay-bgv`, predicted.
//!
//! The server reads an encryption for each wire, runs its [`Plan`], and writes one ciphertext. The
//! plan has its tally, which is priced. Taking requests off the pipe, reading and writing have none:
//! what bytes and one ciphertext take is measured, once for each instance.

use std::collections::HashSet;

use ringassay_calibrate::complete;
use ringassay_circuit::{Circuit, text::KeyParameters};
use ringassay_cost::{
    Call,
    price::{Calibration, Pricer},
};
use ringassay_engine::{
    Plan,
    plan::{Action, EVALUATION},
    sut::{Instance, Options},
};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    bgv::{Ciphertext, Context},
    serial::Saved as _,
};
use serde::Serialize;

use crate::{PredictError, median::median_ns, receive::Receiving};

/// Prices circuits of one instance by a calibration, which it completes with what the instance's ring
/// needs.
#[derive(Debug)]
pub struct EvaluationPredictor {
    calibration: Calibration,
    pricer: Pricer,
    /// Calls that were asked for, whether or not they could be measured.
    asked: HashSet<Call>,
    instance: Instance,
    wire: Wire,
    receiving: Receiving,
}

/// Of the resident size of a server that evaluates, in bytes: the pages of the program itself and of its
/// libraries (`RssFile`).
const PROGRAM_BYTES: u64 = 8_100_000;

/// Rows of a prime's tables of transforms.
const TABLE_ROWS: u64 = 4;

/// Reading is measured on so many bytes.
const READ_BYTES: usize = 16 << 20;

/// A fresh ciphertext on its way.
#[derive(Debug, Clone, Copy, Default)]
struct Wire {
    bytes: u64,
    read_ns: f64,
    write_ns: f64,
}

/// What one evaluation takes on one processor.
#[derive(Debug, Clone, Serialize)]
pub struct PredictedEvaluation {
    /// Nanoseconds of processor time: of the plan, of receiving, reading and writing.
    pub evaluate_ns: f64,
    /// Of the plan.
    pub plan_ns: f64,
    /// Of taking the inputs off the pipe.
    pub receive_ns: f64,
    /// Of reading those that are needed.
    pub read_ns: f64,
    /// Of writing the output.
    pub write_ns: f64,
    /// What the first evaluation after a circuit was ingested takes beyond that: the server has given
    /// its memory back by then.
    pub new_memory_ns: f64,
    /// The most memory at a time, in bytes: the program, the encoder's tables, keys, constants, inputs as
    /// they came, ciphertexts, and buffers that rest until they are used again.
    pub peak_bytes: u64,
    /// Of that, ciphertexts and what is computed on the way to them.
    pub ciphertext_bytes: u64,
    /// Kernel calls.
    pub calls: u64,
    /// Kernel calls whose sizes were not measured.
    pub extrapolated: u64,
    /// Kernel calls without a price.
    pub unknown: u64,
}

impl EvaluationPredictor {
    /// For the instance that the client chooses for these key parameters.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn new(
        calibration: Calibration,
        asked: &KeyParameters,
        options: &Options,
    ) -> Result<Self, PredictError> {
        let instance = Instance::choose(asked, options)
            .map_err(|failure| PredictError::Instance(failure.to_string()))?;
        let wire = Wire::measure(&instance)?;
        let pricer = Pricer::new(&calibration);
        Ok(Self {
            calibration,
            pricer,
            asked: HashSet::new(),
            instance,
            wire,
            receiving: Receiving::default(),
        })
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// What an evaluation of the circuit takes.
    ///
    /// # Errors
    /// When the circuit cannot be planned for the instance.
    pub fn predict(&mut self, circuit: &Circuit) -> Result<PredictedEvaluation, PredictError> {
        let plan = Plan::new(circuit, &self.instance.target)?;
        let mut missing = self.pricer.unmeasured(plan.tally());
        missing.retain(|call| !self.asked.contains(call));
        if !missing.is_empty() {
            complete(&mut self.calibration, &missing)?;
            // Not before: what was interrupted has to be asked for again.
            self.asked.extend(missing);
            self.pricer = Pricer::new(&self.calibration);
        }
        // Client and harness ran in between: what an evaluation visits first, it meets in no cache.
        let priced = self.pricer.predict_cold(plan.tally(), self.transform_table_bytes());
        // All wires come; those that the output does not depend on are not read.
        let read = plan.steps().iter().filter(|step| matches!(step.action, Action::Input(_)));
        let outputs =
            plan.outputs().iter().filter_map(|&output| plan.figures().get(output as usize));
        // One part of a fresh ciphertext may be a seed; residues are what takes time.
        let top = self.instance.choice.parameters.log2_q();
        let share: f64 = outputs.map(|figures| self.log2_q(figures.level) / top).sum();
        let (read_ns, write_ns) =
            (read.count() as f64 * self.wire.read_ns, share * self.wire.write_ns);
        let input_bytes = u64::from(plan.wires()) * self.wire.bytes;
        let receive_ns = self.receiving.ns(input_bytes)?;
        let tables = self.instance.target.encoder().table_bytes();
        let peak = plan.tally().phase(EVALUATION).map_or(0, |phase| phase.heap_peak_bytes);
        Ok(PredictedEvaluation {
            evaluate_ns: receive_ns + priced.ns + read_ns + write_ns,
            plan_ns: priced.ns,
            receive_ns,
            read_ns,
            write_ns,
            new_memory_ns: self.pricer.new_memory_ns(plan.tally()),
            peak_bytes: PROGRAM_BYTES + tables as u64 + peak + input_bytes,
            ciphertext_bytes: plan.peak_bytes(),
            calls: priced.calls,
            extrapolated: priced.extrapolated,
            unknown: priced.unknown,
        })
    }

    /// Of the transforms modulo all primes: roots with their quotients, forwards and back.
    fn transform_table_bytes(&self) -> u64 {
        let parameters = &self.instance.choice.parameters;
        let row = 8 * parameters.index.totient() as u64;
        TABLE_ROWS * row * parameters.primes().count() as u64
    }

    fn log2_q(&self, level: usize) -> f64 {
        self.instance
            .choice
            .parameters
            .modulus_chain()
            .levels()
            .get(level)
            .map_or(0.0, |level| level.log2_q)
    }
}

impl Wire {
    fn measure(instance: &Instance) -> Result<Self, PredictError> {
        const LABEL: Label = Label::new("wire");
        let parameters = &instance.choice.parameters;
        let context = Context::exact(parameters)?;
        let seed = Seed::from_os()?;
        let secret = context.generate_secret_key(&seed.derive(LABEL, 0))?;
        let public = context.generate_public_key(&secret, &seed.derive(LABEL, 1))?;
        let zero = context.plaintext(vec![0; parameters.index.totient()])?;
        let fresh = context.encrypt(&public, &zero, &seed.derive(LABEL, 2))?;
        let saved = fresh.save(&context)?;
        // As many as come together, so that they do not lie in near caches.
        let copies = vec![saved.clone(); (READ_BYTES / saved.len().max(1)).clamp(1, 64)];
        let load = |saved: &Vec<u8>| Ciphertext::load(&context, saved).map(drop);
        let read_ns = median_ns((), |()| copies.iter().try_for_each(load))? / copies.len() as f64;
        let write_ns = median_ns((), |()| fresh.save(&context).map(drop))?;
        Ok(Self { bytes: saved.len() as u64, read_ns, write_ns })
    }
}

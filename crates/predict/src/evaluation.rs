//! Circuits on BGV and CKKS: the evaluation of the systems under test `ringassay-bgv` and `ringassay-ckks`,
//! predicted.
//!
//! The server reads an encryption for each wire, runs its plan or program, and writes a ciphertext for each
//! output. Plan and program have their tally, which is priced. Taking requests off the pipe, reading and writing
//! have none: what bytes and one ciphertext take is measured, once for each instance.

use std::{collections::HashSet, sync::Arc};

use ringassay_calibrate::OnDemand;
use ringassay_circuit::{Circuit, text::KeyParameters};
use ringassay_cost::{
    Call,
    price::{Calibration, Pricer},
};
use ringassay_engine::{plan::EVALUATION, sut::Options};
use serde::Serialize;

use crate::{
    PredictError,
    receive::Receiving,
    subject::{Planned, Subject, Wire},
};

/// A calibration, and what is measured beside it once for all instances: kernels that it lacks, and requests on their way.
#[derive(Debug)]
pub struct EvaluationPrices {
    calibration: Calibration,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    kernels: OnDemand,
    receiving: Receiving,
}

/// Prices circuits of one instance by a calibration, which it completes with what the instance's ring
/// needs.
#[derive(Debug)]
pub struct EvaluationPredictor {
    calibration: Calibration,
    pricer: Pricer,
    /// Calls that were asked for, whether or not they could be measured.
    asked: HashSet<Call>,
    subject: Subject,
    wire: Wire,
    shared: Arc<Shared>,
}

/// Of the resident size of a server that evaluates, in bytes: the pages of the program itself and of its
/// libraries (`RssFile`).
const PROGRAM_BYTES: u64 = 8_100_000;

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
    /// The most memory at a time, in bytes: the program, tables of encoder and ring, keys, constants, inputs as
    /// they came, ciphertexts, and buffers that rest until they are used again.
    pub peak_bytes: u64,
    /// Of that, ciphertexts and what is computed on the way to them.
    pub ciphertext_bytes: u64,
    /// The inputs on their way: what the packet of the request holds.
    pub input_bytes: u64,
    /// Kernel calls.
    pub calls: u64,
    /// Kernel calls whose sizes were not measured.
    pub extrapolated: u64,
    /// Kernel calls without a price.
    pub unknown: u64,
}

impl EvaluationPrices {
    /// By a calibration.
    pub fn new(calibration: Calibration) -> Self {
        Self { calibration, shared: Arc::default() }
    }

    /// For the instance that the client chooses for these key parameters: of CKKS where they are for reals, else
    /// of BGV.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn predictor(
        &self,
        asked: &KeyParameters,
        options: &Options,
    ) -> Result<EvaluationPredictor, PredictError> {
        let subject = Subject::choose(asked, options)?;
        let wire = subject.measure_wire(options.encryption)?;
        let calibration = self.calibration.clone();
        let pricer = Pricer::new(&calibration);
        let shared = Arc::clone(&self.shared);
        let asked = HashSet::new();
        Ok(EvaluationPredictor { calibration, pricer, asked, subject, wire, shared })
    }
}

impl EvaluationPredictor {
    /// Of the instance: m, n, and log2 of Q·P.
    pub fn parameters(&self) -> (u64, u64, f64) {
        self.subject.parameters()
    }

    /// What an evaluation of the circuit takes.
    ///
    /// # Errors
    /// When the circuit cannot be planned for the instance.
    pub fn predict(&mut self, circuit: &Circuit) -> Result<PredictedEvaluation, PredictError> {
        let Planned { record, ciphertext_bytes, wires, reads, written } =
            self.subject.plan(circuit)?;
        let mut missing = self.pricer.unmeasured(&record);
        missing.retain(|call| !self.asked.contains(call));
        if !missing.is_empty() {
            self.shared.kernels.complete(&mut self.calibration, &missing)?;
            // Not before: what was interrupted has to be asked for again.
            self.asked.extend(missing);
            self.pricer = Pricer::new(&self.calibration);
        }
        // Client and harness ran in between: what an evaluation visits first, it meets in no cache.
        let priced = self.pricer.predict_cold(&record, self.subject.transform_table_bytes());
        // All wires come; those that no output depends on are not read.
        let (read_ns, write_ns) = (reads as f64 * self.wire.read_ns, written * self.wire.write_ns);
        let input_bytes = u64::from(wires) * self.wire.bytes;
        let receive_ns = self.shared.receiving.ns(input_bytes)?;
        let tables = self.subject.encoder_bytes() + self.wire.table_bytes;
        let peak = record.phase(EVALUATION).map_or(0, |phase| phase.heap_peak_bytes);
        Ok(PredictedEvaluation {
            evaluate_ns: receive_ns + priced.ns + read_ns + write_ns,
            plan_ns: priced.ns,
            receive_ns,
            read_ns,
            write_ns,
            new_memory_ns: self.pricer.new_memory_ns(&record),
            peak_bytes: PROGRAM_BYTES + tables + peak + input_bytes,
            ciphertext_bytes,
            input_bytes,
            calls: priced.calls,
            extrapolated: priced.extrapolated,
            unknown: priced.unknown,
        })
    }
}

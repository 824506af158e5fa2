//! From a point to time and memory.

use ringassay_cost::{
    CostRecord, Operations,
    price::{Calibration, Pricer},
};
use serde::Serialize;

use crate::{
    Application, FUNCTIONS, Point, PredictError,
    application::{SWITCH, function_of},
    rns::{self, Instance},
    tally, tally_application,
};

/// Prices points by a calibration. Shared by threads.
#[derive(Debug)]
pub struct Predictor {
    pricer: Pricer,
}

/// What the five-function application takes at a point, on one processor.
#[derive(Debug, Clone, Serialize)]
pub struct Predicted {
    /// Nanoseconds of processor time for each of [`FUNCTIONS`].
    pub ns: [f64; FUNCTIONS.len()],
    /// Nanoseconds of a switch of keys, if it was asked for.
    pub switch_ns: f64,
    /// Nanoseconds of the five functions.
    pub total_ns: f64,
    /// The most memory that the process holds beyond the ring's own tables, in bytes: what is alive,
    /// and what rests in the ring's pool.
    pub peak_bytes: u64,
    /// The most that is alive at a time, in bytes.
    pub live_bytes: u64,
    /// Bytes that are alive when the keys are made.
    pub key_bytes: u64,
    /// The most that is alive while keys are made, in bytes.
    pub key_peak_bytes: u64,
    /// Bytes of a ciphertext.
    pub ciphertext_bytes: u64,
    /// The most that a function holds beyond its operands, the keys' generation apart: bytes.
    pub work_bytes: u64,
    /// Word operations by kind.
    #[serde(skip)]
    pub operations: Operations,
    /// All of them, as word multiplications.
    pub complexity: f64,
    /// Kernel calls whose sizes were not measured.
    pub extrapolated: u64,
}

/// What any application takes at a point, on one processor.
#[derive(Debug, Clone, Serialize)]
pub struct PredictedApplication {
    /// Nanoseconds of processor time for each of [`FUNCTIONS`], of all times that it runs.
    pub ns: [f64; FUNCTIONS.len()],
    /// Nanoseconds of all.
    pub total_ns: f64,
    /// As [`Predicted::peak_bytes`].
    pub peak_bytes: u64,
    /// As [`Predicted::live_bytes`].
    pub live_bytes: u64,
    /// All word operations, as word multiplications.
    pub complexity: f64,
    /// Kernel calls whose sizes were not measured.
    pub extrapolated: u64,
}

impl Predictor {
    /// By the prices of a calibration.
    pub fn new(calibration: &Calibration) -> Self {
        Self { pricer: Pricer::new(calibration) }
    }

    /// The prices.
    pub fn pricer(&self) -> &Pricer {
        &self.pricer
    }

    /// What the application of a point takes.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn predict(&self, point: &Point) -> Result<Predicted, PredictError> {
        self.predict_with(point, false)
    }

    /// What an application takes at a point.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn predict_application(
        &self,
        point: &Point,
        application: &Application,
    ) -> Result<PredictedApplication, PredictError> {
        Ok(self.price(&tally_application(point, application, false)?.record))
    }

    /// What an instance of BGV or BFV takes for its circuit.
    ///
    /// # Errors
    /// When a function of the scheme refuses.
    pub fn predict_instance(
        &self,
        instance: &Instance,
    ) -> Result<PredictedApplication, PredictError> {
        Ok(self.price(&rns::tally(instance, false)?.record))
    }

    /// The price of a tally of which the phases are functions.
    pub(crate) fn price(&self, seen: &CostRecord) -> PredictedApplication {
        let priced = self.pricer.predict_first(seen);
        let of = |name| {
            let own = priced.phases.iter().filter(|phase| function_of(&phase.name) == name);
            own.map(|phase| phase.ns).sum()
        };
        let ns: [f64; FUNCTIONS.len()] = FUNCTIONS.map(of);
        PredictedApplication {
            ns,
            total_ns: ns.iter().sum(),
            peak_bytes: seen.heap_peak_bytes,
            live_bytes: seen.peak_bytes,
            complexity: Operations::of_record(seen).complexity(),
            extrapolated: priced.extrapolated + priced.unknown,
        }
    }

    /// Likewise, and what a switch of keys takes where a scheme has such a function of its own.
    ///
    /// # Errors
    /// As [`Predictor::predict`].
    pub fn predict_with(&self, point: &Point, switches: bool) -> Result<Predicted, PredictError> {
        let seen = tally(point, switches)?;
        let priced = self.pricer.predict_first(&seen);
        let ns = FUNCTIONS.map(|name| priced.phase(name).map_or(0.0, |phase| phase.ns));
        let entered =
            |name| seen.phase(name).map_or(0, |phase| phase.peak_bytes - phase.growth_bytes);
        let [keys, encrypted, added] = ["encrypt", "add", "multiply"].map(entered);
        let growth = |name: &&str| seen.phase(name).map_or(0, |phase| phase.growth_bytes);
        let operations = Operations::of_record(&seen);
        let switch_ns = priced.phase(SWITCH).map_or(0.0, |phase| phase.ns);
        Ok(Predicted {
            ns,
            switch_ns,
            key_peak_bytes: seen.phase(FUNCTIONS[0]).map_or(0, |phase| phase.peak_bytes),
            total_ns: ns.iter().sum(),
            peak_bytes: seen.heap_peak_bytes,
            live_bytes: seen.peak_bytes,
            key_bytes: keys,
            ciphertext_bytes: added.saturating_sub(encrypted),
            work_bytes: FUNCTIONS[1..].iter().map(growth).max().unwrap_or(0),
            complexity: operations.complexity(),
            operations,
            extrapolated: priced.extrapolated + priced.unknown,
        })
    }
}

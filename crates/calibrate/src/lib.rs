//! Measures what kernels cost on this machine: the prices that predictions use.
//!
//! [`calibrate`] measures every kernel on a grid of sizes, [`complete`] measures those that a tally
//! needs and the grid lacks (the transforms of a general index take some milliseconds each), and
//! [`check`] tests whether a stored calibration is still valid. Kernels run through the operations of
//! `ringassay-ring` that schemes call, on one thread pinned to one processor; all cells are
//! measured in turns, round after round, each sample in CPU time and in wall time.
//!
//! ```no_run
//! use ringassay_calibrate::{Settings, calibrate, complete};
//! use ringassay_cost::{CostRecord, price::Pricer};
//! # fn tally() -> CostRecord { CostRecord::default() }
//! let mut calibration = calibrate(Settings::default(), |_, _| ())?;
//! let tally = tally();
//! let missing = Pricer::new(&calibration).unmeasured(&tally);
//! complete(&mut calibration, &missing)?;
//! println!("{} ns", Pricer::new(&calibration).predict(&tally).ns);
//! # Ok::<(), ringassay_calibrate::CalibrateError>(())
//! ```

mod bench;
mod check;
mod error;
mod fresh;
mod grid;
mod jobs;
mod measure;
mod median;
mod on_demand;
mod pauses;
mod phase;
mod probes;

use std::{
    collections::HashSet,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use ringassay_cost::{
    Call, Kernel,
    price::{Calibration, Cell, Family, Machine, Origin, Pricer},
};
use ringassay_interrupt::checkpoint;

pub use check::{Staleness, check};
pub use error::CalibrateError;
pub use measure::Settings;
pub use on_demand::OnDemand;
pub use ringassay_bench::pin_to_one_processor;

use crate::{
    bench::Bench,
    fresh::Fresh,
    grid::Wanted,
    jobs::{Job, job},
    measure::{Cases, Measured},
    phase::Probe,
    probes::{each, pace, probes},
};

/// Measures the default grid, in about the time that the settings give. `progress` hears how many rounds are done, of how
/// many.
///
/// # Errors
/// When the environment asks for a backend that cannot be had, or no thread can be started.
pub fn calibrate(
    settings: Settings,
    mut progress: impl FnMut(usize, usize) + Send,
) -> Result<Calibration, CalibrateError> {
    // Before the thread is kept on one processor: it would see no other.
    let machine = Machine::here()?;
    on_one_processor(|| {
        let mut calibrator = Calibrator::new(machine, settings, &[])?;
        calibrator.rounds(&mut progress);
        calibrator.finish()
    })
}

/// Samples of each kernel that is measured on demand: their median lies within the spread of a calibration, whose cells
/// have about as many.
const ON_DEMAND_ROUNDS: usize = 21;

/// Measures calls that a calibration lacks, and adds them. What cannot be made to run on its own
/// stays missing.
///
/// The machine may be slower or faster than it was: kernels that have prices are measured in turns with
/// the others, which are set in relation to them.
///
/// # Errors
/// When there are no such rings.
pub fn complete(calibration: &mut Calibration, calls: &[Call]) -> Result<(), CalibrateError> {
    let wanted: Vec<Wanted> = calls.iter().flat_map(|&call| grid::on_demand(call)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let settings = Settings { seconds: 5.0, rounds: ON_DEMAND_ROUNDS, ..Settings::default() };
    on_one_processor(|| {
        let probes = probes(&calibration.cells)?;
        let (known, probing): (Vec<f64>, Vec<Job>) = probes.into_iter().unzip();
        let mut jobs = jobs(&wanted)?;
        let count = jobs.len();
        jobs.extend(probing);
        let mut cases = Cases::new(jobs, settings, Instant::now());
        cases.rounds(&mut |_, _| ());
        let mut measured = cases.finish();
        let now = measured.split_off(count);
        let pace = pace(known.iter().zip(&now).map(|(then, now)| each(now) / then));
        for one in &mut measured {
            one.cpu_ns /= pace;
            one.wall_ns /= pace;
        }
        settle(calibration, measured);
        Ok(())
    })
}

/// A calibration in the making, round by round: so that what it is to predict can be measured in
/// turns with it, on the same thread. [`pin_to_one_processor`] keeps the thread where it is.
pub struct Calibrator {
    begun: Instant,
    calibration: Calibration,
    cases: Cases,
    fresh: Fresh,
}

impl Calibrator {
    /// Makes the default grid ready, and the calls of which `more` are. The machine is that of a thread
    /// which may use all processors.
    ///
    /// # Errors
    /// When there are no rings for `more`.
    pub fn new(
        machine: Machine,
        settings: Settings,
        more: &[Call],
    ) -> Result<Self, CalibrateError> {
        let mut wanted = grid::default();
        wanted.extend(more.iter().flat_map(|&call| grid::on_demand(call)));
        Self::of(machine, settings, &wanted)
    }

    /// Makes ready what schemes of papers call, with these calls of other rings, and nothing else.
    ///
    /// # Errors
    /// When there are no rings for the calls.
    pub fn of_calls(
        machine: Machine,
        settings: Settings,
        calls: &[Call],
    ) -> Result<Self, CalibrateError> {
        let mut wanted = grid::plain();
        wanted.extend(calls.iter().flat_map(|&call| grid::on_demand(call)));
        Self::of(machine, settings, &wanted)
    }

    fn of(machine: Machine, settings: Settings, wanted: &[Wanted]) -> Result<Self, CalibrateError> {
        let begun = Instant::now();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let calibration = Calibration::new(machine, now, 0);
        // Preparations count as well: what is stated is how long it takes in all.
        let mut jobs = jobs(wanted)?;
        jobs.extend(jobs::multiprecision_jobs(&Bench::default())?);
        let cases = Cases::new(jobs, settings, begun).probed(Probe::new()?);
        let fresh = Fresh::default();
        Ok(Self { begun, calibration, cases, fresh })
    }

    /// Another sample of each cell.
    pub fn round(&mut self) {
        self.fresh.sample();
        self.cases.round();
    }

    /// As many samples of each as the settings say.
    fn rounds(&mut self, progress: &mut dyn FnMut(usize, usize)) {
        let Self { cases, fresh, .. } = self;
        cases.rounds(&mut |done, all| {
            fresh.sample();
            progress(done, all);
        });
    }

    /// The prices.
    ///
    /// # Errors
    /// As [`calibrate`].
    pub fn finish(self) -> Result<Calibration, CalibrateError> {
        let Self { begun, mut calibration, cases, fresh } = self;
        calibration.rounds = cases.done();
        calibration.phase = cases.phase();
        calibration.confidence = median::outside(cases.done()).1;
        settle(&mut calibration, cases.finish());
        [calibration.fresh_ns_per_byte, calibration.large_fresh_ns_per_byte] = fresh.finish();
        calibration.seconds = begun.elapsed().as_secs_f64();
        Ok(calibration)
    }
}

/// Runs `f` on a thread of its own, kept on one processor, where rayon has no other.
fn on_one_processor<T: Send>(
    f: impl FnOnce() -> Result<T, CalibrateError> + Send,
) -> Result<T, CalibrateError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .start_handler(|_| {
            pin_to_one_processor();
        })
        .build()?;
    pool.install(f)
}

fn jobs(wanted: &[Wanted]) -> Result<Vec<Job>, CalibrateError> {
    let bench = Bench::default();
    let (mut jobs, mut known) = (Vec::new(), HashSet::new());
    for &(call, bytes) in wanted {
        checkpoint();
        if let Some(job) = job(&bench, call, bytes)? {
            // Small working sets that cannot be had turn out the same.
            if known.insert((job.call, job.bytes)) {
                jobs.push(job);
            }
        }
    }
    Ok(jobs)
}

/// Cells of what was measured. A job in which other kernels run waits until these have prices.
fn settle(calibration: &mut Calibration, measured: Vec<Measured>) {
    let (staged, measured): (Vec<_>, Vec<_>) =
        measured.into_iter().partition(|measured| measured.job.stage > 0);
    settle_plain(calibration, measured);
    for stage in 1..=staged.iter().map(|measured| measured.job.stage).max().unwrap_or(0) {
        let pricer = Pricer::new(calibration);
        let own = staged.iter().filter(|measured| measured.job.stage == stage);
        let cells: Vec<Cell> = own.map(|measured| cell(&pricer, measured)).collect();
        calibration.cells.extend(cells);
    }
}

fn settle_plain(calibration: &mut Calibration, measured: Vec<Measured>) {
    let mut waiting = measured;
    while !waiting.is_empty() {
        let pricer = Pricer::new(calibration);
        let ready = |measured: &Measured| {
            let known = |call: &Call| pricer.price(call, 1 << 20).origin != Origin::Unknown;
            measured.job.others.iter().all(|(call, _)| known(call))
        };
        let (settled, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(ready);
        if settled.is_empty() {
            return;
        }
        calibration.cells.extend(settled.iter().map(|measured| cell(&pricer, measured)));
        waiting = rest;
    }
}

/// At least this share of a job is the kernel's own, whatever the others are said to cost.
const OWN_SHARE: f64 = 0.05;

fn cell(pricer: &Pricer, measured: &Measured) -> Cell {
    let Measured { job, cpu_ns, wall_ns, spread } = measured;
    let (bytes, family) = (job.bytes as u64, Family::from(job.stage > 0));
    let other = |&(call, times): &(Call, u64)| {
        let bytes = match call.kernel {
            Kernel::InnerProduct { .. } => job.table_bytes as u64,
            _ => bytes,
        };
        pricer.price_in(&call, bytes, family).ns * times as f64
    };
    let others: f64 = job.others.iter().map(other).sum();
    let own = |ns: f64| (ns - others).max(ns * OWN_SHARE) / job.calls as f64;
    Cell {
        call: job.call,
        working_set_bytes: bytes,
        cpu_ns: own(*cpu_ns),
        wall_ns: own(*wall_ns),
        spread: *spread,
        family,
    }
}

//! Kernels that are measured again: whether a calibration still holds, and how fast the machine is now.

use std::time::Instant;

use ringassay_cost::{
    Kernel,
    price::{Cell, Family, Phase},
};
use ringassay_interrupt::checkpoint;

use crate::{
    CalibrateError, Settings,
    bench::Bench,
    jobs::{Job, job},
    measure::{Cases, Measured},
    phase::Probe,
};

/// Cells, with the nanoseconds of a call.
pub(crate) type Timed = Vec<(Cell, f64)>;

/// Cells measured again, each in a ring that is made for it, and in which phase the machine was.
pub(crate) fn again(
    cells: &[Cell],
    settings: Settings,
) -> Result<(Timed, Option<Phase>), CalibrateError> {
    let (cells, jobs): (Vec<Cell>, Vec<Job>) = jobs_again(cells)?.into_iter().unzip();
    let mut cases = Cases::new(jobs, settings, Instant::now()).probed(Probe::new()?);
    cases.rounds(&mut |_, _| ());
    let phase = cases.phase();
    Ok((cells.into_iter().zip(cases.finish().iter().map(each)).collect(), phase))
}

fn jobs_again(cells: &[Cell]) -> Result<Vec<(Cell, Job)>, CalibrateError> {
    let bench = Bench::default();
    let mut pairs = Vec::new();
    for cell in cells {
        checkpoint();
        let bytes = cell.working_set_bytes as usize;
        if let Some(job) = job(&bench, cell.call, bytes)?.filter(|job| job.others.is_empty()) {
            pairs.push((*cell, job));
        }
    }
    Ok(pairs)
}

/// Nanoseconds of a call.
pub(crate) fn each(measured: &Measured) -> f64 {
    measured.cpu_ns / measured.job.calls as f64
}

/// How many kernels tell the machine's pace.
const PACING: usize = 9;

/// Some of the probes, with their prices.
pub(crate) fn probes(cells: &[Cell]) -> Result<Vec<(f64, Job)>, CalibrateError> {
    let probes: Vec<Cell> = cells.iter().filter(|cell| is_probe(cell)).copied().collect();
    let few: Vec<Cell> =
        probes.iter().step_by(probes.len().div_ceil(PACING).max(1)).copied().collect();
    Ok(jobs_again(&few)?.into_iter().map(|(cell, job)| (cell.cpu_ns, job)).collect())
}

/// The median of ratios; 1 of none.
pub(crate) fn pace(ratios: impl Iterator<Item = f64>) -> f64 {
    let mut ratios: Vec<f64> = ratios.filter(|ratio| ratio.is_finite() && *ratio > 0.0).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
}

/// Kernels that are looked at again: of every kind, and without others running along.
pub(crate) fn is_probe(cell: &Cell) -> bool {
    cell.family == Family::Rns
        && matches!(
            cell.call.kernel,
            Kernel::Mul
                | Kernel::Add
                | Kernel::Correction { from: 2, to: 4 | 8 }
                | Kernel::Sample(_)
        )
}

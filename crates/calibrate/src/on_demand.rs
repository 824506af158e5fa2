//! Kernels that calibrations lack, measured once for all who ask.

use std::collections::HashSet;

use ringassay_cost::{
    Call,
    price::{Calibration, Cell},
};
use ringassay_kernels::fork::Mutex;

use crate::{CalibrateError, complete, grid};

/// The cells that were measured on demand, and for which calls: shared by all who price by one calibration, each of
/// whom adds the cells that it needs and no others.
#[derive(Debug, Default)]
pub struct OnDemand {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    asked: HashSet<Call>,
    cells: Vec<Cell>,
}

impl OnDemand {
    /// Adds to a calibration what it lacks of these calls: by [`complete`] where nobody asked for them before, else what
    /// was measured then.
    ///
    /// # Errors
    /// As [`complete`].
    pub fn complete(
        &self,
        calibration: &mut Calibration,
        calls: &[Call],
    ) -> Result<(), CalibrateError> {
        let new = self.known.lock().add_known(calibration, calls);
        let before = calibration.cells.len();
        // Not under the lock: this takes seconds.
        complete(calibration, &new)?;
        self.known.lock().learn(new, &calibration.cells[before..]);
        Ok(())
    }
}

impl Known {
    /// Adds the cells of calls that were asked for before; returns the others.
    fn add_known(&self, calibration: &mut Calibration, calls: &[Call]) -> Vec<Call> {
        let (known, new): (Vec<Call>, Vec<Call>) =
            calls.iter().copied().partition(|call| self.asked.contains(call));
        let wanted = known.into_iter().flat_map(grid::on_demand);
        let wanted: HashSet<Call> = wanted.map(|(call, _)| call).collect();
        let cells = self.cells.iter().filter(|cell| wanted.contains(&cell.call));
        calibration.cells.extend(cells);
        new
    }

    fn learn(&mut self, calls: Vec<Call>, cells: &[Cell]) {
        self.asked.extend(calls);
        for cell in cells {
            let is_new = |known: &Cell| {
                (known.call, known.working_set_bytes) != (cell.call, cell.working_set_bytes)
            };
            if self.cells.iter().all(is_new) {
                self.cells.push(*cell);
            }
        }
    }
}

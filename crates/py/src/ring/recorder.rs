//! The recorder of tally rings.

use std::{collections::BTreeMap, sync::Arc};

use pyo3::prelude::*;
use ringassay_cost::CostRecorder;
use ringassay_kernels::fork::Mutex;
use ringassay_predict::{Account, Tally};

use crate::{call::detached, document::document, errors::value_error, predict::PointPredictor};

/// What rings without coefficients write: kernels and memory, by phase.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct RingRecorder {
    pub(crate) inner: Arc<CostRecorder>,
    marks: Mutex<Marks>,
}

/// Where in the trace phases begin, and how often each has begun.
#[derive(Default)]
struct Marks {
    begun: Vec<(usize, String)>,
    times: BTreeMap<String, usize>,
}

#[pymethods]
impl RingRecorder {
    #[new]
    fn new() -> Self {
        Self { inner: Arc::new(CostRecorder::with_trace()), marks: Mutex::default() }
    }

    /// From here on a function of that name runs, once more if it has run before; none, if the name
    /// is empty.
    fn phase(&self, name: &str) -> PyResult<()> {
        if name.contains(' ') {
            return Err(value_error("a function has a name without spaces"));
        }
        let mut marks = self.marks.lock();
        let times = marks.times.entry(name.to_owned()).or_default();
        *times += 1;
        let again = *times > 1 && !name.is_empty();
        let phase = if again { format!("{name} {times}") } else { name.to_owned() };
        let mut recording = self.inner.open();
        recording.phase(&phase);
        marks.begun.push((recording.events(), phase));
        Ok(())
    }

    /// What was written, function by function, with a trace of memory, as a dictionary; with times where a
    /// predictor is given.
    #[pyo3(signature = (predictor = None))]
    fn account<'py>(
        &self,
        py: Python<'py>,
        predictor: Option<&PointPredictor>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let pricer = predictor.map(PointPredictor::pricer);
        let account = detached(py, || {
            let marks = self.marks.lock().begun.clone();
            let tally = Tally { record: self.inner.record(), marks };
            Account::new(&tally, pricer)
        });
        document(py, &account)
    }

    /// How often each kernel ran on rows of what length, by function: for comparisons.
    fn counts(&self) -> Vec<(String, String, u32, u64)> {
        let seen = self.inner.record();
        let phases = seen.phases.iter().flat_map(|phase| {
            phase.counts.iter().map(|(call, &times)| {
                (phase.name.clone(), call.kernel.name().to_owned(), call.length, times)
            })
        });
        phases.collect()
    }
}

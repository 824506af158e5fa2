//! What a step came to, for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay_harness::{self as harness, Failure, Report, STEP_FIGURES};

use crate::document::document;

macro_rules! define_step {
    ($($name:ident: $unit:literal, $meaning:literal;)+) => {
        /// Figures of one step, or the class and circumstances of its failure.
        #[pyclass(frozen, get_all, module = "ringassay._native")]
        pub(crate) struct Step {
            /// "ok" or a class of docs/protocol.md.
            outcome: &'static str,
            /// What happened; empty for "ok".
            detail: Py<PyAny>,
            $(#[doc = $meaning] $name: u64,)+
            /// The REPORT of the system under test.
            report: Option<Py<PyAny>>,
            /// The text of a decryption.
            output: Option<Py<PyBytes>>,
        }

        impl Step {
            fn new(
                outcome: &'static str,
                detail: Bound<'_, PyAny>,
                figures: &harness::Step,
                report: Option<&Report>,
            ) -> PyResult<Self> {
                let report = report.map(|report| document(detail.py(), report)).transpose()?;
                Ok(Self {
                    outcome,
                    detail: detail.unbind(),
                    $($name: figures.$name,)+
                    report: report.map(Bound::unbind),
                    output: None,
                })
            }
        }
    };
}
harness::step_figures!(define_step);

#[pymethods]
impl Step {
    /// Whether the step ended with the answer asked for.
    #[getter]
    pub(crate) fn ok(&self) -> bool {
        self.outcome == "ok"
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let detail = self.detail.bind(py).repr()?;
        Ok(format!("Step(outcome='{}', detail={detail}, wall_ns={})", self.outcome, self.wall_ns))
    }
}

impl Step {
    /// A step that ended with the answer asked for.
    pub(super) fn answered(py: Python<'_>, step: &harness::Step) -> PyResult<Self> {
        let detail = PyDict::new(py);
        if step.late_hello {
            detail.set_item("late_hello", true)?;
        }
        Self::new("ok", detail.into_any(), step, step.report.as_ref())
    }

    /// A step that did not.
    pub(super) fn failed(py: Python<'_>, failure: &Failure) -> PyResult<Self> {
        let circumstances = &failure.detail;
        let figures = harness::Step {
            wall_ns: circumstances.wall_ns,
            sent_bytes: circumstances.sent_bytes,
            received_bytes: circumstances.received_bytes,
            ..harness::Step::default()
        };
        Self::new(
            failure.outcome(),
            document(py, failure)?,
            &figures,
            circumstances.report.as_ref(),
        )
    }

    /// The same with the text of a decryption.
    pub(super) fn with_output(self, output: Option<Bound<'_, PyBytes>>) -> Self {
        Self { output: output.map(Bound::unbind), ..self }
    }
}

/// Name, unit and meaning of each figure of a step.
#[pyfunction]
pub(crate) fn step_figures() -> Vec<(&'static str, &'static str, &'static str)> {
    STEP_FIGURES.iter().map(|figure| (figure.name, figure.unit, figure.meaning)).collect()
}

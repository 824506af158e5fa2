//! Microbenchmarks, measured by [`ringassay_bench`].

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_bench::{Row, Suite};
use ringassay_kernels::Backend;

create_exception!(
    ringassay._native,
    BenchError,
    PyValueError,
    "A row that cannot be measured as asked."
);

/// One row for Python: operation, basis, m, larger index, limbs, bits, threads, library.
type RowArguments = (String, String, u64, Option<u64>, usize, u32, usize, String);

/// Rows that are ready to be measured.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BenchSuite {
    inner: Mutex<Suite>,
}

#[pymethods]
impl BenchSuite {
    /// Prepares rows on a backend (the best by default); a sample of each lasts `sample_ns`.
    #[new]
    fn new(
        py: Python<'_>,
        rows: Vec<RowArguments>,
        backend: Option<&str>,
        sample_ns: u64,
    ) -> PyResult<Self> {
        let inner = py.detach(|| {
            let rows = rows.into_iter().map(read_row).collect::<Result<Vec<_>, _>>()?;
            let backend = backend.map(str::parse::<Backend>).transpose().map_err(bench_error)?;
            Suite::new(&rows, backend, sample_ns).map_err(bench_error)
        })?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// For each row what its measurement says besides the time.
    fn described<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let suite = self.suite();
        let described = suite.rows().iter().map(|row| {
            let dict = PyDict::new(py);
            dict.set_item("n", row.n)?;
            dict.set_item("backend", &row.backend)?;
            dict.set_item("clock", row.clock.name())?;
            Ok(dict)
        });
        described.collect()
    }

    /// One sample of each row: nanoseconds for one operation.
    fn round(&self, py: Python<'_>) -> Vec<f64> {
        py.detach(|| self.suite().round())
    }
}

impl BenchSuite {
    /// The suite, also after a panic in another thread: its samples do not depend on each other.
    fn suite(&self) -> MutexGuard<'_, Suite> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_row(arguments: RowArguments) -> PyResult<Row> {
    let (operation, basis, m, m_big, limbs, modulus_bits, threads, library) = arguments;
    Ok(Row {
        library: library.parse().map_err(bench_error)?,
        operation: operation.parse().map_err(bench_error)?,
        basis: basis.parse().map_err(bench_error)?,
        m,
        m_big,
        limbs,
        modulus_bits,
        threads,
    })
}

fn bench_error(error: impl std::fmt::Display) -> PyErr {
    BenchError::new_err(error.to_string())
}

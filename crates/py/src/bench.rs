//! Microbenchmarks, measured by [`ringassay_bench`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use std::sync::Arc;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_bench::{
    Suite,
    bgv::{self, Bytes, Instance},
    ring::{self, Row},
};
use ringassay_kernels::{Backend, fork::Mutex};

use crate::{
    call::interruptible,
    packed::{Asked, RequestArguments},
};

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
    /// Taken out while it is measured: a lock would stay held in a child of `fork`.
    inner: Mutex<Option<Suite>>,
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
        let inner = interruptible(py, || {
            let rows = rows.into_iter().map(read_row).collect::<Result<Vec<_>, _>>()?;
            ring::suite(&rows, read_backend(backend)?, sample_ns).map_err(bench_error)
        })??;
        Ok(Self::of(inner))
    }

    /// For each row what its measurement says besides the time.
    fn described<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.suite(|suite| {
            let described = suite.rows().iter().map(|row| {
                let dict = PyDict::new(py);
                dict.set_item("n", row.n)?;
                dict.set_item("backend", &row.backend)?;
                dict.set_item("clock", row.clock.name())?;
                Ok(dict)
            });
            described.collect()
        })?
    }

    /// One sample of each row: nanoseconds for one operation.
    fn round(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        self.suite(|suite| interruptible(py, || suite.round()))??.map_err(bench_error)
    }
}

impl BenchSuite {
    pub(crate) fn of(suite: Suite) -> Self {
        Self { inner: Mutex::new(Some(suite)) }
    }

    /// What `f` makes of the suite.
    fn suite<R>(&self, f: impl FnOnce(&mut Suite) -> R) -> PyResult<R> {
        let taken = self.inner.lock().take();
        let mut suite =
            taken.ok_or_else(|| bench_error("these rows are being measured by another thread"))?;
        let made = f(&mut suite);
        *self.inner.lock() = Some(suite);
        Ok(made)
    }
}

/// A parameter set of BGV with keys and ciphertexts to measure.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvBench {
    inner: Arc<Instance>,
}

#[pymethods]
impl BgvBench {
    /// Chooses parameters and makes keys, on a backend (the best by default).
    #[new]
    fn new(py: Python<'_>, request: RequestArguments, backend: Option<&str>) -> PyResult<Self> {
        let Asked { request, is_deepest } = request.read()?;
        if is_deepest {
            return Err(bench_error("a parameter set names a depth"));
        }
        let inner = interruptible(py, || {
            Instance::new(&request, read_backend(backend)?).map_err(bench_error)
        })??;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// What the parameter set is, and what its objects weigh.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = interruptible(py, || self.inner.facts())?.map_err(bench_error)?;
        let dict = PyDict::new(py);
        dict.set_item("m", facts.m)?;
        dict.set_item("n", facts.n)?;
        dict.set_item("plaintext", facts.plaintext)?;
        dict.set_item("slots", facts.slots)?;
        dict.set_item("length", facts.length)?;
        dict.set_item("depth", facts.depth)?;
        dict.set_item("limbs", facts.limbs)?;
        dict.set_item("log2_q", facts.log2_q)?;
        dict.set_item("special_limbs", facts.special_limbs)?;
        dict.set_item("log2_p", facts.log2_p)?;
        dict.set_item("modulus_bits", facts.modulus_bits)?;
        dict.set_item("digits", facts.digits)?;
        dict.set_item("secret", facts.secret)?;
        dict.set_item("error", facts.error)?;
        dict.set_item("security_bits", facts.security_bits)?;
        dict.set_item("security", facts.security)?;
        dict.set_item("is_secure", facts.is_secure)?;
        dict.set_item("helib_bits", facts.helib_bits)?;
        dict.set_item("log2_failure", facts.log2_failure)?;
        dict.set_item("rotation_hints", facts.rotation_keys)?;
        dict.set_item("automorphisms", facts.automorphisms)?;
        for (name, Bytes { memory, saved }) in [
            ("ciphertext", facts.ciphertext),
            ("seeded_ciphertext", facts.seeded_ciphertext),
            ("public_key", facts.public_key),
            ("relinearisation_hint", facts.relinearisation_key),
            ("all_hints", facts.evaluation_keys),
        ] {
            dict.set_item(format!("{name}_memory_bytes"), memory)?;
            dict.set_item(format!("{name}_saved_bytes"), saved)?;
        }
        Ok(dict)
    }

    /// Operations by name, each on each of these numbers of threads, ready to be measured; a sample of each lasts
    /// `sample_ns`.
    fn suite(
        &self,
        py: Python<'_>,
        operations: Vec<String>,
        threads: Vec<usize>,
        sample_ns: u64,
    ) -> PyResult<BenchSuite> {
        let operations = operations.iter().map(|name| name.parse()).collect::<Result<Vec<_>, _>>();
        let operations = operations.map_err(bench_error)?;
        let suite =
            interruptible(py, || bgv::suite(&self.inner, &operations, &threads, sample_ns))?;
        Ok(BenchSuite::of(suite.map_err(bench_error)?))
    }
}

fn read_backend(name: Option<&str>) -> PyResult<Option<Backend>> {
    name.map(str::parse::<Backend>).transpose().map_err(bench_error)
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

pub(crate) fn bench_error(error: impl std::fmt::Display) -> PyErr {
    BenchError::new_err(error.to_string())
}

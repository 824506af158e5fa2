//! CKKS, BGV and BFV at powers of two, measured by [`ringassay_bench::lattice`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay_bench::lattice::{self, Counted, Facts, Instance, ObjectSize, Operation, Shape};
use ringassay_scheme::Scheme;

use crate::{
    bench::{BenchSuite, bench_error},
    call::{detached, interruptible},
};

/// Keys and operands of a shape.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct LatticeBench {
    inner: Arc<dyn Instance>,
}

#[pymethods]
impl LatticeBench {
    /// Makes keys and operands of a scheme: N, bits of the primes of Q and P, the plaintext modulus and log2 of the
    /// scale, whichever the scheme has.
    #[new]
    fn new(
        py: Python<'_>,
        scheme: &str,
        n: usize,
        q_bits: Vec<u32>,
        p_bits: Vec<u32>,
        plaintext: u64,
        log2_scale: u32,
    ) -> PyResult<Self> {
        let scheme = match scheme {
            "CKKS" => Scheme::Ckks,
            "BGV" => Scheme::Bgv,
            "BFV" => Scheme::Bfv,
            other => return Err(bench_error(format!("{other} is none of CKKS, BGV and BFV"))),
        };
        let shape = Shape { scheme, n, q_bits, p_bits, plaintext, log2_scale };
        let inner = interruptible(py, || lattice::instance(&shape))?.map_err(bench_error)?;
        Ok(Self { inner })
    }

    /// What it is, and what its objects weigh.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = interruptible(py, || self.inner.facts())?.map_err(bench_error)?;
        let Facts {
            n,
            slots,
            limbs,
            log2_q,
            special_limbs,
            log2_p,
            digits,
            log2_scale,
            levels,
            certain_levels,
            precision_bits,
            objects,
            backend,
        } = facts;
        let dict = PyDict::new(py);
        dict.set_item("n", n)?;
        dict.set_item("slots", slots)?;
        dict.set_item("limbs", limbs)?;
        dict.set_item("log2_q", log2_q)?;
        dict.set_item("special_limbs", special_limbs)?;
        dict.set_item("log2_p", log2_p)?;
        dict.set_item("digits", digits)?;
        dict.set_item("log2_scale", log2_scale)?;
        dict.set_item("levels", levels)?;
        dict.set_item("certain_levels", certain_levels)?;
        dict.set_item("precision_bits", precision_bits)?;
        dict.set_item("backend", backend)?;
        let sizes = PyDict::new(py);
        for ObjectSize { name, memory_bytes, packed_bytes, saved_bytes } in objects {
            let size = PyDict::new(py);
            size.set_item("memory_bytes", memory_bytes)?;
            size.set_item("packed_bytes", packed_bytes)?;
            size.set_item("saved_bytes", saved_bytes)?;
            sizes.set_item(name, size)?;
        }
        dict.set_item("objects", sizes)?;
        Ok(dict)
    }

    /// For each operation that switches keys or rescales: transforms of one limb, and the most bytes that it holds
    /// besides operands and keys, its result included. Counted on shapes.
    fn counted(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, u64, u64)>> {
        let counted = interruptible(py, || self.inner.counted())?.map_err(bench_error)?;
        let triple =
            |Counted { operation, transforms, growth_bytes }| (operation, transforms, growth_bytes);
        Ok(counted.into_iter().map(triple).collect())
    }

    /// The words of a fresh ciphertext, little endian; None where the scheme does not show them.
    fn ciphertext_words<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let words = detached(py, || self.inner.ciphertext_words());
        words.map(|words| PyBytes::new(py, &words))
    }

    /// Operations by name, each on each of these numbers of threads, ready to be measured; a sample of each lasts
    /// `sample_ns`. Beside the suite those of the names that there are, in their order.
    fn suite(
        &self,
        py: Python<'_>,
        operations: Vec<String>,
        threads: Vec<usize>,
        sample_ns: u64,
    ) -> PyResult<(BenchSuite, Vec<&'static str>)> {
        let operations = operations.iter().map(|name| name.parse()).collect::<Result<Vec<_>, _>>();
        let operations: Vec<Operation> = operations.map_err(bench_error)?;
        let made =
            interruptible(py, || lattice::suite(&*self.inner, &operations, &threads, sample_ns))?;
        let (suite, found) = made.map_err(bench_error)?;
        Ok((BenchSuite::of(suite), found.into_iter().map(Operation::name).collect()))
    }
}

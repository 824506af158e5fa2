//! Polynomials and signs, made once and applied to ciphertexts.

use numpy::{Complex64 as Numpy, PyReadonlyArray1};
use pyo3::prelude::*;
use ringassay::ckks::{
    Basis, Complex, CompositeSign, Plan, Polynomial, SlotPolynomials, interpolate, largest_error,
};

use crate::{call::detached, packed::scheme_error};

/// Polynomials of one basis, each for some of the entries.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksPolynomials(pub(crate) SlotPolynomials);

/// A composite polynomial near the sign.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksSign(pub(crate) CompositeSign);

#[pymethods]
impl CkksPolynomials {
    /// A polynomial for all entries: of powers of x, or of Chebyshev polynomials on an interval.
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn new(
        coefficients: PyReadonlyArray1<'_, Numpy>,
        interval: Option<(f64, f64)>,
    ) -> PyResult<Self> {
        let basis = interval.map_or(Basis::Power, |(from, to)| Basis::Chebyshev { from, to });
        let coefficients = coefficients.as_array();
        let coefficients = coefficients.iter().map(|z| Complex::new(z.re, z.im).extended());
        let polynomial = Polynomial::new(basis, coefficients.collect()).map_err(scheme_error)?;
        Ok(Self(polynomial.into()))
    }

    /// The polynomial that agrees with a function at the Chebyshev nodes of an interval. `function` takes and
    /// returns a number.
    #[staticmethod]
    fn interpolate(
        function: &Bound<'_, PyAny>,
        from: f64,
        to: f64,
        degree: usize,
    ) -> PyResult<Self> {
        let mut raised = None;
        let failed = std::cell::RefCell::new(&mut raised);
        let value = |x: f64| {
            let called = function.call1((x,)).and_then(|y| y.extract::<f64>());
            called.unwrap_or_else(|error| {
                failed.borrow_mut().get_or_insert(error);
                f64::NAN
            })
        };
        let made = interpolate(value, from, to, degree);
        match raised {
            Some(error) => Err(error),
            None => made.map(|polynomial| Self(polynomial.into())).map_err(scheme_error),
        }
    }

    /// Polynomials of one basis, and which of them an entry has; `None`: it becomes 0.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn by_entry(
        polynomials: Vec<PyRef<'_, CkksPolynomials>>,
        of_entry: Vec<Option<usize>>,
    ) -> PyResult<Self> {
        let all = polynomials.iter().flat_map(|p| p.0.polynomials().to_vec());
        SlotPolynomials::new(all.collect(), of_entry).map(Self).map_err(scheme_error)
    }

    /// The largest degree.
    #[getter]
    fn degree(&self) -> usize {
        self.0.polynomials().iter().map(Polynomial::degree).max().unwrap_or_default()
    }

    /// The levels that evaluation takes.
    #[getter]
    fn depth(&self) -> usize {
        Plan::new(&self.0).depth() + usize::from(self.0.basis().has_map())
    }

    /// The products of ciphertexts that evaluation takes.
    #[getter]
    fn products(&self) -> usize {
        Plan::new(&self.0).products()
    }

    /// The coefficients of the first polynomial.
    fn coefficients(&self) -> Vec<(f64, f64)> {
        let first = self.0.polynomials().first();
        let coefficients = first.map_or(&[][..], Polynomial::coefficients);
        coefficients.iter().map(|c| (c.re.to_f64(), c.im.to_f64())).collect()
    }

    /// The value of the first polynomial at a number.
    fn at(&self, re: f64, im: f64) -> (f64, f64) {
        let first = self.0.polynomials().first();
        let z = Complex::new(re, im).extended();
        let value = first.map_or_else(Complex::default, |p| p.at(z).rounded());
        (value.re, value.im)
    }

    /// The largest difference from a function found at points that lie evenly in an interval.
    fn largest_error(
        &self,
        function: &Bound<'_, PyAny>,
        from: f64,
        to: f64,
        samples: usize,
    ) -> f64 {
        let value = |x: f64| {
            let called = function.call1((x,)).and_then(|y| y.extract::<f64>());
            called.unwrap_or(f64::NAN)
        };
        let first = self.0.polynomials().first();
        first.map_or(f64::NAN, |p| largest_error(p, value, from, to, samples))
    }
}

#[pymethods]
impl CkksSign {
    /// Degrees 15, 15, 15, 17, 31, 31, 31, 31 and 7: see [`CompositeSign::standard`].
    #[staticmethod]
    fn standard(py: Python<'_>) -> PyResult<Self> {
        detached(py, CompositeSign::standard).cloned().map(Self).map_err(scheme_error)
    }

    /// Of other degrees: see [`CompositeSign::new`].
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn new(
        py: Python<'_>,
        log2_gap: f64,
        log2_error: f64,
        degrees: Vec<usize>,
        refinements: usize,
    ) -> PyResult<Self> {
        let made = detached(py, || CompositeSign::new(log2_gap, log2_error, &degrees, refinements));
        made.map(Self).map_err(scheme_error)
    }

    /// The levels that it takes.
    #[getter]
    fn depth(&self) -> usize {
        self.0.depth()
    }

    /// What the result does not differ from the sign by more, apart from the scheme's errors.
    #[getter]
    fn error(&self) -> f64 {
        self.0.error()
    }

    /// -log2 of the smallest absolute value for which that holds.
    #[getter]
    fn log2_gap(&self) -> f64 {
        self.0.log2_gap()
    }
}

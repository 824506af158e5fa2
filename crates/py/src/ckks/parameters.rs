//! Parameters, chosen; chains, judged.

use numpy::{Complex64 as Numpy, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Error,
    ckks::{Complex, Precision, RefreshShape, Session},
    scheme,
    security::Estimate,
};
use ringassay_params::ckks::{self, Asked, Chain, Choice, RefreshChoice, RefreshRequest, Request};
use ringassay_scheme::ckks::{Parameters, RingType};

use super::facts::{of_alternatives, of_findings, of_keys, of_parameters, of_precision, of_steps};
use crate::{
    call::{detached, interruptible},
    circuit::Circuit,
    packed::{PackedEvaluationKeys, PackedInstance, PackedSecretKey, scheme_error},
};

/// A parameter set of CKKS.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct CkksParameters {
    parameters: Parameters,
    security: Estimate,
    /// ℓ, the number of entries of a vector.
    length: usize,
    /// No number is larger.
    range: f64,
    /// How they were chosen; nothing for those that were loaded.
    choice: Option<Choice>,
    /// How ciphertexts are refreshed, if they were chosen for that.
    refresh: Option<RefreshShape>,
}

impl CkksParameters {
    fn shape(&self) -> Result<RefreshShape, Error> {
        let none = "ciphertexts of these parameters are not refreshed: choose parameters with refresh=True";
        self.refresh.ok_or_else(|| scheme::Error::Parameters(none.to_owned()).into())
    }
}

#[pymethods]
impl CkksParameters {
    /// The parameters that serve a request best, for vectors of a length, or of as many entries as there are
    /// slots.
    #[staticmethod]
    #[pyo3(signature = (depth, precision_bits, range, length, security_bits, ring, degree, insist))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, by name")]
    fn choose(
        py: Python<'_>,
        depth: usize,
        precision_bits: f64,
        range: f64,
        length: Option<usize>,
        security_bits: f64,
        ring: &str,
        degree: Option<usize>,
        insist: bool,
    ) -> PyResult<Self> {
        let slots = length.map_or(1, usize::next_power_of_two);
        let ring = ring_types(ring)?;
        let request =
            Request { depth, precision_bits, range, slots, security_bits, ring, degree, insist };
        let choice = interruptible(py, || ckks::choose(&request))?.map_err(scheme_error)?;
        let (parameters, security) = (choice.parameters.clone(), choice.security.clone());
        let length = length.unwrap_or(parameters.slots());
        Ok(Self { parameters, security, length, range, choice: Some(choice), refresh: None })
    }

    /// The parameters of which ciphertexts are refreshed, after so many products in a row.
    #[staticmethod]
    fn choose_refreshed(
        py: Python<'_>,
        depth: usize,
        range: f64,
        length: Option<usize>,
        security_bits: f64,
        degree: Option<usize>,
        insist: bool,
    ) -> PyResult<Self> {
        let slots = length.map_or(2, usize::next_power_of_two);
        let request = RefreshRequest { depth, range, slots, security_bits, degree, insist };
        let found = interruptible(py, || ckks::choose_refreshed(&request))?;
        let RefreshChoice { choice, shape } = found.map_err(scheme_error)?;
        let (parameters, security) = (choice.parameters.clone(), choice.security.clone());
        let length = length.unwrap_or(parameters.slots());
        Ok(Self { parameters, security, length, range, choice: Some(choice), refresh: Some(shape) })
    }

    /// The parameters for a circuit over reals, with so many bits after the point in the worst slot.
    #[staticmethod]
    fn choose_for(
        py: Python<'_>,
        circuit: &Circuit,
        precision_bits: f64,
        security_bits: f64,
        ring: &str,
        degree: Option<usize>,
        insist: bool,
    ) -> PyResult<Self> {
        let ring = ring_types(ring)?;
        let space = circuit.inner().shape().space;
        if ring == Some(RingType::ConjugateInvariant) && space.is_complex() {
            return Err(scheme_error(
                "the circuit is one over complex numbers, and the conjugate-invariant ring has real slots: \
                 take the standard ring"
                    .to_owned(),
            ));
        }
        let request = Request::of_circuit(circuit.inner(), precision_bits, security_bits);
        let request = request.map_err(scheme_error)?;
        let request = Request { ring: ring.or(request.ring), degree, insist, ..request };
        let (length, range) = (circuit.inner().shape().batch as usize, request.range);
        let choice = interruptible(py, || ckks::choose(&request))?.map_err(scheme_error)?;
        let (parameters, security) = (choice.parameters.clone(), choice.security.clone());
        Ok(Self { parameters, security, length, range, choice: Some(choice), refresh: None })
    }

    /// Saved parameters, for vectors of a length, or of as many entries as there are slots, and a range.
    #[staticmethod]
    fn load(py: Python<'_>, data: &[u8], length: Option<usize>, range: f64) -> PyResult<Self> {
        let loaded = detached(py, || Parameters::load(data)).map_err(scheme_error)?;
        let security = detached(py, || ckks::security(&loaded)).map_err(scheme_error)?;
        let length = length.unwrap_or(loaded.slots());
        Ok(Self { parameters: loaded, security, length, range, choice: None, refresh: None })
    }

    /// The parameters as bytes, without length and range.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.parameters.save().map_err(scheme_error)?))
    }

    /// Makes the keys with which ciphertexts are refreshed, and has these evaluation keys carry them.
    fn attach_refresh(
        &self,
        py: Python<'_>,
        secret: &PackedSecretKey,
        evaluation: &PackedEvaluationKeys,
    ) -> PyResult<()> {
        let made = interruptible(py, || {
            let secret = secret.numbers()?;
            let keys = secret.session().refresher(&self.shape()?)?.keys(secret)?;
            evaluation.numbers()?.attach(keys)
        })?;
        made.map_err(scheme_error)
    }

    /// Rings and tables for them.
    fn instance(&self, py: Python<'_>) -> PyResult<PackedInstance> {
        let made = interruptible(py, || {
            Session::new(&self.parameters, self.length)?.with_range(self.range)
        });
        made?.map(PackedInstance::of_numbers).map_err(scheme_error)
    }

    /// What they are.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = of_parameters(py, &self.parameters)?;
        let choice = self.choice.as_ref();
        dict.set_item("length", self.length)?;
        dict.set_item("range", self.range)?;
        dict.set_item("security_bits", self.security.bits)?;
        dict.set_item("security", self.security.to_string())?;
        dict.set_item("is_secure", choice.map(|choice| choice.is_secure))?;
        dict.set_item("keys", of_keys(py, choice.map_or(&[], |choice| &choice.keys))?)?;
        dict.set_item("steps", of_steps(py, choice.map(|choice| &choice.followed))?)?;
        let alternatives = choice.map_or(&[][..], |choice| &choice.alternatives);
        dict.set_item("alternatives", of_alternatives(py, alternatives)?)?;
        dict.set_item("explanation", choice.map_or(&[][..], |choice| &choice.explanation))?;
        dict.set_item("refreshes", self.refresh.is_some())?;
        dict.set_item("choice_ns", choice.map(|choice| choice.duration.as_nanos() as u64))?;
        Ok(dict)
    }
}

/// The ring type of that name; `None` for the one in which a product takes less work.
fn ring_types(name: &str) -> PyResult<Option<RingType>> {
    if name == "cheaper" {
        return Ok(None);
    }
    RingType::of_name(name).map(Some).ok_or_else(|| {
        let names = RingType::ALL.map(RingType::name).join(", ");
        scheme_error(format!("the ring is {names} or cheaper, not {name}"))
    })
}

/// What is wrong with a chain: `special` is `None` in SEAL's notation, where the last prime is special, and
/// Lattigo's `LogP` otherwise.
#[pyfunction]
#[pyo3(signature = (degree, primes, special, log2_scale, hamming_weight, security_bits, range, precision_bits, depth))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, by name")]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
pub(crate) fn judge_ckks<'py>(
    py: Python<'py>,
    degree: usize,
    primes: Vec<u64>,
    special: Option<Vec<u64>>,
    log2_scale: u32,
    hamming_weight: Option<usize>,
    security_bits: f64,
    range: f64,
    precision_bits: Option<f64>,
    depth: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let chain = match &special {
        None => Chain::seal(degree, &primes, log2_scale),
        Some(special) => Chain::lattigo(degree, &primes, special, log2_scale),
    };
    let chain = Chain { hamming_weight, ..chain.map_err(scheme_error)? };
    let asked = Asked { security_bits, range, precision_bits, depth };
    let found = interruptible(py, || ckks::judge(&chain, &asked))?.map_err(scheme_error)?;
    let dict = PyDict::new(py);
    dict.set_item("n", degree)?;
    dict.set_item("levels", found.levels)?;
    dict.set_item("log2_scale", log2_scale)?;
    dict.set_item("log2_q", chain.log2_q())?;
    dict.set_item("log2_p", chain.log2_p())?;
    dict.set_item("log2_most", found.log2_most)?;
    dict.set_item("digits", chain.primes.len().div_ceil(chain.digit_limbs()))?;
    dict.set_item("security_bits", found.security.bits)?;
    dict.set_item("security", found.security.to_string())?;
    dict.set_item("is_sound", found.is_sound())?;
    dict.set_item("log2_scales", &found.log2_scales)?;
    dict.set_item("steps", of_steps(py, found.followed.as_ref())?)?;
    dict.set_item("keys", of_keys(py, &found.keys)?)?;
    dict.set_item("findings", of_findings(py, &found.findings)?)?;
    Ok(dict)
}

/// Statistics of the errors of `got`, where `wanted` is right.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
pub(crate) fn ckks_precision<'py>(
    py: Python<'py>,
    got: PyReadonlyArray1<'_, Numpy>,
    wanted: PyReadonlyArray1<'_, Numpy>,
) -> PyResult<Bound<'py, PyDict>> {
    let numbers = |values: &PyReadonlyArray1<'_, Numpy>| -> Vec<Complex> {
        values.as_array().iter().map(|z| Complex::new(z.re, z.im)).collect()
    };
    let precision = Precision::new(&numbers(&got), &numbers(&wanted));
    let none = || scheme_error("precision is that of two vectors of one length".to_owned());
    of_precision(py, &precision.ok_or_else(none)?)
}

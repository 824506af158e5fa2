//! Challenges of ring-LWE and ring-LWR, made and checked by [`ringassay_challenge`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use numpy::{IntoPyArray, PyArray1};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use ringassay_challenge::beacon::{self, Record};
use ringassay_challenge::verify::Seeds;
use ringassay_challenge::{
    Challenge, ChallengeError, Kind, Parameters, Right, folder, hardness, toy,
};

use crate::call::interruptible;

create_exception!(
    ringassay._native,
    ChallengeRequestError,
    PyValueError,
    "A challenge, an instance or a record of the beacon that cannot be had as asked."
);
create_exception!(
    ringassay._native,
    ChallengeWrongError,
    PyValueError,
    "What is wrong with a challenge, and in which file."
);

/// Python is told no more often.
const BETWEEN: Duration = Duration::from_millis(50);

fn refused(error: ChallengeError) -> PyErr {
    let (cause, path) = match &error {
        ChallengeError::File { path, source } => (&**source, Some(path)),
        other => (other, None),
    };
    // As Python's own, by their number: it decides the exit code.
    if let ChallengeError::Io(system) = cause
        && let Some(number) = system.raw_os_error()
    {
        let text = system.to_string();
        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
        return PyOSError::new_err((number, text, path.cloned()));
    }
    if error.is_of_the_request() {
        ChallengeRequestError::new_err(error.to_string())
    } else {
        ChallengeWrongError::new_err(error.to_string())
    }
}

/// Computes without the interpreter's lock, and tells Python's `progress(done, total)` now and then.
fn told<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(ringassay_challenge::Progress<'_>) -> Result<T, ChallengeError> + Send,
) -> PyResult<T> {
    interruptible(py, || {
        let mut failed = None;
        let mut told: Option<Instant> = None;
        let mut hear = |done: u64, total: u64| {
            let Some(progress) = progress.as_ref().filter(|_| failed.is_none()) else { return };
            if done == total || told.is_none_or(|at| at.elapsed() >= BETWEEN) {
                told = Some(Instant::now());
                failed = Python::attach(|py| progress.call1(py, (done, total)).err());
            }
        };
        let outcome = work(&mut hear);
        failed.map_or_else(|| outcome.map_err(refused), Err)
    })?
}

/// Parameters that all instances of a challenge share: continuous ring-LWE with `variance`, the same rounded, or
/// ring-LWR with `p`.
#[pyclass(frozen)]
pub(crate) struct ChallengeParameters(Parameters);

#[pymethods]
impl ChallengeParameters {
    #[new]
    #[pyo3(signature = (m, q, samples, *, variance=None, rounded=false, p=None))]
    fn new(
        m: u64,
        q: u64,
        samples: usize,
        variance: Option<f64>,
        rounded: bool,
        p: Option<u64>,
    ) -> PyResult<Self> {
        let made = match (variance, p) {
            (Some(svar), None) if rounded => Parameters::discrete(m, q, svar, samples),
            (Some(svar), None) => Parameters::continuous(m, q, svar, samples),
            (None, Some(p)) if !rounded => Parameters::rounding(m, q, p, samples),
            _ => Err(ChallengeError::Parameters(
                "give a variance, of ring-LWE, or p, of ring-LWR; errors are rounded in ring-LWE alone".into(),
            )),
        };
        Ok(Self(made.map_err(refused)?))
    }

    /// `continuous`, `discrete` or `rounding`.
    #[getter]
    fn problem(&self) -> &'static str {
        match self.0.kind {
            Kind::Continuous { .. } => "continuous",
            Kind::Discrete { .. } => "discrete",
            Kind::Rounding { .. } => "rounding",
        }
    }

    #[getter]
    fn m(&self) -> u64 {
        self.0.m
    }

    #[getter]
    fn q(&self) -> u64 {
        self.0.q
    }

    #[getter]
    fn samples(&self) -> usize {
        self.0.samples
    }

    #[getter]
    fn p(&self) -> Option<u64> {
        match self.0.kind {
            Kind::Rounding { p } => Some(p),
            _ => None,
        }
    }

    /// The scaled variance.
    #[getter]
    fn variance(&self) -> Option<f64> {
        match self.0.kind {
            Kind::Continuous { svar, .. } | Kind::Discrete { svar, .. } => Some(svar),
            Kind::Rounding { .. } => None,
        }
    }

    #[getter]
    fn bound(&self) -> Option<f64> {
        match self.0.kind {
            Kind::Continuous { bound, .. } => Some(bound),
            Kind::Discrete { bound, .. } => Some(bound as f64),
            Kind::Rounding { .. } => None,
        }
    }

    /// An instance as plain LWE: dimension, log2 q, standard deviation of the error, samples.
    fn lwe(&self) -> PyResult<(usize, f64, f64, Option<usize>)> {
        let lwe = hardness::lwe(&self.0).map_err(refused)?;
        Ok((lwe.dimension, lwe.log2_q, lwe.error_std, lwe.samples))
    }
}

fn record(value: Option<[u8; 64]>, time: Option<i64>) -> Option<Record> {
    value.map(|output| Record { output, time })
}

const fn seeds(foreign: bool) -> Seeds {
    if foreign { Seeds::Foreign } else { Seeds::Ours }
}

fn facts<'py>(py: Python<'py>, challenge: &Challenge) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("number", challenge.id)?;
    dict.set_item("instances", challenge.instances)?;
    dict.set_item("epoch", challenge.epoch)?;
    dict.set_item("offset", challenge.offset)?;
    dict.set_item("parameters", ChallengeParameters(challenge.parameters).into_pyobject(py)?)?;
    Ok(dict)
}

/// The value of a record of the beacon, and its time where that is known.
#[pyfunction]
pub(crate) fn beacon_record<'py>(
    py: Python<'py>,
    content: &[u8],
) -> PyResult<(Bound<'py, PyBytes>, Option<i64>)> {
    let record = beacon::read(content).map_err(refused)?;
    Ok((PyBytes::new(py, &record.output), record.time))
}

/// Generates a challenge in a new folder below `parent`, and returns that.
#[pyfunction]
#[pyo3(signature = (parent, parameters, number, instances, epoch, offset, annotation, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, by name")]
pub(crate) fn generate_challenge(
    py: Python<'_>,
    parent: PathBuf,
    parameters: &ChallengeParameters,
    number: u32,
    instances: u32,
    epoch: i64,
    offset: u32,
    annotation: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<PathBuf> {
    let challenge = Challenge { id: number, instances, epoch, offset, parameters: parameters.0 };
    told(py, progress, |hear| folder::generate(&parent, &challenge, annotation, hear))
}

/// The challenge in a folder; the numbers of the instances whose secret is there.
#[pyfunction]
pub(crate) fn read_challenge<'py>(py: Python<'py>, path: PathBuf) -> PyResult<Bound<'py, PyDict>> {
    let (_, challenge) = folder::challenge_in(&path).map_err(refused)?;
    let dict = facts(py, &challenge)?;
    dict.set_item("opened", folder::opened_in(&path).map_err(refused)?)?;
    Ok(dict)
}

/// Checks every file: the challenge, which instances are opened and closed, p values.
#[pyfunction]
#[pyo3(signature = (path, value=None, time=None, foreign=false, progress=None))]
pub(crate) fn verify_challenge<'py>(
    py: Python<'py>,
    path: PathBuf,
    value: Option<[u8; 64]>,
    time: Option<i64>,
    foreign: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = record(value, time);
    let found =
        told(py, progress, |hear| folder::verify(&path, record.as_ref(), seeds(foreign), hear))?;
    let dict = facts(py, &found.challenge)?;
    dict.set_item("opened", found.opened)?;
    dict.set_item("closed", found.closed)?;
    dict.set_item("p_values", found.p_values)?;
    Ok(dict)
}

/// Removes the secret that the beacon chooses, and returns its instance.
#[pyfunction]
#[pyo3(signature = (path, value, time=None, foreign=false, progress=None))]
pub(crate) fn suppress_secret(
    py: Python<'_>,
    path: PathBuf,
    value: [u8; 64],
    time: Option<i64>,
    foreign: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<u32> {
    let record = Record { output: value, time };
    told(py, progress, |hear| folder::suppress(&path, &record, seeds(foreign), hear))
}

/// The samples (a, b) of an instance: integers, and real numbers for b of continuous ring-LWE.
#[pyfunction]
pub(crate) fn challenge_samples<'py>(
    py: Python<'py>,
    path: PathBuf,
    number: u32,
) -> PyResult<Bound<'py, PyList>> {
    let instance = folder::instance_in(&path, number).map_err(refused)?;
    let list = PyList::empty(py);
    for sample in instance.samples {
        let b = match sample.b {
            Right::Real(b) => b.into_pyarray(py).into_any(),
            Right::Integer(b) => b.into_pyarray(py).into_any(),
        };
        list.append((sample.a.into_pyarray(py), b))?;
    }
    Ok(list)
}

/// The secret of an instance; `None` where it is not published.
#[pyfunction]
pub(crate) fn challenge_secret<'py>(
    py: Python<'py>,
    path: PathBuf,
    number: u32,
) -> PyResult<Option<Bound<'py, PyArray1<i64>>>> {
    let secret = folder::secret_in(&path, number).map_err(refused)?;
    Ok(secret.map(|secret| PyArray1::from_slice(py, &secret.s)))
}

/// The exponents of the powerful basis, in the order in which coefficients are written.
#[pyfunction]
pub(crate) fn challenge_exponents<'py>(
    py: Python<'py>,
    parameters: &ChallengeParameters,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let layout = parameters.0.layout().map_err(refused)?;
    let exponents: Vec<i64> = layout.exponents().iter().map(|&e| e as i64).collect();
    Ok(exponents.into_pyarray(py))
}

/// Tries every secret of a toy: those with which every sample is right, at most `most`.
#[pyfunction]
#[pyo3(signature = (path, number, most, progress=None))]
pub(crate) fn solve_toy(
    py: Python<'_>,
    path: PathBuf,
    number: u32,
    most: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Vec<i64>>> {
    let instance = folder::instance_in(&path, number).map_err(refused)?;
    told(py, progress, |hear| toy::solve(&instance, most, hear))
}

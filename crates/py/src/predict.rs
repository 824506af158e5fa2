//! Predictions of schemes, made by [`ringassay_predict`].

// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_circuit::Circuit;
use ringassay_cost::price::{Calibration, Pricer};
use ringassay_interrupt::checkpoint;
use ringassay_predict::{
    Account, Application, FUNCTIONS, Point, PredictError, Predicted, PredictedApplication,
    Predictor, Workload,
    circuit::{of_expression, of_text},
    rns::{self, Assessed, Instance, RnsPoint},
    tally_application,
};
use ringassay_ring::index::Index;
use ringassay_scheme::{Scheme, catalogue::RingFamily};

use crate::{
    calibrate::CalibrationError,
    call::interruptible,
    document::document,
    errors::value_error,
    explore::{Columns, scheme_of},
};

/// A point with what is done there: each basic function once, or an expression, or a circuit file.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Applied {
    scheme: String,
    n: usize,
    log2_q: u32,
    log2_w: u32,
    t: u64,
    index: Option<u64>,
    depth: Option<f64>,
    expression: Option<String>,
    circuit: Option<Vec<u8>>,
}

/// A point of any scheme with its application.
enum Read {
    Multiprecision(Point, Application),
    Rns(Box<Instance>),
}

impl Applied {
    fn any(&self) -> PyResult<Read> {
        let Ok(scheme) = rns_scheme(&self.scheme) else {
            return self
                .read()
                .map(|(point, application)| Read::Multiprecision(point, application));
        };
        let computed =
            Computed { expression: self.expression.clone(), circuit: self.circuit.clone() };
        let Self { t, index, depth, .. } = *self;
        let (Some(index), Some(depth)) = (index, depth) else {
            return Err(value_error("a point of BGV or BFV has an index and a depth"));
        };
        let point = RnsPoint { scheme, index, t, depth };
        let instance = Instance::new(&point, &computed.read(t)?).map_err(value_error)?;
        Ok(Read::Rns(Box::new(instance)))
    }

    fn read(&self) -> PyResult<(Point, Application)> {
        let scheme = scheme_of(&self.scheme)?;
        let Self { n: degree, log2_q, log2_w, t, .. } = *self;
        let workload = match (&self.expression, &self.circuit) {
            (None, None) => None,
            (Some(expression), None) => Some(Workload::of_expression(expression, t)),
            (None, Some(circuit)) => Some(Workload::of_text(circuit, t)),
            _ => return Err(value_error("either an expression or a circuit")),
        };
        let application = match workload {
            None => Application::Functions { switches: false },
            Some(workload) => Application::Circuit(workload.map_err(value_error)?),
        };
        Ok((Point { scheme, degree, log2_q, log2_w, t }, application))
    }
}

/// What an application counts at a point, function by function, with a trace of its memory, as a
/// dictionary; with times where a predictor is given.
#[pyfunction]
#[pyo3(signature = (applied, predictor = None))]
pub(crate) fn tally_point<'py>(
    py: Python<'py>,
    applied: Applied,
    predictor: Option<&PointPredictor>,
) -> PyResult<Bound<'py, PyAny>> {
    let pricer = predictor.map(PointPredictor::pricer);
    let account = interruptible(py, || {
        let tally = match applied.any()? {
            Read::Multiprecision(point, application) => {
                tally_application(&point, &application, true)
            }
            Read::Rns(instance) => rns::tally(&instance, true),
        };
        let tally = tally.map_err(value_error)?;
        Ok::<_, PyErr>(Account::new(&tally, pricer))
    })??;
    document(py, &account)
}

/// The circuit of an expression, or of a file's text.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Computed {
    expression: Option<String>,
    circuit: Option<Vec<u8>>,
}

impl Computed {
    /// The circuit; an expression's constants are integers mod t.
    fn read(&self, t: u64) -> PyResult<Circuit> {
        match (&self.expression, &self.circuit) {
            (Some(expression), None) => of_expression(expression, t).map_err(value_error),
            (None, Some(circuit)) => of_text(circuit).map_err(value_error),
            _ => Err(value_error("either an expression or a circuit is needed")),
        }
    }
}

fn rns_scheme(name: &str) -> PyResult<Scheme> {
    let found = Scheme::find(name).filter(|one| one.entry().ring == RingFamily::RnsCyclotomic);
    found.ok_or_else(|| value_error(format!("there is no scheme {name:?} over the RNS ring")))
}

/// The depth that parameters of BGV or BFV have to serve for a circuit, and the indices of the rings that
/// serve it, the best first. `ValueError` where there are none, with the reason.
#[pyfunction]
pub(crate) fn rns_points(
    py: Python<'_>,
    scheme: &str,
    computed: Computed,
    t: u64,
    security_bits: f64,
) -> PyResult<(f64, Vec<u64>)> {
    let (scheme, circuit) = (rns_scheme(scheme)?, computed.read(t)?);
    let found = interruptible(py, || rns::points(scheme, &circuit, t, security_bits))?;
    let points = found.map_err(value_error)?;
    let depth = points.first().map_or(0.0, |point| point.depth);
    Ok((depth, points.iter().map(|point| point.index).collect()))
}

/// φ of indices.
#[pyfunction]
pub(crate) fn totients(indices: Vec<u64>) -> PyResult<Vec<usize>> {
    let totient = |m: u64| Index::new(m).map(|index| index.degree()).map_err(value_error);
    indices.into_iter().map(totient).collect()
}

/// What is known of points of BGV or BFV for a circuit: columns of equal length, NaN where a point does
/// not serve it; and the reason of the first that does not.
#[pyfunction]
#[pyo3(signature = (scheme, computed, indices, t, depth, predictor = None))]
pub(crate) fn assess_rns<'py>(
    py: Python<'py>,
    scheme: &str,
    computed: Computed,
    indices: Vec<u64>,
    t: Vec<u64>,
    depth: f64,
    predictor: Option<&PointPredictor>,
) -> PyResult<(Bound<'py, PyDict>, Option<String>)> {
    let scheme = rns_scheme(scheme)?;
    if indices.len() != t.len() {
        return Err(value_error("all columns need the same length"));
    }
    let points: Vec<(RnsPoint, Circuit)> = indices
        .into_iter()
        .zip(t)
        .map(|(index, t)| Ok((RnsPoint { scheme, index, t, depth }, computed.read(t)?)))
        .collect::<PyResult<_>>()?;
    let predictor = predictor.map(|one| &one.predictor);
    let found: Vec<Result<Assessed, PredictError>> = interruptible(py, || {
        points.iter().map(|(point, circuit)| rns::assess(point, circuit, predictor)).collect()
    })?;
    let dict = PyDict::new(py);
    let column = |name: &str, f: &dyn Fn(&Assessed) -> f64| {
        let values = found.iter().map(|one| one.as_ref().map_or(f64::NAN, f));
        dict.set_item(name, values.collect::<Vec<f64>>().into_pyarray(py))
    };
    column("security_bits", &|one| one.status.bits().unwrap_or(f64::NAN))?;
    column("log2_failure", &|one| one.log2_failure)?;
    column("log2_q", &|one| one.log2_moduli[0])?;
    column("log2_p", &|one| one.log2_moduli[1])?;
    column("digits", &|one| one.digits as f64)?;
    column("ring_products", &|one| one.ring_products)?;
    column("ciphertext_bytes", &|one| one.ciphertext_bytes)?;
    column("key_bytes", &|one| one.key_bytes)?;
    column("data_bytes", &|one| one.data_bytes)?;
    let priced = |one: &Assessed, f: fn(&PredictedApplication) -> f64| {
        one.predicted.as_ref().map_or(f64::NAN, f)
    };
    column("wall_ns", &|one| priced(one, |found| found.total_ns))?;
    column("peak_bytes", &|one| priced(one, |found| found.peak_bytes as f64))?;
    let reason = found.iter().find_map(|one| one.as_ref().err().map(ToString::to_string));
    Ok((dict, reason))
}

/// Prices points by a calibration.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PointPredictor {
    predictor: Predictor,
}

impl PointPredictor {
    /// Its prices.
    pub(crate) fn pricer(&self) -> &Pricer {
        self.predictor.pricer()
    }
}

#[pymethods]
impl PointPredictor {
    #[new]
    fn new(calibration: &str) -> PyResult<Self> {
        let calibration = Calibration::from_json(calibration)
            .map_err(|error| CalibrationError::new_err(error.to_string()))?;
        Ok(Self { predictor: Predictor::new(&calibration) })
    }

    /// What an application takes at a point: nanoseconds of each basic function and of all, peaks of
    /// memory.
    fn predict_application<'py>(
        &self,
        py: Python<'py>,
        applied: Applied,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = interruptible(py, || {
            let found = match applied.any()? {
                Read::Multiprecision(point, application) => {
                    self.predictor.predict_application(&point, &application)
                }
                Read::Rns(instance) => self.predictor.predict_instance(&instance),
            };
            found.map_err(value_error)
        })??;
        let dict = PyDict::new(py);
        dict.set_item("ns", found.ns.to_vec())?;
        dict.set_item("total_ns", found.total_ns)?;
        dict.set_item("peak_bytes", found.peak_bytes)?;
        dict.set_item("live_bytes", found.live_bytes)?;
        dict.set_item("complexity", found.complexity)?;
        dict.set_item("extrapolated", found.extrapolated)?;
        Ok(dict)
    }

    /// What the five-function application takes at each point of a scheme: columns of equal length,
    /// NaN where there is no such instance.
    #[pyo3(signature = (scheme, columns, switches = false))]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        scheme: &str,
        columns: Columns<'py>,
        switches: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let scheme = scheme_of(scheme)?;
        let (n, log2_q) = (columns.n.as_slice()?, columns.log2_q.as_slice()?);
        let (log2_w, t) = (columns.log2_w.as_slice()?, columns.t.as_slice()?);
        if [log2_q.len(), log2_w.len(), t.len()] != [n.len(); 3] {
            return Err(value_error("all columns need the same length"));
        }
        let point = |at: usize| Point {
            scheme,
            degree: n[at] as usize,
            log2_q: log2_q[at].round().clamp(0.0, 1e6) as u32,
            log2_w: log2_w[at].round().clamp(0.0, 1e6) as u32,
            t: t[at],
        };
        let points: Vec<Point> = (0..n.len()).map(point).collect();
        let found: Vec<Option<Predicted>> = interruptible(py, || {
            let predict = |point: &Point| {
                checkpoint();
                self.predictor.predict_with(point, switches).ok()
            };
            points.iter().map(predict).collect()
        })?;
        let dict = PyDict::new(py);
        let column = |name: &str, f: &dyn Fn(&Predicted) -> f64| {
            let values = found.iter().map(|one| one.as_ref().map_or(f64::NAN, f));
            dict.set_item(name, values.collect::<Vec<f64>>().into_pyarray(py))
        };
        for (at, name) in FUNCTIONS.into_iter().enumerate() {
            column(&format!("{name}_ns"), &|one| one.ns[at])?;
        }
        column("switch_ns", &|one| one.switch_ns)?;
        column("total_ns", &|one| one.total_ns)?;
        column("peak_bytes", &|one| one.peak_bytes as f64)?;
        column("key_bytes", &|one| one.key_bytes as f64)?;
        column("key_peak_bytes", &|one| one.key_peak_bytes as f64)?;
        column("ciphertext_bytes", &|one| one.ciphertext_bytes as f64)?;
        column("work_bytes", &|one| one.work_bytes as f64)?;
        column("complexity", &|one| one.complexity)?;
        column("extrapolated", &|one| one.extrapolated as f64)?;
        column("multiplications", &|one| one.operations.multiplications as f64)?;
        column("additions", &|one| one.operations.additions as f64)?;
        column("subtractions", &|one| one.operations.subtractions as f64)?;
        column("divisions", &|one| one.operations.divisions as f64)?;
        column("modulo", &|one| one.operations.modulo as f64)?;
        column("random", &|one| one.operations.random as f64)?;
        column("round", &|one| one.operations.round as f64)?;
        Ok(dict)
    }
}

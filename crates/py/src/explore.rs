//! Assessment of parameter sets.

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_circuit as circuit;
use ringassay_papers::depth::{Formula, depth};
use ringassay_papers::grid::{Assessment, Depth, ErrorWidth, Key, Point, Security, assess};
use ringassay_scheme::Scheme;
use ringassay_security::{CostModel, attack_status};

use crate::{call::interruptible, errors::value_error};

pub(crate) fn scheme_of(name: &str) -> PyResult<Scheme> {
    Scheme::find(name)
        .filter(|&scheme| Formula::bound(scheme).is_some())
        .ok_or_else(|| value_error(format!("no scheme with depth formulas is called {name:?}")))
}

fn formula_of(scheme: Scheme, name: &str) -> PyResult<Formula> {
    Formula::find(scheme, name)
        .ok_or_else(|| value_error(format!("{scheme} has no depth formula {name:?}")))
}

/// Secret and error: `ternary`, `sparse-WEIGHT`, `gaussian-STD`; a standard deviation, or 2√n.
fn distributions(secret: &str, error_std: Option<f64>) -> PyResult<(Key, ErrorWidth)> {
    let key = Key::parse(secret)
        .ok_or_else(|| value_error(format!("there is no distribution {secret:?} of secrets")))?;
    match error_std {
        None => Ok((key, ErrorWidth::TwoRootN)),
        Some(std) if std > 0.0 && std.is_finite() => Ok((key, ErrorWidth::Std(std))),
        Some(std) => Err(value_error(format!("{std} is no standard deviation"))),
    }
}

/// The facts of a circuit, as `Circuit.facts` gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Facts {
    inputs: u64,
    additions: u64,
    multiplications: u64,
    input_products: u64,
    constant_operations: u64,
    rotations: u64,
    product_operands: u64,
    output_is_product: bool,
    multiplicative_depth: u32,
    live_peak: u64,
    /// Facts that were stored before have none.
    #[pyo3(default = 1)]
    entries: u64,
    /// As many as entries where stored facts have none.
    #[pyo3(default)]
    outputs: Option<u64>,
}

impl From<Facts> for circuit::Facts {
    fn from(facts: Facts) -> Self {
        Self {
            inputs: facts.inputs,
            additions: facts.additions,
            multiplications: facts.multiplications,
            input_products: facts.input_products,
            constant_operations: facts.constant_operations,
            rotations: facts.rotations,
            product_operands: facts.product_operands,
            output_is_product: facts.output_is_product,
            multiplicative_depth: facts.multiplicative_depth,
            live_peak: facts.live_peak,
            entries: facts.entries,
            outputs: facts.outputs.unwrap_or(facts.entries),
        }
    }
}

/// Name, source and whether it is a bound, of each depth formula of a scheme.
#[pyfunction]
pub(crate) fn depth_formulas(scheme: &str) -> PyResult<Vec<(&'static str, &'static str, bool)>> {
    let scheme = scheme_of(scheme)?;
    Ok(Formula::of(scheme)
        .map(|formula| (formula.name(), formula.source(), formula.is_bound()))
        .collect())
}

/// One parameter set.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct ParameterPoint {
    point: Point,
}

#[pymethods]
impl ParameterPoint {
    #[new]
    #[pyo3(signature = (scheme, n, log2_q, log2_w, t, secret = "ternary", error_std = None))]
    fn new(
        scheme: &str,
        n: u32,
        log2_q: f64,
        log2_w: f64,
        t: u64,
        secret: &str,
        error_std: Option<f64>,
    ) -> PyResult<Self> {
        let scheme = scheme_of(scheme)?;
        let (key, error) = distributions(secret, error_std)?;
        Ok(Self { point: Point { scheme, degree: n, log2_q, log2_w, t, key, error } })
    }

    /// The depth by a formula.
    fn depth(&self, formula: &str) -> PyResult<Option<u32>> {
        let formula = formula_of(self.point.scheme, formula)?;
        depth(formula, &self.point.setting()).map_err(value_error)
    }

    /// What is known of attacks: bits, and a sentence.
    fn attack_status(&self, py: Python<'_>) -> PyResult<(Option<f64>, String)> {
        let (problem, lwe) = self.point.instance();
        let status = interruptible(py, || attack_status(problem, &lwe, CostModel::Matzov))?;
        Ok((status.bits(), status.to_string()))
    }
}

/// The columns of many points.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Columns<'py> {
    pub(crate) n: PyReadonlyArray1<'py, u32>,
    pub(crate) log2_q: PyReadonlyArray1<'py, f64>,
    pub(crate) log2_w: PyReadonlyArray1<'py, f64>,
    pub(crate) t: PyReadonlyArray1<'py, u64>,
}

impl Columns<'_> {
    fn points(&self, scheme: Scheme, (key, error): (Key, ErrorWidth)) -> PyResult<Vec<Point>> {
        let (n, log2_q) = (self.n.as_slice()?, self.log2_q.as_slice()?);
        let (log2_w, t) = (self.log2_w.as_slice()?, self.t.as_slice()?);
        if [log2_q.len(), log2_w.len(), t.len()] != [n.len(); 3] {
            return Err(value_error("all columns need the same length"));
        }
        let point = |at: usize| {
            let (degree, log2_q, log2_w, t) = (n[at], log2_q[at], log2_w[at], t[at]);
            Point { scheme, degree, log2_q, log2_w, t, key, error }
        };
        Ok((0..n.len()).map(point).collect())
    }
}

/// Assesses many points of one scheme.
#[pyfunction]
pub(crate) fn assess_points<'py>(
    py: Python<'py>,
    scheme: &str,
    formula: &str,
    columns: Columns<'py>,
    secret: &str,
    error_std: Option<f64>,
    facts: Facts,
) -> PyResult<Bound<'py, PyDict>> {
    let scheme = scheme_of(scheme)?;
    let formula = formula_of(scheme, formula)?;
    let points = columns.points(scheme, distributions(secret, error_std)?)?;
    drop(columns);
    let facts = facts.into();
    let found = interruptible(py, || assess(&points, formula, &facts))?;
    as_columns(py, &found)
}

fn as_columns<'py>(py: Python<'py>, found: &[Assessment]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let depths: Vec<i32> = found
        .iter()
        .map(|one| match one.depth {
            Depth::Levels(levels) => i32::try_from(levels).unwrap_or(i32::MAX),
            Depth::Undecryptable => -1,
            Depth::Impossible => -2,
        })
        .collect();
    let statuses: Vec<u8> = found
        .iter()
        .map(|one| match one.security {
            Security::Bits(_) => 0,
            Security::Overstretched => 1,
            Security::NotEstimated => 2,
        })
        .collect();
    dict.set_item("depth", depths.into_pyarray(py))?;
    dict.set_item("attack_status", statuses.into_pyarray(py))?;
    let digits: Vec<u32> = found.iter().map(|one| one.structure.digits).collect();
    dict.set_item("digits", digits.into_pyarray(py))?;
    type Number = fn(&Assessment) -> f64;
    let numbers: [(&str, Number); 6] = [
        ("security_bits", |one| match one.security {
            Security::Bits(bits) => bits,
            _ => f64::NAN,
        }),
        ("log2_failure", |one| one.log2_failure.unwrap_or(f64::NAN)),
        ("ring_products", |one| one.structure.ring_products),
        ("ciphertext_bytes", |one| one.structure.ciphertext_bytes),
        ("key_bytes", |one| one.structure.key_bytes),
        ("data_bytes", |one| one.structure.data_bytes),
    ];
    for (name, of) in numbers {
        let column: Vec<f64> = found.iter().map(of).collect();
        dict.set_item(name, column.into_pyarray(py))?;
    }
    Ok(dict)
}

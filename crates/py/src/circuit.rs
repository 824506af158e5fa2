//! Circuits and their evaluation.

use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyDict};
use ringassay_circuit::eval::EvalError;
use ringassay_circuit::generate::{InputConfig, Stream, random_inputs};
use ringassay_circuit::text;
use ringassay_circuit::{
    self as circuit, Const, DepthTable, Gate, GateKind, Header, Program, Space,
};
use ringassay_interrupt::checkpoint;
use ringassay_papers::sut::Arithmetic;
use ringassay_slots::{AnyTarget, plan_any};

use crate::call::{detached, interruptible};
use crate::config::Config;
use crate::errors::{format_error, value_error};

/// A circuit over a plaintext space.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct Circuit {
    inner: Arc<circuit::Circuit>,
    /// The names of the input wires, where there are any.
    names: Option<Vec<String>>,
}

impl Circuit {
    fn nameless(inner: circuit::Circuit) -> Self {
        Self { inner: Arc::new(inner), names: None }
    }

    /// A circuit whose wires have names.
    pub(crate) fn named(inner: circuit::Circuit, names: Option<Vec<String>>) -> Self {
        Self { inner: Arc::new(inner), names }
    }

    pub(crate) fn inner(&self) -> &circuit::Circuit {
        &self.inner
    }
}

/// One gate for Python: node, name, operands, constant.
type Instruction = (u32, &'static str, Vec<u32>, Option<Constant>);

/// The constant of a gate: one entry per slot, or the amount of a rotation.
#[derive(IntoPyObject)]
pub(crate) enum Constant {
    Slots(Vec<u64>),
    Reals(Vec<f64>),
    Complex(Vec<Number>),
    Amount(u32),
}

/// A complex number, on its way to Python.
pub(crate) struct Number(f64, f64);

impl<'py> IntoPyObject<'py> for Number {
    type Target = PyComplex;
    type Output = Bound<'py, PyComplex>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(PyComplex::from_doubles(py, self.0, self.1))
    }
}

#[pymethods]
impl Circuit {
    /// Reads a circuit file of either dialect.
    #[staticmethod]
    fn parse(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let parsed = interruptible(py, || text::read_circuit(data))?;
        parsed.map(Self::nameless).map_err(|error| format_error(py, &error))
    }

    /// Generates a circuit.
    #[staticmethod]
    fn generate(py: Python<'_>, config: &Bound<'_, PyDict>) -> PyResult<Self> {
        let config = Config::read(config)?;
        interruptible(py, || config.generate())?.map(Self::nameless)
    }

    /// Reads an expression; without a modulus its values are bits.
    #[staticmethod]
    #[pyo3(signature = (text, modulus = None, batch = 1))]
    fn expression(py: Python<'_>, text: &str, modulus: Option<u64>, batch: u32) -> PyResult<Self> {
        let space = modulus.map_or(Space::Gf2, |modulus| Space::Zt { modulus });
        let shape = circuit::Shape { space, batch };
        let read = interruptible(py, || circuit::read_expression(text.as_bytes(), shape))?;
        let found = read.map_err(|error| match error {
            circuit::ExpressionError::Format(error) => format_error(py, &error),
            circuit::ExpressionError::Circuit(error) => value_error(error),
        })?;
        Ok(Self { inner: Arc::new(found.circuit), names: Some(found.inputs) })
    }

    /// The names of the input wires.
    #[getter]
    fn input_names(&self) -> Option<Vec<String>> {
        self.names.clone()
    }

    /// The same circuit with names of its input wires.
    fn with_input_names(&self, names: Vec<String>) -> PyResult<Self> {
        let wires = self.inner.wires() as usize;
        if names.len() != wires {
            return Err(value_error(format!("{} names for {wires} input wires", names.len())));
        }
        Ok(Self { inner: Arc::clone(&self.inner), names: Some(names) })
    }

    /// What the circuit asks of a scheme.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = interruptible(py, || self.inner.facts())?.map_err(value_error)?;
        facts_dict(py, &facts)
    }

    /// What the circuit asks of a scheme that holds one entry of a vector in a ciphertext.
    fn entry_facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = interruptible(py, || Arithmetic::new(&self.inner).map(|one| one.facts()))?;
        facts_dict(py, &facts.map_err(value_error)?)
    }

    /// The circuit in its canonical text form.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = interruptible(py, || text::circuit_text(&self.inner))?;
        Ok(PyBytes::new(py, &text))
    }

    /// Shape, counts and depths.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let circuit = &self.inner;
        let summary = circuit.summary();
        let (dialect, depth) = match circuit.header() {
            Header::Simd { depth } => ("simd", depth.to_string()),
            Header::FanIn(circuit::Family::Three { depth }) => ("fan-in", depth.to_string()),
            Header::FanIn(_) => ("fan-in", summary.levels.to_string()),
        };
        let counts = PyDict::new(py);
        for kind in GateKind::ALL {
            counts.set_item(kind.name(), summary.counts[kind as usize])?;
        }
        let dict = PyDict::new(py);
        dict.set_item("dialect", dialect)?;
        dict.set_item("space", circuit.shape().space.name())?;
        dict.set_item("modulus", circuit.shape().space.modulus())?;
        dict.set_item("wires", circuit.wires())?;
        dict.set_item("batch", circuit.shape().batch)?;
        dict.set_item("depth", depth)?;
        dict.set_item("levels", summary.levels)?;
        dict.set_item("gates", circuit.gates().len())?;
        dict.set_item("outputs", circuit.outputs().len())?;
        dict.set_item("counts", counts)?;
        dict.set_item("multiplicative_depth", summary.multiplicative_depth)?;
        let reals = circuit.real_facts();
        let levels = || DepthTable::of_circuit(circuit).div_ceil(100);
        let needed = reals.as_ref().map_or(u64::from(summary.multiplicative_depth), |_| levels());
        dict.set_item("needed_depth", needed)?;
        dict.set_item("bound", circuit.shape().space.bound())?;
        dict.set_item("magnitudes", reals.as_ref().map(|facts| facts.magnitudes.clone()))?;
        dict.set_item("largest", reals.as_ref().map(|facts| facts.largest))?;
        dict.set_item("gain_bits", reals.as_ref().map(|facts| facts.gain_bits))?;
        Ok(dict)
    }

    /// The circuit that computes this one `rows` times at once: entry i of row r in slot i·rows + r.
    fn packed(&self, py: Python<'_>, rows: u32) -> PyResult<Self> {
        let packed = interruptible(py, || self.inner.packed(rows))?.map_err(value_error)?;
        Ok(Self::named(packed, self.names.clone()))
    }

    /// A random input in its text form; bits are one with probability `ones`/1024.
    #[pyo3(signature = (seed, ones = 512))]
    fn random_input<'py>(&self, py: Python<'py>, seed: u64, ones: u16) -> Bound<'py, PyBytes> {
        let text = detached(py, || {
            let mut stream = Stream::new(seed);
            let inputs = random_inputs(&self.inner, InputConfig { ones }, &mut stream);
            text::inputs_text(&inputs, &self.inner)
        });
        PyBytes::new(py, &text)
    }

    /// An input of this circuit in the writer's form, from any notation that is read.
    fn canonical_input<'py>(&self, py: Python<'py>, input: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let read = detached(py, || {
            text::read_inputs(input, &self.inner).map(|read| text::inputs_text(&read, &self.inner))
        });
        let text = read.map_err(|error| format_error(py, &error))?;
        Ok(PyBytes::new(py, &text))
    }

    /// The key parameters for this circuit: its depth rounded up, or the number of levels given; of reals,
    /// the bits of precision that are asked for.
    #[pyo3(signature = (security, levels = None, precision = None))]
    fn key_parameters<'py>(
        &self,
        py: Python<'py>,
        security: u32,
        levels: Option<u32>,
        precision: Option<u32>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let shape = self.inner.shape();
        let parameters = match self.inner.header() {
            Header::FanIn(_) => text::KeyParameters::FanIn { security },
            Header::Simd { depth } => {
                let whole = levels.map_or_else(|| u32::try_from(depth.ceil()), Ok);
                let whole = whole.map_err(|_| value_error("the circuit is too deep"))?;
                if let Some(facts) = self.inner.real_facts() {
                    let precision =
                        needed(precision, "a precision: its values are real or complex numbers")?;
                    return real_key(shape, whole, security, precision, &facts)
                        .map(|text| PyBytes::new(py, text.as_bytes()));
                }
                text::KeyParameters::Simd {
                    batch: shape.batch,
                    depth: circuit::Decimal::whole(whole),
                    security,
                    modulus: shape.space.modulus(),
                }
            }
        };
        Ok(PyBytes::new(py, parameters.to_string().as_bytes()))
    }

    /// The gates in order: node, name, operand nodes, constant. Fan-in gates are lowered to LADD,
    /// LADDconst and LMUL.
    fn instructions(&self) -> PyResult<Vec<Instruction>> {
        let lowered = self.inner.lower_fan_in().map_err(value_error)?;
        Ok(lowered
            .numbered_gates()
            .map(|(node, gate)| {
                let mut operands = Vec::with_capacity(2);
                lowered.for_each_operand(gate, |operand| operands.push(operand.0));
                (node.0, gate.kind().name(), operands, constant(&lowered, gate))
            })
            .collect())
    }

    /// The nodes of the outputs in order; fan-in gates are lowered as in `instructions`.
    fn output_nodes(&self) -> PyResult<Vec<u32>> {
        let lowered = self.inner.lower_fan_in().map_err(value_error)?;
        Ok(lowered.outputs().iter().map(|output| output.0).collect())
    }

    /// The slot program for a target, as text (docs/programs.md). ValueError: a target that is none, or
    /// a circuit that cannot run under it, with the reason.
    fn slot_program<'py>(&self, py: Python<'py>, target: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let target = AnyTarget::parse(target).map_err(value_error)?;
        let program = detached(py, || plan_any(&self.inner, &target)).map_err(value_error)?;
        Ok(PyBytes::new(py, program.text().as_bytes()))
    }

    /// The compiled evaluator.
    fn evaluator(&self, py: Python<'_>) -> PyResult<Evaluator> {
        let program = interruptible(py, || Program::compile(&self.inner))?;
        Ok(Evaluator { circuit: Arc::clone(&self.inner), inner: circuit::Evaluator::new(program) })
    }
}

fn needed<T>(value: Option<T>, what: &str) -> PyResult<T> {
    value.ok_or_else(|| value_error(format!("the circuit needs {what}")))
}

/// Key parameters for a circuit over reals.
fn real_key(
    shape: circuit::Shape,
    depth: u32,
    security: u32,
    precision: u32,
    facts: &circuit::RealFacts,
) -> PyResult<String> {
    if !facts.largest.is_finite() || !facts.gain_bits.is_finite() {
        return Err(value_error("values of the circuit may exceed any number: bound its range"));
    }
    let hundredths = (facts.gain_bits * 100.0).ceil() as u64;
    let parameters = text::KeyParameters::Real {
        is_complex: shape.space.is_complex(),
        batch: shape.batch,
        depth: circuit::Decimal::whole(depth),
        security,
        bound: needed(shape.space.bound(), "a bound")?,
        precision: circuit::Decimal::from_hundredths(u64::from(precision) * 100),
        magnitude: facts.largest,
        gain: circuit::Decimal::from_hundredths(hundredths),
    };
    Ok(parameters.to_string())
}

/// The constant of a gate, one entry per slot.
fn constant(circuit: &circuit::Circuit, gate: Gate) -> Option<Constant> {
    let bits = |mask: Const| {
        let words = circuit.mask(mask);
        (0..circuit.shape().batch as usize)
            .map(|slot| words[slot / 64] >> (slot % 64) & 1)
            .collect()
    };
    match gate {
        Gate::Rotate(_, amount) => Some(Constant::Amount(amount)),
        Gate::Select(_, _, mask) => Some(Constant::Slots(bits(mask))),
        Gate::Poly { .. } => Some(numbers(circuit, circuit.coefficients(gate))),
        Gate::AddConst(_, c) | Gate::MulConst(_, c) => {
            Some(Constant::Slots(match circuit.shape().space {
                Space::Gf2 => bits(c),
                Space::Zt { .. } => circuit.values(c).to_vec(),
                Space::Real { .. } | Space::Complex { .. } => {
                    return Some(numbers(circuit, &circuit.reals(c).collect::<Vec<_>>()));
                }
            }))
        }
        _ => None,
    }
}

/// Numbers as Python has them; complex ones come as real and imaginary part in turn.
fn numbers(circuit: &circuit::Circuit, parts: &[f64]) -> Constant {
    if circuit.shape().space.is_complex() {
        let numbers = parts.as_chunks::<2>().0.iter();
        return Constant::Complex(numbers.map(|&[re, im]| Number(re, im)).collect());
    }
    Constant::Reals(parts.to_vec())
}

/// A compiled circuit with the memory it runs in.
#[pyclass(module = "ringassay._native")]
pub(crate) struct Evaluator {
    circuit: Arc<circuit::Circuit>,
    inner: circuit::Evaluator,
}

#[pymethods]
impl Evaluator {
    /// Evaluates one input; both are texts.
    fn evaluate<'py>(&mut self, py: Python<'py>, input: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let output = detached(py, || self.run(input)).map_err(|error| error.raise(py))?;
        Ok(PyBytes::new(py, &output))
    }

    /// Nanoseconds of `samples` evaluations of one input, its reading included.
    fn time_ns(&mut self, py: Python<'_>, input: &[u8], samples: usize) -> PyResult<Vec<u64>> {
        interruptible(py, || {
            (0..samples)
                .map(|_| {
                    checkpoint();
                    let start = Instant::now();
                    self.run(input)?;
                    Ok(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
                })
                .collect::<Result<_, RunError>>()
        })?
        .map_err(|error| error.raise(py))
    }

    /// Gates executed: those that lead to the output and are not decided beforehand.
    #[getter]
    fn executed_gates(&self) -> usize {
        self.inner.program().executed_gates()
    }
}

impl Evaluator {
    fn run(&mut self, input: &[u8]) -> Result<Vec<u8>, RunError> {
        let inputs = text::read_inputs(input, &self.circuit).map_err(RunError::Format)?;
        let output = self.inner.evaluate(&inputs).map_err(RunError::Shape)?;
        Ok(text::output_text(&output))
    }
}

/// Why an input was not evaluated.
enum RunError {
    Format(text::FormatError),
    Shape(EvalError),
}

impl RunError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            Self::Format(error) => format_error(py, error),
            Self::Shape(error) => value_error(error),
        }
    }
}

/// Key parameters as a SUT reads them.
#[pyclass(frozen, get_all, module = "ringassay._native")]
#[derive(Default)]
pub(crate) struct KeyParameters {
    /// R or C, P, M and G of circuits over real or complex numbers.
    bound: Option<f64>,
    precision: Option<f64>,
    magnitude: Option<f64>,
    gain: Option<f64>,
    batch: u32,
    depth: String,
    security: u32,
    modulus: Option<u64>,
    fan_in: bool,
    /// Whether numbers are complex.
    is_complex: bool,
}

#[pymethods]
impl KeyParameters {
    /// Reads key parameters of either dialect.
    #[staticmethod]
    fn parse(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        match text::read_key_parameters(data).map_err(|error| format_error(py, &error))? {
            text::KeyParameters::Simd { batch, depth, security, modulus } => {
                let depth = depth.to_string();
                Ok(Self { batch, depth, security, modulus, ..Self::default() })
            }
            text::KeyParameters::Real {
                is_complex,
                batch,
                depth,
                security,
                bound,
                precision,
                magnitude,
                gain,
            } => Ok(Self {
                is_complex,
                batch,
                depth: depth.to_string(),
                security,
                bound: Some(bound),
                precision: Some(precision.to_f64()),
                magnitude: Some(magnitude),
                gain: Some(gain.to_f64()),
                ..Self::default()
            }),
            text::KeyParameters::FanIn { security } => {
                Ok(Self { batch: 1, depth: "0".into(), security, fan_in: true, ..Self::default() })
            }
        }
    }
}

/// The entries of a test script: `("KEY" | "CIRCUIT" | "INPUT", path)`.
#[pyfunction]
pub(crate) fn read_script(py: Python<'_>, data: &[u8]) -> PyResult<Vec<(&'static str, String)>> {
    let entries = text::read_script(data).map_err(|error| format_error(py, &error))?;
    Ok(entries.iter().map(|entry| (entry.keyword(), entry.path().to_owned())).collect())
}

fn facts_dict<'py>(py: Python<'py>, facts: &circuit::Facts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("inputs", facts.inputs)?;
    dict.set_item("additions", facts.additions)?;
    dict.set_item("multiplications", facts.multiplications)?;
    dict.set_item("input_products", facts.input_products)?;
    dict.set_item("constant_operations", facts.constant_operations)?;
    dict.set_item("rotations", facts.rotations)?;
    dict.set_item("product_operands", facts.product_operands)?;
    dict.set_item("output_is_product", facts.output_is_product)?;
    dict.set_item("multiplicative_depth", facts.multiplicative_depth)?;
    dict.set_item("live_peak", facts.live_peak)?;
    dict.set_item("entries", facts.entries)?;
    dict.set_item("outputs", facts.outputs)?;
    Ok(dict)
}

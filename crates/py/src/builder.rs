//! Circuits gate by gate, for what traces Python functions.

use pyo3::prelude::*;
use ringassay_circuit::{
    Builder, Circuit as Model, CircuitError, Decimal, Header, Node, Shape, Space,
};

use crate::circuit::Circuit;
use crate::errors::value_error;

/// A circuit that grows.
#[pyclass(module = "ringassay._native")]
pub(crate) struct CircuitBuilder {
    builder: Builder,
    wires: u32,
}

#[pymethods]
impl CircuitBuilder {
    /// No gates yet; without a modulus or a bound values are bits, with a bound reals or complex numbers.
    #[new]
    #[pyo3(signature = (wires, modulus = None, batch = 1, bound = None, is_complex = false))]
    fn new(
        wires: u32,
        modulus: Option<u64>,
        batch: u32,
        bound: Option<f64>,
        is_complex: bool,
    ) -> PyResult<Self> {
        let space = match (modulus, bound) {
            (_, None) if is_complex => return Err(value_error("complex numbers need a bound")),
            (None, Some(bound)) if is_complex => Space::complex(bound).map_err(value_error)?,
            (Some(_), Some(_)) => {
                return Err(value_error("integers, or real or complex numbers: not both"));
            }
            (Some(modulus), None) => Space::Zt { modulus },
            (None, Some(bound)) => Space::real(bound).map_err(value_error)?,
            (None, None) => Space::Gf2,
        };
        let header = Header::Simd { depth: Decimal::whole(1) };
        let builder = Builder::new(Shape { space, batch }, wires, header).map_err(value_error)?;
        Ok(Self { builder, wires })
    }

    /// Gates so far.
    fn __len__(&self) -> usize {
        self.builder.len()
    }

    fn add(&mut self, a: u32, b: u32) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.add(label, Node(a), Node(b)))
    }

    fn sub(&mut self, a: u32, b: u32) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.sub(label, Node(a), Node(b)))
    }

    fn mul(&mut self, a: u32, b: u32) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.mul(label, Node(a), Node(b)))
    }

    fn neg(&mut self, a: u32) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.neg(label, Node(a)))
    }

    fn conj(&mut self, a: u32) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.conj(label, Node(a)))
    }

    fn rotate(&mut self, a: u32, amount: u64) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.rotate(label, Node(a), amount))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn add_const(&mut self, a: u32, constant: Entries) -> PyResult<u32> {
        let (label, packed) = (self.label(), self.packed(&constant)?);
        node(self.builder.add_const(label, Node(a), &packed))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn mul_const(&mut self, a: u32, constant: Entries) -> PyResult<u32> {
        let (label, packed) = (self.label(), self.packed(&constant)?);
        node(self.builder.mul_const(label, Node(a), &packed))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn select(&mut self, a: u32, b: u32, mask: Vec<u64>) -> PyResult<u32> {
        let (label, packed) = (self.label(), self.bits(&mask)?);
        node(self.builder.select(label, Node(a), Node(b), &packed))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn poly(&mut self, a: u32, coefficients: Vec<Parts>) -> PyResult<u32> {
        let label = self.label();
        let is_complex = self.builder.shape().space.is_complex();
        if !is_complex && coefficients.iter().any(|c| c.imag != 0.0) {
            return Err(value_error("coefficients of reals are real"));
        }
        let width = if is_complex { 2 } else { 1 };
        let parts = coefficients.iter().flat_map(|c| [c.real, c.imag].into_iter().take(width));
        node(self.builder.poly(label, Node(a), &parts.collect::<Vec<_>>()))
    }

    /// The circuit with these outputs and names of its wires.
    #[pyo3(signature = (outputs, names = None))]
    fn finish(&self, outputs: Vec<u32>, names: Option<Vec<String>>) -> PyResult<Circuit> {
        let outputs: Vec<Node> = outputs.into_iter().map(Node).collect();
        let made = self.builder.clone().finish_with(&outputs);
        let circuit: Model = made.map_err(value_error)?.with_depth();
        Ok(Circuit::named(circuit, names))
    }
}

impl CircuitBuilder {
    /// Labels continue the numbers of the wires.
    fn label(&self) -> u32 {
        self.wires + self.builder.len() as u32
    }

    /// A constant, an entry for each slot, as the model packs it.
    fn packed(&self, constant: &Entries) -> PyResult<Vec<u64>> {
        match (self.builder.shape().space, constant) {
            (Space::Gf2, Entries::Whole(entries)) => self.bits(entries),
            (Space::Zt { .. }, Entries::Whole(entries)) => Ok(entries.clone()),
            (Space::Real { .. }, Entries::Whole(entries)) => {
                Ok(entries.iter().flat_map(|&entry| reals(entry as f64)).collect())
            }
            (Space::Complex { .. }, Entries::Whole(entries)) => {
                Ok(entries.iter().flat_map(|&entry| complex([entry as f64, 0.0])).collect())
            }
            (Space::Complex { .. }, Entries::Real(entries)) => {
                Ok(entries.iter().flat_map(|&entry| complex([entry, 0.0])).collect())
            }
            (Space::Complex { .. }, Entries::Complex(entries)) => {
                Ok(entries.iter().flat_map(|z| complex([z.real, z.imag])).collect())
            }
            (Space::Real { .. }, Entries::Real(entries)) => {
                Ok(entries.iter().flat_map(|&entry| reals(entry)).collect())
            }
            (Space::Real { .. }, Entries::Complex(_)) => {
                Err(value_error("a constant of reals is real"))
            }
            (_, Entries::Real(_) | Entries::Complex(_)) => {
                Err(value_error("a constant of bits or integers is whole"))
            }
        }
    }

    fn bits(&self, entries: &[u64]) -> PyResult<Vec<u64>> {
        let batch = self.builder.shape().batch;
        if entries.len() != batch as usize {
            let error = CircuitError::ConstantLength { expected: batch, got: entries.len() };
            return Err(value_error(error));
        }
        if let Some(slot) = entries.iter().position(|&bit| bit > 1) {
            let value = entries[slot];
            return Err(value_error(CircuitError::ConstantValue { slot, value, bound: 2 }));
        }
        let word = |bits: &[u64]| bits.iter().rev().fold(0, |word, bit| word << 1 | bit);
        Ok(entries.chunks(64).map(word).collect())
    }
}

/// A constant as Python has it.
#[derive(FromPyObject)]
enum Entries {
    Whole(Vec<u64>),
    Real(Vec<f64>),
    Complex(Vec<Parts>),
}

/// A complex number, or any other that has these attributes.
#[derive(FromPyObject)]
struct Parts {
    real: f64,
    imag: f64,
}

/// A complex number as the model packs it.
fn complex(parts: [f64; 2]) -> impl Iterator<Item = u64> {
    parts.into_iter().flat_map(reals)
}

/// A real number as the model packs it: the bits of two doubles, whose sum it is. Minus zero is zero.
fn reals(value: f64) -> [u64; 2] {
    [(value + 0.0).to_bits(), 0]
}

fn node(added: Result<Node, CircuitError>) -> PyResult<u32> {
    added.map(|node| node.0).map_err(value_error)
}

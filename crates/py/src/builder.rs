//! Circuits gate by gate, for what traces Python functions.

use pyo3::prelude::*;
use ringassay_circuit::{
    Builder, Circuit as Model, CircuitError, Decimal, DepthTable, Header, Node, Shape, Space,
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
    /// No gates yet; without a modulus values are bits.
    #[new]
    #[pyo3(signature = (wires, modulus = None, batch = 1))]
    fn new(wires: u32, modulus: Option<u64>, batch: u32) -> PyResult<Self> {
        let space = modulus.map_or(Space::Gf2, |modulus| Space::Zt { modulus });
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

    fn rotate(&mut self, a: u32, amount: u64) -> PyResult<u32> {
        let label = self.label();
        node(self.builder.rotate(label, Node(a), amount))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn add_const(&mut self, a: u32, constant: Vec<u64>) -> PyResult<u32> {
        let (label, packed) = (self.label(), self.packed(&constant)?);
        node(self.builder.add_const(label, Node(a), &packed))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn mul_const(&mut self, a: u32, constant: Vec<u64>) -> PyResult<u32> {
        let (label, packed) = (self.label(), self.packed(&constant)?);
        node(self.builder.mul_const(label, Node(a), &packed))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as Python hands it over")]
    fn select(&mut self, a: u32, b: u32, mask: Vec<u64>) -> PyResult<u32> {
        let (label, packed) = (self.label(), self.bits(&mask)?);
        node(self.builder.select(label, Node(a), Node(b), &packed))
    }

    /// The circuit with these outputs and names of its wires.
    #[pyo3(signature = (outputs, names = None))]
    fn finish(&self, outputs: Vec<u32>, names: Option<Vec<String>>) -> PyResult<Circuit> {
        let outputs: Vec<Node> = outputs.into_iter().map(Node).collect();
        let batch = self.builder.shape().batch;
        let made = self.builder.clone().finish_with(&outputs);
        let circuit: Model = made.map_err(value_error)?.with_depth(&DepthTable::paper(batch));
        Ok(Circuit::named(circuit, names))
    }
}

impl CircuitBuilder {
    /// Labels continue the numbers of the wires.
    fn label(&self) -> u32 {
        self.wires + self.builder.len() as u32
    }

    /// A constant, an entry for each slot, as the model packs it.
    fn packed(&self, constant: &[u64]) -> PyResult<Vec<u64>> {
        match self.builder.shape().space {
            Space::Gf2 => self.bits(constant),
            Space::Zt { .. } | Space::Real { .. } => Ok(constant.to_vec()),
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

fn node(added: Result<Node, CircuitError>) -> PyResult<u32> {
    added.map(|node| node.0).map_err(value_error)
}

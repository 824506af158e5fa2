//! From circuits to graphs.

use ringassay_circuit::{Circuit, Gate, Header, Node, Space};
use ringassay_scheme::IntegerScheme;

use super::{Builder, Graph, Value};
use crate::{Error, Target};

impl Graph {
    /// The graph of a circuit, with rotations composed of the keys of `target`.
    ///
    /// # Errors
    /// When the circuit is of another plaintext space or length than the target, or rotates by what
    /// the keys do not compose.
    pub fn new<P: IntegerScheme>(circuit: &Circuit, target: &Target<P>) -> Result<Self, Error> {
        check(circuit, target)?;
        if matches!(circuit.header(), Header::FanIn(_)) {
            return simd(&circuit.lower_fan_in()?, target);
        }
        simd(circuit, target)
    }
}

fn check<P: IntegerScheme>(circuit: &Circuit, target: &Target<P>) -> Result<(), Error> {
    let t = circuit.shape().space.exact().ok_or(Error::Reals)?;
    let length = circuit.shape().batch as usize;
    let (key, key_length) = (target.parameters().t(), target.layout().length());
    if t != key {
        return Err(Error::Space { circuit: t, key });
    }
    if length != key_length {
        return Err(Error::Length { circuit: length, key: key_length });
    }
    Ok(())
}

fn simd<P: IntegerScheme>(circuit: &Circuit, target: &Target<P>) -> Result<Graph, Error> {
    let mut builder = Builder::new(target);
    let mut values: Vec<Value> = (0..circuit.wires()).map(|wire| builder.input(wire)).collect();
    for &gate in circuit.gates() {
        let value = |node: Node| values[node.index()];
        let entries = |constant| match circuit.shape().space {
            Space::Gf2 => builder.vectors.of_bits(circuit.mask(constant)),
            Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
                circuit.values(constant).to_vec()
            }
        };
        let made = match gate {
            Gate::Add(a, b) => builder.add(value(a), value(b)),
            Gate::Sub(a, b) => builder.sub(value(a), value(b)),
            Gate::Neg(a) => builder.neg(value(a)),
            Gate::Mul(a, b) => builder.mul(value(a), value(b)),
            Gate::AddConst(a, c) => {
                let entries = entries(c);
                let constant = builder.constant(&entries);
                builder.add(value(a), constant)
            }
            Gate::MulConst(a, c) => {
                let entries = entries(c);
                let constant = builder.constant(&entries);
                builder.mul(value(a), constant)
            }
            Gate::Select(a, b, mask) => {
                let mask = builder.vectors.of_bits(circuit.mask(mask));
                builder.select(value(a), value(b), &mask)
            }
            Gate::Rotate(a, amount) => builder.rotate(value(a), amount),
            Gate::Poly { .. } | Gate::Conj(_) => Err(Error::Reals),
            Gate::FanIn { .. } => Err(Error::Internal("a fan-in gate that was not lowered")),
        };
        values.push(made?);
    }
    let outputs = circuit.outputs().iter().map(|output| values[output.index()]).collect();
    let graph = Graph {
        operations: builder.operations,
        constants: builder.constants,
        outputs,
        values: values.into_iter().map(Some).collect(),
        wires: circuit.wires(),
    };
    Ok(graph.pruned())
}

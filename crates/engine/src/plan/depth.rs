//! Circuits that are too deep.

use ringassay_circuit::{Circuit, Decimal, DepthTable, Gate};

use crate::{Error, Graph, graph::Value};

/// A circuit whose output could not be decrypted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "the circuit is too deep for this key: its output (depth {}, {products} multiplications in a row) \
     lacks {missing_bits:.0} bits of modulus; values up to depth {} and {fitting_products} \
     multiplications in a row fit: make a key for a greater depth D, or use a shallower circuit",
    Decimal::from_hundredths(*depth_hundredths), Decimal::from_hundredths(*fitting_hundredths)
)]
pub struct TooDeep {
    /// HEtest's depth of the output, in hundredths.
    pub depth_hundredths: u64,
    /// Multiplications of ciphertexts on the longest path to the output.
    pub products: u32,
    /// The largest depth, in hundredths, below which every value of the circuit fits.
    pub fitting_hundredths: u64,
    /// The most multiplications on a path, below which every value of the circuit fits.
    pub fitting_products: u32,
    /// How far the noise of the output exceeds its modulus.
    pub missing_bits: f64,
}

/// Fails unless the output can be decrypted. `capacities` are those of the graph's nodes.
pub(super) fn check(circuit: &Circuit, graph: &Graph, capacities: &[f64]) -> Result<(), Error> {
    let capacity = |value: Option<Value>| match value {
        Some(Value::Node(id)) => Some(capacities[id as usize]),
        _ => None,
    };
    // A wire that is the output has its own capacity; a constant always fits.
    let Some(output) = capacity(Some(graph.output())) else { return Ok(()) };
    let bad = |capacity: &f64| *capacity <= 0.0 || capacity.is_nan();
    if !capacities.iter().any(bad) {
        return Ok(());
    }
    let depths = DepthTable::paper(circuit.shape().batch).of_nodes(circuit);
    let products = products(circuit);
    let (mut first_depth, mut first_products) = (u64::MAX, u32::MAX);
    for (node, value) in graph.values.iter().enumerate() {
        if capacity(*value).as_ref().is_some_and(bad) {
            first_depth = first_depth.min(depths[node]);
            first_products = first_products.min(products[node]);
        }
    }
    let of_output = circuit.output().index();
    // What lies within a rotation or selection fails with it.
    let (first_depth, first_products) =
        (first_depth.min(depths[of_output]), first_products.min(products[of_output]));
    let fitting = |depth: &u64| *depth < first_depth;
    Err(Error::TooDeep(TooDeep {
        depth_hundredths: depths[of_output],
        products: products[of_output],
        fitting_hundredths: depths.iter().copied().filter(fitting).max().unwrap_or(0),
        fitting_products: first_products.saturating_sub(1),
        missing_bits: if output.is_finite() { (-output).max(1.0) } else { f64::INFINITY },
    }))
}

/// Multiplications on the longest path to each node.
fn products(circuit: &Circuit) -> Vec<u32> {
    let mut products = vec![0; circuit.nodes()];
    for (node, gate) in circuit.numbered_gates() {
        let mut most = 0;
        circuit.for_each_operand(gate, |operand| most = most.max(products[operand.index()]));
        products[node.index()] = most + u32::from(matches!(gate, Gate::Mul(..)));
    }
    products
}

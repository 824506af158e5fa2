//! Whether the outputs of a circuit can be decrypted.

use ringassay_circuit::{Circuit, DepthTable, Gate};

use crate::{Error, Graph, TooDeep, graph::Value};

/// Fails unless all outputs can be decrypted. `budgets` are those of the graph's nodes.
pub(super) fn check(circuit: &Circuit, graph: &Graph, budgets: &[f64]) -> Result<(), Error> {
    let budget = |value: Option<Value>| match value {
        Some(Value::Node(id)) => Some(budgets[id as usize]),
        _ => None,
    };
    // A wire that is the output has its own noise budget; a constant always fits.
    let of_outputs = graph.outputs().iter().filter_map(|&output| budget(Some(output)));
    let Some(worst) = of_outputs.min_by(f64::total_cmp) else { return Ok(()) };
    let bad = |budget: &f64| *budget <= 0.0 || budget.is_nan();
    if !budgets.iter().any(bad) {
        return Ok(());
    }
    let depths = DepthTable::of_shape(circuit.shape()).of_nodes(circuit);
    let products = products(circuit);
    let (mut first_depth, mut first_products) = (u64::MAX, u32::MAX);
    for (node, value) in graph.values.iter().enumerate() {
        if budget(*value).as_ref().is_some_and(bad) {
            first_depth = first_depth.min(depths[node]);
            first_products = first_products.min(products[node]);
        }
    }
    let outputs = || circuit.outputs().iter().map(|output| output.index());
    let depth_hundredths = outputs().map(|output| depths[output]).max().unwrap_or(0);
    let most_products = outputs().map(|output| products[output]).max().unwrap_or(0);
    // What lies within a rotation or selection fails with it.
    let (first_depth, first_products) =
        (first_depth.min(depth_hundredths), first_products.min(most_products));
    let fitting = |depth: &u64| *depth < first_depth;
    Err(Error::TooDeep(TooDeep {
        depth_hundredths,
        products: most_products,
        fitting_hundredths: depths.iter().copied().filter(fitting).max().unwrap_or(0),
        fitting_products: first_products.saturating_sub(1),
        missing_bits: if worst.is_finite() { (-worst).max(1.0) } else { f64::INFINITY },
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

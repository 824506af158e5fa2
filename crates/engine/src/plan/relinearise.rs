//! Where to relinearise.

use super::cut::min_vertex_cut;
use crate::graph::Graph;

/// The nodes to relinearise: fewest that leave no product and no automorphism an operand of three
/// parts. A sum of products is so relinearised once.
///
/// Sums, and products with constants, carry three parts on from their operands to their consumers.
/// Every path on which three parts would come from a product to a node that wants two has to meet
/// a node that is relinearised: a minimum vertex cut.
pub(super) fn points(graph: &Graph) -> Vec<bool> {
    let operations = graph.operations();
    let mut wanted = vec![false; operations.len()];
    for operation in operations.iter().filter(|operation| operation.wants_two_parts()) {
        operation.operands().for_each(|operand| wanted[operand as usize] = true);
    }
    // A product that is wanted with two parts has a path of its own.
    let mut points: Vec<bool> =
        operations.iter().zip(&wanted).map(|(o, &wanted)| wanted && o.is_product()).collect();
    // What may have three parts, numbered.
    let mut numbers = vec![None; operations.len()];
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    let (mut sources, mut sinks) = (Vec::new(), Vec::new());
    for (id, operation) in operations.iter().enumerate().filter(|(id, _)| !points[*id]) {
        let number = vertices.len() as u32;
        if operation.is_product() {
            sources.push(number);
        } else if operation.wants_two_parts() {
            continue;
        } else {
            let before = edges.len();
            let operands = operation.operands().filter_map(|operand| numbers[operand as usize]);
            edges.extend(operands.map(|operand| (operand, number)));
            if edges.len() == before {
                continue;
            }
        }
        if wanted[id] {
            sinks.push(number);
        }
        numbers[id] = Some(number);
        vertices.push(id);
    }
    let cut = min_vertex_cut(vertices.len(), &edges, &sources, &sinks);
    for (id, _) in vertices.into_iter().zip(cut).filter(|(_, cut)| *cut) {
        points[id] = true;
    }
    points
}

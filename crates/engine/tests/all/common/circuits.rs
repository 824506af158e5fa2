//! Circuits, inputs, and what is right.

use std::sync::Arc;

use ringassay_circuit::{
    Builder, Circuit, Decimal, Evaluator, GateKind, Header, Node, Program, Shape, Space, Vectors,
    generate::{self, Stream},
};

pub(crate) fn random_inputs(circuit: &Circuit, seed: u64) -> Vectors {
    let config = generate::InputConfig { ones: 700 };
    generate::random_inputs(circuit, config, &mut Stream::new(seed))
}

/// The answer in the clear, a vector for each output.
pub(crate) fn expected(circuit: &Circuit, inputs: &Vectors) -> Vec<Vec<u64>> {
    let mut evaluator = Evaluator::new(Arc::new(Program::compile(circuit)));
    let output = evaluator.evaluate(inputs).unwrap();
    let entry = |index| (0..output.shape().batch as usize).map(move |slot| (index, slot));
    let vector = |index| entry(index).map(|(index, slot)| output.slot(index, slot)).collect();
    (0..output.len()).map(vector).collect()
}

/// A circuit of random gates over three wires with what generators avoid: operands used twice, constant
/// zeros and ones, rotations of rotations, gates that lead nowhere; at most `products` products in a
/// row.
pub(crate) fn odd_circuit(shape: Shape, seed: u64, gates: u32, products: u32) -> Circuit {
    let mut stream = Stream::new(seed);
    let header = Header::Simd { depth: Decimal::whole(1) };
    let mut builder = Builder::new(shape, 3, header).unwrap();
    let kinds: &[GateKind] = match shape.space {
        Space::Gf2 => &GateKind::GF2,
        Space::Zt { .. } => &GateKind::ZT,
        Space::Real { .. } | Space::Complex { .. } => unreachable!("schemes of integers"),
    };
    // A product with a constant, or a selection, counts half.
    let mut halves = vec![0; 3];
    for label in 3..3 + gates {
        let recent = halves.len().min(8);
        let mut pick = || Node((halves.len() - 1 - stream.index(recent)) as u32);
        let (a, b) = (pick(), pick());
        let kind = kinds[stream.index(kinds.len())];
        let [x, y] = [a, b].map(|node| halves[node.index()]);
        let cost = match kind {
            GateKind::Mul => 2,
            GateKind::MulConst | GateKind::Select | GateKind::Rotate => 1,
            _ => 0,
        };
        if x.max(y) + cost > 2 * products {
            builder.add(label, a, b).unwrap();
            halves.push(x.max(y));
            continue;
        }
        let fill = stream.index(3);
        let mut entry = |bound: u64| match fill {
            0 => 0,
            1 => bound - 1,
            _ => stream.below(bound),
        };
        let bits: Vec<u64> = (0..shape.batch).map(|_| entry(2)).collect();
        let mask: Vec<u64> =
            bits.chunks(64).map(|bits| bits.iter().rev().fold(0, |w, bit| w << 1 | bit)).collect();
        let constant = match shape.space {
            Space::Gf2 => mask.clone(),
            Space::Zt { modulus } => (0..shape.batch).map(|_| entry(modulus)).collect(),
            Space::Real { .. } | Space::Complex { .. } => unreachable!("schemes of integers"),
        };
        let amount = stream.below(u64::from(shape.batch));
        match kind {
            GateKind::Add => builder.add(label, a, b),
            GateKind::Mul => builder.mul(label, a, b),
            GateKind::Sub => builder.sub(label, a, b),
            GateKind::Neg => builder.neg(label, a),
            GateKind::Rotate => builder.rotate(label, a, amount),
            GateKind::Select => builder.select(label, a, b, &mask),
            GateKind::AddConst => builder.add_const(label, a, &constant),
            _ => builder.mul_const(label, a, &constant),
        }
        .unwrap();
        halves.push(x.max(y) + cost);
    }
    builder.finish().unwrap()
}

//! The evaluator against the naive one.

use proptest::prelude::*;
use ringassay_circuit::generate::{
    Distribution, Growth, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::{
    Builder, Circuit, Decimal, Evaluator, Family, FanIn, GateKind, Header, Literal, Node, Program,
    Shape, Space,
};

use crate::common::naive;

fn slots(vectors: &ringassay_circuit::Vectors) -> Vec<Vec<u64>> {
    let vector = |index| (0..vectors.shape().batch as usize).map(move |i| vectors.slot(index, i));
    (0..vectors.len()).map(|index| vector(index).collect()).collect()
}

fn assert_agrees(circuit: &Circuit, stream: &mut Stream, inputs: usize) {
    let mut evaluator = Evaluator::new(Program::compile(circuit));
    for ones in [512, 0, 1024, 900].into_iter().cycle().take(inputs) {
        let input = random_inputs(circuit, InputConfig { ones }, stream);
        let output = evaluator.evaluate(&input).unwrap();
        assert_eq!(slots(&output), naive::evaluate(circuit, &input));
    }
}

/// Batches on both sides of every boundary: words, the fixed lengths, the paper's own.
const BATCHES: [u32; 22] = [
    1, 2, 5, 6, 42, 63, 64, 65, 127, 128, 129, 192, 378, 600, 630, 682, 1285, 1535, 1536, 1537,
    2048, 4099,
];

#[test]
fn mixed_bit_circuits_of_every_batch() {
    let mut stream = Stream::new(1);
    for batch in BATCHES {
        for width in [1, 2, 7, 40] {
            let shape = Shape { space: Space::Gf2, batch };
            let config = SimdConfig::mixed(shape, width, Decimal::whole(4));
            let circuit = generate(&config, &mut stream).unwrap();
            assert_agrees(&circuit, &mut stream, 4);
        }
    }
}

#[test]
fn mixed_integer_circuits_of_many_moduli() {
    let mut stream = Stream::new(2);
    for modulus in [2, 3, 17, 65537, (1 << 32) + 15, (1 << 61) - 1, (1 << 62) - 1] {
        for batch in [1, 2, 63, 64, 65, 200] {
            let shape = Shape { space: Space::zt(modulus).unwrap(), batch };
            let config = SimdConfig::mixed(shape, 9, Decimal::whole(4));
            let circuit = generate(&config, &mut stream).unwrap();
            assert_agrees(&circuit, &mut stream, 4);
        }
    }
}

#[test]
fn every_single_kind() {
    let mut stream = Stream::new(3);
    let zt = Space::zt(97).unwrap();
    for (space, kinds) in [(Space::Gf2, &GateKind::GF2[..]), (zt, &GateKind::ZT[..])] {
        for &kind in kinds {
            let config = SimdConfig::single(Shape { space, batch: 42 }, 20, 5, kind);
            let circuit = generate(&config, &mut stream).unwrap();
            assert_eq!(circuit.summary().levels, 5);
            assert_agrees(&circuit, &mut stream, 4);
        }
    }
}

/// Any gates in any order, constants often all zero or all one, operands often equal: what the
/// short-circuits live on.
fn arbitrary_circuit(space: Space, batch: u32, wires: u32, choices: &[u64]) -> Circuit {
    let shape = Shape { space, batch };
    let header = Header::Simd { depth: Decimal::whole(1) };
    let mut builder = Builder::new(shape, wires, header).unwrap();
    let kinds: &[GateKind] = if space == Space::Gf2 { &GateKind::GF2 } else { &GateKind::ZT };
    for (at, &choice) in choices.iter().enumerate() {
        let mut stream = Stream::new(choice);
        let nodes = u64::from(wires) + at as u64;
        // Recent nodes are preferred, so that chains form.
        let mut node = || {
            let reach = if stream.below(2) == 0 { nodes.min(3) } else { nodes };
            Node((nodes - 1 - stream.below(reach)) as u32)
        };
        let (label, a, b) = (nodes as u32, node(), node());
        let plain = stream.below(4);
        let mut constant = |words: usize, mask: bool| -> Vec<u64> {
            let bits = mask || space == Space::Gf2;
            (0..words)
                .map(|word| {
                    let last = if bits && word + 1 == words { shape.tail_mask() } else { u64::MAX };
                    match (plain, bits) {
                        (0, _) => 0,
                        (1, true) => last,
                        (1, false) => 1,
                        (_, true) => stream.word() & last,
                        (_, false) => stream.below(space.modulus().unwrap_or(2)),
                    }
                })
                .collect()
        };
        let result = match kinds[(choice % kinds.len() as u64) as usize] {
            GateKind::Add => builder.add(label, a, b),
            GateKind::Mul => builder.mul(label, a, b),
            GateKind::Sub => builder.sub(label, a, b),
            GateKind::Neg => builder.neg(label, a),
            GateKind::AddConst => builder.add_const(label, a, &constant(shape.words(), false)),
            GateKind::MulConst => builder.mul_const(label, a, &constant(shape.words(), false)),
            GateKind::Select => builder.select(label, a, b, &constant(shape.mask_words(), true)),
            _ => builder.rotate(label, a, choice / 7 % u64::from(batch)),
        };
        result.unwrap();
    }
    let mut stream = Stream::new(choices[0]);
    let nodes = u64::from(wires) + choices.len() as u64;
    let outputs: Vec<Node> =
        (0..stream.below(4)).map(|_| Node(stream.below(nodes) as u32)).collect();
    if outputs.is_empty() {
        return builder.finish().unwrap();
    }
    builder.finish_with(&outputs).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn short_circuits_change_nothing(
        bits: bool,
        modulus in 2u64..40,
        batch in 1u32..150,
        wires in 1u32..6,
        choices in prop::collection::vec(any::<u64>(), 1..60),
    ) {
        let space = if bits { Space::Gf2 } else { Space::zt(modulus).unwrap() };
        let circuit = arbitrary_circuit(space, batch, wires, &choices);
        assert_agrees(&circuit, &mut Stream::new(choices[0]), 3);
    }

    #[test]
    fn fan_in_circuits_alone_and_in_lanes(
        wires in 1u32..8,
        gates in prop::collection::vec((0u8..3, prop::collection::vec(any::<(u32, bool)>(), 2..9)), 1..40),
        inputs in 1usize..130,
    ) {
        let shape = Shape { space: Space::Gf2, batch: 1 };
        let header = Header::FanIn(Family::One { gates: gates.len() as u64 });
        let mut builder = Builder::new(shape, wires, header).unwrap();
        for (at, (op, operands)) in gates.iter().enumerate() {
            let nodes = wires + at as u32;
            let literals: Vec<Literal> = operands
                .iter()
                .map(|&(node, negated)| Literal { node: Node(node % nodes), negated })
                .collect();
            let op = [FanIn::And, FanIn::Or, FanIn::Xor][usize::from(*op)];
            builder.fan_in(nodes, op, &literals).unwrap();
        }
        let circuit = builder.finish().unwrap();
        let mut stream = Stream::new(inputs as u64);
        let inputs: Vec<_> = (0..inputs)
            .map(|_| random_inputs(&circuit, InputConfig::default(), &mut stream))
            .collect();
        let lowered = circuit.lower_fan_in().unwrap();
        let mut evaluator = Evaluator::new(Program::compile(&circuit));
        let together = evaluator.evaluate_all(&inputs).unwrap();
        for (input, output) in inputs.iter().zip(&together) {
            prop_assert_eq!(slots(output), naive::evaluate(&circuit, input));
            prop_assert_eq!(&evaluator.evaluate(input).unwrap(), output);
            prop_assert_eq!(slots(output), naive::evaluate(&lowered, input));
        }
    }
}

#[test]
fn an_evaluator_forgets_earlier_inputs() {
    let mut stream = Stream::new(9);
    let shape = Shape { space: Space::Gf2, batch: 100 };
    let config = SimdConfig::mixed(shape, 12, Decimal::whole(5));
    let circuit = generate(&config, &mut stream).unwrap();
    let mut evaluator = Evaluator::new(Program::compile(&circuit));
    let input = random_inputs(&circuit, InputConfig::default(), &mut stream);
    let first = evaluator.evaluate(&input).unwrap();
    for _ in 0..20 {
        let other = random_inputs(&circuit, InputConfig::default(), &mut stream);
        evaluator.evaluate(&other).unwrap();
    }
    assert_eq!(evaluator.evaluate(&input).unwrap(), first);
}

#[test]
fn inputs_of_another_shape_are_refused() {
    let mut stream = Stream::new(4);
    let shape = |batch| Shape { space: Space::Gf2, batch };
    let small = generate(&SimdConfig::mixed(shape(5), 4, Decimal::whole(2)), &mut stream).unwrap();
    let large = generate(&SimdConfig::mixed(shape(6), 4, Decimal::whole(2)), &mut stream).unwrap();
    let input = random_inputs(&small, InputConfig::default(), &mut stream);
    let error = Evaluator::new(Program::compile(&large)).evaluate(&input).unwrap_err();
    assert!(error.to_string().contains("5 slots"), "{error}");
}

#[test]
fn a_million_gates_deep_and_wide() {
    // A chain of a million gates must neither recurse nor take more than a few registers.
    let shape = Shape { space: Space::Gf2, batch: 64 };
    let header = Header::Simd { depth: Decimal::whole(1) };
    let mut builder = Builder::new(shape, 1, header).unwrap();
    let mut node = Node(0);
    for label in 1..=1_000_000 {
        node = builder.rotate(label, node, 3).unwrap();
    }
    let program = Program::compile(&builder.finish().unwrap());
    assert_eq!(program.executed_gates(), 1_000_000);
    assert!(program.memory_bytes() <= 4 * 8);

    let config = SimdConfig {
        growth: Growth::Levels(1000),
        distribution: Distribution::uniform(Space::Gf2),
        ..SimdConfig::mixed(shape, 1000, Decimal::whole(1))
    };
    let circuit = generate(&config, &mut Stream::new(5)).unwrap();
    assert!(circuit.gates().len() > 500_000, "{}", circuit.gates().len());
    assert_agrees(&circuit, &mut Stream::new(6), 1);
}

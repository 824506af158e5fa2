//! The generator keeps HEtest's rules (§3.2).

use proptest::prelude::*;
use ringassay_circuit::generate::{
    Distribution, GenerateError, Growth, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::{
    Circuit, CircuitError, Decimal, DepthTable, Evaluator, GateKind, Header, Node, Program, Shape,
    Space,
};

fn gf2(batch: u32) -> Shape {
    Shape { space: Space::Gf2, batch }
}

fn declared_depth(circuit: &Circuit) -> Decimal {
    let Header::Simd { depth } = circuit.header() else { panic!("not a SIMD circuit") };
    depth
}

/// Whether every gate leads to the output.
fn all_lead_to_output(circuit: &Circuit) -> bool {
    let mut read = vec![false; circuit.nodes()];
    circuit.outputs().iter().for_each(|output| read[output.index()] = true);
    for &gate in circuit.gates() {
        circuit.for_each_operand(gate, |operand| read[operand.index()] = true);
    }
    read[circuit.wires() as usize..].iter().all(|&read| read)
}

#[test]
fn several_outputs_are_drawn_like_one() {
    for seed in 0..50 {
        let one = SimdConfig::mixed(gf2(42), 30, Decimal::whole(3));
        let config = SimdConfig { outputs: 5, ..one.clone() };
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        assert!(all_lead_to_output(&circuit));
        let depths = DepthTable::of_shape(gf2(42)).of_nodes(&circuit);
        let of_outputs: Vec<u64> =
            circuit.outputs().iter().map(|output| depths[output.index()]).collect();
        let deepest = of_outputs.iter().max().copied();
        assert_eq!(declared_depth(&circuit).to_hundredths(), deepest);
        assert!(of_outputs.iter().all(|&depth| (300..400).contains(&depth)), "{of_outputs:?}");
        let mut distinct = circuit.outputs().to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), circuit.outputs().len());
        // The first of them is the one that a circuit with one output has.
        let single = generate(&one, &mut Stream::new(seed)).unwrap();
        let label = |circuit: &Circuit, node: Node| circuit.labels()[node.index() - 30];
        assert_eq!(label(&single, single.outputs()[0]), label(&circuit, circuit.outputs()[0]));
    }
    let all = SimdConfig { outputs: 99, ..SimdConfig::single(gf2(4), 9, 2, GateKind::Add) };
    assert_eq!(generate(&all, &mut Stream::new(1)).unwrap().outputs().len(), 9);
    let varying = SimdConfig { outputs: 3, avoid_constant: Some(512), ..all };
    assert_eq!(generate(&varying, &mut Stream::new(1)).unwrap().outputs().len(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn mixed_circuits_keep_the_rules(
        seed: u64,
        width in 1u32..60,
        tenths in 1u64..80,
        batch in prop_oneof![1u32..50, Just(600), Just(682)],
    ) {
        let depth = Decimal::new(tenths, 1).unwrap();
        let config = SimdConfig::mixed(gf2(batch), width, depth);
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        prop_assert_eq!(circuit.wires(), width);
        prop_assert!(all_lead_to_output(&circuit));

        let depths = DepthTable::of_shape(gf2(batch)).of_nodes(&circuit);
        let output = depths[circuit.outputs()[0].index()];
        prop_assert_eq!(declared_depth(&circuit).to_hundredths(), Some(output));
        prop_assert!(output == tenths * 10 || (tenths * 10 < output && output <= tenths * 10 + 100));

        // The first operand lies on the level just below, the second on one of the two below.
        let level = |node: Node| {
            let label = node.index().checked_sub(width as usize).map(|at| circuit.labels()[at]);
            label.map_or(0, |label| (label - width) / width + 1)
        };
        for (node, gate) in circuit.numbered_gates() {
            let mut operands = Vec::new();
            circuit.for_each_operand(gate, |operand| operands.push(level(operand)));
            prop_assert_eq!(operands[0] + 1, level(node));
            if let Some(&second) = operands.get(1) {
                prop_assert!(second < level(node) && second + 2 >= level(node));
            }
        }
    }

    #[test]
    fn equal_seeds_give_equal_circuits(seed: u64) {
        let config = SimdConfig::mixed(gf2(70), 10, Decimal::whole(4));
        let make = |seed| generate(&config, &mut Stream::new(seed)).unwrap();
        prop_assert_eq!(make(seed), make(seed));
        prop_assert_ne!(make(seed), make(seed ^ 1));
    }

    #[test]
    fn single_kind_circuits_have_their_levels(seed: u64, levels in 1u32..9, kind in 0usize..6) {
        let kind = GateKind::GF2[kind];
        let config = SimdConfig::single(gf2(42), 30, levels, kind);
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        let summary = circuit.summary();
        prop_assert_eq!(summary.levels, levels);
        prop_assert_eq!(summary.counts[kind as usize], circuit.gates().len() as u64);
        prop_assert!(all_lead_to_output(&circuit));
    }
}

#[test]
fn exact_depth_is_preferred() {
    let config = SimdConfig::mixed(gf2(5), 100, Decimal::whole(6));
    let exact = (0..50)
        .filter(|&seed| {
            let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
            declared_depth(&circuit) == Decimal::whole(6)
        })
        .count();
    // Of a thousand gates some has depth exactly 6 in all but freak circuits.
    assert!(exact >= 48, "{exact} of 50");
}

#[test]
fn gates_are_drawn_by_weight() {
    let weights = [(GateKind::Add, 3), (GateKind::Mul, 1)];
    let config = SimdConfig {
        growth: Growth::Levels(30),
        distribution: Distribution::of(weights),
        ..SimdConfig::mixed(gf2(1), 1000, Decimal::whole(1))
    };
    let counts = generate(&config, &mut Stream::new(1)).unwrap().summary().counts;
    let share = counts[GateKind::Add as usize] as f64 / counts.iter().sum::<u64>() as f64;
    assert!((share - 0.75).abs() < 0.02, "{share}");
}

#[test]
fn constant_outputs_are_avoided_when_asked() {
    let plain = SimdConfig::mixed(gf2(3), 4, Decimal::whole(6));
    let careful = SimdConfig { avoid_constant: Some(512), ..plain.clone() };
    let constant = |config: &SimdConfig| {
        (0..100)
            .filter(|&seed| {
                let mut stream = Stream::new(seed);
                let circuit = generate(config, &mut stream).unwrap();
                let mut evaluator = Evaluator::new(Program::compile(&circuit));
                let mut output = || {
                    let input = random_inputs(&circuit, InputConfig::default(), &mut stream);
                    evaluator.evaluate(&input).unwrap()
                };
                let first = output();
                (0..200).all(|_| output() == first)
            })
            .count()
    };
    let before = constant(&plain);
    assert!(before >= 10, "the control has to show the defect: {before} of 100");
    assert_eq!(constant(&careful), 0);
}

#[test]
fn what_cannot_be_met_is_said() {
    let mut stream = Stream::new(1);
    let mut generate = |config: &SimdConfig| generate(config, &mut stream).unwrap_err();
    let base = SimdConfig::mixed(gf2(5), 4, Decimal::whole(2));

    let never = Distribution::of([(GateKind::AddConst, 1)]);
    let error = generate(&SimdConfig { distribution: never, ..base.clone() });
    assert!(matches!(error, GenerateError::Unreachable { .. }), "{error}");

    let none = Distribution::of([]);
    let error = generate(&SimdConfig { distribution: none, ..base.clone() });
    assert_eq!(error, GenerateError::EmptyDistribution);

    let foreign = Distribution::of([(GateKind::Sub, 1)]);
    let error = generate(&SimdConfig { distribution: foreign, ..base.clone() });
    assert!(error.to_string().contains("LSUB is not a gate of gf2"), "{error}");

    let error = generate(&SimdConfig { growth: Growth::Levels(0), ..base.clone() });
    assert_eq!(error, GenerateError::Empty);
    let error = generate(&SimdConfig { width: 0, ..base.clone() });
    assert!(error.to_string().contains("wires"), "{error}");

    let error =
        generate(&SimdConfig { width: 1_000_000, growth: Growth::Levels(11), ..base.clone() });
    assert_eq!(error, GenerateError::Circuit(CircuitError::TooManyGates));

    // A product of 2^5 uniform bits is one far too rarely for random inputs to show it.
    let products = SimdConfig::single(gf2(1), 100, 6, GateKind::Mul);
    let error = generate(&SimdConfig { avoid_constant: Some(512), ..products });
    assert!(matches!(error, GenerateError::OnlyConstant { .. }), "{error}");
}

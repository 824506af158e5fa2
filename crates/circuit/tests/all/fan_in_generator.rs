//! The fan-in generator keeps the rules of the original's three families.

use ringassay_circuit::generate::fan_in::{FanInConfig, FanInLevels, generate, generate_balanced};
use ringassay_circuit::generate::{GenerateError, InputConfig, Stream, random_inputs};
use ringassay_circuit::text::{OUTPUT_LABEL, circuit_text};
use ringassay_circuit::{Circuit, CircuitError, FanIn, GateKind, Node};

use crate::common::naive;

const HALF: u16 = 512;

/// Level of every node: 0 for wires, then as the circuit's own level starts say.
fn levels(circuit: &Circuit) -> Vec<usize> {
    let wires = circuit.wires() as usize;
    let of_gate = |gate: usize| {
        circuit.level_starts().iter().filter(|&&start| start as usize <= gate).count()
    };
    let gates = (0..circuit.gates().len()).map(of_gate);
    std::iter::repeat_n(0, wires).chain(gates).collect()
}

fn check_common(circuit: &Circuit) {
    let labels = circuit.labels();
    let (output, others) = labels.split_last().unwrap();
    assert_eq!(*output, OUTPUT_LABEL);
    assert!(others.is_sorted_by(|a, b| a < b));
    // The output is alone in its level, every gate leads to it, and no operand comes twice.
    assert_eq!(circuit.level_starts().last(), Some(&(circuit.gates().len() as u32 - 1)));
    let mut read = vec![false; circuit.nodes()];
    circuit.outputs().iter().for_each(|output| read[output.index()] = true);
    for &gate in circuit.gates() {
        let mut nodes: Vec<Node> = circuit.literals(gate).iter().map(|l| l.node).collect();
        nodes.iter().for_each(|node| read[node.index()] = true);
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), circuit.literals(gate).len());
    }
    assert!(read[circuit.wires() as usize..].iter().all(|&read| read));
}

#[test]
fn family_1_has_one_level_over_the_wires() {
    let levels_of = FanInLevels::One { gates: 30, share: 256 };
    let config = FanInConfig { wires: 50, levels: levels_of, op: None };
    for seed in 0..60 {
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        check_common(&circuit);
        assert!(circuit_text(&circuit).starts_with(b"W=50,G=30,F=1\nL\nG50:"));
        // All gates lead to the output gate, which takes the whole level.
        assert_eq!(circuit.level_starts(), [0, 30]);
        assert_eq!(circuit.labels()[..30], (50..80).collect::<Vec<u32>>());
        let (output, level) = circuit.gates().split_last().unwrap();
        assert_eq!(circuit.literals(*output).len(), 30);
        for &gate in level {
            let literals = circuit.literals(gate);
            assert!((2..=50).contains(&literals.len()));
            assert!(literals.iter().all(|literal| literal.node.0 < 50));
        }
    }
}

#[test]
fn family_2_has_xor_levels_around_one_of_the_asked_kind() {
    let levels_of = FanInLevels::Two { gates: 5, share: 100, xor_gates: 12, xor_share: HALF };
    let config = FanInConfig { wires: 20, levels: levels_of, op: Some(FanIn::And) };
    let mut dropped = 0;
    for seed in 0..60 {
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        check_common(&circuit);
        assert!(circuit_text(&circuit).starts_with(b"W=20,G=5,X=12,F=2\nL\nG"));
        let level = levels(&circuit);
        assert_eq!(circuit.level_starts().len(), 4);
        for (node, gate) in circuit.numbered_gates() {
            let expected = match level[node.index()] {
                1 | 3 => GateKind::Xor,
                _ => GateKind::And,
            };
            assert_eq!(gate.kind(), expected);
            for literal in circuit.literals(gate) {
                assert_eq!(level[literal.node.index()] + 1, level[node.index()]);
            }
        }
        assert_eq!(circuit.literals(circuit.gates()[circuit.gates().len() - 1]).len(), 12);
        dropped += 12 + 5 + 12 + 1 - circuit.gates().len();
    }
    assert!(dropped > 0, "gates that lead nowhere are dropped");
}

#[test]
fn family_3_takes_pairs_with_one_from_the_level_above() {
    for (wires, depth) in [(2, 1), (2, 9), (7, 4), (30, 12)] {
        let config = FanInConfig { wires, levels: FanInLevels::Three { levels: depth }, op: None };
        for seed in 0..20 {
            let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
            check_common(&circuit);
            let header = format!("W={wires},D={depth},F=3\nL\n");
            assert!(circuit_text(&circuit).starts_with(header.as_bytes()));
            assert_eq!(circuit.level_starts().len(), depth as usize);
            let level = levels(&circuit);
            for (node, gate) in circuit.numbered_gates() {
                let literals = circuit.literals(gate);
                assert_eq!(literals.len(), 2);
                assert_eq!(level[literals[0].node.index()] + 1, level[node.index()]);
                assert!(level[literals[1].node.index()] < level[node.index()]);
                if !circuit.outputs().contains(&node) {
                    let label = circuit.labels()[node.index() - wires as usize];
                    assert_eq!(label / wires + 1, level[node.index()] as u32, "ids count from 0");
                }
            }
        }
    }
}

/// Operand counts are normal around share · n with a third of the distance to the nearer end.
#[test]
fn operand_counts_have_the_right_mean_and_deviation() {
    for (share, mean, deviation) in [(512u16, 150.0, 50.0), (256, 75.0, 25.0), (768, 225.0, 25.0)] {
        let levels = FanInLevels::One { gates: 4000, share };
        let config = FanInConfig { wires: 300, levels, op: None };
        let circuit = generate(&config, &mut Stream::new(share.into())).unwrap();
        let (_, gates) = circuit.gates().split_last().unwrap();
        let counts: Vec<f64> =
            gates.iter().map(|&gate| circuit.literals(gate).len() as f64).collect();
        let n = counts.len() as f64;
        let average = counts.iter().sum::<f64>() / n;
        let variance = counts.iter().map(|count| (count - average).powi(2)).sum::<f64>() / n;
        // Five standard errors; cutting at 2 and n takes off less than half a percent.
        assert!((average - mean).abs() < 5.0 * deviation / n.sqrt(), "{average}");
        assert!(
            (variance.sqrt() / deviation - 1.0).abs() < 5.0 / (2.0 * n).sqrt() + 0.005,
            "{variance}"
        );
    }
    let all = FanInConfig {
        wires: 300,
        levels: FanInLevels::One { gates: 3, share: 1024 },
        op: Some(FanIn::Or),
    };
    let circuit = generate(&all, &mut Stream::new(1)).unwrap();
    assert!(circuit.gates()[..3].iter().all(|&gate| circuit.literals(gate).len() == 300));
}

/// On the balanced input outputs are fair coins, even of wide ANDs, which are 0 nearly everywhere.
#[test]
fn outputs_are_balanced() {
    let (mut ones, mut elsewhere) = (0, 0);
    for seed in 0..400 {
        let mut stream = Stream::new(seed);
        let levels = FanInLevels::One { gates: 20, share: HALF };
        let config = FanInConfig { wires: 40, levels, op: Some(FanIn::And) };
        let (circuit, input) = generate_balanced(&config, &mut stream).unwrap();
        ones += naive::evaluate(&circuit, &input)[0][0];
        let other = random_inputs(&circuit, InputConfig::default(), &mut stream);
        elsewhere += naive::evaluate(&circuit, &other)[0][0];
    }
    // 200 ± five deviations of 10; without balancing almost none.
    assert!((150..=250).contains(&ones), "{ones} of 400");
    assert!(elsewhere < 60, "{elsewhere} of 400");
}

/// Every gate, not only the output, is balanced on its operands: negations are fair coins too.
#[test]
fn kinds_and_negations_are_uniform() {
    let levels = FanInLevels::Three { levels: 60 };
    let config = FanInConfig { wires: 100, levels, op: None };
    let circuit = generate(&config, &mut Stream::new(5)).unwrap();
    let total = circuit.gates().len() as f64;
    for kind in [GateKind::And, GateKind::Or, GateKind::Xor] {
        let share =
            circuit.gates().iter().filter(|gate| gate.kind() == kind).count() as f64 / total;
        assert!((share - 1.0 / 3.0).abs() < 5.0 * (2.0 / 9.0 / total).sqrt(), "{kind}: {share}");
    }
    let literals = circuit.gates().iter().flat_map(|&gate| circuit.literals(gate));
    let negated = literals.filter(|literal| literal.negated).count() as f64 / (2.0 * total);
    assert!((negated - 0.5).abs() < 5.0 * (0.25 / (2.0 * total)).sqrt(), "{negated}");
}

/// Seeds keep their meaning for ever.
#[test]
fn a_seed_gives_these_very_bytes() {
    let levels = FanInLevels::One { gates: 3, share: HALF };
    let config = FanInConfig { wires: 4, levels, op: None };
    let circuit = generate(&config, &mut Stream::new(2015)).unwrap();
    assert_eq!(
        String::from_utf8(circuit_text(&circuit)).unwrap(),
        "W=4,G=3,F=1\nL\nG4:XOR(N(W1),W3)\nG5:AND(N(W3),N(W2),N(W0))\nG6:OR(N(W1),W2,W3)\n\
         L\noutput_gate:AND(G4,G5,N(G6))"
    );
    let config = FanInConfig { wires: 3, levels: FanInLevels::Three { levels: 3 }, op: None };
    let circuit = generate(&config, &mut Stream::new(2015)).unwrap();
    assert_eq!(
        String::from_utf8(circuit_text(&circuit)).unwrap(),
        "W=3,D=3,F=3\nL\nG0:AND(N(W0),W2)\nG2:XOR(W1,N(W2))\nL\nG4:AND(N(G0),N(G2))\n\
         L\noutput_gate:OR(G4,N(G2))"
    );
}

#[test]
fn impossible_configurations_are_refused() {
    let try_with = |wires, levels| {
        generate(&FanInConfig { wires, levels, op: None }, &mut Stream::new(1)).unwrap_err()
    };
    let one = |gates| FanInLevels::One { gates, share: HALF };
    assert_eq!(try_with(1, one(3)), CircuitError::FanIn(1).into());
    assert_eq!(try_with(0, one(3)), CircuitError::FanIn(0).into());
    assert_eq!(try_with(1_000_001, one(3)), CircuitError::Wires(1_000_001).into());
    assert_eq!(try_with(5, one(0)), CircuitError::FanIn(0).into());
    assert_eq!(try_with(5, one(1)), CircuitError::FanIn(1).into());
    assert_eq!(try_with(5, one(10_001)), CircuitError::FanIn(10_001).into());
    assert_eq!(try_with(5, FanInLevels::Three { levels: 0 }), GenerateError::Empty);
}

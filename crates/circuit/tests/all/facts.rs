//! What circuits ask of a scheme, against the definitions.

use proptest::prelude::*;
use ringassay_circuit::text::read_circuit;
use ringassay_circuit::{Circuit, Facts, GateKind};

/// Ciphertexts alive during each gate, by asking of every node whether it is.
fn live_peak(circuit: &Circuit) -> usize {
    let wires = circuit.wires() as usize;
    let uses = |node: usize| {
        let gates = circuit.gates().iter().enumerate();
        gates.filter_map(move |(at, &gate)| {
            let mut used = false;
            circuit.for_each_operand(gate, |operand| used |= operand.index() == node);
            used.then_some(at)
        })
    };
    let is_output = |node: usize| circuit.outputs().iter().any(|output| output.index() == node);
    let gates = circuit.gates().len();
    (0..gates)
        .map(|now| {
            (0..wires + gates)
                .filter(|&node| match (node.checked_sub(wires), uses(node).next_back()) {
                    (None, last) => last.is_none_or(|last| last >= now) || is_output(node),
                    (Some(born), _) if is_output(node) => born <= now,
                    (Some(born), None) => born == now,
                    (Some(born), last) => born <= now && last.is_none_or(|last| last >= now),
                })
                .count()
        })
        .max()
        .unwrap()
}

#[test]
fn every_kind_of_gate_is_counted() {
    let text = b"W=4,D=1,L=2,T=7\nG4:LMUL(W0,W0)\nG5:LSELECT(G4,W1,[1,0])\nG6:LROTATE(G5,1)\n\
        G7:LSUB(G6,G4)\nG8:LMULconst(G7,[2,3])\nG9:LNEG(G8)\nG10:LMUL(G9,W2)\nG11:LADDconst(G10,[1,1])";
    assert_eq!(
        read_circuit(text).unwrap().facts().unwrap(),
        Facts {
            inputs: 4,
            additions: 3,
            multiplications: 2,
            input_products: 2,
            constant_operations: 4,
            rotations: 1,
            product_operands: 1,
            output_is_product: false,
            multiplicative_depth: 2,
            live_peak: 5,
            entries: 1,
            outputs: 1,
        }
    );
}

#[test]
fn fan_in_gates_are_trees() {
    let text = b"W=4,G=1,F=1\nL\noutput_gate:AND(W0,W1,N(W2),W3)";
    let facts = read_circuit(text).unwrap().facts().unwrap();
    assert_eq!((facts.multiplications, facts.multiplicative_depth), (3, 2));
    assert_eq!((facts.constant_operations, facts.product_operands), (1, 2));
}

proptest! {
    #[test]
    fn facts_agree_with_their_definitions(circuit in crate::common::arbitrary::simd_circuit()) {
        let facts = circuit.facts().unwrap();
        let counts = circuit.summary().counts;
        prop_assert_eq!(facts.live_peak, live_peak(&circuit) as u64);
        prop_assert_eq!(facts.multiplications, counts[GateKind::Mul as usize]);
        prop_assert_eq!(facts.rotations, counts[GateKind::Rotate as usize]);
        prop_assert_eq!(facts.inputs, u64::from(circuit.wires()));
        prop_assert_eq!(facts.outputs, circuit.outputs().len() as u64);
    }

    #[test]
    fn fan_in_circuits_have_facts(circuit in crate::common::arbitrary::fan_in_circuit()) {
        let facts = circuit.facts().unwrap();
        prop_assert_eq!(facts, circuit.lower_fan_in().unwrap().facts().unwrap());
    }
}

//! Netlists as circuits and back, in the baseline evaluator: 64 assignments of the netlist are 64
//! slots of the circuit.

use proptest::prelude::*;
use ringassay_circuit::library::{build, function};
use ringassay_circuit::netlist::Netlist;
use ringassay_circuit::text::{circuit_text, read_circuit};
use ringassay_circuit::{Evaluator, Program, Vectors};

use super::random::{inputs, netlist};
use crate::common::lanes::evaluate;

fn through_circuit(netlist: &Netlist, batch: u32, words: &[u64]) -> Vec<u64> {
    let circuit = netlist.circuit(batch).unwrap();
    assert_eq!(read_circuit(&circuit_text(&circuit)).unwrap(), circuit);
    let inputs = Vectors::from_words(circuit.shape(), words.to_vec()).unwrap();
    Evaluator::new(Program::compile(&circuit)).evaluate(&inputs).unwrap().words().to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn slots_are_assignments(netlist in netlist(true), batch in 1u32..=64, seed in any::<u64>()) {
        prop_assume!(netlist.input_bits() > 0 && !netlist.results().is_empty());
        let mask = u64::MAX >> (64 - batch);
        let words: Vec<u64> = inputs(&netlist, seed).iter().map(|word| word & mask).collect();
        let expected: Vec<u64> = evaluate(&netlist, &words).iter().map(|word| word & mask).collect();
        prop_assert_eq!(through_circuit(&netlist, batch, &words), expected);
    }

    #[test]
    fn and_back(netlist in netlist(true), seed in any::<u64>()) {
        prop_assume!(netlist.input_bits() > 0 && !netlist.results().is_empty());
        let back = Netlist::from_circuit(&netlist.circuit(1).unwrap()).unwrap();
        let words = inputs(&netlist, seed);
        prop_assert_eq!(evaluate(&back, &words), evaluate(&netlist, &words));
        prop_assert!(back.figures().ands <= netlist.figures().ands);
    }

    /// Of vectors, each entry has gates of its own: here three assignments of the netlist, 64 times.
    #[test]
    fn entries_are_computed_one_by_one(netlist in netlist(true), seed in any::<u64>()) {
        prop_assume!(netlist.input_bits() > 0 && !netlist.results().is_empty());
        let flat = Netlist::of_entries(&netlist.circuit(3).unwrap()).unwrap();
        let words: Vec<Vec<u64>> =
            (0..3).map(|entry| inputs(&netlist, seed.wrapping_add(entry))).collect();
        let interleaved = |vectors: &[Vec<u64>]| -> Vec<u64> {
            (0..vectors[0].len()).flat_map(|i| vectors.iter().map(move |vector| vector[i])).collect()
        };
        let expected: Vec<Vec<u64>> = words.iter().map(|words| evaluate(&netlist, words)).collect();
        prop_assert_eq!(evaluate(&flat, &interleaved(&words)), interleaved(&expected));
    }
}

#[test]
fn a_circuit_costs_what_the_netlist_says() {
    for variant in function("aes128").unwrap().variants {
        let netlist = build("aes128", Some(variant.name()), None).unwrap();
        let circuit = netlist.circuit(100).unwrap();
        let (figures, facts) = (netlist.figures(), circuit.facts().unwrap());
        assert_eq!((facts.multiplications, facts.additions), (figures.ands, figures.xors));
        assert_eq!(facts.multiplicative_depth, figures.and_depth);
        assert_eq!(facts.inputs, 256);
        assert_eq!(circuit.outputs().len(), 128);
    }
}

#[test]
fn what_is_no_circuit_is_refused() {
    use ringassay_circuit::CircuitError;
    use ringassay_circuit::netlist::{Builder, Port, Signal};
    let nothing = Builder::new(vec![]).unwrap();
    let constant = nothing.finish(vec![Port::new("", 1)], vec![Signal::TRUE]).unwrap();
    assert_eq!(constant.circuit(1), Err(CircuitError::Wires(0)));
    let input = Builder::new(vec![Port::new("", 1)]).unwrap();
    let without = input.clone().finish(vec![], vec![]).unwrap();
    assert_eq!(without.circuit(1), Err(CircuitError::Outputs(0)));
    let through = input.input(0).unwrap();
    let wire = input.finish(vec![Port::new("", 1)], vec![through]).unwrap();
    assert_eq!(through_circuit(&wire, 3, &[0b101]), [0b101]);
    assert_eq!(wire.circuit(0), Err(CircuitError::Batch(0)));
}

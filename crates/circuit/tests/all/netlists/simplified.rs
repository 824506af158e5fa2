//! Simplification keeps the function and never costs an AND.

use proptest::prelude::*;
use ringassay_circuit::netlist::{Format, Logic, Port, read, write};

use super::random::{inputs, netlist};
use crate::common::lanes::evaluate;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_but_gates_changes(netlist in netlist(true)) {
        let simple = netlist.simplified().unwrap();
        let words = inputs(&netlist, 3);
        prop_assert_eq!(evaluate(&simple, &words), evaluate(&netlist, &words));
        prop_assert_eq!(simple.inputs(), netlist.inputs());
        prop_assert_eq!(simple.outputs(), netlist.outputs());
        let (before, after) = (netlist.figures(), simple.figures());
        prop_assert!(after.ands <= before.ands && after.and_depth <= before.and_depth);
        prop_assert!(simple.simplified().unwrap().figures().ands <= after.ands);
    }

    /// AIGER writes a XOR as three ANDs; all of them are found again.
    #[test]
    fn sums_come_back_from_aiger(netlist in netlist(false)) {
        let simple = netlist.simplified().unwrap();
        let read = read(&write(&simple, Format::BinaryAiger).unwrap(), Format::BinaryAiger).unwrap();
        let back = read.simplified().unwrap();
        prop_assert!(back.figures().ands <= simple.figures().ands);
    }
}

/// A choice of two, as AIGER has it, takes one AND instead of three.
#[test]
fn choices_come_back_from_aiger() {
    let text = b"aag 6 3 0 1 3\n2\n4\n6\n13\n8 2 4\n10 3 6\n12 9 11\n";
    let netlist = read(text, Format::AsciiAiger).unwrap();
    let simple = netlist.simplified().unwrap();
    assert_eq!(simple.figures().ands, 1);
    let words = [0xf0, 0xcc, 0xaa];
    assert_eq!(evaluate(&simple, &words), evaluate(&netlist, &words));
    assert_eq!(evaluate(&netlist, &words)[0] & 0xff, 0xca);
}

/// An oracle of the depth while a netlist grows: what its figures say once it is finished.
#[test]
fn depths_count_ands_alone() {
    let mut logic = Logic::new(vec![Port::new("a", 3)]).unwrap();
    let bits = logic.inputs().concat();
    let both = logic.and(bits[0], bits[1]);
    let mixed = logic.xor(both, bits[2]);
    let last = logic.and(!mixed, bits[0]);
    let depths = [bits[0], both, mixed, last].map(|signal| logic.and_depth(signal));
    assert_eq!(depths, [0, 1, 1, 2]);
    let netlist = logic.finish(vec![Port::new("", 1)], vec![last]).unwrap();
    assert_eq!(netlist.figures().and_depth, 2);
}

//! Arbitrary netlists: constants as operands, operands used twice, results that are inputs,
//! constants or repeated, ports with names and without.

use proptest::prelude::*;
use ringassay_circuit::netlist::{Builder, Netlist, Op, Port, Signal};

fn ports(most: usize) -> impl Strategy<Value = Vec<Port>> {
    let name = prop_oneof![
        Just(String::new()),
        "[a-dnxy][0-9]?",
        "[ab]\\[[0-3]\\]",
        Just("two words # \\ .names".to_owned()),
    ];
    proptest::collection::vec((name, 1u32..6), 0..most)
        .prop_map(|ports| ports.iter().map(|(name, bits)| Port::new(name, *bits)).collect())
}

/// Any netlist of up to 60 gates; `constants` says whether constants may be operands and results.
pub(super) fn netlist(constants: bool) -> impl Strategy<Value = Netlist> {
    let gates = proptest::collection::vec(any::<(bool, u32, u32)>(), 0..60);
    (ports(4), gates, ports(4), proptest::collection::vec(any::<u32>(), 24)).prop_map(
        move |(inputs, gates, outputs, results)| {
            let mut builder = Builder::new(inputs).unwrap();
            let mut signals = vec![Signal::FALSE];
            let width = builder.netlist().input_bits();
            signals.extend((0..width).map(|bit| builder.input(bit).unwrap()));
            let pick = |signals: &[Signal], choice: u32| {
                let least = usize::from(!constants && signals.len() > 1);
                let at = least + (choice >> 1) as usize % (signals.len() - least);
                signals[at].flipped(choice & 1 == 1)
            };
            for (and, a, b) in gates {
                let (a, b) = (pick(&signals, a), pick(&signals, b));
                let op = if and { Op::And } else { Op::Xor };
                signals.push(builder.push(op, a, b).unwrap());
            }
            let bits: u32 = outputs.iter().map(|port| port.bits).sum();
            let results = (0..bits as usize).map(|at| pick(&signals, results[at])).collect();
            builder.finish(outputs, results).unwrap()
        },
    )
}

/// Words for the inputs.
pub(super) fn inputs(netlist: &Netlist, mut seed: u64) -> Vec<u64> {
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (seed ^ seed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 33
    };
    (0..netlist.input_bits()).map(|_| next()).collect()
}

//! The oracle of netlists: gate by gate on words whose bits are 64 assignments.

use ringassay_circuit::netlist::{Netlist, Op, Signal};

/// One word for each result from one word for each input bit.
pub(crate) fn evaluate(netlist: &Netlist, inputs: &[u64]) -> Vec<u64> {
    assert_eq!(inputs.len(), netlist.input_bits() as usize);
    let mut words = vec![0];
    words.extend_from_slice(inputs);
    let read = |words: &[u64], signal: Signal| {
        words[signal.node() as usize] ^ if signal.is_complemented() { u64::MAX } else { 0 }
    };
    for gate in netlist.gates() {
        let (a, b) = (read(&words, gate.a), read(&words, gate.b));
        words.push(match gate.op {
            Op::And => a & b,
            Op::Xor => a ^ b,
        });
    }
    netlist.results().iter().map(|&result| read(&words, result)).collect()
}

//! What must hold of netlists in files whatever the bytes are. The fuzz targets and the replay of
//! their corpora (`crates/circuit/tests/all/corpus.rs`) both run these functions.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_circuit::netlist::{Format, Netlist, read, write};
use ringassay_circuit::{Evaluator, Program, Vectors};

use crate::{lanes, text};

/// Gates evaluated at most, to keep an execution below a millisecond.
const EVALUATED_NODES: usize = 5_000;

/// Bristol Fashion: a netlist that is written in every format.
pub(crate) fn bristol(data: &[u8]) {
    check(data, Format::Bristol);
}

/// The older Bristol format.
pub(crate) fn bristol_old(data: &[u8]) {
    check(data, Format::OldBristol);
}

/// AIGER in ASCII.
pub(crate) fn aiger_ascii(data: &[u8]) {
    check(data, Format::AsciiAiger);
}

/// AIGER in binary.
pub(crate) fn aiger_binary(data: &[u8]) {
    check(data, Format::BinaryAiger);
}

/// BLIF.
pub(crate) fn blif(data: &[u8]) {
    check(data, Format::Blif);
}

fn check(data: &[u8], format: Format) {
    let _ = Format::detect(data);
    let Some(netlist) = text::checked(data, read(data, format)) else { return };
    // Declared inputs cost no bytes in some formats.
    if netlist.nodes() > EVALUATED_NODES {
        return;
    }
    let words: Vec<u64> = (1..=u64::from(netlist.input_bits()))
        .map(|bit| bit.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ bit)
        .collect();
    let expected = lanes::evaluate(&netlist, &words);
    for format in Format::ALL {
        // Constants cannot be written in the older Bristol format.
        let Ok(text) = write(&netlist, format) else { continue };
        let again = read(&text, format).unwrap();
        assert_eq!(write(&again, format).unwrap(), text, "{format:?}");
        assert_eq!(lanes::evaluate(&again, &words), expected, "{format:?}");
    }
    let simple = netlist.simplified().unwrap();
    assert_eq!(lanes::evaluate(&simple, &words), expected);
    let (before, after) = (netlist.figures(), simple.figures());
    assert!(after.ands <= before.ands && after.and_depth <= before.and_depth);
    circuit(&netlist, &words, &expected);
}

fn circuit(netlist: &Netlist, words: &[u64], expected: &[u64]) {
    let Ok(circuit) = netlist.circuit(64) else {
        assert!(netlist.input_bits() == 0 || netlist.results().is_empty());
        return;
    };
    let inputs = Vectors::from_words(circuit.shape(), words.to_vec()).unwrap();
    let outputs = Evaluator::new(Program::compile(&circuit)).evaluate(&inputs).unwrap();
    assert_eq!(outputs.words(), expected);
}

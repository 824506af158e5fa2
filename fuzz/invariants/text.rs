//! What must hold of the text formats whatever the bytes are. The fuzz targets and the replay of
//! their corpora (`crates/circuit/tests/corpus.rs`) both run these functions.
//!
//! A reader refuses with a place inside the text, or accepts; what it accepts is written so that
//! it reads as an equal object and is written the same again, and can be used without a panic.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_circuit::generate::{InputConfig, Stream, random_inputs};
use ringassay_circuit::text::{
    FormatError, circuit_text, inputs_text, output_text, read_circuit, read_inputs,
    read_inputs_into, read_key_parameters, read_output, read_script, relative_path, script_text,
};
use ringassay_circuit::{
    Circuit, Evaluator, ExpressionError, Program, Shape, Space, limits, read_expression,
};

use crate::naive;

/// Slots evaluated at most by the naive evaluator, to keep an execution below a millisecond.
const EVALUATED_SLOTS: usize = 20_000;

/// The result, after checking that an error is about a place of `text` and can be shown.
pub(crate) fn checked<T>(text: &[u8], result: Result<T, FormatError>) -> Option<T> {
    let error = match result {
        Ok(value) => return Some(value),
        Err(error) => error,
    };
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let line = error.line.checked_sub(1).and_then(|line| lines.get(line as usize));
    let line = line.unwrap_or_else(|| panic!("no such line: {error}"));
    assert!((1..=line.len() as u64 + 1).contains(&error.column), "no such column: {error}");
    assert!(!error.expected.is_empty());
    assert!(error.found.len() <= 42, "{error}");
    assert!(error.found.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{error}");
    None
}

/// Circuits of both dialects, checked against the naive evaluator where that is quick.
pub(crate) fn circuit(data: &[u8]) {
    let Some(circuit) = checked(data, read_circuit(data)) else { return };
    let text = circuit_text(&circuit);
    let again = read_circuit(&text).unwrap();
    assert_eq!(again, circuit);
    assert_eq!(circuit_text(&again), text);
    let wires_only = circuit.outputs().iter().all(|output| output.0 < circuit.wires());
    assert_eq!(circuit.summary().levels == 0, wires_only);
    if circuit.nodes() * circuit.shape().batch as usize <= EVALUATED_SLOTS {
        evaluate(&circuit);
    }
}

fn evaluate(circuit: &Circuit) {
    let inputs = random_inputs(circuit, InputConfig::default(), &mut Stream::new(1));
    let output = Evaluator::new(Program::compile(circuit)).evaluate(&inputs).unwrap();
    if let Some(facts) = circuit.real_facts() {
        // Values are compared with exact ones in tests/all/{reals,complexes}.rs; here sizes are anything.
        if facts.largest < f64::MAX / 2.0 {
            let count = circuit.outputs().len();
            assert_eq!(read_output(&output_text(&output), circuit.shape(), count).unwrap(), output);
        }
        return;
    }
    let slots = |index| (0..circuit.shape().batch as usize).map(move |slot| (index, slot));
    let slots = |index| slots(index).map(|(index, slot)| output.slot(index, slot)).collect();
    let found: Vec<Vec<u64>> = (0..output.len()).map(slots).collect();
    assert_eq!(found, naive::evaluate(circuit, &inputs));
    let count = circuit.outputs().len();
    assert_eq!(read_output(&output_text(&output), circuit.shape(), count).unwrap(), output);
}

/// Expressions over bits and over integers: one byte that chooses, then the text.
pub(crate) fn expression(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let shape = match choice {
        b'0' => Shape { space: Space::Gf2, batch: 65 },
        b'1' => Shape { space: Space::Zt { modulus: 2 }, batch: 1 },
        _ => Shape { space: Space::Zt { modulus: (1 << 62) - 1 }, batch: 1 },
    };
    let result = read_expression(text, shape).map_err(|error| match error {
        ExpressionError::Format(error) => error,
        ExpressionError::Circuit(error) => panic!("{error}"),
    });
    let Some(found) = checked(text, result) else { return };
    assert_eq!(found.inputs.len(), found.circuit.wires() as usize);
    assert!(found.circuit.gates().len() <= limits::EXPRESSION_GATES);
    let facts = found.circuit.facts().unwrap();
    assert!(facts.live_peak > facts.inputs);
    assert!(u64::from(facts.multiplicative_depth) <= facts.multiplications);
    if found.circuit.nodes() * shape.batch as usize <= EVALUATED_SLOTS {
        evaluate(&found.circuit);
        let again = read_circuit(&circuit_text(&found.circuit)).unwrap();
        assert_eq!(again, found.circuit);
    }
}

/// The circuits whose inputs are read, chosen by the first byte.
const INPUTS_OF: [&str; 8] = [
    "W=2,D=1,L=3\nG2:LADD(W0,W1)",
    "W=2,D=1,L=70\nG2:LADD(W0,W1)",
    "W=2,D=1,L=3,T=7\nG2:LADD(W0,W1)",
    "W=3,D=1,L=2,T=4611686018427387903\nG3:LADD(W0,W1)",
    "W=5,G=0,F=1\nL\noutput_gate:AND(W0,W1)",
    "W=3,D=1,L=1\nG3:LADD(W0,W1)",
    "W=3,D=1,L=2,R=1.5\nG3:LADD(W0,W1)",
    "W=3,D=1,L=2,C=1.5\nG3:LADD(W0,W1)",
];

/// Inputs and outputs: one digit that chooses the circuit, then the text.
pub(crate) fn input(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let circuit = INPUTS_OF[usize::from(choice.wrapping_sub(b'0')) % INPUTS_OF.len()];
    let circuit = read_circuit(circuit.as_bytes()).unwrap();
    let mut words = vec![u64::MAX; 3];
    let into = read_inputs_into(text, &circuit, &mut words);
    let inputs = read_inputs(text, &circuit);
    assert_eq!(into.is_ok(), inputs.is_ok());
    if let Some(inputs) = checked(text, inputs) {
        assert_eq!(words, inputs.words());
        assert_eq!(inputs.len(), circuit.wires() as usize);
        let written = inputs_text(&inputs, &circuit);
        assert_eq!(read_inputs(&written, &circuit).unwrap(), inputs);
    }
    for outputs in 1..3 {
        if let Some(output) = checked(text, read_output(text, circuit.shape(), outputs)) {
            assert_eq!(output.len(), outputs);
            let again = read_output(&output_text(&output), circuit.shape(), outputs);
            assert_eq!(again.unwrap(), output);
        }
    }
}

/// Key parameters of both dialects.
pub(crate) fn key_parameters(data: &[u8]) {
    let Some(parameters) = checked(data, read_key_parameters(data)) else { return };
    let text = parameters.to_string();
    let again = read_key_parameters(text.as_bytes()).unwrap();
    assert_eq!(again, parameters);
    assert_eq!(again.to_string(), text);
}

/// Test scripts and the paths in them.
pub(crate) fn script(data: &[u8]) {
    let Some(entries) = checked(data, read_script(data)) else { return };
    let text = script_text(&entries);
    assert_eq!(read_script(&text).unwrap(), entries);
    for entry in &entries {
        assert!(!entry.path().contains(char::is_control));
        if let Ok(path) = relative_path(entry.path()) {
            let root = std::path::Path::new("/root-of-the-script");
            assert!(root.join(path).starts_with(root));
            assert!(!entry.path().split('/').any(|part| part == ".."));
        }
    }
}

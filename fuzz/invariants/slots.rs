//! What must hold of slot programs and targets whatever the bytes are. The fuzz targets and the replay
//! of their corpora (`crates/slots/tests/all/corpus.rs`) both run these functions.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_circuit::text::read_circuit;
use ringassay_slots::{Program, Target, plan};

/// Circuits that use every gate, one of each space; L and T are those of the target.
const GATES: &str =
    "\nG3:LADD(W0,W1)\nG4:LROTATE(G3,1)\nG5:LMUL(G4,W2)\nG6:LADD(G5,G3)\nG7:LMUL(G6,G5)";

/// A reader refuses with a line of the text, or accepts what is then written as it was meant.
pub(crate) fn program(data: &[u8]) {
    match Program::parse(data) {
        Err(error) => {
            let lines = data.iter().filter(|&&byte| byte == b'\n').count() + 1;
            assert!((1..=lines + 1).contains(&error.line), "{error} in {lines} lines");
        }
        Ok(program) => {
            let text = program.text();
            assert_eq!(Program::parse(text.as_bytes()).expect("its own text"), program);
            assert_eq!(Program::parse(text.as_bytes()).unwrap().text(), text);
            if program.layout().row <= 1 << 12 {
                for plain in program.plains() {
                    assert_eq!(program.row(plain).len(), program.layout().row as usize);
                }
            }
        }
    }
}

/// A target is refused, or circuits for it are refused or become programs that are read again.
pub(crate) fn target(data: &[u8]) {
    let Ok(target) = Target::parse(data) else { return };
    let written = serde_json::to_vec(&target).expect("figures are finite");
    assert_eq!(Target::parse(&written).expect("its own text"), target);
    if target.batch < 2 || target.row > 1 << 12 {
        return; // to keep an execution below a millisecond
    }
    for space in [String::new(), format!(",T={}", target.modulus)] {
        let text = format!("W=3,D=3,L={}{space}{GATES}", target.batch);
        let circuit = read_circuit(text.as_bytes()).expect("a circuit");
        if let Ok(program) = plan(&circuit, &target) {
            assert_eq!(Program::parse(program.text().as_bytes()).expect("read again"), program);
        }
    }
}

//! What must hold of slot programs and targets whatever the bytes are. The fuzz targets and the replay
//! of their corpora (`crates/slots/tests/all/corpus.rs`) both run these functions.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_circuit::text::read_circuit;
use ringassay_slots::{AnyTarget, Program, Target, plan, plan_any};

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
                    assert_eq!(program.real_row(plain).len(), program.layout().row as usize);
                    assert_eq!(program.complex_row(plain).len(), program.layout().row as usize);
                }
            }
        }
    }
}

/// A target is refused, or circuits for it are refused or become programs that are read again.
pub(crate) fn target(data: &[u8]) {
    if let Ok(AnyTarget::Reals(target)) = AnyTarget::parse(data) {
        return real_target(&AnyTarget::Reals(target));
    }
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

/// A circuit over real or complex numbers with every gate becomes a program that is read again, or is refused.
fn real_target(target: &AnyTarget) {
    if target.layout().batch < 2 || target.layout().row > 1 << 12 {
        return;
    }
    let batch = target.layout().batch as usize;
    let (ones, mask) = (vec!["-0.5"; batch].join(","), vec!["1,0"; batch / 2].join(","));
    let mask = if batch % 2 == 1 { format!("{mask},1") } else { mask };
    let (space, last, conjugate) = match target.is_complex() {
        true => {
            ("C=1", "1-2i", "\nG13:LCONJ(G12)\nG14:LMULconst(G13,[ROW])\nOUTPUT(G14,W1,G8,G13)")
        }
        false => ("R=1", "1", "\nOUTPUT(G12,W1,G8)"),
    };
    let conjugate = conjugate.replace("ROW", &vec!["0.5-1e-9i"; batch].join(","));
    let text = format!(
        "W=3,D=9,L={batch},{space}{GATES}\nG8:LPOLY(G7,[0.5,-1e-3,0,{last}])\nG9:LMULconst(G8,[{ones}])\n\
         G10:LSELECT(G9,W0,[{mask}])\nG11:LSUB(G10,G3)\nG12:LNEG(G11){conjugate}"
    );
    let circuit = read_circuit(text.as_bytes()).expect("a circuit");
    if let Ok(program) = plan_any(&circuit, target) {
        assert_eq!(Program::parse(program.text().as_bytes()).expect("read again"), program);
    }
}

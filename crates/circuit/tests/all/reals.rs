//! Circuits over reals, against exact rational arithmetic.

use proptest::prelude::*;
use ringassay_circuit::generate::{Application, Distribution, SimdConfig, Stream, generate};
use ringassay_circuit::text::{
    KeyParameters, circuit_text, read_circuit, read_inputs, read_key_parameters, read_output,
};
use ringassay_circuit::{
    Circuit, Decimal, DepthTable, Evaluator, GateKind, Program, Shape, Space, Vectors,
};

use crate::common::numbers::{Number, check, exactly};

fn real(batch: u32, bound: f64) -> Shape {
    Shape { space: Space::real(bound).unwrap(), batch }
}

#[test]
fn generated_circuits_stay_in_range_and_are_evaluated_exactly() {
    let mut stream = Stream::new(1);
    for round in 0..60 {
        let bound = [1.0, 0.25, 8.0, 1000.0][round % 4];
        let shape = real(1 + stream.below(20) as u32, bound);
        let config = SimdConfig::mixed(shape, 6, Decimal::whole(1 + round as u32 % 6));
        let config = SimdConfig { outputs: 1 + round as u32 % 3, ..config };
        let circuit = generate(&config, &mut stream).unwrap();
        check(&circuit, stream.word());
        let facts = circuit.real_facts().unwrap();
        assert!(facts.largest <= 16.0 * 16.0 * bound * bound.max(1.0), "{facts:?}");
        assert!(facts.gain_bits < 40.0, "{facts:?}");
    }
}

#[test]
fn every_kind_alone_and_every_application() {
    let mut stream = Stream::new(2);
    for kind in GateKind::REAL {
        let config = SimdConfig {
            distribution: Distribution::of([(kind, 1)]),
            ..SimdConfig::single(real(9, 1.0), 5, 3, kind)
        };
        check(&generate(&config, &mut stream).unwrap(), 3);
    }
    for application in Application::ALL {
        assert_eq!(application.is_over(real(8, 1.0).space), application != Application::Spectrum);
        if application == Application::Spectrum {
            assert!(application.circuit(real(8, 1.0), None, &mut stream).is_err());
            continue;
        }
        assert_eq!(Application::from_name(application.name()), Some(application));
        for (batch, size) in [(16, None), (16, Some(4)), (12, Some(5)), (1, None)] {
            let shape =
                real(batch, if application.name().starts_with("logistic-1") { 8.0 } else { 1.0 });
            let circuit = application.circuit(shape, size, &mut stream).unwrap();
            check(&circuit, 4);
            let depth = DepthTable::of_circuit(&circuit);
            let expected = match application.name() {
                "dot" | "matrix-vector" => 1,
                "logistic-3" => 2,
                "logistic-7" | "logistic-regression" | "network" => 3,
                // One more for the bound of 8.
                _ => 5,
            };
            assert_eq!(depth, 100 * expected, "{}", application.name());
        }
        assert!(application.circuit(real(8, 1.0), Some(9), &mut stream).is_err());
        let bits = Shape { space: Space::Gf2, batch: 8 };
        assert!(application.circuit(bits, None, &mut stream).is_err());
    }
}

#[test]
fn applications_compute_what_they_are_called() {
    let mut stream = Stream::new(3);
    let evaluated = |circuit: &Circuit, input: &Vectors| {
        Evaluator::new(Program::compile(circuit)).evaluate(input).unwrap()
    };
    let dot = Application::Dot.circuit(real(8, 1.0), None, &mut stream).unwrap();
    let text = b"[[1,0.5,0,-1,0.25,0,0,1],[0.5,0.5,1,1,1,1,1,0.125]]";
    let input = read_inputs(text, &dot).unwrap();
    let output = evaluated(&dot, &input);
    assert!((0..8).all(|slot| output.real(0, slot) == (0.5 + 0.25 - 1.0 + 0.25 + 0.125, 0.0)));
    let logistic = Application::Logistic15.circuit(real(1, 8.0), None, &mut stream).unwrap();
    for x in [-8.0_f64, -3.3, -0.1, 0.0, 2.0, 7.9] {
        let input = read_inputs(format!("[[{x}]]").as_bytes(), &logistic).unwrap();
        let found = evaluated(&logistic, &input).real(0, 0).0;
        assert!((found - 1.0 / (1.0 + (-x).exp())).abs() < 0.0015, "{x}: {found}");
    }
}

#[test]
fn texts_of_reals() {
    let text = b"W=2,D=3.0,L=3,R=0.5\nG2:LMUL(W0,W1)\nG3:LADDconst(G2,[0.1,-2.5e-7,0])\n\
        G4:LSELECT(G3,W0,[1,0,1])\nG5:LPOLY(G4,[0.5,0,-1e16])\nG6:LROTATE(G5,2)\nG7:LSUB(G6,W1)\n\
        G8:LNEG(G7)\nOUTPUT(G8,G2)";
    let circuit = read_circuit(text).unwrap();
    assert_eq!(String::from_utf8_lossy(&circuit_text(&circuit)), String::from_utf8_lossy(text));
    assert_eq!(circuit.shape().space.bound(), Some(0.5));
    let outputs = read_output(b"[1,0.1+1.5e-18,-2];[0,0+-1e-30,1e+5]", circuit.shape(), 2).unwrap();
    assert_eq!((outputs.real(0, 1), outputs.real(1, 1)), ((0.1, 1.5e-18), (0.0, -1e-30)));
    assert_eq!(outputs.real(1, 2), (1e5, 0.0));
    for (wrong, expected) in [
        (
            "[[0.5,0,0.6],[0,0,0]]",
            "line 1, column 9: expected an entry, a decimal number from -0.5 to 0.5, found \"0.6\"",
        ),
        (
            "[[0.5,0,nan],[0,0,0]]",
            "line 1, column 9: expected an entry, a decimal number from -0.5 to 0.5, found \"nan\"",
        ),
        ("[[0.5,0],[0,0,0]]", "line 1, column 8: expected \",\" and entry 3 of 3, found \"]\""),
        ("[[0,0,0,0],[0,0,0]]", "line 1, column 8: expected \"]\" after 3 entries, found \",\""),
        ("[[0,0,0]]", "line 1, column 9: expected \",\" and the value of wire 1 of 2, found \"]\""),
        (
            "[[0,0,0.1+1e-20],[0,0,0]]",
            "line 1, column 7: expected an entry, a decimal number from -0.5 to 0.5, found \"0.1+1e-20\"",
        ),
    ] {
        assert_eq!(read_inputs(wrong.as_bytes(), &circuit).unwrap_err().to_string(), expected);
    }
    let header = "W=2,D=3.0,L=3,R=0.5\n";
    for (wrong, expected) in [
        ("W=2,D=1,L=3,R=0", "line 1, column 15: expected a bound on inputs, a decimal number from"),
        ("W=2,D=1,L=3,R=1e13", "line 1, column 15: expected a bound on inputs"),
        ("W=2,D=1,L=3,T=5,R=1", "line 1, column 17: expected only one of T=, R= and C="),
        (&format!("{header}G2:LPOLY(W0,[1])"), "a polynomial has between 2 and 256 coefficients"),
        (&format!("{header}G2:LPOLY(W0,[1,0])"), "of which the last is not zero"),
        (
            &format!("{header}G2:LPOLY(W0,[1,x])"),
            "line 2, column 16: expected a coefficient, a finite",
        ),
        (
            &format!("{header}G2:LPOLY(W0,[{}1])", "1,".repeat(256)),
            "expected at most 256 coefficients",
        ),
        (&format!("{header}G2:LADDconst(W0,[1,2,1e999])"), "expected an entry, a finite decimal"),
        (
            &format!("{header}G2:LAND(W0,W1)"),
            "(LADD, LADDconst, LMUL, LMULconst, LROTATE, LSELECT, LSUB, LNEG, LPOLY)",
        ),
        ("W=2,D=3.0,L=3,T=7\nG2:LPOLY(W0,[1,1])", "expected a gate name (LADD"),
    ] {
        let found = read_circuit(wrong.as_bytes()).unwrap_err().to_string();
        assert!(found.contains(expected), "{wrong}: {found}");
    }
}

#[test]
fn key_parameters_of_reals() {
    let text = "L=4096,D=3.0,K=128,R=0.5,P=20.0,M=12.25,G=2.57";
    let parameters = read_key_parameters(text.as_bytes()).unwrap();
    assert_eq!(parameters.to_string(), text);
    let KeyParameters::Real { batch, magnitude, gain, .. } = parameters else { panic!() };
    assert_eq!((batch, magnitude, gain.to_f64()), (4096, 12.25, 2.57));
    for wrong in [
        "L=5,D=1,K=80,R=1",
        "L=5,D=1,K=80,R=1,P=20,M=0.5,G=0",
        "L=5,D=1,K=80,R=1,P=20,M=2,G=-1",
        "L=5,D=1,K=80,P=20",
        "L=5,D=1,K=80,T=7,R=1,P=20,M=2,G=0",
    ] {
        assert!(read_key_parameters(wrong.as_bytes()).is_err(), "{wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// One output of one gate: the worst error is a handful of units of 2^-104.
    #[test]
    fn gates_on_numbers_of_any_size(a in -1e6f64..1e6, b in -1e-6f64..1e6, degree in 1usize..9) {
        let coefficients = vec!["-0.1"; degree + 1].join(",");
        let text = format!(
            "W=2,D=1,L=1,R=1e6\nG2:LMUL(W0,W1)\nG3:LADD(G2,W0)\nG4:LSUB(G3,G2)\n\
             G5:LPOLY(W1,[{coefficients}])\nOUTPUT(G2,G3,G4,G5)"
        );
        let circuit = read_circuit(text.as_bytes()).unwrap();
        let inputs = read_inputs(format!("[[{a:e}],[{b:e}]]").as_bytes(), &circuit).unwrap();
        let outputs = Evaluator::new(Program::compile(&circuit)).evaluate(&inputs).unwrap();
        let exact = exactly(&circuit, &inputs);
        for (index, output) in circuit.outputs().iter().enumerate() {
            let wanted = &exact[output.index()][0];
            let error = Number::slot(&outputs, index, 0).add(&wanted.negate()).0;
            let wanted = &wanted.0;
            // A difference is as exact as its operands are large.
            let size = match index { 2 => exact[3][0].0.log2(), 3 => wanted.log2().max(b.abs().log2() * degree as f64), _ => wanted.log2() };
            prop_assert!(error.log2() <= size - 98.0, "output {}: {} of {}", index, error.log2(), size);
        }
    }
}

//! Circuits over complex numbers, against pairs of exact rational numbers.

use ringassay_circuit::generate::{
    Application, Distribution, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::text::{
    KeyParameters, circuit_text, output_text, read_circuit, read_inputs, read_key_parameters,
    read_output,
};
use ringassay_circuit::{
    CircuitError, Decimal, DepthTable, Evaluator, GateKind, Header, Node, Program, Shape, Space,
};

use crate::common::numbers::check;

fn complex(batch: u32, bound: f64) -> Shape {
    Shape { space: Space::complex(bound).unwrap(), batch }
}

#[test]
fn generated_circuits_stay_in_range_and_are_evaluated_exactly() {
    let mut stream = Stream::new(1);
    for round in 0..60 {
        let bound = [1.0, 0.25, 8.0, 1000.0][round % 4];
        let shape = complex(1 + stream.below(20) as u32, bound);
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
    for kind in GateKind::COMPLEX {
        let config = SimdConfig {
            distribution: Distribution::of([(kind, 1)]),
            ..SimdConfig::single(complex(9, 1.0), 5, 3, kind)
        };
        check(&generate(&config, &mut stream).unwrap(), 3);
    }
    for application in Application::ALL {
        let is_logistic = application.name().starts_with("logistic");
        let shape = complex(12, 2.0);
        assert_eq!(application.is_over(shape.space), !is_logistic, "{}", application.name());
        let made = application.circuit(shape, None, &mut stream);
        assert_eq!(made.is_err(), is_logistic);
        let Ok(circuit) = made else { continue };
        check(&circuit, 4);
        let depth = DepthTable::of_circuit(&circuit);
        let expected = match application.name() {
            "dot" | "matrix-vector" => 1,
            "spectrum" => 2,
            _ => 3,
        };
        assert_eq!(depth, 100 * expected, "{}", application.name());
        assert!(application.circuit(shape, Some(13), &mut stream).is_err());
        let partial = application.circuit(shape, Some(4), &mut stream);
        assert_eq!(partial.is_err(), application == Application::Spectrum);
    }
}

/// A dot product is Hermitian: the second vector is conjugated.
#[test]
fn a_dot_product_is_hermitian() {
    let dot = Application::Dot.circuit(complex(2, 4.0), None, &mut Stream::new(1)).unwrap();
    let input = read_inputs(b"[[1+2i,0.5i],[2-1i,1+1i]]", &dot).unwrap();
    let output = Evaluator::new(Program::compile(&dot)).evaluate(&input).unwrap();
    // (1+2i)(2+1i) + 0.5i(1-1i) = 5i + 0.5 + 0.5i.
    assert_eq!(output_text(&output), b"[0.5+5.5i,0.5+5.5i]");
}

/// By the definition of the transform, with sines and cosines.
#[test]
fn a_spectrum_is_that_of_the_fourier_transform() {
    let mut stream = Stream::new(9);
    for n in [1u32, 2, 3, 8, 12, 17] {
        let circuit = Application::Spectrum.circuit(complex(n, 1.0), None, &mut stream).unwrap();
        let inputs = random_inputs(&circuit, InputConfig::default(), &mut stream);
        let outputs = Evaluator::new(Program::compile(&circuit)).evaluate(&inputs).unwrap();
        for k in 0..n as usize {
            let (mut re, mut im) = (0.0, 0.0);
            for j in 0..n as usize {
                let ((a, _), (b, _)) = inputs.complex(0, j);
                let angle = -std::f64::consts::TAU * (j * k % n as usize) as f64 / f64::from(n);
                re += a * angle.cos() - b * angle.sin();
                im += a * angle.sin() + b * angle.cos();
            }
            let wanted = (re * re + im * im) / f64::from(n * n);
            let ((found, _), (imaginary, _)) = outputs.complex(0, k);
            assert!((found - wanted).abs() < 1e-13, "n = {n}, k = {k}: {found}, {wanted}");
            assert!(imaginary.abs() < 1e-30);
        }
    }
}

#[test]
fn texts_of_complex_numbers() {
    let text = b"W=2,D=3.0,L=3,C=0.5\nG2:LMUL(W0,W1)\nG3:LADDconst(G2,[0.1,-2.5e-7i,1-2i])\n\
        G4:LSELECT(G3,W0,[1,0,1])\nG5:LPOLY(G4,[0.5,0,1e-6-1e16i])\nG6:LROTATE(G5,2)\n\
        G7:LSUB(G6,W1)\nG8:LNEG(G7)\nG9:LCONJ(G8)\nOUTPUT(G9,G2)";
    let circuit = read_circuit(text).unwrap();
    assert_eq!(String::from_utf8_lossy(&circuit_text(&circuit)), String::from_utf8_lossy(text));
    assert_eq!(
        (circuit.shape().space.bound(), circuit.shape().space.name()),
        (Some(0.5), "complex")
    );
    let outputs = b"[1,0.1+1.5e-18+2i,-2i];[0,1i+-1e-30i,1e+5]";
    let outputs = read_output(outputs, circuit.shape(), 2).unwrap();
    assert_eq!(outputs.complex(0, 1), ((0.1, 1.5e-18), (2.0, 0.0)));
    assert_eq!(outputs.complex(1, 1), ((0.0, 0.0), (1.0, -1e-30)));
    let place = "line 1, column 9: expected an entry";
    for (wrong, expected) in [
        ("[[0.3,0,0.4+0.4i],[0,0,0]]", &*format!("{place} of at most 0.5 in absolute value")),
        (
            "[[0.3,0,0.1j],[0,0,0]]",
            "line 1, column 12: expected \"]\" after 3 entries, found \"j\"",
        ),
        ("[[0.3,0,i],[0,0,0]]", &format!("{place}, a finite number such as 0.5, -2i or 0.5-2i")),
        ("[[0.3,0,0+0.1+0.1i],[0,0,0]]", &format!("{place}, a finite number")),
        ("[[0.3,0,(0.1+0.1i)],[0,0,0]]", &format!("{place}, a finite number")),
        ("[[0.5,0],[0,0,0]]", "line 1, column 8: expected \",\" and entry 3 of 3, found \"]\""),
    ] {
        let found = read_inputs(wrong.as_bytes(), &circuit).unwrap_err().to_string();
        assert!(found.starts_with(expected), "{found}");
    }
    assert!(read_inputs(b"[[0.3+0.4i,0,-0.5i],[0,0,0]]", &circuit).is_ok());
    let header = "W=2,D=3.0,L=3,C=0.5\n";
    for (wrong, expected) in [
        ("W=2,D=1,L=3,C=0", "line 1, column 15: expected a bound on inputs, a decimal number from"),
        ("W=2,D=1,L=3,R=1,C=1", "line 1, column 17: expected only one of T=, R= and C="),
        (&format!("{header}G2:LPOLY(W0,[1i])"), "a polynomial has between 2 and 256 coefficients"),
        (&format!("{header}G2:LPOLY(W0,[1,0i])"), "of which the last is not zero"),
        (
            &format!("{header}G2:LPOLY(W0,[{}1])", "1i,".repeat(256)),
            "expected at most 256 coefficients",
        ),
        (&format!("{header}G2:LAND(W0,W1)"), "LNEG, LPOLY, LCONJ)"),
        ("W=2,D=3.0,L=3,R=7\nG2:LCONJ(W0)", "expected a gate name (LADD"),
        (&format!("{header}G2:LCONJ(W0,W1)"), "expected \")\""),
    ] {
        let found = read_circuit(wrong.as_bytes()).unwrap_err().to_string();
        assert!(found.contains(expected), "{wrong}: {found}");
    }
}

#[test]
fn key_parameters_of_complex_numbers() {
    let text = "L=4096,D=3.0,K=128,C=0.5,P=20.0,M=12.25,G=2.57";
    let parameters = read_key_parameters(text.as_bytes()).unwrap();
    assert_eq!(parameters.to_string(), text);
    let KeyParameters::Real { is_complex, bound, .. } = parameters else { panic!() };
    assert!(is_complex);
    assert_eq!(bound, 0.5);
    for wrong in ["L=5,D=1,K=80,C=1", "L=5,D=1,K=80,R=1,C=1,P=20,M=2,G=0"] {
        assert!(read_key_parameters(wrong.as_bytes()).is_err(), "{wrong}");
    }
}

/// What conjugates, and what does not exist over other spaces.
#[test]
fn conjugation_is_one_of_complex_numbers_alone() {
    let header = Header::Simd { depth: Decimal::whole(1) };
    for space in [Space::Gf2, Space::Zt { modulus: 5 }, Space::real(1.0).unwrap()] {
        let mut builder =
            ringassay_circuit::Builder::new(Shape { space, batch: 2 }, 1, header).unwrap();
        let refused = CircuitError::NotInSpace { gate: GateKind::Conj, space: space.name() };
        assert_eq!(builder.conj(1, Node(0)), Err(refused));
    }
    // z·z̄ = |z|² is real, whatever the rounding.
    let circuit = read_circuit(b"W=1,D=1,L=2,C=1\nG1:LCONJ(W0)\nG2:LMUL(W0,G1)").unwrap();
    let inputs = random_inputs(&circuit, InputConfig::default(), &mut Stream::new(5));
    let outputs = Evaluator::new(Program::compile(&circuit)).evaluate(&inputs).unwrap();
    for slot in 0..2 {
        let ((re, _), im) = outputs.complex(0, slot);
        assert!(re > 0.0 && im == (0.0, 0.0));
    }
    // A conjugate reaches as far, with one rounding more.
    let reaches = circuit.reaches();
    assert_eq!((reaches[1].size(), reaches[1].error), (1.0, 2.0));
}

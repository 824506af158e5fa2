//! What is written is read as it was, and what was read is written as it stood.

use proptest::prelude::*;
use ringassay_circuit::generate::fan_in::{self, FanInConfig, FanInLevels};
use ringassay_circuit::generate::{InputConfig, SimdConfig, Stream, generate, random_inputs};
use ringassay_circuit::text::{
    circuit_text, inputs_text, output_text, read_circuit, read_inputs, read_inputs_into,
    read_output,
};
use ringassay_circuit::{Circuit, Decimal, Evaluator, FanIn, GateKind, Program, Shape, Space};

use crate::common::arbitrary::{fan_in_circuit, simd_circuit};

/// Circuit, input and output through text and back.
fn check(circuit: &Circuit, stream: &mut Stream) {
    let text = circuit_text(circuit);
    let again = read_circuit(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, *circuit);
    assert_eq!(circuit_text(&again), text);

    let inputs = random_inputs(circuit, InputConfig::default(), stream);
    let text = inputs_text(&inputs, circuit);
    assert_eq!(read_inputs(&text, circuit).unwrap(), inputs);
    let mut words = vec![7; 3];
    read_inputs_into(&text, circuit, &mut words).unwrap();
    assert_eq!(words, inputs.words());

    let output = Evaluator::new(Program::compile(&again)).evaluate(&inputs).unwrap();
    assert_eq!(
        read_output(&output_text(&output), circuit.shape(), circuit.outputs().len()).unwrap(),
        output
    );
}

#[test]
fn a_thousand_generated_circuits() {
    let mut stream = Stream::new(2015);
    for round in 0..1000u32 {
        let batch = 1 + stream.below(100) as u32;
        let space = match round % 3 {
            0 => Space::zt(2 + stream.below((1 << 62) - 2)).unwrap(),
            _ => Space::Gf2,
        };
        let shape = Shape { space, batch };
        let width = 1 + stream.below(12) as u32;
        let circuit = match round % 10 {
            0..5 => {
                let depth = Decimal::from_hundredths(1 + stream.below(500));
                generate(&SimdConfig::mixed(shape, width, depth), &mut stream).unwrap()
            }
            5..8 => {
                let kind = GateKind::GF2[stream.index(6)];
                generate(&SimdConfig::single(shape, width, 4, kind), &mut stream).unwrap()
            }
            _ => {
                let (gates, share) = (2 + width, 200 + 100 * stream.below(9) as u16);
                let levels = match round % 3 {
                    0 => FanInLevels::One { gates, share },
                    1 => FanInLevels::Two { gates, share, xor_gates: 9, xor_share: 512 },
                    _ => FanInLevels::Three { levels: width },
                };
                let op = [None, Some(FanIn::And)][stream.index(2)];
                let config = FanInConfig { wires: 1 + width.max(2), levels, op };
                fan_in::generate(&config, &mut stream).unwrap()
            }
        };
        check(&circuit, &mut stream);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_simd_circuit(circuit in simd_circuit(), seed: u64) {
        check(&circuit, &mut Stream::new(seed));
    }

    #[test]
    fn any_fan_in_circuit(circuit in fan_in_circuit(), seed: u64) {
        check(&circuit, &mut Stream::new(seed));
    }

    /// Blanks around any token and other line ends do not change what is read.
    #[test]
    fn blanks_around_tokens_change_nothing(circuit in simd_circuit(), seed: u64) {
        let mut stream = Stream::new(seed);
        let mut loose = Vec::new();
        let text = circuit_text(&circuit);
        for &byte in &text {
            match byte {
                b'\n' => loose.extend_from_slice([&b"\n"[..], b"\r\n", b" \n", b"\t\r\n"][stream.index(4)]),
                b',' | b'(' | b')' | b':' | b'=' | b'[' | b']' => {
                    loose.extend_from_slice([&b""[..], b" ", b"\t", b"  "][stream.index(4)]);
                    loose.push(byte);
                    loose.extend_from_slice([&b""[..], b" ", b"\t "][stream.index(3)]);
                }
                _ => loose.push(byte),
            }
        }
        loose.extend_from_slice([&b""[..], b"\n", b"\r\n\r\n", b"\n \n"][stream.index(4)]);
        prop_assert_eq!(read_circuit(&loose).map_err(|error| error.to_string()), Ok(circuit));
    }

    /// Arbitrary bytes behind a valid header reach every reader; none of them panics.
    #[test]
    fn arbitrary_bytes_never_panic(
        header in proptest::sample::select(&[
            "", "W=2,D=1.0,L=5\n", "W=2,D=1.0,L=3,T=7\nG4:", "W=2,D=1.0,L=5\nG4:LADDconst(W0,[",
            "W=2,G=2,F=1\nL\nG4:AND(", "W=2,D=1.0,L=5\nG2:LADD(W0,W1)\nO", "W=2,D=1.0,L=5\nG2:LADD(W0,W1)\nOUTPUT(",
        ][..]),
        body in proptest::collection::vec(
            prop_oneof![any::<u8>(), proptest::sample::select(&b"GWLNOUTP()[],:=0123456789\n\r ADMUX"[..])],
            0..60,
        ),
    ) {
        let text = [header.as_bytes(), &body].concat();
        if let Ok(circuit) = read_circuit(&text) {
            prop_assert_eq!(read_circuit(&circuit_text(&circuit)).unwrap(), circuit);
        }
    }
}

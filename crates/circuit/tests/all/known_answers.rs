//! Circuits whose outputs are known from elsewhere; `vectors/README.md` names the origins.

use std::path::{Path, PathBuf};

use ringassay_circuit::text::{
    Entry, KeyParameters, circuit_text, inputs_text, output_text, read_circuit, read_inputs,
    read_key_parameters, read_output, read_script, script_text,
};
use ringassay_circuit::{Decimal, Evaluator, Header, Program, Vectors};

use crate::common::naive;

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/circuits")
}

/// A circuit with known outputs.
struct Known {
    name: String,
    text: Vec<u8>,
    /// Pairs of input and output.
    cases: Vec<(String, String)>,
}

fn all() -> Vec<Known> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(vectors()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "circuit") {
            let cases = std::fs::read_to_string(path.with_extension("cases")).unwrap();
            let cases = cases.lines().map(|line| {
                let (input, output) = line.split_once(' ').unwrap();
                (input.to_owned(), output.to_owned())
            });
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            all.push(Known { name, text: std::fs::read(&path).unwrap(), cases: cases.collect() });
        }
    }
    assert!(all.len() >= 18, "only {} vectors found", all.len());
    all
}

#[test]
fn outputs_are_the_known_ones() {
    for Known { name, text, cases } in all() {
        let circuit = read_circuit(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut evaluator = Evaluator::new(Program::compile(&circuit));
        assert!(!cases.is_empty(), "{name}");
        for (input, output) in cases {
            let inputs = read_inputs(input.as_bytes(), &circuit).unwrap();
            let expected = read_output(output.as_bytes(), circuit.shape(), 1).unwrap();
            let naive = naive::evaluate(&circuit, &inputs);
            let slots: Vec<u64> = (0..naive[0].len()).map(|slot| expected.slot(0, slot)).collect();
            assert_eq!(naive, [slots], "{name} on {input}, by definition");
            let evaluated: Vectors = evaluator.evaluate(&inputs).unwrap();
            assert_eq!(output_text(&evaluated), output.as_bytes(), "{name} on {input}");
            assert_eq!(inputs_text(&inputs, &circuit), input.as_bytes(), "{name}");
        }
    }
}

#[test]
fn canonical_files_are_written_byte_for_byte() {
    for Known { name, text, .. } in all() {
        if name == "figure2-as-printed" {
            continue;
        }
        let circuit = read_circuit(&text).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&circuit_text(&circuit)),
            String::from_utf8_lossy(&text),
            "{name}"
        );
    }
}

#[test]
fn the_papers_spelling_means_the_canonical_circuit() {
    let read = |name: &str| std::fs::read(vectors().join(name)).unwrap();
    let printed = read_circuit(&read("figure2-as-printed.circuit")).unwrap();
    let canonical = read("figure2.circuit");
    assert_eq!(printed, read_circuit(&canonical).unwrap());
    assert_eq!(circuit_text(&printed), canonical);
    let Header::Simd { depth } = printed.header() else { panic!("not a SIMD circuit") };
    assert_eq!(depth.to_string(), "4");
}

#[test]
fn lines_of_a_circuit_with_gates_that_lead_nowhere_are_kept() {
    let text = b"W=4,D=4.2,L=5\nG7:LROTATE(W0,1)\nG6:LSELECT(W0,W2,[00000])\n\
        G5:LADDconst(W3,[10010])\nG4:LMULconst(W2,[10001])\nG8:LMUL(G4,G7)\nG24:LADD(G8,G7)";
    let circuit = read_circuit(text).unwrap();
    assert_eq!(circuit.labels(), [7, 6, 5, 4, 8, 24]);
    assert_eq!(circuit_text(&circuit), text);
}

#[test]
fn key_parameters_of_the_original() {
    let simd = |batch, depth: &[u8], security, modulus| KeyParameters::Simd {
        batch,
        depth: Decimal::parse(depth).unwrap(),
        security,
        modulus,
    };
    for (text, parameters) in [
        ("L=5,D=4.0,K=80", simd(5, b"4.0", 80, None)),
        ("L=42,D=5,K=128", simd(42, b"5", 128, None)),
        ("L=5,D=4.0,K=128,T=65537", simd(5, b"4.0", 128, Some(65537))),
        ("80", KeyParameters::FanIn { security: 80 }),
    ] {
        assert_eq!(read_key_parameters(text.as_bytes()).unwrap(), parameters);
        assert_eq!(parameters.to_string(), text);
    }
    let loose = read_key_parameters(b" K = 80 ,\tL = 5, D = 4.0 \r\n\r\n").unwrap();
    assert_eq!(loose.to_string(), "L=5,D=4.0,K=80");
}

/// The script that the original's `ibm_generate_test.py` expects.
#[test]
fn a_script_of_the_original() {
    let text = b"KEY\nibm/unit_test_test_1/key/1\nCIRCUIT\nibm/unit_test_test_1/circuit/1\n\
        INPUT\nibm/unit_test_test_1/input/1\n";
    let entries = read_script(text).unwrap();
    assert_eq!(
        entries,
        [
            Entry::Key("ibm/unit_test_test_1/key/1".into()),
            Entry::Circuit("ibm/unit_test_test_1/circuit/1".into()),
            Entry::Input("ibm/unit_test_test_1/input/1".into()),
        ]
    );
    assert_eq!(script_text(&entries), text);
}

#[test]
fn loose_spellings_are_read_and_written_canonically() {
    for (loose, canonical) in [
        ("L=3,D=1,W=2\nG2 : LADD ( W0 ,\tW1 )", "W=2,D=1,L=3\nG2:LADD(W0,W1)"),
        ("W=2,D=1,L=3\r\nG2:LADD(W0,W1)\r\n\r\n \t\n", "W=2,D=1,L=3\nG2:LADD(W0,W1)"),
        ("W=2,D=1,L=3\nG2:LADDconst(W0,[0, 1 ,1])", "W=2,D=1,L=3\nG2:LADDconst(W0,[011])"),
        ("W=2,D=1,L=3\n\tG2:LADDconst(W0, [ 011 ] ) ", "W=2,D=1,L=3\nG2:LADDconst(W0,[011])"),
        ("T=5,W=2,D=1,L=2\nG2:LADDconst(W0,[ 4 , 0])", "W=2,D=1,L=2,T=5\nG2:LADDconst(W0,[4,0])"),
        ("W=2,D=1,L=3\nG2:LADD(W0,W1)\nOUTPUT(G2)", "W=2,D=1,L=3\nG2:LADD(W0,W1)"),
        (
            "W=2,D=1,L=3\nG2:LADD(W0,W1)\n OUTPUT ( G2 ,W0,\tG2 ) \r\n\n",
            "W=2,D=1,L=3\nG2:LADD(W0,W1)\nOUTPUT(G2,W0,G2)",
        ),
        (
            "W=2,D=1,L=3\nG2:LADD(W0,W1)\nG3:LADD(G2,W1)\nOUTPUT(G2)",
            "W=2,D=1,L=3\nG2:LADD(W0,W1)\nG3:LADD(G2,W1)\nOUTPUT(G2)",
        ),
        (
            "W=3, G=2, F=1\nL\nG0: OR(W0, N( W1 ))\n L \noutput_gate: XOR(G0, W2)\n",
            "W=3,G=2,F=1\nL\nG0:OR(W0,N(W1))\nL\noutput_gate:XOR(G0,W2)",
        ),
    ] {
        let circuit = read_circuit(loose.as_bytes()).unwrap_or_else(|e| panic!("{loose}: {e}"));
        assert_eq!(String::from_utf8_lossy(&circuit_text(&circuit)), canonical, "{loose}");
    }
}

#[test]
fn inputs_in_every_notation() {
    let simd = read_circuit(b"W=2,D=1,L=3\nG2:LADD(W0,W1)").unwrap();
    for text in ["[110,011]", "[[1,1,0],[0,1,1]]", " [ 110 ,\t[0 ,1, 1] ] \r\n", "[[110],[011]]"] {
        let inputs = read_inputs(text.as_bytes(), &simd).unwrap();
        assert_eq!(inputs_text(&inputs, &simd), b"[110,011]", "{text}");
    }
    let bits = read_circuit(b"W=4,G=0,F=1\nL\noutput_gate:AND(W0,W1,W2,W3)").unwrap();
    for text in ["[0101]", "[0,1,0,1]", "[ 0, 1,0 ,1 ]\n"] {
        let inputs = read_inputs(text.as_bytes(), &bits).unwrap();
        assert_eq!(inputs_text(&inputs, &bits), b"[0101]", "{text}");
        assert_eq!(inputs.words(), [0, 1, 0, 1]);
    }
    let zt = read_circuit(b"W=2,D=1,L=3,T=7\nG2:LADD(W0,W1)").unwrap();
    let inputs = read_inputs(b"[[1,2,3], [4, 5,6]]", &zt).unwrap();
    assert_eq!(inputs.words(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(inputs_text(&inputs, &zt), b"[[1,2,3],[4,5,6]]");
}

//! Lines of outputs that are none: every error names the place.

use ringassay_circuit::text::read_circuit;

/// The line of outputs of a circuit with two wires and a gate G2.
const OUTPUTS: &[(&str, &str)] = &[
    ("OUTPUT", "line 3, column 7: expected \"(\", found the end of the file"),
    (
        "OUTPUT()",
        "line 3, column 8: expected a wire (W and its number) or a gate (G and its id), found \")\"",
    ),
    ("OUTPUT(G3)", "line 3, column 8: expected a gate defined on an earlier line, found \"G3\""),
    ("OUTPUT(W2)", "line 3, column 8: expected a wire from W0 to W1, found \"W2\""),
    ("OUTPUT(G2", "line 3, column 10: expected \",\" or \")\", found the end of the file"),
    (
        "OUTPUT(G2,)",
        "line 3, column 11: expected a wire (W and its number) or a gate (G and its id), found \")\"",
    ),
    ("OUTPUT(G2)x", "line 3, column 11: expected the end of the line, found \"x\""),
    (
        "OUTPUTS(G2)",
        "line 3, column 1: expected a gate (G, its id and \":\") or \"OUTPUT(\", found \"OUTPUTS(\"",
    ),
    (
        "output(G2)",
        "line 3, column 1: expected a gate (G, its id and \":\") or \"OUTPUT(\", found \"output(\"",
    ),
    ("OUTPUT(G2)\nG3:LADD(W0,W1)", "line 4, column 1: expected the end of the file, found \"G3\""),
    ("OUTPUT(G2)\nOUTPUT(G2)", "line 4, column 1: expected the end of the file, found \"OUTPUT(\""),
];

#[test]
fn every_error_of_outputs_names_the_place() {
    for &(line, expected) in OUTPUTS {
        let text = format!("W=2,D=1,L=3\nG2:LADD(W0,W1)\n{line}");
        let error = read_circuit(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{line}");
    }
    let none = read_circuit(b"W=2,D=1,L=3\nOUTPUT(W0)").unwrap_err();
    assert!(none.to_string().contains("line 2, column 1: expected a gate (G, its id"), "{none}");
    let many = |count: usize| {
        format!("W=2,D=1,L=3\nG2:LADD(W0,W1)\nOUTPUT({})", vec!["G2"; count].join(","))
    };
    assert_eq!(read_circuit(many(65536).as_bytes()).unwrap().outputs().len(), 65536);
    let error = read_circuit(many(65537).as_bytes()).unwrap_err();
    assert!(error.to_string().contains("expected at most 65536 outputs"), "{error}");
    // As much as the outputs of 2^17 residues would take, nothing is allocated for.
    let wide = "W=2,D=1,L=131072,T=7\nG2:LADD(W0,W1)\n";
    let error = read_circuit(format!("{wide}OUTPUT({})", vec!["G2"; 4097].join(",")).as_bytes());
    assert!(error.unwrap_err().to_string().contains("between 1 and 65536 outputs"));
}

//! Inputs, outputs, key parameters and scripts that are not in the format, and what the readers
//! say about each.

use ringassay_circuit::limits;
use ringassay_circuit::text::{
    FormatError, read_circuit, read_inputs, read_key_parameters, read_output, read_script,
    relative_path,
};

/// Inputs of a gf2 circuit with two wires of three slots.
const SIMD_INPUTS: &[(&str, &str)] = &[
    ("", "line 1, column 1: expected \"[\", found the end of the file"),
    ("[", "line 1, column 2: expected bit 1 of 3, 0 or 1, found the end of the file"),
    ("[]", "line 1, column 2: expected bit 1 of 3, 0 or 1, found \"]\""),
    ("[110]", "line 1, column 5: expected \",\" and the value of wire 1 of 2, found \"]\""),
    ("[110,01]", "line 1, column 8: expected bit 3 of 3, 0 or 1, found \"]\""),
    ("[110,0110]", "line 1, column 9: expected no more than 3 bits, found \"0\""),
    ("[110,011,000]", "line 1, column 9: expected \"]\", found \",\""),
    ("[110,012]", "line 1, column 8: expected bit 3 of 3, 0 or 1, found \"2\""),
    ("110,011", "line 1, column 1: expected \"[\", found \"110\""),
    ("[110,011", "line 1, column 9: expected \"]\", found the end of the file"),
    ("[110 011]", "line 1, column 6: expected \",\" and the value of wire 1 of 2, found \"011\""),
    ("[110,011]]", "line 1, column 10: expected the end of the line, found \"]\""),
    ("[110,011]\n[110,011]", "line 2, column 1: expected the end of the file, found \"[110\""),
    ("[110,011]x", "line 1, column 10: expected the end of the line, found \"x\""),
    ("[[1,1,0],[0,1]]", "line 1, column 14: expected \",\" and entry 3 of 3, found \"]\""),
    ("[[1,1,0],[0,1,2]]", "line 1, column 15: expected an entry from 0 to 1, found \"2\""),
    ("[110,,011]", "line 1, column 6: expected bit 1 of 3, 0 or 1, found \",\""),
    (
        "\u{feff}\u{feff}[110,011]",
        "line 1, column 1: expected \"[\", found \"\\xef\\xbb\\xbf[110\"",
    ),
    ("[110,\n011]", "line 1, column 6: expected bit 1 of 3, 0 or 1, found the end of the line"),
    ("[11٠,011]", "line 1, column 4: expected bit 3 of 3, 0 or 1, found \"\\xd9\\xa0\""),
    ("[110,011]\0", "line 1, column 10: expected the end of the line, found \"\\x00\""),
];

/// Inputs of a zt circuit with two wires of three slots below 7.
const ZT_INPUTS: &[(&str, &str)] = &[
    ("[[1,2,3],[4,5,7]]", "line 1, column 15: expected an entry from 0 to 6, found \"7\""),
    ("[[1,2,3],[4,5]]", "line 1, column 14: expected \",\" and entry 3 of 3, found \"]\""),
    ("[[1,2,3],[4,5,6,0]]", "line 1, column 16: expected \"]\" after 3 entries, found \",\""),
    ("[[1,2,3]]", "line 1, column 9: expected \",\" and the value of wire 1 of 2, found \"]\""),
    ("[1,2,3,4,5,6]", "line 1, column 2: expected \"[\", found \"1\""),
    ("[[1,2,3],[4,5,+6]]", "line 1, column 15: expected an entry from 0 to 6, found \"+6\""),
    ("[[1,2,3],[4,5,1e0]]", "line 1, column 16: expected \"]\" after 3 entries, found \"e0\""),
    (
        "[[1,2,3],[4,5,00]]",
        "line 1, column 15: expected an entry from 0 to 6, without leading zeros, found \"00\"",
    ),
    (
        "[[1,2,3],[4,5,18446744073709551616]]",
        "line 1, column 15: expected an entry from 0 to 6, found \"18446744073709551616\"",
    ),
    ("[123,456]", "line 1, column 2: expected \"[\", found \"123\""),
];

/// Inputs of a fan-in circuit with four wires.
const FAN_IN_INPUTS: &[(&str, &str)] = &[
    ("[010]", "line 1, column 5: expected bit 4 of 4, 0 or 1, found \"]\""),
    ("[01011]", "line 1, column 6: expected \"]\", found \"1\""),
    ("[0,1,0]", "line 1, column 7: expected \",\" and the value of wire 3 of 4, found \"]\""),
    ("[0,1,0,1,1]", "line 1, column 9: expected \"]\", found \",\""),
    ("[0,10,1]", "line 1, column 5: expected \",\" and the value of wire 2 of 4, found \"0\""),
    ("[01,01]", "line 1, column 4: expected bit 3 of 4, 0 or 1, found \",\""),
    ("[0 1 0 1]", "line 1, column 3: expected bit 2 of 4, 0 or 1, found \" 1 0 1\""),
    ("0101", "line 1, column 1: expected \"[\", found \"0101\""),
    ("[0102]", "line 1, column 5: expected bit 4 of 4, 0 or 1, found \"2\""),
    ("[0,1,,1]", "line 1, column 6: expected bit 3 of 4, 0 or 1, found \",\""),
];

/// Outputs of three bits.
const OUTPUTS: &[(&str, &str)] = &[
    ("", "line 1, column 1: expected a vector, found the end of the file"),
    ("01", "line 1, column 3: expected bit 3 of 3, 0 or 1, found the end of the file"),
    ("0101", "line 1, column 4: expected no more than 3 bits, found \"1\""),
    ("01x", "line 1, column 3: expected bit 3 of 3, 0 or 1, found \"x\""),
    ("010 010", "line 1, column 5: expected the end of the line, found \"010\""),
    ("010\n010", "line 2, column 1: expected the end of the file, found \"010\""),
    ("[010,010]", "line 1, column 5: expected \"]\", found \",\""),
];

/// Key parameters.
const KEY_PARAMETERS: &[(&str, &str)] = &[
    (
        "",
        "line 1, column 1: expected key parameters (L=, D=, K= or a security level), found the end of the file",
    ),
    ("80x", "line 1, column 3: expected the end of the line, found \"x\""),
    (
        "080",
        "line 1, column 1: expected a security level from 0 to 4294967295, without leading zeros, found \"080\"",
    ),
    (
        "-80",
        "line 1, column 1: expected key parameters (L=, D=, K= or a security level), found \"-80\"",
    ),
    (
        "4294967296",
        "line 1, column 1: expected a security level from 0 to 4294967295, found \"4294967296\"",
    ),
    ("8 0", "line 1, column 3: expected the end of the line, found \"0\""),
    ("L=5,D=4.0", "line 1, column 10: expected the field K= as well, found the end of the file"),
    ("D=4.0,K=80", "line 1, column 11: expected the field L= as well, found the end of the file"),
    ("L=5,K=80", "line 1, column 9: expected the field D= as well, found the end of the file"),
    (
        "L=5,D=4.0,K=80,K=80",
        "line 1, column 16: expected each field once, not K= again, found \"K=80\"",
    ),
    (
        "L=5,D=4.0,K=80,W=3",
        "line 1, column 16: expected a field (L=, D=, K=, T=, R=, C=, P=, M=, G=), found \"W=3\"",
    ),
    (
        "L=5,D=4,0,K=80",
        "line 1, column 9: expected a field (L=, D=, K=, T=, R=, C=, P=, M=, G=), found \"0\"",
    ),
    ("L=0,D=4.0,K=80", "line 1, column 3: expected a batch from 1 to 131072, found \"0\""),
    (
        "L=5,D=4.0,K=",
        "line 1, column 13: expected a security level from 0 to 4294967295, found the end of the file",
    ),
    (
        "L=5,D=4.0,K=+80",
        "line 1, column 13: expected a security level from 0 to 4294967295, found \"+80\"",
    ),
    (
        "L=5,D=4.0,K=80,T=1",
        "line 1, column 18: expected a plaintext modulus from 2 to 4611686018427387903, found \"1\"",
    ),
    (
        "L=5,D=4.0,K=80\nL=5,D=4.0,K=80",
        "line 2, column 1: expected the end of the file, found \"L=5\"",
    ),
    (
        "X",
        "line 1, column 1: expected key parameters (L=, D=, K= or a security level), found \"X\"",
    ),
    (
        "L=5,D=1e3,K=80",
        "line 1, column 7: expected a depth such as 4 or 4.2, of at most 18 digits, found \"1e3\"",
    ),
    (
        "L=5,D=4.0,K=999999999999999999999999999999",
        "line 1, column 13: expected a security level from 0 to 4294967295, found \"999999999999999999999999999999\"",
    ),
];

/// Test scripts.
const SCRIPTS: &[(&[u8], &str)] = &[
    (b"", "line 1, column 1: expected \"KEY\", found the end of the file"),
    (b"\n", "line 1, column 1: expected \"KEY\", found the end of the file"),
    (b"KEY", "line 1, column 4: expected a path, found the end of the file"),
    (b"KEY\n", "line 2, column 1: expected a path, found the end of the file"),
    (b"KEY\n\n\nCIRCUIT\nc", "line 2, column 1: expected a path, found the end of the line"),
    (b"key\nk", "line 1, column 1: expected \"KEY\", found \"key\""),
    (b"CIRCUIT\nc", "line 1, column 1: expected \"KEY\", found \"CIRCUIT\""),
    (b"INPUT\ni", "line 1, column 1: expected \"KEY\", found \"INPUT\""),
    (b"KEY\nk\nINPUT\ni", "line 3, column 1: expected \"CIRCUIT\" or \"KEY\", found \"INPUT\""),
    (b"KEY\nk\nKEYS\nk", "line 3, column 1: expected \"CIRCUIT\" or \"KEY\", found \"KEYS\""),
    (b"KEY k", "line 1, column 5: expected the end of the line, found \"k\""),
    (
        b"KEY\nk\n\nCIRCUIT\nc",
        "line 3, column 1: expected \"CIRCUIT\" or \"KEY\", found the end of the line",
    ),
    (b"KEY\n  \nCIRCUIT\nc", "line 2, column 1: expected a path, found \"  \""),
    (
        b"KEY\na\x00b",
        "line 2, column 2: expected a path without control characters, found \"\\x00b\"",
    ),
    (b"KEY\na\xffb", "line 2, column 2: expected UTF-8, found \"\\xffb\""),
    (
        b"KEY\na\x1b[0m",
        "line 2, column 2: expected a path without control characters, found \"\\x1b[0m\"",
    ),
    (
        b"\xef\xbb\xbf\xef\xbb\xbfKEY\nk",
        "line 1, column 1: expected \"KEY\", found \"\\xef\\xbb\\xbfKEY\"",
    ),
    (
        b"KEY\nk\rCIRCUIT\nc",
        "line 2, column 2: expected a path without control characters, found \"\\rCIRCUIT\"",
    ),
    (
        b"KEY\na\xc2\x85b",
        "line 2, column 2: expected a path without control characters, found \"\\xc2\\x85b\"",
    ),
];

fn check<T>(text: &[u8], result: Result<T, FormatError>, expected: &str) {
    match result {
        Ok(_) => panic!("accepted: {:?}", text.escape_ascii().to_string()),
        Err(error) => {
            assert_eq!(error.to_string(), expected, "{:?}", text.escape_ascii().to_string());
        }
    }
}

#[test]
fn every_error_of_an_input_names_the_place() {
    for (circuit, table) in [
        ("W=2,D=1,L=3\nG2:LADD(W0,W1)", SIMD_INPUTS),
        ("W=2,D=1,L=3,T=7\nG2:LADD(W0,W1)", ZT_INPUTS),
        ("W=4,G=0,F=1\nL\noutput_gate:AND(W0,W1,W2,W3)", FAN_IN_INPUTS),
    ] {
        let circuit = read_circuit(circuit.as_bytes()).unwrap();
        for &(text, expected) in table {
            check(text.as_bytes(), read_inputs(text.as_bytes(), &circuit), expected);
        }
    }
}

#[test]
fn every_error_of_an_output_names_the_place() {
    let shape = read_circuit(b"W=1,D=1,L=3\nG2:LADD(W0,W0)").unwrap().shape();
    for &(text, expected) in OUTPUTS {
        check(text.as_bytes(), read_output(text.as_bytes(), shape, 1), expected);
    }
    for (text, expected) in [
        (
            "110",
            "line 1, column 4: expected \";\" and the vector of output 1 of 2, found the end of the file",
        ),
        ("110;01", "line 1, column 7: expected bit 3 of 3, 0 or 1, found the end of the file"),
        (
            "110,011",
            "line 1, column 4: expected \";\" and the vector of output 1 of 2, found \",\"",
        ),
        ("110;011;000", "line 1, column 8: expected the end of the line, found \";000\""),
    ] {
        check(text.as_bytes(), read_output(text.as_bytes(), shape, 2), expected);
    }
}

#[test]
fn every_error_of_key_parameters_names_the_place() {
    for &(text, expected) in KEY_PARAMETERS {
        check(text.as_bytes(), read_key_parameters(text.as_bytes()), expected);
    }
}

#[test]
fn every_error_of_a_script_names_the_place() {
    for &(text, expected) in SCRIPTS {
        check(text, read_script(text), expected);
    }
}

#[test]
fn sizes_are_checked_first() {
    let blanks = vec![b' '; limits::SCRIPT_BYTES + 1];
    assert!(read_script(&blanks).unwrap_err().expected.contains("1048576 bytes"));
    assert!(read_key_parameters(&blanks).unwrap_err().expected.contains("1048576 bytes"));
    let path = |bytes: usize| format!("KEY\n{}", "p".repeat(bytes));
    assert!(read_script(path(4096).as_bytes()).is_ok());
    assert_eq!(read_script(path(4097).as_bytes()).unwrap_err().line, 2);
    // A million wires of 2^17 residues would be 2^40 bytes: refused before the input is looked at.
    let huge = read_circuit(b"W=1000000,D=1,L=131072,T=7\nG5:LADD(W0,W1)").unwrap();
    let error = read_inputs(b"[", &huge).unwrap_err();
    assert_eq!(error.found, "1000000 wires of 131072 slots");
}

#[test]
fn paths_of_a_script_stay_below_it() {
    for safe in ["a", "a/b", "./a", "a/./b", "..a/b..", "a b", "käse"] {
        assert_eq!(relative_path(safe).unwrap(), std::path::Path::new(safe));
    }
    for bad in ["", ".", "/", "/etc/passwd", "..", "../a", "a/..", "a/../../b", "./../a", "//a"] {
        let error = relative_path(bad).unwrap_err();
        assert!(error.to_string().contains("use a relative path"), "{bad}");
    }
}

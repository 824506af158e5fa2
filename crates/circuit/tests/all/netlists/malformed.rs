//! Bristol files that are none, and what the reader says about each.

use ringassay_circuit::limits;
use ringassay_circuit::netlist::{Format, read};

/// Every text with the message that it is refused with.
pub(super) fn refused(format: Format, texts: &[(&str, &str)]) {
    for (text, message) in texts {
        match read(text.as_bytes(), format) {
            Ok(netlist) => panic!("{text:?} was read: {netlist:?}"),
            Err(error) => assert_eq!(error.to_string(), *message, "{text:?}"),
        }
    }
}

const FASHION: &[(&str, &str)] = &[
    (
        "",
        "line 1, column 1: expected the number of gates and the number of wires, found the end of the file",
    ),
    ("x", "line 1, column 1: expected the number of gates from 0 to 10000000, found \"x\""),
    (
        "1",
        "line 1, column 2: expected the number of wires from 0 to 11000000, found the end of the file",
    ),
    (
        "1 3",
        "line 1, column 4: expected the number of inputs and their widths, found the end of the file",
    ),
    (
        "1 3\n2 1",
        "line 2, column 4: expected the width of input 2 of 2 from 1 to 999999, found the end of the file",
    ),
    (
        "1 3\n2 1 0\n",
        "line 2, column 5: expected the width of input 2 of 2 from 1 to 999999, found \"0\"",
    ),
    (
        "1 3\n2 1 1\n",
        "line 3, column 1: expected the number of outputs and their widths, found the end of the file",
    ),
    ("1 3\n2 1 1\n1 1 1\n", "line 3, column 5: expected the end of the line, found \"1\""),
    ("1 3\n2 1 1\n1 1\n\n", "line 4, column 1: expected gate 1 of 1, found the end of the file"),
    (
        "1 3\n2 1 1\n1 1\n\n\n\n\n\n2 1 0 1 2 AND\n",
        "line 7, column 1: expected a gate (XOR, AND, INV, EQ, EQW, MAND), after at most 3 blank lines, found the end of the line",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 NAND\n",
        "line 5, column 11: expected a gate (XOR, AND, INV, EQ, EQW, MAND), found \"NAND\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 2\n",
        "line 5, column 10: expected a gate (XOR, AND, INV, EQ, EQW, MAND), found the end of the line",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 AND\n",
        "line 5, column 9: expected a wire from 0 to 11000000, found \"AND\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND XOR\n",
        "line 5, column 15: expected the end of the line, found \"XOR\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n1 1 0 2 AND\n",
        "line 5, column 1: expected \"2 1\" in front of AND, found \"1 1 0 2 AND\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 INV\n",
        "line 5, column 1: expected \"1 1\" in front of INV, found \"2 1 0 1 2 INV\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 2 2 AND\n",
        "line 5, column 7: expected an input wire, or one that an earlier gate drives, found \"2 2 AND\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 1 AND\n",
        "line 5, column 9: expected a wire from 2 to 2 to drive, found \"1 AND\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 3 AND\n",
        "line 5, column 9: expected a wire from 2 to 2 to drive, found \"3 AND\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n1 1 2 2 EQ\n",
        "line 5, column 5: expected 0 or 1, the constant of EQ, found \"2 2 EQ\"",
    ),
    (
        "2 4\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n2 1 0 1 2 AND\n",
        "line 6, column 9: expected a wire that no earlier gate drives, found \"2 AND\"",
    ),
    (
        "2 4\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n",
        "line 6, column 1: expected gate 2 of 2, found the end of the file",
    ),
    (
        "1 4\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n2 1 0 1 3 AND\n",
        "line 6, column 1: expected the end of the file after gate 1, found \"2 1 0 1 3 AND\"",
    ),
    (
        "1 4\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n",
        "line 1, column 3: expected 3, the number of input wires and of those driven, found \"4\"",
    ),
    (
        "1 3\n2 1 1\n1 4\n\n2 1 0 1 2 AND\n",
        "line 1, column 3: expected at least the 4 wires of the outputs, found \"3\"",
    ),
    (
        "1 3\n2 1 1\n1 1\n\n3 1 0 1 0 2 MAND\n",
        "line 5, column 1: expected twice as many input wires as output wires of MAND, found \"3 1 0 1 0 2 MAND\"",
    ),
    (
        "0 2\n2 1 1\n1 1\n\n1 1 0 1 INV\n",
        "line 5, column 1: expected the end of the file after gate 0, found \"1 1 0 1 INV\"",
    ),
    (
        "1 2\n2 1 1\n1 1\n\n1 1 0 1 INV\n",
        "line 5, column 7: expected no gate: all 2 wires are inputs, found \"1 INV\"",
    ),
    (
        "10000001 3\n",
        "line 1, column 1: expected the number of gates from 0 to 10000000, found \"10000001 3\"",
    ),
    (
        "1 11000001\n",
        "line 1, column 3: expected the number of wires from 0 to 11000000, found \"11000001\"",
    ),
    (
        "1 3\n1 1000001\n",
        "line 2, column 3: expected the width of input 1 of 1 from 1 to 1000000, found \"1000001\"",
    ),
    (
        "1 3\n2 1000000 1\n",
        "line 3, column 1: expected the number of outputs and their widths, found the end of the file",
    ),
    (
        "01 3\n",
        "line 1, column 1: expected the number of gates from 0 to 10000000, without leading zeros, found \"01 3\"",
    ),
    ("1 3 4\n", "line 1, column 5: expected the end of the line, found \"4\""),
];

const OLD: &[(&str, &str)] = &[
    (
        "1 3\n1 1\n",
        "line 2, column 4: expected the width of the output from 0 to 65536, found the end of the line",
    ),
    ("1 3\n1 1 1 1\n", "line 2, column 7: expected the end of the line, found \"1\""),
    (
        "1 3\n1 1 1\n\n2 1 0 1 2 OR\n",
        "line 4, column 11: expected a gate (XOR, AND, INV, EQ, EQW, MAND), found \"OR\"",
    ),
];

#[test]
fn bristol_fashion() {
    refused(Format::Bristol, FASHION);
}

#[test]
fn the_older_bristol_format() {
    refused(Format::OldBristol, OLD);
}

/// Whatever a text declares, a reader allocates what the text holds: these would be gigabytes.
#[test]
fn declared_sizes_cost_nothing() {
    let most = limits::WIRES;
    let all = [
        (Format::Bristol, format!("10000000 11000000\n1 {most}\n1 65536\n")),
        (Format::OldBristol, format!("10000000 11000000\n{most} 0 65536\n")),
        (Format::AsciiAiger, format!("aag 11000000 {most} 0 65536 10000000\n")),
        (Format::BinaryAiger, format!("aig 11000000 {most} 0 65536 10000000\n")),
    ];
    for (format, text) in all {
        let start = std::time::Instant::now();
        assert!(read(text.as_bytes(), format).is_err());
        assert!(start.elapsed().as_millis() < 200, "{format:?}");
    }
}

/// Every prefix and every text with one byte changed is read or refused; nothing panics.
#[test]
fn damaged_files_never_panic() {
    let source = ringassay_circuit::library::build("adder", None, Some(3)).unwrap();
    for format in Format::ALL {
        let text = ringassay_circuit::netlist::write(&source, format).unwrap();
        for at in 0..text.len() {
            let _ = read(&text[..at], format);
            for byte in [0, b'\n', b' ', b'0', b'9', b'-', b'.', 0x7f, 0xff] {
                let mut damaged = text.clone();
                damaged[at] = byte;
                let _ = read(&damaged, format);
            }
        }
    }
}

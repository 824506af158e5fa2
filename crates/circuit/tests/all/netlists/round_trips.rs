//! Reading and writing again changes no byte and no function.

use proptest::prelude::*;
use ringassay_circuit::netlist::{Format, Netlist, NetlistError, read, write};

use super::random::{inputs, netlist};
use crate::common::lanes::evaluate;

fn check(netlist: &Netlist, format: Format) {
    let constant = |signal: ringassay_circuit::netlist::Signal| signal.as_constant().is_some();
    let operands = netlist.gates().iter().flat_map(|gate| [gate.a, gate.b]);
    if format == Format::OldBristol
        && operands.chain(netlist.results().iter().copied()).any(constant)
    {
        assert_eq!(write(netlist, format), Err(NetlistError::NoConstants));
        return;
    }
    let text = write(netlist, format).unwrap();
    let shown = String::from_utf8_lossy(&text);
    // With neither gates nor outputs the two Bristol formats look alike.
    if !netlist.gates().is_empty() {
        assert_eq!(Format::detect(&text), Some(format), "{shown}");
    }
    let again = read(&text, format).unwrap_or_else(|error| panic!("{error}\n{shown}"));
    assert_eq!(String::from_utf8_lossy(&write(&again, format).unwrap()), shown);
    assert_eq!(again.input_bits(), netlist.input_bits());
    let words = inputs(netlist, 1);
    assert_eq!(evaluate(&again, &words), evaluate(netlist, &words), "{shown}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn of_every_format(netlist in netlist(true)) {
        for format in Format::ALL {
            check(&netlist, format);
        }
    }

    #[test]
    fn of_netlists_without_constants(netlist in netlist(false)) {
        check(&netlist, Format::OldBristol);
    }

    #[test]
    fn from_format_to_format(netlist in netlist(true)) {
        let words = inputs(&netlist, 2);
        let mut current = netlist.clone();
        for format in Format::ALL {
            // The older Bristol format has no constants.
            let Ok(text) = write(&current, format) else { continue };
            current = read(&text, format).unwrap();
            prop_assert_eq!(evaluate(&current, &words), evaluate(&netlist, &words));
        }
    }
}

/// Bristol and BLIF keep every gate as it is, AIGER every AND.
#[test]
fn gates_survive() {
    let text =
        b".model m\n.inputs a b\n.outputs c d\n.names a b n3\n01 1\n.names n3 a n4\n00 1\n11 1\n\
                 .names n4 c\n0 1\n.names n3 d\n1 1\n.end\n";
    let netlist = read(text, Format::Blif).unwrap();
    assert_eq!((netlist.figures().ands, netlist.figures().xors), (1, 1));
    for format in [Format::Bristol, Format::OldBristol, Format::Blif] {
        let again = read(&write(&netlist, format).unwrap(), format).unwrap();
        assert_eq!(again.gates(), netlist.gates(), "{format:?}");
        assert_eq!(again.results(), netlist.results(), "{format:?}");
    }
}

/// What others write, in forms that our writers do not use.
#[test]
fn other_spellings() {
    let fashion = "3 7\r\n2 2 1\r\n1  2 \r\n\r\n2 1 0 2 6 AND\r\n1 1 6 4 NOT\r\n3 1 0 1 2\r\n";
    assert!(read(fashion.as_bytes(), Format::Bristol).is_err());
    let fashion =
        "3 6\r\n2 2 1\r\n1  2 \r\n\r\n2 1 0 2 5 AND\r\n1 1 5 3 NOT\r\n1 1 3 4 EQW\r\n\r\n";
    let netlist = read(fashion.as_bytes(), Format::Bristol).unwrap();
    assert_eq!(evaluate(&netlist, &[0b1100, 0, 0b1010]), [!0b1000, 0b1000]);
    let mand = "2 7\n1 4\n1 2\n\n4 2 0 1 2 3 4 5 MAND\n1 1 1 6 EQ\n";
    let netlist = read(mand.as_bytes(), Format::Bristol).unwrap();
    assert_eq!(evaluate(&netlist, &[0b11, 0b11, 0b10, 0b01]), [0b01, u64::MAX]);

    // Gates in reverse order, a variable left out, a comment.
    let ascii = "aag 9 2 0 1 2\n2\n6\n19\n18 12 7\n12 3 6\ni1 b\no0 out\nc\nanything\n";
    let netlist = read(ascii.as_bytes(), Format::AsciiAiger).unwrap();
    assert_eq!(evaluate(&netlist, &[0b1100, 0b1010]), [u64::MAX]);
    assert_eq!(netlist.outputs()[0].name, "out");

    // Continued lines, comments, tables before their operands, zeros for the output, wide tables.
    let blif = "# top\n.model top # name\n.inputs a b \\\n  c\n.outputs o p\n\n.names t c o\n1- 0\n-1 0\n\
                .names a b t\n11 1\n.names a b c p\n100 1\n010 1\n001 1\n111 1\n.end\n";
    let netlist = read(blif.as_bytes(), Format::Blif).unwrap();
    let (a, b, c) = (0xf0, 0xcc, 0xaa);
    assert_eq!(evaluate(&netlist, &[a, b, c]), [!(a & b | c), a ^ b ^ c]);
    // The parity of three is found to be two XORs.
    assert_eq!(netlist.figures().ands, 2);
}

#[test]
fn formats_are_told_apart() {
    for (text, format) in [
        (&b"aag 0 0 0 0 0\n"[..], Some(Format::AsciiAiger)),
        (b"aig 0 0 0 0 0\n", Some(Format::BinaryAiger)),
        (b"\n # c\n.model x\n", Some(Format::Blif)),
        (b"1 3\n1 2\n1 1\n\n2 1 0 1 2 AND\n", Some(Format::Bristol)),
        (b"1 3\n1 1 1\n\n2 1 0 1 2 AND\n", Some(Format::OldBristol)),
        (b"W=2,D=1,L=3\nG2:LADD(W0,W1)", None),
        (b"", None),
    ] {
        assert_eq!(Format::detect(text), format);
    }
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
}

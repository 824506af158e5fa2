//! AIGER files that are none, and what the reader says about each.

use ringassay_circuit::netlist::Format;

use super::malformed::refused;

const ASCII: &[(&str, &str)] = &[
    ("", "line 1, column 1: expected \"aag M I L O A\", found the end of the file"),
    ("aig 0 0 0 0 0\n", "line 1, column 1: expected \"aag M I L O A\", found \"aig 0 0 0 0 0\""),
    (
        "aag 1 0 1 0 0\n2 3\n",
        "line 1, column 9: expected L, the number of latches (0: combinational logic only) from 0 to 0, found \"1 0 0\"",
    ),
    (
        "aag 0 0 0 0\n",
        "line 1, column 12: expected A, the number of gates, from 0 to 10000000, found the end of the line",
    ),
    (
        "aag 0 0 0 0 0 1\n",
        "line 1, column 15: expected the number of bad states (0: combinational logic only) from 0 to 0, found \"1\"",
    ),
    (
        "aag 1 1 0 0 1\n",
        "line 1, column 13: expected I + A to be at most M = 1, not 2, found \"1\"",
    ),
    (
        "aag 11000001 0 0 0 0\n",
        "line 1, column 5: expected M, the largest variable, from 0 to 11000000, found \"11000001 0 0 0 0\"",
    ),
    ("aag 2 2 0 0 0\n2\n", "line 3, column 1: expected input 2 of 2, found the end of the file"),
    ("aag 2 2 0 0 0\n2\n3\n", "line 3, column 1: expected an even literal, found \"3\""),
    (
        "aag 2 2 0 0 0\n2\n2\n",
        "line 3, column 1: expected a literal that is not defined yet, found \"2\"",
    ),
    (
        "aag 2 2 0 0 0\n2\n6\n",
        "line 3, column 1: expected an even literal from 2 to 5, found \"6\"",
    ),
    (
        "aag 2 2 0 0 0\n2\n0\n",
        "line 3, column 1: expected an even literal from 2 to 5, found \"0\"",
    ),
    ("aag 2 1 0 1 0\n2\n4\n", "line 3, column 1: expected a literal that is defined, found \"4\""),
    ("aag 2 1 0 1 0\n2\n6\n", "line 3, column 1: expected a literal from 0 to 5, found \"6\""),
    (
        "aag 3 1 0 1 1\n2\n4\n4 2 6\n",
        "line 4, column 1: expected a gate of defined literals, found \"4 2 6\"",
    ),
    (
        "aag 3 1 0 1 2\n2\n4\n4 2 6\n6 4 2\n",
        "line 4, column 1: expected a gate that does not depend on itself, found \"4 2 6\"",
    ),
    (
        "aag 2 1 0 1 1\n2\n4\n4 4 2\n",
        "line 4, column 1: expected a gate that does not depend on itself, found \"4 4 2\"",
    ),
    (
        "aag 2 1 0 1 1\n2\n4\n4 2\n",
        "line 4, column 4: expected a literal from 0 to 5, found the end of the line",
    ),
    (
        "aag 2 1 0 1 1\n2\n4\n4 2 2 2\n",
        "line 4, column 7: expected the end of the line, found \"2\"",
    ),
    (
        "aag 1 1 0 1 0\n2\n2\nx\n",
        "line 4, column 1: expected a symbol (\"i0 name\", \"o0 name\"), \"c\" or the end of the file, found \"x\"",
    ),
    (
        "aag 1 1 0 1 0\n2\n2\ni1 a\n",
        "line 4, column 2: expected the number of an input, below 1, found \"1 a\"",
    ),
    (
        "aag 1 1 0 1 0\n2\n2\ni0\n",
        "line 4, column 3: expected a space and a name, found the end of the line",
    ),
    (
        "aag 1 1 0 1 0\n2\n2\ni0  a\n",
        "line 4, column 4: expected a name of printable ASCII without a space at either end, found \" a\"",
    ),
    (
        "aag 1 1 0 1 0\n2\n2\ni0 a\ni0 b\n",
        "line 5, column 2: expected each input once, not 0 again, found \"0 b\"",
    ),
    (
        "aag 1 1 0 1 0\n2\n2\nl0 a\n",
        "line 4, column 1: expected a symbol (\"i0 name\", \"o0 name\"), \"c\" or the end of the file, found \"l0 a\"",
    ),
];

const BINARY: &[(&str, &str)] = &[
    (
        "aig 2 1 0 1 1\n4\n",
        "line 3, column 1: expected more bytes of a gate, found the end of the file",
    ),
    (
        "aig 2 1 0 1 1\n4\n\u{1}",
        "line 3, column 2: expected more bytes of a gate, found the end of the file",
    ),
    (
        "aig 2 1 0 1 1\n4\n\0\0",
        "line 3, column 1: expected a difference from 1 to 4 in as few bytes as possible, found \"\\x00\\x00\"",
    ),
    (
        "aig 2 1 0 1 1\n4\n\u{2}\u{3}",
        "line 3, column 2: expected a difference from 0 to 2 in as few bytes as possible, found \"\\x03\"",
    ),
    (
        "aig 2 1 0 1 1\n6\n\u{2}\u{2}",
        "line 2, column 1: expected a literal from 0 to 5, found \"6\"",
    ),
    (
        "aig 3 1 0 1 1\n4\n\u{2}\u{2}",
        "line 1, column 13: expected I + A to be M = 3, not 2, found \"1\"",
    ),
    (
        "aig 2 1 0 1 1\n4\n\u{2}\u{2}x",
        "line 3, column 3: expected a symbol (\"i0 name\", \"o0 name\"), \"c\" or the end of the file, found \"x\"",
    ),
    ("aig 1 1 0 1 0\n", "line 2, column 1: expected output 1 of 1, found the end of the file"),
];

#[test]
fn ascii() {
    refused(Format::AsciiAiger, ASCII);
}

#[test]
fn binary() {
    refused(Format::BinaryAiger, BINARY);
}

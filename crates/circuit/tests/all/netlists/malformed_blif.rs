//! BLIF files that are malformed, and what the reader says about each.

use ringassay_circuit::netlist::Format;

use super::malformed::refused;

const BLIF: &[(&str, &str)] = &[
    (
        "",
        "line 1, column 1: expected .model, .inputs, .outputs, .names, .subckt or .end (combinational logic only), found the end of the file",
    ),
    (
        "# nothing\n",
        "line 1, column 10: expected .model, .inputs, .outputs, .names, .subckt or .end (combinational logic only), found the end of the file",
    ),
    (
        ".model a b\n",
        "line 1, column 10: expected the end of the line after the model's name, found \"b\"",
    ),
    (
        ".latch a b\n",
        "line 1, column 1: expected .model, .inputs, .outputs, .names, .subckt or .end (combinational logic only), found \".latch a b\"",
    ),
    (
        "11 1\n",
        "line 1, column 1: expected .model, .inputs, .outputs, .names, .subckt or .end (combinational logic only), found \"11 1\"",
    ),
    (".inputs a a\n", "line 1, column 11: expected a name that nothing drives yet, found \"a\""),
    (
        ".names\n",
        "line 1, column 1: expected .names and the name that the table drives, found \".names\"",
    ),
    (
        ".inputs a\n.names a\n",
        "line 2, column 8: expected a name that nothing drives yet, found \"a\"",
    ),
    (".inputs a\n.names a b\n11 1\n", "line 3, column 1: expected 1 of 0, 1 and -, found \"11 1\""),
    (
        ".inputs a\n.names a b\n1\n",
        "line 3, column 1: expected 1 of 0, 1 and -, a space, and 0 or 1, found \"1\"",
    ),
    (".inputs a\n.names a b\n2 1\n", "line 3, column 1: expected 1 of 0, 1 and -, found \"2 1\""),
    (
        ".inputs a\n.names a b\n1 2\n",
        "line 3, column 3: expected 0 or 1, the output's value, found \"2\"",
    ),
    (
        ".inputs a\n.names a b\n1 1\n0 0\n",
        "line 4, column 3: expected the same output value in all rows of a table, found \"0\"",
    ),
    (
        ".names b\n1 1\n",
        "line 2, column 1: expected \"1\" or \"0\" alone: a constant, found \"1 1\"",
    ),
    (
        ".inputs c\n.names a b\n1 1\n",
        "line 2, column 8: expected a name that is an input or that a table drives, found \"a b\"",
    ),
    (
        ".names a b\n1 1\n.names b a\n1 1\n",
        "line 1, column 10: expected a name that does not depend on itself, found \"b\"",
    ),
    (
        ".names a a\n1 1\n",
        "line 1, column 10: expected a name that does not depend on itself, found \"a\"",
    ),
    (
        ".inputs a\n.outputs b\n.end\n",
        "line 2, column 10: expected a name that is an input or that a table drives, found \"b\"",
    ),
    (
        ".inputs a\n.end\n.inputs b\n",
        "line 3, column 1: expected .model or the end of the file, found \".inputs b\"",
    ),
    (".inputs a \\ b\n", "line 1, column 13: expected the end of the line, found \"b\""),
    (
        ".inputs é\n",
        "line 1, column 9: expected a name of printable ASCII of at most 1024 bytes, found \"\\xc3\\xa9\"",
    ),
];

#[test]
fn blif() {
    refused(Format::Blif, BLIF);
}

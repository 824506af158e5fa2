//! Circuits that are not in the format, and what the reader says about each.

use ringassay_circuit::text::read_circuit;

/// First lines.
const HEADERS: &[(&str, &str)] = &[
    (
        "",
        "line 1, column 1: expected a header (W=, D=, L= or W=, …, F=), found the end of the file",
    ),
    (
        "\n\n",
        "line 1, column 1: expected a header (W=, D=, L= or W=, …, F=), found the end of the file",
    ),
    (
        "\u{feff}\u{feff}W=2,D=1.0,L=5\nG2:LADD(W0,W1)",
        "line 1, column 1: expected a field (W=, D=, L=, T=, R=, C=, G=, X=, F=), found \"\\xef\\xbb\\xbfW=2\"",
    ),
    (
        "\0",
        "line 1, column 1: expected a field (W=, D=, L=, T=, R=, C=, G=, X=, F=), found \"\\x00\"",
    ),
    (
        "W=2,D=1.0,L=5",
        "line 1, column 14: expected a gate (G, its id and \":\"), found the end of the file",
    ),
    (
        "W=2,D=1.0,L=5\n",
        "line 2, column 1: expected a gate (G, its id and \":\"), found the end of the file",
    ),
    (
        "W=2,D=1.0,L=5,\nG2:LADD(W0,W1)",
        "line 1, column 15: expected a field (W=, D=, L=, T=, R=, C=, G=, X=, F=), found the end of the line",
    ),
    (
        "W=2,D=1.0\nG2:LADD(W0,W1)",
        "line 1, column 10: expected the field L= as well, found the end of the line",
    ),
    (
        "W=2,W=2,D=1.0,L=5\n",
        "line 1, column 5: expected each field once, not W= again, found \"W=2\"",
    ),
    (
        "W=2;D=1.0;L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"2;D=1.0;L=5\"",
    ),
    ("W=2 D=1.0 L=5\n", "line 1, column 5: expected the end of the line, found \"D=1.0 L=5\""),
    (
        "w=2,D=1.0,L=5\n",
        "line 1, column 1: expected a field (W=, D=, L=, T=, R=, C=, G=, X=, F=), found \"w=2\"",
    ),
    ("W:2,D=1.0,L=5\n", "line 1, column 2: expected \"=\", found \":\""),
    (
        "W=,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \",\"",
    ),
    (
        "W=+2,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"+2\"",
    ),
    (
        "W=-1,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"-1\"",
    ),
    (
        "W=0x2,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"0x2\"",
    ),
    (
        "W=1e3,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"1e3\"",
    ),
    (
        "W=02,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, without leading zeros, found \"02\"",
    ),
    (
        "W=0,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"0\"",
    ),
    (
        "W=1000001,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"1000001\"",
    ),
    (
        "W=٣,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"\\xd9\\xa3\"",
    ),
    (
        "W=999999999999999999999999999999,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"999999999999999999999999999999\"",
    ),
    (
        "W=18446744073709551617,D=1.0,L=5\n",
        "line 1, column 3: expected a number of input wires from 1 to 1000000, found \"18446744073709551617\"",
    ),
    (
        "W=2,D=.5,L=5\n",
        "line 1, column 7: expected a depth such as 4 or 4.2, of at most 18 digits, found \".5\"",
    ),
    (
        "W=2,D=1.,L=5\n",
        "line 1, column 7: expected a depth such as 4 or 4.2, of at most 18 digits, found \"1.\"",
    ),
    (
        "W=2,D=-1.0,L=5\n",
        "line 1, column 7: expected a depth such as 4 or 4.2, of at most 18 digits, found \"-1.0\"",
    ),
    (
        "W=2,D=1e1,L=5\n",
        "line 1, column 7: expected a depth such as 4 or 4.2, of at most 18 digits, found \"1e1\"",
    ),
    (
        "W=2,D=1.0000000000000000001,L=5\n",
        "line 1, column 7: expected a depth such as 4 or 4.2, of at most 18 digits, found \"1.0000000000000000001\"",
    ),
    ("W=2,D=1.0,L=0\n", "line 1, column 13: expected a batch from 1 to 131072, found \"0\""),
    (
        "W=2,D=1.0,L=131073\n",
        "line 1, column 13: expected a batch from 1 to 131072, found \"131073\"",
    ),
    (
        "W=2,D=1.0,L=5,T=1\n",
        "line 1, column 17: expected a plaintext modulus from 2 to 4611686018427387903, found \"1\"",
    ),
    (
        "W=2,D=1.0,L=5,T=4611686018427387904\n",
        "line 1, column 17: expected a plaintext modulus from 2 to 4611686018427387903, found \"4611686018427387904\"",
    ),
    (
        "W=2,D=1.0,L=5,G=1\n",
        "line 1, column 15: expected a field of a circuit without F= (W=, D=, L=, T=, R=, C=), found \"G=1\"",
    ),
    ("W=2,G=1,F=4\n", "line 1, column 11: expected a family from 1 to 3, found \"4\""),
    (
        "W=2,G=1,X=1,F=1\n",
        "line 1, column 9: expected a field of a circuit with F=1 (W=, G=, F=), found \"X=1\"",
    ),
    (
        "W=2,G=1,F=2\n",
        "line 1, column 12: expected the field X= as well, found the end of the line",
    ),
    (
        "W=2,D=1.0,L=1,F=3\n",
        "line 1, column 11: expected a field of a circuit with F=3 (W=, D=, F=), found \"L=1\"",
    ),
];

/// Gates on vectors of bits.
const GF2: &[(&str, &str)] = &[
    (
        "W=2,D=1.0,L=5\nG2:LAD(W0,W1)",
        "line 2, column 4: expected a gate name (LADD, LADDconst, LMUL, LMULconst, LROTATE, LSELECT), found \"LAD(\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:ladd(W0,W1)",
        "line 2, column 4: expected a gate name (LADD, LADDconst, LMUL, LMULconst, LROTATE, LSELECT), found \"ladd(\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LSUB(W0,W1)",
        "line 2, column 4: expected a gate name (LADD, LADDconst, LMUL, LMULconst, LROTATE, LSELECT), found \"LSUB(\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:AND(W0,W1)",
        "line 2, column 4: expected a gate name (LADD, LADDconst, LMUL, LMULconst, LROTATE, LSELECT), found \"AND(\"",
    ),
    ("W=2,D=1.0,L=5\nG2 LADD(W0,W1)", "line 2, column 4: expected \":\", found \"LADD(\""),
    (
        "W=2,D=1.0,L=5\ng2:LADD(W0,W1)",
        "line 2, column 1: expected a gate (G, its id and \":\"), found \"g2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG:LADD(W0,W1)",
        "line 2, column 2: expected a gate id from 0 to 4294967294, found \":\"",
    ),
    (
        "W=2,D=1.0,L=5\nG02:LADD(W0,W1)",
        "line 2, column 2: expected a gate id from 0 to 4294967294, without leading zeros, found \"02\"",
    ),
    (
        "W=2,D=1.0,L=5\nG4294967295:LADD(W0,W1)",
        "line 2, column 2: expected a gate id from 0 to 4294967294, found \"4294967295\"",
    ),
    (
        "W=2,D=1.0,L=5\nG-1:LADD(W0,W1)",
        "line 2, column 2: expected a gate id from 0 to 4294967294, found \"-1\"",
    ),
    ("W=2,D=1.0,L=5\nG2:LADD(W0)", "line 2, column 11: expected \",\", found \")\""),
    ("W=2,D=1.0,L=5\nG2:LADD(W0,W1,W1)", "line 2, column 14: expected \")\", found \",\""),
    (
        "W=2,D=1.0,L=5\nG2:LADD()",
        "line 2, column 9: expected a wire (W and its number) or a gate (G and its id), found \")\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1",
        "line 2, column 14: expected \")\", found the end of the file",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1))",
        "line 2, column 15: expected the end of the line, found \")\"",
    ),
    ("W=2,D=1.0,L=5\nG2:LADD W0,W1)", "line 2, column 9: expected \"(\", found \"W0\""),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W2,W1)",
        "line 2, column 9: expected a wire from W0 to W1, found \"W2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W00,W1)",
        "line 2, column 9: expected a wire from W0 to W1, found \"W00\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W,W1)",
        "line 2, column 9: expected a wire from W0 to W1, found \"W\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(G2,W1)",
        "line 2, column 9: expected a gate defined on an earlier line, found \"G2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,G9)",
        "line 2, column 12: expected a gate defined on an earlier line, found \"G9\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,G3)\nG3:LADD(W0,W1)",
        "line 2, column 12: expected a gate defined on an earlier line, found \"G3\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,N(W1))",
        "line 2, column 12: expected a wire (W and its number) or a gate (G and its id), found \"N(\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1)\nG2:LMUL(W0,W1)",
        "line 3, column 1: expected a gate id that is not used yet, found \"G2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1)\n\nG3:LMUL(W0,W1)",
        "line 3, column 1: expected a gate (G, its id and \":\") or \"OUTPUT(\", found the end of the line",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1)\rG3:LMUL(W0,W1)",
        "line 2, column 15: expected the end of the line, found \"\\rG3\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1)\0",
        "line 2, column 15: expected the end of the line, found \"\\x00\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADD(W0,W1) # comment",
        "line 2, column 16: expected the end of the line, found \"# comment\"",
    ),
    (
        "W=2,D=1.0,L=5\n\u{a0}G2:LADD(W0,W1)",
        "line 2, column 1: expected a gate (G, its id and \":\"), found \"\\xc2\\xa0G2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[0101])",
        "line 2, column 22: expected bit 5 of 5, 0 or 1, found \"]\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[010101])",
        "line 2, column 23: expected no more than 5 bits, found \"1\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[01012])",
        "line 2, column 22: expected bit 5 of 5, 0 or 1, found \"2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[])",
        "line 2, column 18: expected bit 1 of 5, 0 or 1, found \"]\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[[01010]])",
        "line 2, column 18: expected bit 1 of 5, 0 or 1, found \"[01010\"",
    ),
    ("W=2,D=1.0,L=5\nG2:LADDconst(W0,[01010)", "line 2, column 23: expected \"]\", found \")\""),
    ("W=2,D=1.0,L=5\nG2:LADDconst(W0,01010])", "line 2, column 22: expected \")\", found \"]\""),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[0,1,0,1])",
        "line 2, column 25: expected \",\" and entry 5 of 5, found \"]\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[0,1,0,1,0,1])",
        "line 2, column 27: expected \"]\" after 5 entries, found \",\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[0,2,0,1,0])",
        "line 2, column 20: expected an entry from 0 to 1, found \"2\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,[0,,0,1,0])",
        "line 2, column 20: expected an entry from 0 to 1, found \",\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,0,1,0,1,0)",
        "line 2, column 18: expected bit 2 of 5, 0 or 1, found \",\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LADDconst(W0,W1)",
        "line 2, column 17: expected bit 1 of 5, 0 or 1, found \"W1\"",
    ),
    ("W=2,D=1.0,L=5\nG2:LADDconst(W0)", "line 2, column 16: expected \",\", found \")\""),
    (
        "W=2,D=1.0,L=5\nG2:LROTATE(W0,5)",
        "line 2, column 15: expected a rotation from 0 to 4, found \"5\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LROTATE(W0,-1)",
        "line 2, column 15: expected a rotation from 0 to 4, found \"-1\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LROTATE(W0,01)",
        "line 2, column 15: expected a rotation from 0 to 4, without leading zeros, found \"01\"",
    ),
    ("W=2,D=1.0,L=5\nG2:LROTATE(W0,1.0)", "line 2, column 16: expected \")\", found \".0\""),
    (
        "W=2,D=1.0,L=5\nG2:LROTATE(W0,999999999999999999999999999999)",
        "line 2, column 15: expected a rotation from 0 to 4, found \"999999999999999999999999999999\"",
    ),
    (
        "W=2,D=1.0,L=5\nG2:LROTATE(W0,)",
        "line 2, column 15: expected a rotation from 0 to 4, found \")\"",
    ),
    ("W=2,D=1.0,L=5\nG2:LSELECT(W0,W1)", "line 2, column 17: expected \",\", found \")\""),
    (
        "W=2,D=1.0,L=5\nG2:LSELECT(W0,[01010])",
        "line 2, column 15: expected a wire (W and its number) or a gate (G and its id), found \"[01010\"",
    ),
];

/// Gates on vectors of residues.
const ZT: &[(&str, &str)] = &[
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,2,7])",
        "line 2, column 22: expected an entry from 0 to 6, found \"7\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,2])",
        "line 2, column 21: expected \",\" and entry 3 of 3, found \"]\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,2,3,4])",
        "line 2, column 23: expected \"]\" after 3 entries, found \",\"",
    ),
    ("W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,123)", "line 2, column 17: expected \"[\", found \"123\""),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,02,3])",
        "line 2, column 20: expected an entry from 0 to 6, without leading zeros, found \"02\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,-2,3])",
        "line 2, column 20: expected an entry from 0 to 6, found \"-2\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,2,3,])",
        "line 2, column 23: expected \"]\" after 3 entries, found \",\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1 2,3])",
        "line 2, column 20: expected \",\" and entry 2 of 3, found \"2\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LADDconst(W0,[1,999999999999999999999999999999,3])",
        "line 2, column 20: expected an entry from 0 to 6, found \"999999999999999999999999999999\"",
    ),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LSELECT(W0,W1,[0,1,2])",
        "line 2, column 23: expected an entry from 0 to 1, found \"2\"",
    ),
    ("W=2,D=1.0,L=3,T=7\nG2:LNEG(W0,W1)", "line 2, column 11: expected \")\", found \",\""),
    (
        "W=2,D=1.0,L=3,T=7\nG2:LNEG()",
        "line 2, column 9: expected a wire (W and its number) or a gate (G and its id), found \")\"",
    ),
];

/// Fan-in gates.
const FAN_IN: &[(&str, &str)] = &[
    (
        "W=2,G=1,F=1\n",
        "line 2, column 1: expected a level (\"L\" alone on its line), found the end of the file",
    ),
    (
        "W=2,G=1,F=1\nG2:AND(W0,W1)",
        "line 2, column 1: expected a level (\"L\" alone on its line), found \"G2\"",
    ),
    (
        "W=2,G=1,F=1\nL",
        "line 2, column 2: expected a gate (G, its id and \":\") or \"output_gate:\", found the end of the file",
    ),
    (
        "W=2,G=1,F=1\nL\nL\n",
        "line 3, column 1: expected a gate (G, its id and \":\") or \"output_gate:\", found \"L\"",
    ),
    (
        "W=2,G=1,F=1\nL\nG2:AND(W0,W1)",
        "line 3, column 14: expected the output gate (\"L\", then \"output_gate:\"), found the end of the file",
    ),
    (
        "W=2,G=1,F=1\nL\nG2:AND(W0,W1)\nL",
        "line 4, column 2: expected a gate (G, its id and \":\") or \"output_gate:\", found the end of the file",
    ),
    (
        "W=2,G=1,F=1\nL\nG2:AND(W0,W1)\noutput_gate:AND(W0,W1)",
        "line 4, column 1: expected a gate (G, its id and \":\") or \"L\", found \"output_gate\"",
    ),
    (
        "W=2,G=1,F=1\nL\noutput_gate:AND(W0,W1)\nL",
        "line 4, column 1: expected the end of the file, found \"L\"",
    ),
    ("W=2,G=1,F=1\nL\noutput_gate:AND(W0)", "line 3, column 19: expected \",\", found \")\""),
    (
        "W=2,G=1,F=1\nL\noutput_gate:AND()",
        "line 3, column 17: expected a wire, a gate or a negation N(…), found \")\"",
    ),
    (
        "W=2,G=1,F=1\nL\noutput_gate:NOT(W0)",
        "line 3, column 13: expected a gate name (AND, OR, XOR), found \"NOT(\"",
    ),
    (
        "W=2,G=1,F=1\nL\noutput_gate:LADD(W0,W1)",
        "line 3, column 13: expected a gate name (AND, OR, XOR), found \"LADD(\"",
    ),
    (
        "W=2,G=1,F=1\nL\noutput:AND(W0,W1)",
        "line 3, column 1: expected a gate (G, its id and \":\") or \"output_gate:\", found \"output\"",
    ),
    (
        "W=2,G=1,F=1\nL\noutput_gate:AND(N(N(W0)),W1)",
        "line 3, column 19: expected a wire or a gate to negate, found \"N(\"",
    ),
    ("W=2,G=1,F=1\nL\noutput_gate:AND(N(W0,W1))", "line 3, column 21: expected \")\", found \",\""),
    (
        "W=2,G=1,F=1\nL\noutput_gate:AND(W0,G0)",
        "line 3, column 20: expected a gate defined on an earlier line, found \"G0\"",
    ),
    (
        "W=2,G=1,F=1\nL\noutput_gate:AND(W0,W1,)",
        "line 3, column 23: expected a wire, a gate or a negation N(…), found \")\"",
    ),
    (
        "W=2,G=1,F=1\nL 2\noutput_gate:AND(W0,W1)",
        "line 2, column 1: expected a level (\"L\" alone on its line), found \"L 2\"",
    ),
    ("W=2,G=1,F=1\nL\noutput_gate:AND(W0 W1)", "line 3, column 20: expected \",\", found \"W1\""),
    (
        "W=2,G=1,F=1\nL\noutput_gate:AND(W0,W1 W1)",
        "line 3, column 23: expected \",\" or \")\", found \"W1\"",
    ),
    (
        "W=2,G=1,F=1\nL\nG2:AND(G2,W1)",
        "line 3, column 8: expected a gate defined on an earlier line, found \"G2\"",
    ),
];

#[test]
fn every_error_names_the_place() {
    for (text, expected) in [HEADERS, GF2, ZT, FAN_IN].concat() {
        match read_circuit(text.as_bytes()) {
            Ok(_) => panic!("accepted: {text:?}"),
            Err(error) => assert_eq!(error.to_string(), expected, "{text:?}"),
        }
    }
}

"""Netlists and circuits in every format that is read."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.case import Case

BRISTOL = "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n"
BLIF = ".model m\n.inputs a b\n.outputs y\n.names a b y\n11 1\n.end\n"
AAG = "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n"
CIRCUIT = "W=2,D=1,L=4\nG2:LMUL(W0,W1)\n"

FILES: dict[str, bytes | str] = {
    "empty.txt": "",
    "zeros.txt": bytes(1000),
    "noise.txt": bytes(range(256)) * 40,
    "newlines.txt": "\n" * 100_000,
    "long-line.txt": "1" * 1_000_000,
    "b-wires.txt": BRISTOL.replace("1 3", "1 999999999999"),
    "b-gates.txt": BRISTOL.replace("1 3", "999999999999 3"),
    "b-negative.txt": BRISTOL.replace("1 3", "-1 3"),
    "b-overflow.txt": BRISTOL.replace("1 3", "1 99999999999999999999999999"),
    "b-inputs.txt": BRISTOL.replace("2 1 1", "2 1 4294967295"),
    "b-many-inputs.txt": BRISTOL.replace("2 1 1", "4294967295 1 1"),
    "b-outputs.txt": BRISTOL.replace("1 1\n\n", "1 9\n\n"),
    "b-self.txt": BRISTOL.replace("0 1 2 AND", "2 1 2 AND"),
    "b-gate.txt": BRISTOL.replace("AND", "EXEC"),
    "b-twice.txt": BRISTOL.replace("1 3", "2 3") + "2 1 0 1 2 XOR\n",
    "b-cut.txt": BRISTOL[:-8],
    "b-escape.txt": BRISTOL.replace("AND", "\x1b[2J\u202e"),
    "b-arity.txt": BRISTOL.replace("2 1 0 1 2 AND", "999999999 1 0 1 2 AND"),
    "l-model.blif": ".model\n",
    "l-no-end.blif": ".model m\n.inputs a\n.outputs y\n.names a y\n",
    "l-cycle.blif": BLIF.replace(".names a b y", ".names y b y"),
    "l-undriven.blif": BLIF.replace("y\n.names", "y z\n.names"),
    "l-latch.blif": BLIF.replace(".end", ".latch y a 0\n.end"),
    "l-recursive.blif": BLIF.replace(".names a b y\n11 1", ".subckt m a=a b=b y=y"),
    "l-mutual.blif": (
        ".model m\n.inputs a\n.outputs y\n.subckt n a=a y=y\n.end\n"
        ".model n\n.inputs a\n.outputs y\n.subckt m a=a y=y\n.end\n"),
    "l-doubling.blif": ".model m0\n.inputs a\n.outputs y\n.subckt m1 a=a y=y\n.end\n" + "".join(
        f".model m{n}\n.inputs a\n.outputs y\n"
        f".subckt m{n + 1} a=a y=x\n.subckt m{n + 1} a=x y=y\n.end\n"
        for n in range(1, 60)) + ".model m60\n.inputs a\n.outputs y\n.names a y\n1 1\n.end\n",
    "l-search.blif": BLIF.replace(".names", ".search /etc/passwd\n.names"),
    "l-cover.blif": BLIF.replace("11 1", "1x 1"),
    "l-wide.blif": ".model m\n.inputs " + " ".join(f"a{n}" for n in range(3000)) + "\n.outputs y\n"
    ".names " + " ".join(f"a{n}" for n in range(3000)) + " y\n" + "1" * 3000 + " 0\n.end\n",
    "l-continued.blif": ".model m\\\n" * 100_000,
    "l-escape.blif": BLIF.replace(".end", ".\x1b[2J\n.end"),
    "a-header.aag": "aag 4294967295 4294967295 0 0 0\n",
    "a-overflow.aag": AAG.replace("aag 3", "aag 99999999999999999999999"),
    "a-negative.aag": AAG.replace("aag 3 2", "aag 3 -2"),
    "a-latches.aag": AAG.replace("2 0 1", "2 1 1"),
    "a-cycle.aag": AAG.replace("6 2 4", "6 6 4"),
    "a-literal.aag": AAG.replace("6 2 4", "6 2 99"),
    "a-cut.aag": AAG[:-4],
    "a-comment.aag": AAG + "c\n" + "\x1b[2J" * 10,
    "g-header.aig": "aig 4294967295 0 0 0 4294967295\n",
    "g-cut.aig": b"aig 3 2 0 1 1\n6\n",
    "g-delta.aig": b"aig 3 2 0 1 1\n6\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x01",
    "g-zero.aig": b"aig 3 2 0 1 1\n6\n\x00\x00",
    "g-endless.aig": b"aig 3 2 0 1 1\n6\n" + b"\x80" * 10_000,
    "c-width.txt": CIRCUIT.replace("W=2", "W=4294967296"),
    "c-length.txt": CIRCUIT.replace("L=4", "L=99999999999"),
    "c-depth.txt": CIRCUIT.replace("D=1", "D=1e300000000"),
    "c-self.txt": CIRCUIT.replace("W0,W1", "G2,W1"),
    "c-forward.txt": CIRCUIT.replace("W0,W1", "G3,W1"),
    "c-gate.txt": CIRCUIT.replace("LMUL", "LEXEC"),
    "c-number.txt": CIRCUIT.replace("G2", "G99999999999999999999"),
    "c-escape.txt": CIRCUIT.replace("LMUL", "\x1b[31m\u202e"),
    "c-rotate.txt": CIRCUIT + "G3:LROTATE(G2,99999999999999999999999)\n",
}  # fmt: skip

FINE = {"a-comment.aag", "l-model.blif", "l-no-end.blif"}
"""What is odd and allowed."""


def cases() -> Iterator[Case]:
    """All of them, converted into a file."""
    for name, text in FILES.items():
        data = text.encode() if isinstance(text, str) else text
        command = ("circuit", "convert", name, "--to", "bristol", "--out", "out/x.txt")
        stem = name.replace(".", "-")
        code = 0 if name in FINE else 2
        yield Case(f"netlist-{stem}", command, {name: data, "out/.keep": b""}, code)

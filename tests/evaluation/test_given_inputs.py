"""Inputs of one's own in every space, by every route: what is right is measured, what is malformed
is refused with its place before anything is stored."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ringassay.cli.own import Own
from ringassay.evaluation import Suite, SuiteError, execute, load_suite
from ringassay.evaluation.data.answers import read_answers
from ringassay.evaluation.own import specs
from ringassay.evaluation.trust import OWN as OWN_CODE
from ringassay.store import Store
from ringassay.sut.registry import lookup

HEAD = 'version = 1\nname = "x"\nseed = 1\nsecurity = 128\nsuts = ["plaintext"]\n'


@dataclass(frozen=True)
class Case:
    """A space: its function, a row of values in all notations, and one that is malformed."""

    declared: str
    option: dict[str, Any]
    header: str
    values: list[list[Any]]
    text: str
    bad_text: str
    bad_cell: Any
    why: str
    """What is said of the cell."""


SPACES = {
    "gf2": Case(
        "length=4", {}, "W=2,D=1,L=4", [[1, 1, 0, 0], [0, 1, 1, 0]], "[1100, [0,1,1,0]]",
        "[1100,0120]", 2, "2 is not 0 or 1",
    ),
    "zt": Case(
        "length=4, modulus=257", {"modulus": 257}, "W=2,D=1,L=4,T=257",
        [[1, 2, 3, 256], [5, 6, 7, 0]], "[[1, 2, 3,256],[5,6,7,0]]",
        "[[1,2,3,257],[5,6,7,0]]", 257, "257 is not a whole number from 0 to 256",
    ),
    "real": Case(
        "length=4, bound=2.0", {"bound": 2.0}, "W=2,D=1,L=4,R=2",
        [[0.1, -1.5, 2.0, 1e-3], [1.0, 0.25, -2.0, 0.3]], "[[0.1,-1.5,2,1e-3], [1,0.25,-2.0,0.3]]",
        "[[0.1,-1.5,2.5,1e-3],[1,0.25,-2,0.3]]", 2.5, "2.5 is not a number of at most 2",
    ),
    "complex": Case(
        "length=4, bound=2.0, dtype=complex", {}, "W=2,D=1,L=4,C=2",
        [[0.5 - 1j, 2j, 1, 0], [1, 1j, -1, 0.25 + 0.5j]], "[[0.5-1i,2i,1,0],[1,1i,-1,0.25+0.5i]]",
        "[[0.5-1i,2+2i,1,0],[1,1i,-1,0]]", 2 + 2j, r"is not a complex number of at most 2",
    ),
}  # fmt: skip

ROUTES = ("text", "file", "csv", "npy", "npz", "parquet", "jsonl")
COMPUTATIONS = ("circuit", "function", "suite circuit", "suite function")


def model(case: Case) -> str:
    return (
        "from ringassay.trace import computation\n"
        f"@computation({case.declared})\ndef f(x, y):\n    return x * y\n"
    )


def written(folder: Path, route: str, case: Case, *, bad: bool) -> str:
    """The input as the user names it."""
    if route == "text":
        return case.bad_text if bad else case.text
    if route == "file":
        (folder / "in.txt").write_text("\ufeff" + (case.bad_text if bad else case.text) + "\n")
        return "in.txt"
    values = np.array(case.values)
    if bad:
        values[0, 2] = case.bad_cell
    x, y = values
    if route == "npy":
        np.save(folder / "in.npy", values[np.newaxis])
    elif route == "npz":
        np.savez(folder / "in.npz", x=x[np.newaxis], y=y[np.newaxis])
    elif route == "jsonl":
        shown = [[str(e) if isinstance(e, complex) else e for e in one.tolist()] for one in values]
        (folder / "in.jsonl").write_text(json.dumps({"x": shown[0], "y": shown[1]}))
    else:
        columns = {f"x_{i}": [x[i]] for i in range(4)} | {f"y_{i}": [y[i]] for i in range(4)}
        frame = pd.DataFrame(columns)
        if values.dtype.kind == "c":  # neither format has complex numbers
            frame = frame.map(str)
        if route == "csv":
            frame.to_csv(folder / "in.csv", index=False)
        else:
            frame.to_parquet(folder / "in.parquet")
    return f"in.{route}"


def suite_of(folder: Path, computation: str, case: Case, given: str) -> Suite:
    (folder / "model.py").write_text(model(case))
    (folder / "c.txt").write_text(f"{case.header}\nG2:LMUL(W0,W1)\n")
    if computation == "circuit":
        return Own(circuit=Path("c.txt"), inputs=(given,)).suite(("plaintext",))
    if computation == "function":
        return Own(function="model.py:f", inputs=(given,)).suite(("plaintext",))
    table = (
        '[[circuit]]\nfile = "c.txt"\n'
        if computation == "suite circuit"
        else ('[[function]]\nfile = "model.py"\nfunction = "f"\n')
    )
    (folder / "s.toml").write_text(f"{HEAD}{table}inputs = [{json.dumps(given)}]\n")
    return load_suite(folder / "s.toml", OWN_CODE)


def names_of_circuit(given: str, folder: Path) -> str:
    """Wires of a circuit in a file have no names but W0 and W1."""
    if given.endswith((".csv", ".parquet", ".jsonl", ".npz")):
        path = folder / given
        if given.endswith(".csv") or given.endswith(".jsonl"):
            text = path.read_text().replace("x", "W0").replace("y", "W1")
            path.write_text(text)
        elif given.endswith(".parquet"):
            frame = pd.read_parquet(path)
            renamed = frame.rename(columns=lambda n: n.replace("x", "W0").replace("y", "W1"))
            renamed.to_parquet(path)
        else:
            found = dict(np.load(path))
            np.savez(path, W0=found["x"], W1=found["y"])
    return given


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("computation", COMPUTATIONS)
def test_right_ones_are_what_the_circuit_is_given(folder, space, route, computation):
    case = SPACES[space]
    given = written(folder, route, case, bad=False)
    if "circuit" in computation:
        given = names_of_circuit(given, folder)
    suite = suite_of(folder, computation, case, given)
    (spec,) = specs(suite)
    circuit = spec.make(_Source())
    drawn = spec.input(circuit, 0)
    found = circuit.evaluator().evaluate(drawn.text).decode()
    wanted = _product(space, np.array(case.values))
    assert _values(space, found) == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("computation", COMPUTATIONS)
def test_malformed_ones_are_refused_with_their_place(folder, space, route, computation):
    case = SPACES[space]
    given = written(folder, route, case, bad=True)
    if "circuit" in computation:
        given = names_of_circuit(given, folder)
    with pytest.raises(SuiteError) as told:
        suite_of(folder, computation, case, given)
    message = str(told.value)
    if route in ("text", "file"):
        assert message.startswith((str(folder / "in.txt"), case.bad_text[:9]))
        assert "line 1, column" in message and "expected" in message
        assert "an input is a vector for each argument, such as [" in message
    else:
        assert given in message and "row 0" in message and "column" in message
        if route != "jsonl" or space != "complex":
            assert case.why.removeprefix("is").split(" is ")[-1] in message


@pytest.mark.parametrize(
    ("space", "text", "message"),
    [
        ("real", "[[0.1,1,1],[1,1,1,1]]", "line 1, column"),
        ("real", "[0.1,1,1,1]", "line 1, column"),
        ("real", "[[0.1,1,1,nan],[1,1,1,1]]", "line 1, column"),
        ("real", "[[0.1,1,1,1],[1,1,1,1]]\n[[1]]", "line 2"),
        ("complex", "[[1+,1,1,1],[1,1,1,1]]", "line 1, column"),
        ("gf2", "[1100]", "line 1, column"),
        ("zt", "[[1,2,3,-4],[1,1,1,1]]", "line 1, column"),
        ("zt", "[[1,2,3,4.0],[1,1,1,1]]", "line 1, column"),
    ],
)
def test_other_mistakes(folder, space, text, message):
    (folder / "in.txt").write_text(text)
    with pytest.raises(SuiteError, match=rf"in\.txt: {message}.*an input is a vector"):
        suite_of(folder, "function", SPACES[space], "in.txt")


def test_a_table_is_run_row_by_row_whatever_the_packing(folder):
    (folder / "model.py").write_text(
        "import numpy as np\nfrom ringassay.trace import computation\n"
        "W = np.arange(8) / 10\n"
        "@computation(length=8, bound=1.0)\n"
        "def f(x):\n    return (W @ x) ** 2 - 0.5, np.roll(x, 3)\n"
    )
    rows = np.random.default_rng(2).uniform(-1, 1, (23, 8))
    np.save(folder / "in.npy", rows)
    wanted = np.c_[(rows @ (np.arange(8) / 10)) ** 2 - 0.5, np.roll(rows, 3, axis=1)]
    with Store(folder / "s.db") as store:
        for pack, inputs in ((None, 12), (1, 23), (4, 6), (32, 1)):
            own = Own(function="model.py:f", inputs=("in.npy",), pack=pack, random_inputs=1)
            suite = own.suite(("plaintext",))
            assert suite.cases() == inputs + 1
            ended = execute(suite, store, [lookup("plaintext")], probe=False)
            assert ended.outcomes == {"ok": inputs + 1}
            (found,) = read_answers(store, ended.run)
            assert found.entries == (1, 8) and found.rows == 23 + (pack or 2)
            assert found.expected[:23] == pytest.approx(wanted, abs=1e-15)
            system = found.systems["plaintext"]
            assert system.known.all() and system.error.max() < 1e-30
            assert system.answer[:23] == pytest.approx(wanted, abs=1e-15)


def test_expected_answers_in_a_table_are_compared_row_by_row(folder):
    case = SPACES["zt"]
    (folder / "model.py").write_text(model(case))
    x = np.arange(24).reshape(6, 4)
    np.savez(folder / "in.npz", x=x, y=x + 1)
    right = x * (x + 1) % 257
    np.save(folder / "out.npy", right)

    def suite(**more: Any) -> Suite:
        given = {"function": "model.py:f", "inputs": ("in.npz",), "expected": ("out.npy",)}
        return Own(**given, pack=4, **more).suite(("plaintext",))

    assert suite().cases() == 2
    right[4, 1] += 1
    np.save(folder / "out.npy", right % 257)
    with pytest.raises(SuiteError, match=r"out.npy disagrees .* rows 4 to 5: rows 4"):
        suite()
    with Store(folder / "s.db") as store:
        decided = suite(answers_decide=True)
        ended = execute(decided, store, [lookup("plaintext")], probe=False)
        assert ended.outcomes == {"ok": 1, "wrong": 1}
    np.save(folder / "out.npy", right[:5] % 257)
    with pytest.raises(SuiteError, match="5 expected answers for 6 inputs"):
        suite()


def test_a_run_that_is_resumed_finds_the_same_rows_or_refuses(folder):
    case = SPACES["real"]
    (folder / "model.py").write_text(model(case))
    np.savez(folder / "in.npz", x=np.zeros((3, 4)), y=np.ones((3, 4)))
    own = Own(function="model.py:f", inputs=("in.npz",), rows=2)
    suite = own.suite(("plaintext",))
    from ringassay.evaluation import suite_from_json

    assert suite_from_json(suite.to_json()).content_hash == suite.content_hash
    (spec,) = specs(suite)
    assert spec.inputs == 2
    np.savez(folder / "in.npz", x=np.zeros((3, 4)), y=np.zeros((3, 4)))
    again = own.suite(("plaintext",))
    assert again.content_hash != suite.content_hash
    with pytest.raises(SuiteError, match="no longer what it was"):
        spec.input(spec.make(_Source()), 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"inputs": ("[[1,1,1,1],[1,1,1,1]]",), "rows": 2}, "rows is for inputs"),
        ({"inputs": ("[[1,1,1,1],[1,1,1,1]]",), "columns": ("x=a",)}, "columns is for inputs"),
        ({"pack": 2}, "pack is for inputs"),
        ({"inputs": ("in.npz",), "pack": 1 << 17}, "131072 rows in a ciphertext"),
    ],
)
def test_options_that_say_nothing_are_refused(folder, options, message):
    (folder / "model.py").write_text(model(SPACES["real"]))
    np.savez(folder / "in.npz", x=np.zeros((3, 4)), y=np.ones((3, 4)))
    with pytest.raises(SuiteError, match=message):
        Own(function="model.py:f", **options).suite(("plaintext",))


def test_rows_for_a_circuit_of_single_bits(folder):
    (folder / "c.txt").write_text("W=3,D=1,F=3\nL\nG3:AND(W0,W1)\nL\noutput_gate:OR(G3,N(W2))\n")
    (folder / "in.csv").write_text("W0,W1,W2\n1,1,1\n0,1,1\n0,0,0\n")
    suite = Own(circuit=Path("c.txt"), inputs=("in.csv",)).suite(("plaintext",))
    with Store(folder / "s.db") as store:
        ended = execute(suite, store, [lookup("plaintext")], probe=False)
        assert ended.outcomes == {"ok": 3}
        (found,) = read_answers(store, ended.run)
    assert found.systems["plaintext"].answer.tolist() == [[1], [0], [1]]
    (spec,) = specs(suite)
    assert spec.input(spec.make(_Source()), 1).text == b"[011]"
    with pytest.raises(SuiteError, match="a fan-in circuit computes one input"):
        Own(circuit=Path("c.txt"), inputs=("in.csv",), pack=2).suite(("plaintext",))


class _Source:
    """Circuits as the runner has them: from their text alone."""

    def parse(self, data: bytes) -> Any:
        from ringassay.circuit import Circuit

        return Circuit.parse(data)


def _product(space: str, values: np.ndarray) -> list[Any]:
    product = values[0] * values[1]
    return list(product % 2 if space == "gf2" else product % 257 if space == "zt" else product)


def _values(space: str, text: str) -> list[Any]:
    """An output, read by other means than the product's."""
    if space == "gf2":
        return [int(bit) for bit in text]
    if space == "zt":
        return json.loads(text)
    if space == "real":
        return [sum(map(float, entry.split("+"))) for entry in text.strip("[]").split(",")]
    read = (entry.replace("i", "j") for entry in text.strip("[]").split(","))
    return [complex(eval(entry)) for entry in read]

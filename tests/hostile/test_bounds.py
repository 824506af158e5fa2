"""Small files take little time and memory, whatever they say."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest

from program import Cli
from ringassay.evaluation import SuiteError, load_suite
from ringassay.evaluation.documents import decimal
from ringassay.evaluation.family import Family
from ringassay.store.canonical import decimal_text
from ringassay.trace import TraceError, trace

HEAD = 'version = 1\nname = "s"\nseed = 1\nsecurity = 80\nsuts = ["plaintext"]\n'


def peak_bytes(code: str) -> int:
    """The most memory that a Python of its own takes for `code`."""
    # Not `ru_maxrss`, which begins with what the process had that this one was forked from.
    report = "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"],
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    return 1024 * int(done.stdout.split()[-1])


@pytest.mark.parametrize("number", ["1e300000000", "1e-300000000", "0e300000000", "0e-300000000"])
@pytest.mark.parametrize(
    "line",
    [
        '[[expression]]\nname = "e"\nexpression = "a"\nmodulus = 17\ninputs = [[[{0}],[1]]]',
        "[depths]\nLADD = {0}",
        '[[family]]\nname = "f"\nkind = "mixed"\nbatch = 5\nwidth = 4\ndepth = {0}',
    ],
)
def test_decimals_of_unbounded_exponent_are_refused(tmp_path: Path, line: str, number: str) -> None:
    suite = tmp_path / "s.toml"
    suite.write_text(HEAD + line.format(number))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    with pytest.raises(SuiteError, match="beyond all bounds"):
        load_suite(suite)
    assert time.process_time() - began < 1.0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50 * 1024


def test_decimals_that_can_be_written_out_are_exact() -> None:
    for text in ("0.1", "1e300", "-1e-300", "1e-400", "123456789012345678901234567890.5", "0e10"):
        assert Decimal(decimal_text(decimal(text))) == Decimal(text)
    with pytest.raises(ValueError, match="written out"):
        decimal_text(Decimal("1e300000000"))


def test_families_are_counted_before_they_are_drawn(cli: Cli) -> None:
    numbers = list(range(2, 317))
    family = (
        '[[family]]\nname = "f{0}"\nkind = "mixed"\nbatch = {1}\nwidth = {1}\ndepth = [1, 2.5]\n'
    )
    suite = cli.folder / "s.toml"
    suite.write_text(HEAD + "".join(family.format(n, numbers[:220]) for n in range(10)))
    began = time.perf_counter()
    found = load_suite(suite)
    assert found.circuit_count() == 10 * 220 * 220 * 2
    assert time.perf_counter() - began < 2.0
    ended = cli("suite", "show", "s.toml")
    assert ended.code == 0 and "968000 circuits" in ended.out, ended.err
    assert time.perf_counter() - began < 10.0


def test_a_count_is_that_of_the_points_drawn() -> None:
    for dimensions in (
        {"batch": (3, 5), "width": (2, 3, 4), "depth": (Decimal(1), Decimal(2))},
        {"point": ({"batch": 3, "width": 2, "depth": Decimal(1)},)},
    ):
        family = Family.model_validate({"name": "f", "kind": "mixed", **dimensions})
        points = family.points()
        assert family.count() == len(points)
        assert family.first(3) == points[:3]


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ("batch = [5, 5]\nwidth = 4\ndepth = 1", "same point occurs twice"),
        ("batch = 5\nwidth = 4\ndepth = [1, 1.0]", "same point occurs twice"),
        ("batch = 5\nwidth = 4", "depth is missing"),
        ("batch = 5\nwidth = 4\ndepth = 1\nlevels = 2", "does not belong"),
        ('batch = 5\nwidth = 4\nlevels = 1\ngate = ["LPOLY"]', "LPOLY"),
    ],
)
def test_what_is_wrong_with_lists_is_found_without_their_points(
    tmp_path: Path, lists: str, said: str
) -> None:
    kind = "single" if "gate" in lists else "mixed"
    suite = tmp_path / "s.toml"
    suite.write_text(f'{HEAD}[[family]]\nname = "f"\nkind = "{kind}"\n{lists}\n')
    with pytest.raises(SuiteError, match=said):
        load_suite(suite)


def test_each_entry_of_a_long_vector_is_refused_before_memory_is_full() -> None:
    code = (
        "from ringassay.trace import TraceError, trace\n"
        "def f(v):\n    total = 0\n    for e in v:\n        total = total ^ e\n    return total\n"
        "try:\n    trace(f, 32768).circuit\nexcept TraceError as error:\n"
        "    assert 'whole vectors' in str(error), error\n"
        "else:\n    raise SystemExit('traced')\n"
    )
    before = os.times().children_user
    peak = peak_bytes(code)
    assert peak < 700e6
    assert os.times().children_user - before < 60.0


def test_each_entry_of_a_short_vector_is_traced_once() -> None:
    def f(v: object) -> object:
        total = 0
        for entry in v:  # type: ignore[attr-defined]
            total = total + entry + entry
        return total

    found = trace(f, 64, 257)
    ((first, *_),) = found.answers([[list(range(64))[i] for i in range(64)]])
    assert int(first) == 2 * sum(range(64)) % 257
    assert TraceError

"""`ringassay bench ring`, really measured, in short samples."""

from __future__ import annotations

import json
import sys
from functools import partial

import pytest

from ringassay import _native
from ringassay.bench import GROUPS, PeersError, ring_rows
from ringassay.bench.peers import read_rows

QUICK = ("--rounds", "5", "--sample-us", "10")


@pytest.fixture
def bench(cli):
    return partial(cli, "bench", "ring")


def test_json_has_a_whole_row_for_each_operation(bench):
    done = bench("--groups", "conversions,extensions", *QUICK, "--json")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in done.lines]
    wanted = ring_rows(("conversions", "extensions"))
    assert [(r["operation"], r["basis"], r["m"], r["m_big"]) for r in rows] == [
        (w.operation, w.basis, w.m, w.m_big) for w in wanted
    ]
    for row in rows:
        assert {"n", "limbs", "modulus_bits", "backend", "threads", "spread"} <= row.keys()
        assert 0 < row["min_ns"] <= row["p25_ns"] <= row["median_ns"] <= row["p75_ns"]
        assert row["backend"] == _native.backends()["chosen"]
    by_index = {row["m"]: row["n"] for row in rows if row["m_big"] is None}
    assert by_index[1728] == 576
    assert by_index[21845] == 16384


def test_a_benchmark_is_stored_shown_and_reported(bench, tmp_path):
    first = bench("--groups", "extensions", *QUICK)
    assert first.code == 0, first.err
    assert "728→2912" in first.out
    assert "measured" not in first.lines[1]
    shown = bench("--show", "latest", "--out", "report")
    assert shown.code == 0, shown.err
    table = [line for line in first.lines if line.startswith("728→2912")]
    assert table[0] in shown.out
    page = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "From a ring to its subring and back" in page


def test_the_report_of_a_run_shows_a_benchmark(cli):
    def program(*arguments):
        done = cli(*arguments, "--store", "both.db")
        assert done.code == 0, done.err

    program("run", "quick", "--sut", "plaintext")
    program("bench", "ring", "--groups", "extensions", *QUICK)
    program("report", "--bench", "latest", "--out", "report")
    page = (cli.folder / "report" / "report.html").read_text("utf-8")
    assert "Ring arithmetic" in page
    assert "From a ring to its subring and back" in page
    assert "Correctness" in page


@pytest.mark.parametrize("backend", _native.backends()["available"])
def test_a_backend_can_be_chosen(bench, backend):
    by_option = bench("--groups", "extensions", *QUICK, "--backend", backend, "--json")
    by_variable = bench("--groups", "extensions", *QUICK, "--json", RINGASSAY_BACKEND=backend)
    for done in (by_option, by_variable):
        rows = [json.loads(line) for line in done.lines]
        assert {row["backend"] for row in rows} == {backend}


def test_what_cannot_be_measured_is_said(bench):
    unknown = bench("--groups", "everything")
    assert unknown.code == 2
    assert all(group in unknown.err for group in GROUPS)
    backend = bench("--backend", "sve")
    assert backend.code == 2
    assert "portable, neon, avx2 or avx512" in backend.err
    few = bench("--groups", "conversions", "--bits", "20", *QUICK)
    assert few.code == 2
    assert "Traceback" not in few.err


def test_rows_of_peers_are_read():
    line = json.dumps(
        {
            "peer": "ringassay", "version": "1", "operation": "ntt inverse", "n": 1024,
            "modulus_bits": 50, "backend": "avx512", "median_ns": 2.0, "p25_ns": 1.0,
            "p75_ns": 3.0, "samples": 9,
        }
    )  # fmt: skip
    (row,) = read_rows([line])
    assert (row.library, row.operation, row.basis) == ("ringassay-ntt", "crt_inverse", "crt")
    assert (row.m, row.n, row.median_ns) == (2048, 1024, 2.0)


def test_missing_peers_are_asked_for_before_measuring(tmp_path, monkeypatch):
    from ringassay.bench import find_peers

    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PeersError, match="make peers"):
        find_peers()

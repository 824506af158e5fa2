"""`ringassay bench bgv`: really measured in short samples; what the analysis makes of rows."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from planted import planted_bgv

from ringassay.analysis.bench import REQUIRED, comparisons, grids, helib_sets, measured_sets
from ringassay.bench.bgv import KEY_OPERATIONS, OPERATIONS
from ringassay.bench.sets import HELIB, SETS
from ringassay.report.benchmark import build_benchmark_report
from ringassay.report.document import Table

PROGRAM = str(Path(sys.executable).parent / "ringassay")


def bench(*arguments, cwd):
    return subprocess.run(
        [PROGRAM, "bench", "bgv", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_json_has_a_whole_row_for_each_operation(tmp_path):
    done = bench("--quick", "--sets", "free-378-7,N13", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    operations = (*KEY_OPERATIONS, *OPERATIONS)
    assert [(r["parameter_set"], r["operation"]) for r in rows] == [
        (name, operation) for name in ("free-378-7", "N13") for operation in operations
    ]
    for row in rows:
        assert 0 < row["min_ns"] <= row["p25_ns"] <= row["median_ns"] <= row["p75_ns"]
        assert (row["threads"], row["clock"], row["samples"]) == (1, "cpu", 5)
        parameters = row["parameters"]
        assert parameters["name"] == row["parameter_set"]
        assert (row["m"], row["n"]) == (parameters["m"], parameters["n"])
        assert parameters["all_hints_saved_bytes"] > parameters["relinearisation_hint_saved_bytes"]
    times = {(r["parameter_set"], r["operation"]): r["median_ns"] for r in rows}
    for name in ("free-378-7", "N13"):
        assert times[name, "multiply"] > times[name, "multiply_only"] > times[name, "add"]
        assert times[name, "multiply_plain"] > times[name, "multiply_prepared"]
    first, last = rows[0]["parameters"], rows[-1]["parameters"]
    assert (first["length"], first["plaintext"], first["is_secure"]) == (378, 2, True)
    assert (last["m"], last["n"], last["slots"], last["plaintext"]) == (16384, 8192, 8192, 65537)


def test_helibs_sets_are_no_less_deep_and_no_less_secure(tmp_path):
    done = bench("--quick", "--sets", "A,C", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line)["parameters"] for line in done.stdout.splitlines()]
    for parameters in {p["name"]: p for p in found}.values():
        theirs = helib_sets()[parameters["name"]]
        assert parameters["m"] == theirs.m
        assert parameters["depth"] + 1 >= theirs.depth
        assert parameters["log2_q"] + parameters["log2_p"] <= theirs.log2_q + theirs.log2_p
        assert parameters["helib_bits"] >= theirs.estimated_bits - 0.5
        assert parameters["log2_failure"] < -100


def test_a_benchmark_is_stored_shown_and_reported(tmp_path):
    first = bench("--quick", "--sets", "N13", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "a·b, relinearised, ms" in first.stdout
    shown = bench("--show", "latest", "--out", "report", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert all(line in shown.stdout for line in first.stdout.splitlines())
    page = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "modulus switch" in page


def test_what_cannot_be_measured_is_said(tmp_path):
    unknown = bench("--sets", "Z", cwd=tmp_path)
    assert unknown.returncode == 2
    assert all(name in unknown.stderr for name in SETS)
    backend = bench("--quick", "--sets", "N13", "--backend", "neon", cwd=tmp_path)
    assert backend.returncode == 2
    assert "Traceback" not in backend.stderr


def test_helibs_figures_are_whole():
    sets = helib_sets()
    assert [spec.name for spec in HELIB] == list(sets)
    for spec in HELIB:
        theirs = sets[spec.name]
        assert spec.index == theirs.m
        assert spec.most_log2_qp == theirs.log2_q + theirs.log2_p
        assert spec.depth + 1 == theirs.depth
        assert len(theirs.stock_us) == 12
        assert REQUIRED.keys() <= theirs.best_us.keys()
        assert all(theirs.best_us[what] <= us for what, us in theirs.stock_us.items())
    # Spot checks against the table, best and stock.
    assert sets["A"].best_us["multiply"] == 20_300
    assert sets["C"].best_us["decrypt"] == 48_000
    assert sets["E"].stock_us["rotate"] == 99_000
    assert sets["F"].best_us["select"] == 433


def test_comparisons_judge_by_the_requirement():
    benchmark = planted_bgv({"multiply": 20_300 / 6, "rotate": 18_200 / 5, "add": 1.0})
    (measured,) = measured_sets(benchmark)
    found = {c.what: c for c in comparisons(measured)}
    assert found["multiply"].times == pytest.approx(6)
    assert found["multiply"].verdict == "met"
    assert found["rotate"].verdict == "missed"
    assert found["add"].times == pytest.approx(7.4)
    assert "encrypt" not in found
    assert (found["ciphertext"].verdict, found["keys"].verdict) == ("met", "missed")
    # Keys: the public one and all evaluation keys, as they are saved.
    assert found["keys"].ours == 1_000_000 + 13_000_000


def test_sums_of_what_is_measured():
    benchmark = planted_bgv({"keys": 1.0, "relinearisation_hint": 2.0, "rotation_hint": 3.0})
    (measured,) = measured_sets(benchmark)
    assert measured.us["keys_and_hint"] == pytest.approx(3)
    assert measured.us["rotation_hints"] == pytest.approx(3 * 64)


def test_a_set_of_another_index_is_compared_with_nothing():
    benchmark = planted_bgv({"multiply": 1.0})
    other = replace(benchmark.sets[0], m=127)
    assert comparisons(measured_sets(replace(benchmark, sets=(other,)))[0]) == []
    captions = [grid.caption for grid in grids(replace(benchmark, sets=(other,)))]
    assert not any("HElib" in caption for caption in captions)


def test_the_report_has_every_table_of_the_terminal():
    benchmark = planted_bgv(dict.fromkeys(REQUIRED, 100.0))
    document = build_benchmark_report(benchmark)
    tables = [block for block in document.blocks() if isinstance(block, Table)]
    assert [table.caption for table in tables] == [grid.caption for grid in grids(benchmark)]
    by_caption = {table.caption: table for table in tables}
    first = by_caption["Gates"].rows[0]
    assert first[0] == "A"
    assert first[1].value == pytest.approx(0.1)

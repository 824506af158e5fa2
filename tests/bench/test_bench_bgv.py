"""`ringassay bench bgv`: really measured in short samples; what the analysis makes of rows."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest
from planted import planted_bgv

from ringassay.analysis.bench import (
    REQUIRED,
    FiguresError,
    grids,
    helib_figures,
    helib_sets,
    measured_sets,
    read_figures,
    scaling,
    sizes_beside,
    times_beside,
)
from ringassay.bench.bgv import KEY_OPERATIONS, OPERATIONS
from ringassay.bench.sets import HELIB, SETS
from ringassay.report.benchmark import build_benchmark_report
from ringassay.report.document import Table


@pytest.fixture
def bench(cli):
    return partial(cli, "bench", "bgv")


def test_json_has_a_whole_row_for_each_operation(bench):
    done = bench("--quick", "--sets", "free-378-7,N13", "--json")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in done.lines]
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


def test_helibs_sets_are_no_less_deep_and_no_less_secure(bench):
    done = bench("--quick", "--sets", "A,C", "--json")
    assert done.code == 0, done.err
    found = [json.loads(line)["parameters"] for line in done.lines]
    for parameters in {p["name"]: p for p in found}.values():
        theirs = helib_sets()[parameters["name"]]
        assert parameters["m"] == theirs.m
        assert parameters["depth"] >= theirs.depth
        assert parameters["log2_q"] + parameters["log2_p"] <= theirs.log2_q + theirs.log2_p
        assert parameters["helib_bits"] >= theirs.estimated_bits - 0.5
        assert parameters["log2_failure"] < -100


def test_a_benchmark_is_stored_shown_and_reported(bench, tmp_path):
    first = bench("--quick", "--sets", "N13")
    assert first.code == 0, first.err
    assert "a·b, relinearised, ms" in first.out
    shown = bench("--show", "latest", "--out", "report")
    assert shown.code == 0, shown.err
    assert all(line in shown.out for line in first.lines)
    page = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "modulus switch" in page


def test_what_cannot_be_measured_is_said(bench):
    unknown = bench("--sets", "Z")
    assert unknown.code == 2
    assert all(name in unknown.err for name in SETS)
    backend = bench("--quick", "--sets", "N13", "--backend", "sve")
    assert backend.code == 2
    assert "Traceback" not in backend.err


def test_helibs_figures_are_whole():
    sets = helib_sets()
    assert [spec.name for spec in HELIB] == list(sets)
    for spec in HELIB:
        theirs = sets[spec.name]
        assert spec.index == theirs.m
        assert spec.most_log2_qp == theirs.log2_q + theirs.log2_p
        assert (spec.depth, spec.slack) == (theirs.depth, 0)
        assert len(theirs.stock_us) == 12
        assert REQUIRED.keys() <= theirs.best_us.keys()
        assert all(theirs.best_us[what] <= us for what, us in theirs.stock_us.items())
    # Spot checks against the table, best and stock.
    assert sets["A"].best_us["multiply"] == 20_300
    assert sets["C"].best_us["decrypt"] == 48_000
    assert sets["E"].stock_us["rotate"] == 99_000
    assert sets["F"].best_us["select"] == 433
    assert sets["F"].depth == 16


def test_figures_of_another_machine_are_not_divided_by():
    benchmark = planted_bgv({"multiply": 20_300 / 6, "rotate": 18_200 / 5, "add": 1.0})
    tables = {grid.caption: grid for grid in grids(benchmark)}
    assert not any("faster" in caption for caption in tables)
    beside = tables["Times beside HElib's"]
    assert "nothing follows from a quotient" in beside.note
    rows = {row[0]: row[1:] for row in beside.rows}
    assert rows["a·b, relinearised"] == (pytest.approx(20.3 / 6), pytest.approx(20.3))
    # Measured with a stock build alone, and called so.
    assert rows["a += b"] == (pytest.approx(0.001), "0.0074 (stock)")
    assert "NTL without AVX transforms" in beside.note
    # Memory stands beside what is saved.
    sizes = tables["Sizes beside HElib's"]
    labels = [head.label for head in sizes.heads]
    first = sizes.rows[0]
    assert first[labels.index("ciphertext saved")] == pytest.approx(0.2)
    assert first[labels.index("ciphertext saved") + 2] == pytest.approx(0.3)
    keys = labels.index("public and evaluation keys saved")
    assert (first[keys], first[keys + 2]) == (pytest.approx(14.0), pytest.approx(28.0))
    assert labels[keys + 2] == "ours in memory"


OWN_FIGURES = """
label = "HElib here"
build = "NTL 11.6: NATIVE=on NTL_ENABLE_AVX_FFT=on"
origin = "its own build, one thread"
machine = "{machine}"
[[set]]
name = "A"
m = 5461
depth = 8
log2_q = 162
log2_p = 52
estimated_bits = 78
ciphertext_bytes = 254000
keys_bytes = 13000000
memory_bytes = 405000000
figures = [["multiply", 41000, 20300], ["rotate", 45000, 38700], ["add", 16]]
"""


def with_figures(machine):
    benchmark = planted_bgv({"multiply": 20_300 / 6, "rotate": 38_700 / 5, "add": 1.0})
    figures = read_figures(OWN_FIGURES.format(machine=machine)).to_json()
    return replace(benchmark, settings=json.dumps({"figures": figures}))


def test_figures_of_this_machine_are_compared_and_judged():
    benchmark = with_figures(planted_bgv({}).machine.cpu_model)
    tables = {grid.caption: grid for grid in grids(benchmark)}
    ratios = tables["Times faster than HElib here, on this machine"]
    rows = {row[0]: row[1:] for row in ratios.rows}
    # The better build counts.
    assert rows["a·b, relinearised"] == (6.0, "6.0")
    assert rows["rotate by 1"] == (6.0, "5.0*")
    # Of a stock build nothing is concluded.
    assert rows["a += b"] == (2.0, "16.0 (stock)")
    assert "not HElib's best" in ratios.note
    assert tables["Sizes beside HElib here's"].rows[0][-1] == pytest.approx(405)
    assert "this machine" in str(build_benchmark_report(benchmark).summary)


def test_figures_that_name_another_machine_are_shown_alone():
    benchmark = with_figures("Some Other Processor")
    captions = [grid.caption for grid in grids(benchmark)]
    assert "Times beside HElib here's" in captions
    assert not any("faster" in caption for caption in captions)
    assert "this machine" not in str(build_benchmark_report(benchmark).summary)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "no figures"),
        ("label = 'a'", "'set' is missing"),
        ("label = 'a'\norigin = 'b'\n[[set]]\nname = 'A'", "'figures' is missing"),
        ("label = 'a'\norigin = 'b'\n[[set]]\nname = 'A'\nfigures = []", "missing"),
        (OWN_FIGURES.replace("41000", "-1"), "above 0"),
        (OWN_FIGURES.replace("depth = 8", "height = 8"), "height"),
        (OWN_FIGURES.replace('["add", 16]', '["add"]'), "above 0"),
        # A stock build is not called HElib.
        (OWN_FIGURES.replace(" NTL_ENABLE_AVX_FFT=on", ""), "'stock HElib' say"),
        (OWN_FIGURES.replace("build =", "built ="), "NTL_ENABLE_AVX_FFT=on"),
    ],
)
def test_files_that_hold_no_figures_say_what_is_missing(text, said):
    with pytest.raises(FiguresError, match=said):
        read_figures(text)


def test_a_stock_build_is_shown_under_a_name_of_its_own():
    text = OWN_FIGURES.replace('"HElib here"', '"stock HElib"').replace("build =", "built =")
    figures = read_figures(text)
    assert figures.label == "stock HElib"
    (measured,) = measured_sets(planted_bgv({"multiply": 1.0}))
    # It is not what requirements are about.
    assert [one.verdict for one in times_beside(measured, figures)] == [""]


def test_sizes_are_judged():
    (measured,) = measured_sets(planted_bgv({"multiply": 1.0}))
    found = {c.what: c for c in sizes_beside(measured, helib_figures())}
    assert (found["ciphertext"].verdict, found["keys"].verdict) == ("met", "missed")
    # Keys: the public one and all evaluation keys, as they are saved.
    assert found["keys"].ours == 1_000_000 + 13_000_000


def test_the_serial_share_is_that_of_amdahls_law():
    one = planted_bgv({"multiply": 1000.0, "add": 10.0})
    share = 0.2
    threaded = [
        replace(row, clock="wall", threads=n, median_ns=row.median_ns * (share + (1 - share) / n))
        for row in one.rows
        for n in (1, 2, 4)
    ]
    found = scaling(replace(one, rows=(*one.rows, *threaded)))
    assert [s.operation for s in found] == ["multiply", "add"]
    for each in found:
        assert each.most == 4
        assert each.gain == pytest.approx(1 / 0.4)
        assert each.serial_share == pytest.approx(share)
        assert each.implied(16) == pytest.approx(4.0)
    # Slower on more threads: nothing is parallel, and nothing is gained by more.
    slow = [replace(row, median_ns=row.median_ns * row.threads) for row in threaded]
    assert [s.serial_share for s in scaling(replace(one, rows=tuple(slow)))] == [1, 1]
    assert scaling(one) == []
    # Rows of several threads are no times of one.
    (measured,) = measured_sets(replace(one, rows=(*one.rows, *threaded)))
    assert measured.us["multiply"] == pytest.approx(1000)
    captions = {grid.caption: grid for grid in grids(replace(one, rows=(*one.rows, *threaded)))}
    row = captions["Threads within one operation"].rows[0]
    assert row[:2] == ("A", "a·b, relinearised")


def test_sums_of_what_is_measured():
    benchmark = planted_bgv({"keys": 1.0, "relinearisation_hint": 2.0, "rotation_hint": 3.0})
    (measured,) = measured_sets(benchmark)
    assert measured.us["keys_and_hint"] == pytest.approx(3)
    assert measured.us["rotation_hints"] == pytest.approx(3 * 64)


def test_a_set_of_another_index_is_compared_with_nothing():
    benchmark = planted_bgv({"multiply": 1.0})
    other = replace(benchmark.sets[0], m=127)
    (measured,) = measured_sets(replace(benchmark, sets=(other,)))
    assert times_beside(measured, helib_figures()) == []
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

"""The analysis of a ring benchmark finds what was planted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from planted import CONSTANT_NS, planted_benchmark, planted_rows

from benchmark_rows import ROW
from ringassay.analysis.bench import (
    FORMS,
    elsewhere,
    fit_limbs,
    fit_n_log_n,
    limits,
    peers,
    table_lines,
    thread_gains,
)
from ringassay.report.benchmark import build_benchmark_report
from ringassay.report.document import Cell, Table
from ringassay.store import BenchmarkRow


def source(key):
    return next(one for one in elsewhere() if one.key == key)


def test_the_figures_of_others_are_whole():
    # Λ∘λ's tables have 5 indices in 9 columns (4.3: 4 without HElib, 4.4: 6 less the doubled lift)
    # and 3 pairs in 5 columns; a figure that occurs twice would be lost in a dictionary.
    lol = source("lol-2015").figures
    assert sum(key.m_big is None for key in lol) == 5 * 10
    assert sum(key.m_big is not None for key in lol) == 3 * 5
    assert source("lol").figures["crt", "powerful", 1728, None] == 22.4
    assert source("helib-best").figures["crt", "powerful", 8191, None] == 192


def test_the_tables_have_the_form_of_the_evaluation():
    conversions, operations, extensions = (
        table_lines(form, planted_rows(), elsewhere()) for form in FORMS
    )
    first = conversions[0]
    assert (first.m, first.n) == (1728, 576)
    assert first.entries[0].us == 1.0
    assert first.entries[0].others_us["helib-best"] == 32
    assert first.entries[1] is None
    assert operations[0].entries[0].others_us["lol"] == pytest.approx(1.09)
    assert (extensions[0].m, extensions[0].m_big) == (728, 2912)


def test_growth_gives_back_the_planted_constant():
    fit = fit_n_log_n(planted_rows(), "crt_inverse")
    assert fit.constant_ns == pytest.approx(CONSTANT_NS)
    assert fit.worst == pytest.approx(0, abs=1e-9)
    assert fit.n == tuple(1 << k for k in range(10, 18))
    one_off = [
        replace(row, median_ns=row.median_ns * 1.5)
        if row.operation == "crt_inverse" and row.n == 1024
        else row
        for row in planted_rows()
    ]
    assert fit_n_log_n(one_off, "crt_inverse").worst > 0.3
    assert fit_n_log_n([ROW], "crt") is None


def test_the_limit_is_the_butterflies_in_registers():
    found = [limit for limit in limits(planted_rows()) if limit.operation == "crt_inverse"]
    assert [limit.share for limit in found] == pytest.approx([0.5] * 8)
    assert found[0].butterflies == 512 * 10
    assert limits([row for row in planted_rows() if row.operation != "butterfly"]) == []


def test_limbs_and_threads():
    fit = fit_limbs(planted_rows())
    assert (fit.fixed_ns, fit.per_limb_ns) == (pytest.approx(500), pytest.approx(20_000))
    assert fit.limbs == (1, 2, 4, 8, 16)
    assert [gain.gain for gain in thread_gains(planted_rows())] == pytest.approx([1, 1.6])
    assert thread_gains([ROW]) == []


def test_peers_are_compared_with_the_bare_transform():
    (ratio,) = peers(_spread(planted_rows(), 1.01))
    assert (ratio.peer, ratio.n, ratio.times_faster) == ("peer", 1024, 2.0)
    assert ratio.resolved
    assert not peers(_spread(planted_rows(), 3.0))[0].resolved


def test_the_report_says_where_each_figure_comes_from():
    document = build_benchmark_report(planted_benchmark())
    tables = [block for block in document.blocks() if isinstance(block, Table)]
    for origin in elsewhere():
        assert any(origin.origin in table.note for table in tables), origin.key
    assert [section.anchor for section in document.sections] == [
        "operations",
        "peers",
        "growth",
        "measured",
    ]


def test_nothing_is_divided_by_figures_of_another_machine():
    """Ours and theirs stand side by side: no cell is a quotient, and no answer is made of one."""
    document = build_benchmark_report(planted_benchmark())
    tables = [block for block in document.blocks() if isinstance(block, Table)]
    beside = [table for table in tables if "elsewhere" in table.caption]
    assert beside
    for table in beside:
        assert not any("times" in column.label for column in table.columns)
        assert "nothing follows from a quotient" in table.note
        values = [cell.value for row in table.rows for cell in row if isinstance(cell, Cell)]
        # Planted: twace takes 30 µs, theirs 120.
        assert 4.0 not in values
    assert "another machine" not in str(document.summary)


def test_the_report_of_a_part_leaves_the_rest_out():
    document = build_benchmark_report(replace(planted_benchmark(), rows=(ROW,)))
    assert [section.anchor for section in document.sections] == ["operations", "measured"]


def _spread(rows: list[BenchmarkRow], factor: float) -> list[BenchmarkRow]:
    """The rows with quartiles a factor from their medians."""
    return [
        replace(row, p25_ns=row.median_ns / factor, p75_ns=row.median_ns * factor) for row in rows
    ]

"""The first page's table against the frames, by hand."""

from __future__ import annotations

import math

import factory
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.glance import glances
from ringassay.report.build import build_report
from ringassay.report.document import Table

SLOW_KEYS = factory.Costs(keygen=lambda d, w, n: 5e9, evaluate=lambda d, w, n: 4e6)
FAST_KEYS = factory.Costs(keygen=lambda d, w, n: 5e7, evaluate=lambda d, w, n: 8e6)


def test_the_two_totals_may_disagree() -> None:
    """The reproduction: twice as fast "in total", which left out keys 100 times slower."""
    frames = factory.run(
        [factory.Sut("a", SLOW_KEYS, spread=0.0), factory.Sut("b", FAST_KEYS, spread=0.0)],
        points=[(8, 2, 3), (8, 4, 3)],
    )
    a, b = glances(prepare(frames)).rows
    assert a.total_ns < b.total_ns
    assert a.first_answer_ns > 10 * b.first_answer_ns
    assert a.keygen_ns == 5e9 and a.evaluation_ns == 4e6
    one = frames.evaluations[frames.evaluations["sut"] == "a"]
    steps = one["encrypt_wall_ns"] + one["evaluate_wall_ns"] + one["decrypt_wall_ns"]
    assert a.total_ns == pytest.approx(steps.median())
    ingestion = frames.ingestions[frames.ingestions["sut"] == "a"]["wall_ns"]
    assert a.first_answer_ns == pytest.approx(5e9 + ingestion.median() + steps.median(), rel=1e-3)


def test_choosing_parameters_is_no_part_of_key_generation() -> None:
    frames = factory.run([factory.Sut("a", SLOW_KEYS, spread=0.0)], points=[(8, 2, 3)])
    whole = glances(prepare(frames)).rows[0]
    frames.keys["choose_ns"] = 4.9e9
    (row,) = glances(prepare(frames)).rows
    assert (row.keygen_ns, row.choose_ns) == (pytest.approx(1e8), 4.9e9)
    assert row.first_answer_ns == whole.first_answer_ns


def test_only_cases_in_common_count() -> None:
    suts = [factory.Sut("a", spread=0.0), factory.Sut("b", spread=0.0)]
    frames = factory.run(suts, points=[(8, 2, 3), (8, 20, 100)], inputs=1)
    failed = factory.with_outcomes(frames, {3: "crash"})  # the large one on b
    found = glances(prepare(failed))
    assert found.cases == 1
    a, b = found.rows
    assert (a.right, b.right, b.judged) == (2, 1, 2)
    assert a.evaluation_ns == b.evaluation_ns
    none = factory.with_outcomes(frames, {0: "crash", 3: "crash"})
    apart = glances(prepare(none))
    assert apart.cases == 0 and apart.rows[0].evaluation_ns > apart.rows[1].evaluation_ns


def test_security_is_what_is_delivered() -> None:
    suts = [
        factory.Sut("plain", security_bits=0.0),
        factory.Sut("silent", scheme=""),
        factory.Sut("liar", log2_qp=900.0, security_bits=256.0),
    ]
    plain, silent, liar = glances(prepare(factory.run(suts, points=[(8, 2, 3)]))).rows
    assert plain.security_bits == 0.0
    assert math.isnan(silent.security_bits)
    assert liar.security_bits < 80.0


def test_the_report_begins_with_it() -> None:
    document = build_report(factory.run([factory.Sut("a"), factory.Sut("b")], points=[(8, 2, 3)]))
    tables = [block for block in document.summary if isinstance(block, Table)]
    assert [t.caption for t in tables] == ["Who is best", "The decision"]
    rows = list(tables[1].cells())
    assert [row[0].text for row in rows] == ["*a*", "*b*"]
    assert [row[1].text for row in rows] == ["3 of 3", "3 of 3"]

"""What a run can tell apart: planted noise and planted differences between two names."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from naive import SUITE, NaiveLab, NaiveSession, NaiveStep, evaluate

from ringassay.analysis import prepare
from ringassay.analysis.floor import LEAST, MIN_UNITS, measured_twice, relative_floors
from ringassay.evaluation import execute, parse_suite
from ringassay.report.build import build_comparison, build_report
from ringassay.report.sections import floor as section
from ringassay.store import RunData, Store, export_csv, import_csv, load
from ringassay.sut.command import SutCommand

large = parse_suite(
    SUITE.replace("circuits = 2", "circuits = 16").replace("circuits = 1", "circuits = 8")
)


def noisy(spread: float, seed: int = 1, again: float = 1.0, wrong: bool = False) -> NaiveLab:
    """Steps whose times scatter, and last `again` times as long under the second name."""
    rng = random.Random(seed)

    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        if name in {"keygen", "ingest"}:
            return None
        second = session.sut.endswith("(again)")
        took = round(1e9 * math.exp(rng.gauss(0.0, spread)) * (again if second else 1.0))
        if name == "evaluate":
            session.got = evaluate(session.circuit, session.input)
            if wrong and second:
                session.got = b"[[["
            return NaiveStep(wall_ns=took, server_cpu_ns=took)
        output = session.got if name == "decrypt" else None
        return NaiveStep(wall_ns=took, client_cpu_ns=took, output=output)

    return NaiveLab(fault=fault)


def measured(store: Store, lab: NaiveLab, suite=large) -> RunData:
    suts = [SutCommand(name, ("client",), ("server",)) for name in ("a", "b")]
    return load(store, [execute(suite, store, suts, ports=lab.ports()).run])


@pytest.mark.parametrize("spread", [0.01, 0.1])
def test_noise_is_in_the_interval_and_not_in_the_floor_of_two_equal_systems(store, spread):
    (twice,) = measured_twice(prepare(measured(store, noisy(spread))))
    found = twice.floor("evaluation", "cpu")
    # Ten circuits, each the mean of two inputs in two rounds; the difference of two such means.
    expected = 2.26 * spread * math.sqrt(2.0 / 4.0) / math.sqrt(10.0)
    assert (found.units, found.rounds) == (10, 2)
    half = math.log(found.interval.high / found.interval.low) / 2.0
    assert 0.4 * expected < half < 3.0 * expected
    assert found.interval.contains(1.0) and found.interval.contains(found.ratio)
    assert found.beyond < half and found.relative == max(LEAST, found.beyond)


def test_a_second_name_that_differs_raises_the_floor_to_the_difference(store):
    study = prepare(measured(store, noisy(0.01, again=1.2)))
    (twice,) = measured_twice(study)
    for clock in ("cpu", "wall"):
        assert twice.floor("total time", clock).ratio == pytest.approx(1.2, rel=0.02)
        assert 0.19 < twice.floor("total time", clock).relative < 0.21
    assert relative_floors(study)["evaluation"] > 0.19


def test_the_second_name_is_part_of_no_other_figure(store):
    data = measured(store, noisy(0.01, again=50.0))
    study = prepare(data)
    assert study.systems == ("a", "b")
    for frame in (study.suts, study.keys, study.ingestions, study.evaluations):
        assert set(frame["system"]) == {"a", "b"}
    assert study.again is not None and study.again.systems == ("a", "a (again)")
    only = study.only(["b"])
    assert only.again is None and only.systems == ("b",)
    assert study.only(["a"]).again is not None


def test_exported_and_read_back_it_says_the_same(store, tmp_path: Path):
    data = measured(store, noisy(0.05))
    export_csv(data, tmp_path)
    back = import_csv(tmp_path)
    assert measured_twice(prepare(back)) == measured_twice(prepare(data))


def test_the_report_says_it(store):
    data = measured(store, noisy(0.02))
    document = build_report(data)
    (found,) = [one for one in document.sections if one.anchor == "floor"]
    (twice,) = measured_twice(prepare(data))
    told = section.sentence(twice)
    assert told.startswith("Differences below ") and "not resolved here" in told
    assert any(repr(told)[1:-1] in repr(block) for block in document.summary)
    assert any(repr(told)[1:-1] in repr(block) for block in found.blocks)
    beside = build_comparison(data, "a", "b")
    assert [one for one in beside.sections if one.anchor == "floor"]


def test_wrong_answers_under_the_second_name_are_not_passed_over(store):
    data = measured(store, noisy(0.02, wrong=True))
    (twice,) = measured_twice(prepare(data))
    assert (twice.judged, twice.right) == (40, 0)
    assert twice.floor("evaluation", "cpu").relative is None
    found = section.section(prepare(data))
    assert found is not None and "40 were not right" in str(found.blocks)
    assert "is not known" in section.sentence(twice)


def test_too_few_circuits_give_no_floor(store):
    suite = parse_suite(SUITE)
    (twice,) = measured_twice(prepare(measured(store, noisy(0.02), suite)))
    found = twice.floor("total time", "wall")
    assert found.units == 3 < MIN_UNITS and found.relative is None
    assert relative_floors(prepare(measured(store, noisy(0.02), suite))) == {}


def test_nothing_measured_twice_is_no_section(store):
    suts = [SutCommand("a", ("client",), ("server",))]
    ended = execute(large, store, suts, ports=NaiveLab().ports())
    study = prepare(load(store, [ended.run]))
    assert study.again is None and section.section(study) is None and not section.sentences(study)

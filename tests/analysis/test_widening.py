"""A disturbed run: what it measured twice widens the bounds of a ratio, and silences nothing."""

from __future__ import annotations

import math
from dataclasses import replace

import factory
import numpy as np
import pandas as pd
import pytest

from ranked import beyond_chance
from ringassay.analysis import prepare
from ringassay.analysis.comparison import Paired, compare
from ringassay.analysis.floor import relative_floors
from ringassay.analysis.study import Study
from ringassay.analysis.widening import ASSUMED, widening
from ringassay.report.build import build_report
from ringassay.report.document import Callout

POINTS = [(8, d, w) for d in (1, 2, 3) for w in (3, 5, 8, 12)]


def frames(
    factor: float,
    *,
    twice: bool = False,
    again: float = 1.0,
    points=POINTS,
    spread: float = 0.05,
    **options,
) -> factory.Frames:
    """`more` needs so many times what `less` needs for an evaluation, `less` measured again
    `again` times."""
    suts = [
        factory.Sut("less", factory.Costs(evaluate=lambda d, w, n: 4e6 * w * d), spread),
        factory.Sut("more", factory.Costs(evaluate=lambda d, w, n: factor * 4e6 * w * d), spread),
    ]
    if twice:
        costs = factory.Costs(evaluate=lambda d, w, n: again * 4e6 * w * d)
        suts.append(factory.Sut("again", costs, spread))
    made = factory.run(suts, points, **options)
    # In turns, circuit by circuit.
    order = made.evaluations.sort_values(["circuit", "repetition", "input", "sut"])
    sequence = pd.Series(range(len(order)), index=order.index)
    made = replace(made, evaluations=made.evaluations.assign(sequence=sequence))
    return replace(made, suts=made.suts.assign(twin_of=["", "", "less"])) if twice else made


def evaluation(study: Study) -> Paired:
    found = compare(study, "less", "more").aspect("evaluation")
    assert found is not None
    return found


def test_six_times_under_load_is_told_with_its_bounds() -> None:
    for options in ({"twice": True, "again": 1.2}, {"twice": True}, {"repetitions": 2}, {}):
        quiet = evaluation(prepare(frames(6.0, **options)))
        loaded = evaluation(prepare(frames(6.0, load1=9.0, **options)))
        assert (quiet.verdict, loaded.verdict) == ("first", "first"), options
        within, wider = quiet.decided.interval, loaded.decided.interval
        assert within is not None and wider is not None
        assert wider.low <= within.low * (1 + 1e-12) and wider.high >= within.high * (1 - 1e-12)
        if "again" in options or not options:  # else no more was measured than chance explains
            assert wider.low < within.low and wider.high > within.high
        assert loaded.decided.ratio == quiet.decided.ratio == pytest.approx(1 / 6.0, rel=0.05)


def test_the_bounds_are_those_of_the_twin_and_of_chance_together() -> None:
    """As squares of logarithms, beside the two differences computed from the rows."""
    study = prepare(frames(1.5, twice=True, load1=9.0, again=1.1))
    quiet = evaluation(prepare(frames(1.5, twice=True, again=1.1))).decided
    assert study.again is not None and quiet.interval is not None
    rows = study.again.evaluations.set_index(["system", "circuit", "input"])["evaluate_cpu_ns"]
    logs = np.log(rows["again"] / rows["less"]).groupby(level="circuit").mean()
    end = beyond_chance(logs)
    assert end > math.log(1.05)
    found = evaluation(study)
    assert found.widened_by is not None and found.widened_by.source == "twin"
    assert found.widened_by.relative == pytest.approx(math.expm1(end), rel=1e-5)
    above, below = (
        math.hypot(math.log(at / quiet.ratio), end)
        for at in (quiet.interval.high, quiet.interval.low)
    )
    interval = found.decided.interval
    assert interval is not None
    assert math.log(interval.high / quiet.ratio) == pytest.approx(above, rel=1e-5)
    assert math.log(interval.low / quiet.ratio) == pytest.approx(-below, rel=1e-5)
    narrowed = found.widened_by.narrowed(found.decided).interval
    assert narrowed is not None
    assert narrowed.low == pytest.approx(quiet.interval.low)
    assert narrowed.high == pytest.approx(quiet.interval.high)


def test_a_difference_that_the_load_may_have_made_is_withheld() -> None:
    """The twin needs typically 1.5 times as long as itself: 1.4 times is no more than that."""
    made = frames(1.4, twice=True, load1=9.0)
    assert evaluation(prepare(made)).verdict == "first"
    rows = made.evaluations
    rng = np.random.default_rng(3)
    swing = pd.Series(np.exp(rng.normal(0.5, 0.2, len(POINTS))), index=made.circuits["circuit"])
    twin = rows["sut"] == "again"
    times = rows["evaluate_cpu_ns"].where(
        ~twin, rows["evaluate_cpu_ns"] * rows["circuit"].map(swing)
    )
    shaken = prepare(replace(made, evaluations=rows.assign(evaluate_cpu_ns=times)))
    assert relative_floors(shaken)["evaluation"] > 0.4
    assert evaluation(shaken).verdict == "withheld"


def test_what_nothing_was_measured_twice_for_may_be_three_times_off() -> None:
    for factor, verdict in ((2.5, "withheld"), (3.6, "first"), (1.0, "open")):
        found = evaluation(prepare(frames(factor, load1=9.0)))
        assert found.widened_by is not None
        assert (found.widened_by.source, found.widened_by.relative) == ("assumed", ASSUMED)
        assert found.verdict == verdict, factor


def test_rounds_say_how_far_the_machine_moved() -> None:
    """Both systems 1.8 times as long in the second round, in turns: as uncertain as that."""
    made = frames(1.5, repetitions=2, load1=9.0)
    rows = made.evaluations
    moved = rows["evaluate_cpu_ns"] * np.where(rows["repetition"] == 1, 1.8, 1.0)
    study = prepare(replace(made, evaluations=rows.assign(evaluate_cpu_ns=moved)))
    found = widening(study, ("less", "more"), "evaluation")
    assert found is not None and found.source == "rounds"
    assert found.relative == pytest.approx(0.8, abs=0.1)
    assert evaluation(study).verdict == "withheld"
    steady = widening(prepare(made), ("less", "more"), "evaluation")
    assert steady is not None and steady.relative < 0.1


def test_of_one_circuit_its_inputs_speak() -> None:
    """Too few circuits for a floor of the run: the twin on the inputs of this one says it."""
    study = prepare(frames(1.5, twice=True, again=1.1, points=POINTS[:1], inputs=12, load1=9.0))
    assert "evaluation" not in relative_floors(study)
    found = widening(study, ("less", "more"), "evaluation")
    assert found is not None and found.source == "twin"
    assert 0.05 < found.relative < 0.15


def test_a_wall_time_that_nothing_measured_twice_stays_withheld() -> None:
    made = frames(6.0, load1=9.0)
    clock_only = replace(made, evaluations=made.evaluations.drop(columns="evaluate_cpu_ns"))
    assert evaluation(prepare(clock_only)).verdict == "withheld"
    made = frames(6.0, twice=True)
    clock_only = replace(made, evaluations=made.evaluations.drop(columns="evaluate_cpu_ns"))
    found = evaluation(prepare(clock_only))
    assert (found.verdict, [one.kind for one in found.reservations]) == ("first", ["cpu"])


def test_the_report_says_of_load_one_sentence() -> None:
    document = build_report(frames(6.0, twice=True, again=1.3, load1=9.0))
    said = [b.text for b in document.summary if isinstance(b, Callout) and "load" in b.text]
    assert len(said) == 1
    assert said[0].count(". ") == 0 and said[0].endswith(".") and len(said[0]) < 200
    assert "load up to 9 on 2 cores" in said[0] and "measured twice" in said[0]


def test_keys_and_ingestion_have_a_floor() -> None:
    """Of keys made twice, one for each depth and batch; beside the rows' own ratios."""
    points = [(batch, d, 3) for batch in (8, 16) for d in (1, 2, 3)]
    made = frames(1.0, twice=True, points=points)
    twin = made.keys["sut"] == "again"
    slower = made.keys["client_cpu_ns"].where(~twin, 1.5 * made.keys["client_cpu_ns"])
    floors = relative_floors(prepare(replace(made, keys=made.keys.assign(client_cpu_ns=slower))))
    assert 0.4 < floors["key generation"] < 0.55
    assert 0.0 < floors["ingestion"] < 0.2
    # Fewer keys than speak for others: no better told apart than the total.
    few = relative_floors(prepare(frames(1.0, twice=True)))
    assert few["key generation"] == few["total time"]


def test_a_difference_in_keys_below_their_floor_is_not_claimed() -> None:
    points = [(batch, d, 3) for batch in (8, 16, 32) for d in (1, 2, 3)]
    made = frames(1.0, twice=True, points=points, spread=0.01)
    keys = made.keys
    by = keys["sut"].map({"less": 1.0, "more": 1.2, "again": 1.0})
    apart = replace(made, keys=keys.assign(client_cpu_ns=keys["client_cpu_ns"] * by))
    told = compare(prepare(apart), "less", "more").aspect("key generation")
    assert told is not None and told.verdict == "first"
    by = keys["sut"].map({"less": 1.0, "more": 1.2, "again": 1.4})
    apart = replace(made, keys=keys.assign(client_cpu_ns=keys["client_cpu_ns"] * by))
    told = compare(prepare(apart), "less", "more").aspect("key generation")
    assert told is not None and told.verdict == "unresolved"

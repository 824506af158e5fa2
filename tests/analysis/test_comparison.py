"""SUT against SUT: planted factors, the sign test, and what the names of the sides mean."""

from __future__ import annotations

from dataclasses import replace

import factory
import numpy as np
import pandas as pd
import pytest

from ranked import typical
from ringassay.analysis import prepare
from ringassay.analysis.comparison import compare
from ringassay.analysis.family import all_pairs
from ringassay.analysis.floor import LEAST, relative_floors
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.sides import UnknownSideError, sides

SLOW = factory.Sut("slow", factory.Costs(evaluate=lambda d, w, n: 12e6 * w * d))
FAST = factory.Sut("fast", factory.Costs(evaluate=lambda d, w, n: 4e6 * w * d))


def test_planted_factor_is_recovered_and_decided() -> None:
    found = compare(prepare(factory.run([SLOW, FAST])), "slow", "fast").aspect("evaluation")
    assert found is not None
    decided = found.decided
    assert decided.ratio == pytest.approx(3.0, rel=0.02)
    assert decided.interval is not None and decided.interval.contains(3.0)
    assert found.verdict == "second"
    assert (decided.first_wins, decided.second_wins) == (0, len(factory.TABLE_4))
    assert decided.rank_p == pytest.approx(2.0 * 0.5 ** len(factory.TABLE_4))
    assert found.adjusted_p >= decided.p


def test_slow_spells_of_a_few_circuits_hide_no_difference() -> None:
    """Of 24 circuits the machine was slow in three, for one system or the other: the centre is that
    of the rest, a tenth more, which the mean would not show."""
    points = [(8, d, w) for d in (1, 2, 3, 4, 5, 6) for w in (2, 3, 5, 8)]
    tenth = factory.Costs(evaluate=lambda d, w, n: 4.4e6 * w * d)
    frames = factory.run([FAST, factory.Sut("slower", tenth)], points)
    rows = frames.evaluations
    for system, place, factor in (("fast", 3, 2.9), ("slower", 7, 1.3), ("fast", 12, 2.7)):
        here = (rows["sut"] == system) & (rows["circuit"] == frames.circuits["circuit"][place])
        rows.loc[here, "evaluate_cpu_ns"] *= factor
    cpu = rows.set_index(["sut", "circuit", "input", "repetition"])["evaluate_cpu_ns"]
    of_circuits = np.log(cpu["slower"] / cpu["fast"]).groupby(level="circuit").mean()
    found = compare(prepare(frames), "slower", "fast").aspect("evaluation")
    assert found is not None and found.verdict == "second"
    assert np.log(found.decided.ratio) == pytest.approx(typical(of_circuits)[0], rel=1e-9)
    assert found.decided.ratio == pytest.approx(1.1, rel=0.02)
    assert np.exp(of_circuits.mean()) < 1.04


def test_swapping_the_sides_inverts_the_ratio() -> None:
    study = prepare(factory.run([SLOW, FAST]))
    one = compare(study, "slow", "fast").aspect("total time")
    other = compare(study, "fast", "slow").aspect("total time")
    assert one is not None and other is not None
    assert one.decided.ratio * other.decided.ratio == pytest.approx(1.0)
    assert {one.verdict, other.verdict} == {"first", "second"}


def test_equal_systems_are_not_told_apart() -> None:
    twins = [factory.Sut("a"), factory.Sut("b")]
    found = compare(prepare(factory.run(twins)), "a", "b")
    times = [p for p in found.aspects if p.aspect.quantity == "time"]
    assert all(p.decided.ratio == pytest.approx(1.0, abs=0.05) for p in times)
    assert all(p.verdict == "open" for p in times)
    key_size = found.aspect("key size")
    assert key_size is not None
    assert key_size.verdict == "equal"


def test_only_cases_both_got_right_are_compared() -> None:
    frames = factory.run([SLOW, FAST], points=[(8, 2, 3), (8, 4, 3)], inputs=1)
    changed = frames.evaluations.copy()
    changed.loc[0, "outcome"] = "wrong"
    found = compare(prepare(replace(frames, evaluations=changed)), "slow", "fast")
    evaluation = found.aspect("evaluation")
    assert evaluation is not None
    assert (evaluation.decided.cases, evaluation.decided.units) == (1, 1)
    assert evaluation.decided.interval is None
    assert evaluation.verdict == "few"


def test_different_security_levels_are_not_compared() -> None:
    low, high = factory.run([SLOW], security=80), factory.run([FAST], security=128, name="run-2")
    assert all_pairs(prepare(_joined(low, high))) == ()


@pytest.mark.parametrize(
    ("sut", "scheme", "expected"),
    [
        (factory.Sut("x"), "BFV", True),
        (factory.Sut("x", security_bits=0.0), "BFV", False),
        (factory.Sut("x"), "none", False),
        (factory.Sut("x", security_bits=float("nan")), "", True),
        (
            factory.Sut(
                "x",
                factory.Costs(wire_bytes=lambda d, w, n: n / 8),
                security_bits=float("nan"),
            ),
            "",
            False,
        ),
    ],
)
def test_who_encrypts(sut: factory.Sut, scheme: str, expected: bool) -> None:
    frames = factory.run([sut], points=[(8, 2, 3)])
    study = prepare(replace(frames, suts=frames.suts.assign(scheme=scheme)))
    assert in_the_clear(study, "x") is not expected


def test_sides_are_systems_or_runs() -> None:
    both = prepare(_joined(factory.run([SLOW, FAST], name="a"), factory.run([SLOW], name="b")))
    assert sides(both, "fast", "slow (b)") == (("fast", "slow (b)"),)
    assert sides(both, "a", "b") == (("slow (a)", "slow (b)"),)
    with pytest.raises(UnknownSideError, match=r"nobody.*slow.*run"):
        sides(both, "a", "nobody")
    with pytest.raises(ValueError, match="two different"):
        sides(both, "a", "a")


def test_runs_with_one_different_sut_each_are_compared() -> None:
    both = prepare(_joined(factory.run([SLOW], name="a"), factory.run([FAST], name="b")))
    assert sides(both, "a", "b") == (("slow", "fast"),)


def test_runs_without_a_common_sut_are_refused() -> None:
    third = factory.Sut("third")
    both = prepare(_joined(factory.run([SLOW, FAST], name="a"), factory.run([third], name="b")))
    with pytest.raises(ValueError, match="share no SUT"):
        sides(both, "a", "b")


def _joined(first: factory.Frames, second: factory.Frames) -> factory.Frames:
    return replace(
        first,
        **{
            name: pd.concat([getattr(first, name), getattr(second, name)], ignore_index=True)
            for name in ("runs", "suts", "keys", "ingestions", "evaluations")
        },
    )


def test_cases_of_unknown_security_are_compared() -> None:
    frames = factory.run([SLOW, FAST])
    unknown = {
        name: getattr(frames, name).assign(security=float("nan"))
        for name in ("keys", "ingestions", "evaluations")
        if "security" in getattr(frames, name)
    }
    assert unknown
    found = compare(prepare(replace(frames, **unknown)), "slow", "fast").aspect("evaluation")
    assert found is not None
    assert found.decided.units == len(factory.TABLE_4)


def test_cpu_time_decides_and_the_clock_stands_beside_it() -> None:
    """The same CPU time, but one waits three times as long: nobody needs less."""
    frames = factory.run([factory.Sut("idle"), factory.Sut("busy")])
    idle = frames.evaluations["sut"] == "idle"
    walls = ["evaluate_wall_ns", "total_wall_ns"]
    slow = frames.evaluations[walls].mul(1.0 + 2.0 * idle, axis=0)
    changed = frames.evaluations.assign(**slow)
    found = compare(prepare(replace(frames, evaluations=changed)), "idle", "busy")
    total = found.aspect("total time")
    assert total is not None and total.clock is not None
    assert total.clock.ratio == pytest.approx(3.0, rel=0.05)
    assert total.verdict == "open"


def test_without_cpu_time_nothing_is_claimed() -> None:
    frames = factory.run([SLOW, FAST])
    unknown = frames.evaluations.drop(columns=["evaluate_cpu_ns"])
    found = compare(prepare(replace(frames, evaluations=unknown)), "slow", "fast")
    verdicts = {p.aspect.label: p.verdict for p in found.aspects}
    assert verdicts["evaluation"] == verdicts["total time"] == "withheld"


def test_under_load_times_are_withheld_that_the_load_may_have_made_and_sizes_are_not() -> None:
    small = factory.Sut("small", factory.Costs(key_bytes=lambda d, w, n: 1e5 * d))
    frames = factory.run([SLOW, small], load1=5.0)
    found = compare(prepare(frames), "slow", "small")
    verdicts = {p.aspect.label: p.verdict for p in found.aspects if p.clock is not None}
    assert verdicts["evaluation"] == verdicts["total time"] == "withheld"
    assert set(verdicts.values()) <= {"withheld", "open"}
    assert all(p.reservations[0].kind == "load" for p in found.aspects if p.clock is not None)
    key_size = found.aspect("key size")
    assert key_size is not None
    assert key_size.verdict == "second"


def test_a_host_that_takes_cores_away_and_waiting_are_noticed() -> None:
    frames = factory.run([SLOW, FAST])
    stolen = frames.evaluations.assign(steal_ns=frames.evaluations["total_wall_ns"] * 0.03)
    found = compare(prepare(replace(frames, evaluations=stolen)), "slow", "fast").aspect(
        "evaluation"
    )
    assert found is not None
    assert [r.kind for r in found.reservations] == ["steal"]
    held_up = frames.evaluations["input"] == 1
    starved = frames.evaluations["evaluate_cpu_ns"].where(
        ~held_up, frames.evaluations["evaluate_cpu_ns"] / 2
    )
    waiting = frames.evaluations.assign(evaluate_cpu_ns=starved)
    found = compare(prepare(replace(frames, evaluations=waiting)), "slow", "fast").aspect(
        "evaluation"
    )
    assert found is not None
    assert [r.kind for r in found.reservations] == ["waiting"]
    assert found.verdict == "withheld"


def test_one_after_the_other_only_large_differences_are_claimed() -> None:
    """A tenth more after an hour may be the machine; three times as much is not."""
    near = factory.Sut("near", factory.Costs(evaluate=lambda d, w, n: 4.4e6 * w * d))
    for rival, expected in ((near, "unresolved"), (SLOW, "second")):
        frames = factory.run([rival, FAST])
        found = compare(prepare(_timed(frames, in_turns=False)), rival.label, "fast")
        evaluation = found.aspect("evaluation")
        assert evaluation is not None
        assert (found.in_turns, evaluation.verdict) == (False, expected)
        timed = _timed(frames, in_turns=False)
        sequence = _timed(frames, in_turns=True).evaluations["at"].rank()
        ordered = replace(timed, evaluations=timed.evaluations.assign(sequence=sequence))
        assert compare(prepare(ordered), rival.label, "fast").in_turns is True
        found = compare(prepare(_timed(frames, in_turns=True)), rival.label, "fast")
        evaluation = found.aspect("evaluation")
        assert evaluation is not None
        assert (found.in_turns, evaluation.verdict) == (True, "second")


def test_two_runs_are_never_in_turns() -> None:
    study = prepare(_joined(factory.run([SLOW], name="a"), factory.run([FAST], name="b")))
    assert compare(study, "slow", "fast").in_turns is False


def test_what_a_twin_differs_by_is_the_floor() -> None:
    longer = factory.Costs(evaluate=lambda d, w, n: 4.6e6 * w * d)
    twins = factory.run([factory.Sut("a", spread=0.02), factory.Sut("b", longer, 0.02)], seed=3)
    again = replace(twins, suts=twins.suts.assign(twin_of=["", "a"]))
    floors = relative_floors(prepare(again))
    assert set(floors) == {
        "key generation", "ingestion", "encryption", "evaluation", "decryption", "total time",
    }  # fmt: skip
    near = factory.Sut("near", factory.Costs(evaluate=lambda d, w, n: 4.2e6 * w * d))
    study = prepare(factory.run([near, FAST], inputs=9))
    alone = compare(study, "near", "fast").aspect("evaluation")
    floored = compare(study, "near", "fast", floors=floors).aspect("evaluation")
    everywhere = compare(study, "near", "fast", floors=0.5).aspect("evaluation")
    assert alone is not None and floored is not None and everywhere is not None
    assert floors["evaluation"] > 0.1 and floors["encryption"] == LEAST
    assert (alone.verdict, floored.verdict) == ("second", "unresolved")
    assert everywhere.verdict == "unresolved"


def test_rounds_are_counted() -> None:
    found = compare(prepare(factory.run([SLOW, FAST], repetitions=3)), "slow", "fast")
    evaluation = found.aspect("evaluation")
    assert evaluation is not None
    assert evaluation.decided.rounds == 3
    assert evaluation.decided.cases == len(factory.TABLE_4) * 9


def _timed(frames: factory.Frames, *, in_turns: bool) -> factory.Frames:
    """The same run with times of day: system by system, or circuit by circuit."""
    rows = frames.evaluations
    order = rows.sort_values(["circuit", "sut"] if in_turns else ["sut", "circuit"], kind="stable")
    minutes = pd.Series(range(len(order)), index=order.index)
    moments = pd.Timestamp("2026-01-02") + pd.to_timedelta(minutes, unit="min")
    at = moments.dt.strftime("%Y-%m-%dT%H:%M:%S.000+00:00")
    return replace(frames, evaluations=rows.assign(at=at))


def test_answers_under_one_key_are_no_independent_measurements() -> None:
    """One key of each system, one of which happened to take longer: nothing is claimed of it."""
    quick = factory.Sut("a", factory.Costs(keygen=lambda d, w, n: 1.0e9))
    slow = factory.Sut("b", factory.Costs(keygen=lambda d, w, n: 1.1e9))
    points = [(8, 2, w) for w in range(3, 15)]
    found = compare(prepare(factory.run([quick, slow], points)), "a", "b").aspect("first answer")
    assert found is not None
    assert (found.decided.units, found.verdict) == (1, "few")

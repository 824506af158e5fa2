"""Which system to choose: planted costs, security and mistakes, and what may follow from them."""

from __future__ import annotations

from dataclasses import replace

import factory
import numpy as np
import pytest

from ranked import typical
from ringassay.analysis import prepare
from ringassay.analysis.decision import Decision, decide
from ringassay.report.sections.choosing import sentences
from ringassay.report.sections.decision import MARK, table

POINTS = [(8, d, w) for d in (2, 3, 4, 5) for w in (3, 6)]
SLOW = factory.Costs(evaluate=lambda d, w, n: 2e7 + 8e6 * w * d)


def made(*suts: factory.Sut, **options: float) -> factory.Frames:
    return factory.run(suts, points=POINTS, repetitions=3, **options)


def decided(frames: factory.Frames) -> Decision:
    return decide(prepare(frames))


def chosen(decision: Decision) -> dict[str, set[str]]:
    return {c.system: {gain.aspect for gain in c.gains} for c in decision.choices}


def test_a_choice_follows_from_what_was_planted_and_from_no_more() -> None:
    frames = made(factory.Sut("quick"), factory.Sut("slow", SLOW))
    decision = decided(frames)
    # Evaluation twice as long; everything else is the same but for the spread.
    assert set(chosen(decision)) == {"quick"}
    assert {"evaluation", "total time"} <= chosen(decision)["quick"]
    assert not {"key size", "fresh ciphertexts", "encryption"} & chosen(decision)["quick"]
    (difference,) = [d for d in decision.differences if d.aspect == "evaluation"]
    rows = frames.evaluations
    cpu = rows.set_index(["sut", "circuit", "input", "repetition"])["evaluate_cpu_ns"]
    logs = np.log(cpu["slow"] / cpu["quick"])
    by_hand = float(np.exp(typical(logs.groupby(level="circuit").mean())[0]))
    assert difference.factor == pytest.approx(by_hand, rel=1e-9)
    assert difference.factor == pytest.approx(2.0, rel=0.02)
    assert difference.interval.low > 1.0
    found = table(decision)
    assert found is not None
    quick, slow = found.cells()
    place = [c.label for c in found.columns].index("evaluation")
    assert quick[place].text.endswith(MARK) and MARK not in slow[place].text
    (said,) = [
        s
        for s in sentences(decision)
        if s.startswith("For circuits of this family, choose *quick*")
    ]
    assert "evaluation (*slow* needs 2 times as much, " in said


def test_without_a_resolved_difference_nothing_is_chosen() -> None:
    decision = decided(made(factory.Sut("one"), factory.Sut("other")))
    assert decision.differences == () and decision.choices == ()
    (said,) = sentences(decision)
    assert "nothing measured here decides between *one* and *other*: evaluation" in said
    found = table(decision)
    assert found is not None and MARK not in found.note
    assert not any(MARK in cell.text for row in found.cells() for cell in row)


def test_a_disturbed_machine_decides_what_it_cannot_have_made() -> None:
    """Twice the time is told where rounds agree; where nothing was measured twice, two times may be
    the machine's doing and seven times are not."""
    quiet = decided(made(factory.Sut("quick"), factory.Sut("slow", SLOW)))
    loaded = decided(made(factory.Sut("quick"), factory.Sut("slow", SLOW), load1=9.0))
    undisturbed, difference = (
        next(one for one in decision.differences if one.aspect == "evaluation")
        for decision in (quiet, loaded)
    )
    assert difference.factor == undisturbed.factor
    assert 1.5 < difference.interval.low <= undisturbed.interval.low
    assert difference.interval.high >= undisturbed.interval.high

    for times, told in ((2.0, False), (7.0, True)):
        slow = factory.Sut(
            "slow", factory.Costs(evaluate=lambda d, w, n, f=times: f * (10e6 + 4e6 * w * d))
        )
        frames = factory.run([factory.Sut("quick"), slow], POINTS, inputs=3, load1=9.0)
        once = decided(frames)
        assert bool(once.choices) is told
        assert told or any("more tasks wanted to run" in said for said in sentences(once))


def test_security_beyond_what_was_asked_is_no_obstacle() -> None:
    """More than asked is compared as delivered: here the cheaper delivers more as well."""
    frames = made(factory.Sut("quick", log2_qp=300.0), factory.Sut("slow", SLOW, log2_qp=420.0))
    decision = decided(frames)
    assert [p.compared for p in decision.pairings] == [True]
    assert "evaluation" in chosen(decision)["quick"]
    assert any("It is not weaker than *slow*." in said for said in sentences(decision))


def test_every_request_counts_whatever_its_excess() -> None:
    """The one key that delivers more than the others, and costs more, is not left out."""
    frames = made(factory.Sut("quick"), factory.Sut("slow", SLOW))
    keys, rows = frames.keys, frames.evaluations
    keys.loc[keys["key"] == "quick-8-2.0", "log2_qp"] = 250.0
    rows.loc[rows["key"] == "quick-8-2.0", ["evaluate_cpu_ns", "evaluate_wall_ns"]] *= 1e6
    decision = decided(frames)
    assert "evaluation" not in chosen(decision).get("quick", set())
    (pairing,) = decision.pairings
    paired = pairing.aspect("evaluation")
    assert paired is not None and paired.decided.units == 8


def test_who_may_not_be_chosen() -> None:
    frames = made(
        factory.Sut("good", SLOW),
        factory.Sut("wrong"),
        factory.Sut("bare", security_bits=0.0),
        factory.Sut("weak", log2_qp=900.0),
        factory.Sut("dead"),
    )
    of_dead = np.flatnonzero(frames.evaluations["sut"] == "dead")
    first = int(np.flatnonzero(frames.evaluations["sut"] == "wrong")[0])
    frames = factory.with_outcomes(frames, dict.fromkeys(map(int, of_dead), "crash"))
    decision = decided(factory.with_outcomes(frames, {first: "wrong"}))
    assert [(c.system, c.standing) for c in decision.contenders] == [
        ("good", "candidate"),
        ("wrong", "wrong"),
        ("bare", "unencrypted"),
        ("weak", "weak"),
        ("dead", "unanswered"),
    ]
    assert decision.candidates == ("good",) and not decision.choices
    told = " ".join(sentences(decision))
    assert "*wrong* is no candidate: 1 of 72 results was wrong." in told
    assert "*good* is the only one" in told
    assert "*weak* is no candidate: of the 128 bits of security asked it delivers" in told


def test_cpu_time_and_the_clock_must_not_contradict_each_other() -> None:
    frames = made(factory.Sut("threads"), factory.Sut("single", SLOW))
    threads = frames.evaluations["sut"] == "threads"
    for column in ("evaluate_wall_ns", "total_wall_ns"):
        frames.evaluations.loc[threads, column] *= 20.0
    assert "evaluation" not in chosen(decided(frames)).get("threads", set())


def test_who_loses_to_one_is_not_recommended_over_another() -> None:
    suts = [
        factory.Sut(name, factory.Costs(evaluate=lambda d, w, n, f=f: f * (1e7 + 4e6 * w * d)))
        for name, f in (("a", 1.0), ("b", 2.0), ("c", 4.0))
    ]
    decision = decided(made(*suts))
    assert set(chosen(decision)) == {"a"}
    (choice,) = decision.choices
    (gain,) = [g for g in choice.gains if g.aspect == "evaluation"]
    assert [d.more for d in gain.over] == ["b", "c"]  # the nearest first
    assert any("*b*, the next, needs " in said for said in sentences(decision))


def test_who_fails_once_is_not_chosen() -> None:
    frames = factory.with_outcomes(
        made(factory.Sut("quick"), factory.Sut("slow", SLOW)), {0: "timeout"}
    )
    decision = decided(frames)
    assert decision.candidates == ("slow",) and not decision.choices
    told = sentences(decision)
    assert "*quick* is not chosen: it answered 71 of 72 evaluations (1 timed out)." in told
    assert any(said.startswith("On the 24 cases that both answered, *slow* needs") for said in told)


def test_nothing_asked_nothing_told() -> None:
    frames = factory.empty()
    assert table(decided(frames)) is None
    nothing = replace(frames, suts=made(factory.Sut("a")).suts)
    assert table(decided(nothing)) is None

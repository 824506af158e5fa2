"""From how many inputs on which system takes the least, beside counting it out."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from test_ranking import candidate

from ringassay.advice.figures import Candidate, Limits
from ringassay.advice.sentences import answer
from ringassay.advice.uncertainty import changes, told_apart

MS = 1e6


def line(name: str, once_ms: float, each_ms: float, error: float | None = 0.03) -> Candidate:
    one = candidate(name, error=error)
    steps = {"keys": once_ms * MS, "ingest": 0.0, "encrypt": 0.0, "decrypt": 0.0}
    return replace(one, cost=replace(one.cost, ns={**steps, "evaluate": each_ms * MS}))  # type: ignore[arg-type]


def total(one: Candidate, inputs: int) -> float:
    """By hand, sharing nothing with `Cost.total_ns`."""
    ns = one.cost.ns
    return ns["keys"] + ns["ingest"] + inputs * (ns["encrypt"] + ns["evaluate"] + ns["decrypt"])


def unsure(a: Candidate, b: Candidate, inputs: int) -> bool:
    """Whether the difference is within 1.645 standard deviations, written out."""

    def error(one: Candidate) -> float:
        evaluate = max(0.065, (one.error or 0.0) / 0.6745)
        return 0.065 * one.cost.ns["keys"] + inputs * evaluate * one.cost.ns["evaluate"]

    return abs(total(a, inputs) - total(b, inputs)) <= 1.645 * math.hypot(error(a), error(b))


def test_the_first_number_of_inputs_is_the_one_that_counting_finds() -> None:
    drawn = random.Random(37)
    several = 0
    for _ in range(120):
        ranking = [
            line(f"s{number}", drawn.uniform(1, 5000), drawn.uniform(1, 300))
            for number in range(drawn.randint(1, 5))
        ]
        counted = []
        best = min(ranking, key=lambda one: (total(one, 1), total(one, 2)))
        for inputs in range(1, 1500):
            now = min(ranking, key=lambda one: total(one, inputs))
            if total(now, inputs) < total(best, inputs):
                counted.append((inputs, now.system))
                best = now
        found = [(one.inputs, one.after.system) for one in changes(ranking) if one.inputs < 1500]
        assert found == counted
        several += len(counted) > 1
    assert several > 5, "drawn too tame"


def test_the_interval_is_where_predictions_do_not_tell_two_apart() -> None:
    drawn = random.Random(7)
    bounded = 0
    for _ in range(300):
        a = line(
            "a", drawn.uniform(1, 100), drawn.uniform(50, 300), drawn.choice([None, 0.03, 0.2])
        )
        b = line("b", drawn.uniform(500, 5000), drawn.uniform(1, 40), drawn.choice([0.02, 0.1]))
        for one in changes([a, b]):
            first, last = one.earliest, one.latest
            assert 1 <= first <= one.inputs
            around = {first, one.inputs - 1, *range(first, one.inputs, 7)} - {0, one.inputs}
            assert all(unsure(a, b, inputs) for inputs in around if first <= inputs < one.inputs)
            assert first == 1 or not unsure(a, b, first - 1)
            if last is not None:
                bounded += 1
                assert last >= one.inputs and not unsure(a, b, last)
                assert last == one.inputs or unsure(a, b, last - 1)
            else:
                assert unsure(a, b, 10**8)
            assert told_apart(a, b, one.inputs) != unsure(a, b, one.inputs)
    assert bounded > 50


def test_errors_that_are_too_large_never_let_the_other_be_sure() -> None:
    (one,) = changes([line("a", 10, 100, 0.5), line("b", 1000, 60, 0.5)])
    assert one.latest is None and one.earliest >= 1
    assert (
        "predictions do not tell them apart"
        in answer([one.before, one.after], Limits(inputs=1))[-1]
    )


def test_two_that_are_alike_are_not_told_apart_by_any_number_of_inputs() -> None:
    a, b = line("a", 1000, 100), line("b", 1001.5, 99, 0.5)
    assert all(unsure(a, b, inputs) for inputs in (1, 2, 3, 10, 10**3, 10**8))
    (one,) = changes([a, b])
    assert (one.earliest, one.inputs, one.latest) == (1, 2, None)


def test_the_answer_says_from_how_many_inputs_on() -> None:
    few, many = line("few", 100, 100), line("many", 2100, 10)
    said = answer([few, many], Limits())[-1]
    # 100 + 100 N > 2100 + 10 N from N = 23 on.
    assert said.startswith(
        "Under one key FEW takes the least for few inputs; from 23 inputs on MANY"
    )
    (one,) = changes([few, many])
    assert f"from somewhere between {one.earliest} and {one.latest} on" in said
    assert answer([many, few], Limits(inputs=100))[-1] == said, "the same for any --inputs"


def test_one_that_is_always_ahead_is_said_to_be() -> None:
    said = answer([line("a", 1, 1), line("b", 2, 2)], Limits())[-1]
    assert said == "A takes the least for any number of inputs under one key."
    assert not changes([]) and not changes([line("a", 1, 1)])
    equal = [line("a", 1, 1), line("b", 1, 1)]
    assert not changes(equal) and not told_apart(*equal, 1)


@pytest.mark.parametrize("inputs", [1, 10, 10**6])
def test_two_whose_totals_differ_by_less_than_fifteen_percent_are_not_told_apart(
    inputs: int,
) -> None:
    a = line("a", 100, 10)
    assert not told_apart(a, line("b", 113, 11.3), inputs)
    assert told_apart(a, line("b", 118, 11.8), inputs)
    # A fit that is off by much says less.
    assert not told_apart(replace(a, error=0.3), line("b", 130, 13), 10**6)

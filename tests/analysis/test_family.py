"""A page of many pairs is one family: corrected together, and still able to find."""

from __future__ import annotations

import itertools
import math

import factory
import numpy as np
import pytest
from many_systems import LOADED, QUIET, Count, Scene, page

from ringassay.analysis import prepare
from ringassay.analysis.comparison import compare
from ringassay.analysis.decision import decide
from ringassay.analysis.family import all_pairs, together


def study(count: int, spread: float = 0.3, seed: int = 1):  # type: ignore[no-untyped-def]
    suts = [factory.Sut(f"s{number}", spread=spread) for number in range(count)]
    points = [(8, d, w) for d in (2, 3, 4) for w in (3, 6, 9)]
    return prepare(factory.run(suts, points, inputs=1, seed=seed))


def test_the_correction_is_that_of_holm_over_all_times_of_all_pairs() -> None:
    measured = study(4)
    alone = [compare(measured, *pair) for pair in itertools.combinations(measured.systems, 2)]
    raw = sorted(
        one.decided.p
        for pair in alone
        for one in pair.aspects
        if one.aspect.quantity == "time" and one.decided.p == one.decided.p
    )
    least, expected = 0.0, {}
    for place, p in enumerate(raw):  # Holm (1979), written out
        least = max(least, min(1.0, (len(raw) - place) * p))
        expected[p] = least
    assert len(raw) >= 6 * 5
    for pair in all_pairs(measured):
        for one in pair.aspects:
            if one.aspect.quantity == "time" and one.decided.p in expected:
                assert one.adjusted_p == pytest.approx(expected[one.decided.p])


def test_pages_told_together_share_the_five_per_cent_and_sizes_are_left_alone() -> None:
    measured = study(3)
    once, twice = all_pairs(measured), together(all_pairs(measured), 2)
    for one, other in zip(once, twice, strict=True):
        for first, second in zip(one.aspects, other.aspects, strict=True):
            times = first.aspect.quantity == "time"
            doubled = first.adjusted_p
            if times and not math.isnan(doubled):
                doubled = min(1.0, 2.0 * doubled)
            assert second.adjusted_p == pytest.approx(doubled, nan_ok=True)


def test_a_decision_has_its_share_of_the_page() -> None:
    slow = factory.Sut("slow", factory.Costs(evaluate=lambda d, w, n: 1.3 * (10e6 + 4e6 * w * d)))
    points = [(8, 2, w) for w in range(3, 13)]
    measured = prepare(factory.run([factory.Sut("quick"), slow], points, inputs=1))
    (found,) = [one for one in decide(measured).differences if one.aspect == "evaluation"]
    assert found.less == "quick"
    # Told beside so many others it is no longer beyond chance.
    assert not [one for one in decide(measured, 10**12).differences if one.clock is not None]


@pytest.mark.parametrize("scene", [QUIET, LOADED])
def test_a_synthetic_page_of_equal_systems_tells_of_no_difference(scene: Scene) -> None:
    """A sample of the campaign in many_systems.py."""
    count = Count()
    for number in range(2):
        page(scene, np.random.default_rng((7, number)), count)
    assert (count.pages, count.false_pages) == (2, 0)

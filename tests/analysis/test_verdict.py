"""When a difference may be claimed: every condition alone withholds it."""

from __future__ import annotations

import math

import numpy as np
import pytest
import same_program

from ringassay.analysis.intervals import Interval
from ringassay.analysis.verdict import decide, holm

CLAIM: dict[str, object] = {
    "ratio": 1.2,
    "interval": Interval(1.1, 1.3),
    "adjusted_p": 0.01,
    "rank_p": 0.01,
    "units": 12,
}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, "second"),
        ({"ratio": 0.8, "interval": Interval(0.7, 0.9)}, "first"),
        ({"interval": Interval(0.99, 1.3)}, "open"),
        ({"adjusted_p": 0.06}, "open"),
        ({"adjusted_p": math.nan}, "open"),
        ({"rank_p": 0.06}, "open"),
        ({"floor": 0.25}, "unresolved"),
        ({"floor": 0.19}, "second"),
        ({"ratio": 0.8, "interval": Interval(0.7, 0.9), "floor": 0.3}, "unresolved"),
        ({"reservations": ("load",)}, "withheld"),
        ({"interval": None}, "few"),
        ({"units": 5}, "few"),
        ({"interval": Interval(1.0, 1.0)}, "equal"),
    ],
)
def test_every_condition_counts(changed: dict[str, object], expected: str) -> None:
    assert decide(**{**CLAIM, **changed}) == expected  # type: ignore[arg-type]


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, math.nan]) == pytest.approx(
        (0.03, 0.06, 0.06, math.nan), nan_ok=True
    )
    assert holm([]) == ()
    assert holm([0.9, 0.8]) == (1.0, 1.0)


def test_one_program_under_two_names_is_not_told_apart() -> None:
    """The long campaign, short: no scene with more claims than 5 % and chance explain."""
    for scene, count in same_program.campaign(same_program.SAME, 60, seed=11):
        assert not same_program.too_many(count, 60), (scene, count)


def test_five_percent_are_found_on_the_size_of_the_demo() -> None:
    scenes = tuple(s for s in same_program.DIFFERENT if s.noise <= 0.05 and s.rounds == 1)
    for scene, count in same_program.campaign(scenes[:2], 60, seed=12):
        assert count >= 48, (scene, count)  # a true 90 % gives fewer one time in a hundred


def test_the_campaign_notices_a_rule_without_correction() -> None:
    """A control: the interval alone, aspect by aspect, claims too much."""
    rng = np.random.default_rng(13)
    claims = sum(
        any(
            found.interval is not None and not found.interval.contains(1.0)
            for found in same_program.measured(same_program.SAME[0], rng)
        )
        for _ in range(200)
    )
    assert same_program.too_many(claims, 200)

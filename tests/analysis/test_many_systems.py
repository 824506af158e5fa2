"""Reports of a dozen systems: what is said of pairs stays short, and a refusal is no error."""

from __future__ import annotations

import re
from functools import cache

import factory
import pytest

from ringassay.report.build import build_report
from ringassay.report.document import Callout, Details, Document, Items, KeyFigures, Table

POINTS = [(8, d, w) for d in (2, 3) for w in (3, 6)]
NAMES = ("a", "b", "c", "d", "e", "f", "g")


def frames(count: int, load1: float = 0.7, repetitions: int = 3) -> factory.Frames:
    """Systems of which each takes longer than the last."""
    suts = [
        factory.Sut(
            one,
            factory.Costs(evaluate=lambda d, w, n, f=f: f * (1e7 + 4e6 * w * d)),
        )
        for f, one in enumerate(NAMES[:count], start=1)
    ]
    inputs = 3 if repetitions > 1 else 8
    return factory.run(suts, POINTS, inputs=inputs, repetitions=repetitions, load1=load1)


@cache
def document(count: int, load1: float = 0.7, repetitions: int = 3) -> Document:
    return build_report(frames(count, load1, repetitions))


def verdict(shown: Document) -> Callout:
    return next(block for block in shown.summary if isinstance(block, Callout))


@pytest.mark.parametrize("count", [3, 7])
def test_a_section_of_pairs_has_no_more_details_than_systems(count: int) -> None:
    shown = document(count)
    section = next(one for one in shown.sections if one.anchor == "comparison")
    details = [block.title for block in section.blocks if isinstance(block, Details)]
    if count == 3:
        assert details == ["*a* and *b*", "*a* and *c*", "*b* and *c*"]
    else:
        assert details == [f"*{one}* and each of the others" for one in NAMES[:-1]]
    inner = [b for d in section.blocks if isinstance(d, Details) for b in d.blocks]
    tables = [b.caption for b in inner if isinstance(b, Table)]
    assert len(tables) == count * (count - 1) // 2


@pytest.mark.parametrize("count", [3, 7])
def test_medians_of_many_are_a_row_for_each(count: int) -> None:
    metrics = next(one for one in document(count).sections if one.anchor == "metrics")
    table = next(block for block in metrics.blocks if isinstance(block, Table))
    assert [column.label for column in table.columns][:2] == (
        ["metric", "*a*"] if count == 3 else ["system", "key generation"]
    )
    assert len(table.rows) == (8 if count == 3 else count)
    if count == 7:
        evaluation = [column.label for column in table.columns].index("evaluation")
        medians = [row[evaluation].value for row in table.cells()]
        assert medians == sorted(medians) and medians[-1] == pytest.approx(7 * medians[0], rel=0.2)


def test_figures_in_large_type_become_a_range() -> None:
    few, many = (
        next(block for block in document(count).summary if isinstance(block, KeyFigures))
        for count in (3, 7)
    )
    assert sum("plaintext evaluation" in figure.label for figure in few.items) == 3
    (spread,) = [one for one in many.items if "plaintext evaluation" in one.label]
    assert " to " in spread.value and "7 systems" in spread.label


def test_a_refusal_is_no_error_and_a_crash_is_one() -> None:
    def of(outcomes: dict[int, str]) -> Callout:
        return verdict(build_report(factory.with_outcomes(frames(2), outcomes)))

    refused = of({0: "refused"})
    assert refused.kind == "good" and refused.text.startswith("All ")
    assert "Refused: *a* 1 of " in refused.text
    crashed = of({0: "refused", 1: "crash"})
    assert crashed.kind == "bad" and "Not everything is right" in crashed.text
    assert of({0: "wrong"}).kind == "bad"


@pytest.mark.parametrize(("count", "least"), [(3, 3), (7, 10)])
def test_many_pairs_are_told_in_short(count: int, least: int) -> None:
    """On a crowded machine where nothing was measured twice, so that times are not told apart."""
    shown = document(count, 9.0, 1)
    items = [text for block in shown.summary if isinstance(block, Items) for text in block.items]
    (short,) = [text for text in items if text.startswith("Times of ") and " pairs " in text]
    found = re.match(r"Times of (\d+) pairs", short)
    assert found is not None
    # Of the others the times are so far apart that no disturbance explains it.
    pairs = int(found[1])
    assert pairs >= least
    assert not [text for text in items if text.startswith("Times of *")]
    (details,) = [b for b in shown.summary if isinstance(b, Details) and b.title == "Pair by pair"]
    (block,) = details.blocks
    assert isinstance(block, Items)
    assert len([text for text in block.items if text.startswith("Times of *")]) == pairs

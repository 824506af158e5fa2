"""Whether two systems took turns: by how often who is measured changes, beside the circuits."""

from __future__ import annotations

from dataclasses import replace

import factory
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.disturbance import sequential

POINTS = [(8, 2, w) for w in range(3, 15)]


def in_blocks(order: str) -> bool | None:
    """Two systems on twelve circuits, one letter a circuit: an A or B measured on its next one."""
    frames = factory.run([factory.Sut("A"), factory.Sut("B")], POINTS, inputs=1)
    rows = frames.evaluations
    waiting = {sut: rows.index[rows["sut"] == sut].tolist() for sut in ("A", "B")}
    place = {waiting[letter].pop(0): float(number) for number, letter in enumerate(order)}
    assert not waiting["A"] and not waiting["B"]
    measured = replace(frames, evaluations=rows.assign(sequence=rows.index.map(place)))
    return sequential(prepare(measured), "A", "B")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("A" * 12 + "B" * 12, True),
        # Two and four changes of hands in 24 measurements are no turns.
        ("A" * 6 + "B" * 12 + "A" * 6, True),
        ("A" * 4 + "B" * 6 + "A" * 4 + "B" * 6 + "A" * 4, True),
        # Each circuit by both, one behind the other.
        ("AB" * 12, False),
        ("ABBA" * 6, False),
        ("AABB" * 6, False),
    ],
)
def test_turns_are_one_for_every_other_circuit_or_more(order: str, expected: bool) -> None:
    assert in_blocks(order) is expected

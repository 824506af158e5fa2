"""Windows and steps against rows of labelled slots that are really rotated."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringassay.sut.slots.layout import Layout, Window
from ringassay.sut.slots.steps import compose, key_steps


def rotated(row: list[int], step: int) -> list[int]:
    out = [0] * len(row)
    for j, value in enumerate(row):
        out[(j + step) % len(row)] = value
    return out


@settings(deadline=None)
@given(st.integers(1, 40), st.sampled_from([16, 32, 64]), st.data())
def test_a_window_promises_only_slots_that_hold_the_vector(
    batch: int, row: int, data: st.DataObject
) -> None:
    batch = min(batch, row)
    layout = Layout(batch, row)
    vector = list(range(1, batch + 1))
    slots, window = layout.spread(vector), layout.full
    for shift in data.draw(st.lists(st.integers(-row, row), max_size=5)):
        slots, window = rotated(slots, shift), layout.shifted(window, shift)
        vector = rotated(vector, shift)
        for j in range(window.lo, window.hi):
            assert slots[j] == vector[j % batch]
        if window.size >= batch:
            assert layout.collect(slots, window.lo) == vector


@settings(deadline=None)
@given(st.integers(1, 700), st.sampled_from([1024, 2048]), st.integers(-5000, 5000), st.booleans())
def test_composed_steps_have_keys_and_add_up(
    batch: int, row: int, shift: int, rebuild: bool
) -> None:
    steps = key_steps(batch, row, rebuild=rebuild)
    if batch == 1:
        shift = 0
    if row % batch == 0:
        shift %= batch
    terms = compose(shift, row, steps)
    assert sum(terms) % row == shift % row
    assert set(terms) <= steps


@pytest.mark.parametrize(("shift", "count"), [(0, 0), (1, 1), (7, 2), (255, 2), (-3, 2), (341, 5)])
def test_signed_digits_are_used(shift: int, count: int) -> None:
    assert len(compose(shift, 4096, key_steps(600, 4096, rebuild=True))) == count


def test_a_shift_without_keys_is_an_error() -> None:
    with pytest.raises(ValueError, match="rotation by 3"):
        compose(3, 16, {4, -4})


def test_windows_meet() -> None:
    assert Window(2, 9).meet(Window(5, 12)) == Window(5, 9)
    assert Window(2, 5).meet(Window(7, 9)).size == 0

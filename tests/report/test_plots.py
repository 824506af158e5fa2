"""Plots: what is drawn is what was given, and both renderers draw the same scene."""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringassay.report.document import (
    Axis,
    Document,
    Figure,
    Histogram,
    LinePlot,
    Plot,
    Sample,
    Series,
)
from ringassay.report.plots import prepare, units, vector, web
from ringassay.report.plots.compose import compose
from ringassay.report.plots.looks import DARK, LIGHT, Looks
from ringassay.report.plots.scene import Flat, Path, Steps
from ringassay.report.plots.ticks import ruler

from . import sample

ALL = {**sample.plots(), **sample.edge_plots()}
FINITE = st.floats(allow_nan=False, allow_infinity=False)


def looks(plot: Plot) -> Looks:
    return Looks(Document("t", "", (Figure("c", plot),), ()))


@pytest.mark.parametrize("name", ALL)
def test_both_renderers_draw_every_plot(name: str) -> None:
    scene = compose(ALL[name], looks(ALL[name]))
    drawn = web.figure(scene)
    assert set(drawn) == {"data", "layout", "space", "ends"}
    svg, pdf = vector.draw(scene, "svg"), vector.draw(scene, "pdf")
    assert svg == vector.draw(scene, "svg")
    assert pdf == vector.draw(scene, "pdf")
    assert b"<image" not in svg
    assert b"dc:date" not in svg
    if isinstance(scene, Flat):
        # Every tick that plotly shows is written in the drawing too.
        text = re.sub(rb"&#(\d+);", lambda m: chr(int(m[1])).encode(), svg).decode()
        shown = [label for axis in (scene.x, scene.y) for _, label in axis.ticks]
        layout = drawn["layout"]
        assert [*layout["xaxis"]["ticktext"], *layout["yaxis"]["ticktext"]] == [
            web.escape(label) for label in shown
        ]
        for label in shown:
            if label.isascii() and not set(label) & set("<>&\"'"):
                assert f">{label}<" in text


def test_scene_holds_the_given_points() -> None:
    series = Series("s", (1.0, 2.0, 3.0, 4.0), (1.0, math.nan, 0.0, 1e3))
    plot = LinePlot(Axis("x"), Axis("y", "s", log=True), (series,))
    scene = compose(plot, looks(plot))
    assert isinstance(scene, Flat)
    (path,) = scene.marks
    assert isinstance(path, Path)
    assert (path.x, path.y) == ((1.0, 4.0), (1.0, 1e3))
    assert scene.hidden == 2
    assert "2 values" in prepare.hidden_note(scene.hidden)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.floats(-1e300, 1e300) | st.just(math.nan), max_size=60), st.booleans())
def test_box_agrees_with_numpy(values: list[float], log: bool) -> None:
    box, hidden = prepare.box(values, Axis("y", log=log))
    kept = np.array([v for v in values if math.isfinite(v) and (not log or v > 0)])
    assert hidden == len(values) - kept.size
    if box is None:
        assert kept.size == 0
        return
    assert box.median == pytest.approx(float(np.median(kept)), rel=1e-9, nan_ok=True)
    assert box.count == kept.size
    inside = kept.size - len(box.outliers)
    assert inside + len(box.outliers) == kept.size
    assert box.lower_whisker <= box.upper_whisker


@settings(max_examples=300, deadline=None)
@given(st.lists(st.floats(min_value=1e-9, max_value=1e9), min_size=1, max_size=200), st.booleans())
def test_histogram_counts_everything_once(values: list[float], log: bool) -> None:
    plot = Histogram(Axis("x", log=log), Axis("n"), (Sample("s", tuple(values)),))
    edges, ((_, counts),), hidden = prepare.bins(plot)
    assert hidden == 0
    assert sum(counts) == len(values)
    assert edges == sorted(edges)
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        last = high == edges[-1]
        assert count == sum(low <= v < high or (last and v == high) for v in values)
    scene = compose(plot, looks(plot))
    assert isinstance(scene, Flat)
    assert isinstance(scene.marks[0], Steps)


@settings(max_examples=2_000, deadline=None)
@given(st.lists(FINITE, max_size=20), st.booleans(), st.sampled_from(["", "s", "ns", "bytes", "%"]))
def test_ruler_holds_every_value(values: list[float], log: bool, unit: str) -> None:
    kept = [v for v in values if prepare.fits(v, Axis("", log=log))]
    kept = [v for v in kept if abs(v) < 1e300 and (not log or v > 1e-300)]
    made = ruler(Axis("x", unit, log), kept)
    assert made.low < made.high
    assert all(made.low <= v <= made.high for v in kept)
    assert all(0 <= made.fraction(v) <= 1 for v in kept)
    assert all(made.low * (1 - 1e-9) <= v <= made.high * (1 + 1e-9) for v, _ in made.ticks if log)
    assert len(made.ticks) <= 12


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.0123, "s", "12.3\u00a0ms"),
        (1.5e9, "ns", "1.5\u00a0s"),
        (999.96e3, "ns", "1\u00a0ms"),
        (4_160_000, "bytes", "4.16\u00a0MB"),
        (0, "s", "0\u00a0s"),
        (52_600, "", "52\u202f600"),
        (3.1e-5, "", "3.1×10⁻⁵"),
        (-7.0, "%", "−7\u00a0%"),
        (math.nan, "s", "–"),
        (1e-6, "s", "1\u00a0µs"),
        (1e12, "", "10¹²"),
    ],
)
def test_quantity(value: float, unit: str, text: str) -> None:
    assert units.quantity(value, unit) == text


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_stand_out_from_their_background() -> None:
    assert all(_contrast(colour, "#ffffff") >= 3.0 for colour in LIGHT)
    assert all(_contrast(colour, "#14181e") >= 4.5 for colour in DARK)


def test_an_identity_looks_the_same_everywhere() -> None:
    first = LinePlot(
        Axis("x"), Axis("y"), (Series("a", (1.0,), (1.0,)), Series("b", (1.0,), (1.0,)))
    )
    second = LinePlot(Axis("x"), Axis("y"), (Series("b, fit", (1.0,), (1.0,), identity="b"),))
    document = Document(
        "t", "", (Figure("", first), Figure("", second)), (), identities=("b",), neutral=("a",)
    )
    known = Looks(document)
    assert known.of("b").rank == 0
    assert known.of("a").rank < 0
    scene = compose(second, known)
    assert isinstance(scene, Flat)
    (mark,) = scene.named
    assert mark.look == known.of("b")


def test_end_labels_do_not_touch() -> None:
    series = tuple(Series(f"s{i}", (0.0, 1.0), (0.0, 1.0 + i * 1e-3)) for i in range(5))
    plot = LinePlot(Axis("x"), Axis("y"), series)
    scene = compose(plot, looks(plot))
    assert isinstance(scene, Flat)
    heights = sorted(scene.end_labels)
    assert len(heights) == 5
    assert heights[-1] <= 1.0
    assert min(b - a for a, b in itertools.pairwise(heights)) >= 0.0749


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (442514.0, 3, "443\u202f000"),
        (65537.0, 12, "65\u202f537"),
        (1234567.8, 2, "1\u202f200\u202f000"),
        (9996.0, 3, "10\u202f000"),
        (0.0123456, 3, "0.0123"),
        (-2718.28, 2, "−2700"),
    ],
)
def test_digits_before_the_point_are_rounded_too(value: float, digits: int, shown: str) -> None:
    assert units.number(value, digits) == shown

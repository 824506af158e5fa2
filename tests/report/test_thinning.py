"""Figures of many dots: what is left out lies below what is drawn, and nothing else changes."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from ringassay.report.document import (
    Axis,
    BoxPlot,
    BoxSeries,
    Document,
    Figure,
    Plot,
    ScatterPlot,
    Section,
    Series,
)
from ringassay.report.html.render import render
from ringassay.report.plots import compact, thin, units, vector
from ringassay.report.plots.compose import compose
from ringassay.report.plots.looks import Looks
from ringassay.report.plots.scene import Boxes, Dots, Flat
from ringassay.report.plots.scene import Path as Line
from ringassay.report.plots.ticks import ruler
from ringassay.report.render import render_latex

POINTS = 12_000
X, Y = Axis("depth", log=True), Axis("time", "ns", log=True)


def document(plot: Plot) -> Document:
    return Document("t", "", (), (Section("s", "s", (Figure("c", plot),)),))


def scene_of(plot: Plot) -> Flat:
    scene = compose(plot, Looks(document(plot)))
    assert isinstance(scene, Flat)
    return scene


@pytest.fixture(scope="module")
def scattered() -> ScatterPlot:
    rng = np.random.default_rng(7)
    series = []
    for number in range(4):
        x = rng.lognormal(1, 1.2, POINTS)
        y = (number + 1) * 1e6 * x * rng.lognormal(0, 0.3, POINTS)
        series.append(Series(f"s{number}", tuple(x.tolist()), tuple(y.tolist())))
    fit = Series("fit", (0.1, 100.0), (1e5, 1e8), dashed=True)
    return ScatterPlot(X, Y, tuple(series), (fit,))


def placed(values: tuple[float, ...]) -> np.ndarray:
    return np.log10(np.array(values))


def test_every_dot_left_out_lies_below_one_that_is_drawn(scattered: ScatterPlot) -> None:
    scene = scene_of(scattered)
    drawn = [mark for mark in scene.marks if isinstance(mark, Dots)]
    assert len(drawn) == len(scattered.series)
    assert sum(len(mark.x) for mark in drawn) <= thin.MOST
    # The axes are those of all values, and the model is drawn whole.
    every_x = [*(v for s in scattered.series for v in s.x), 0.1, 100.0]
    every_y = [*(v for s in scattered.series for v in s.y), 1e5, 1e8]
    assert scene.x == ruler(X, every_x)
    assert scene.y == ruler(Y, every_y)
    (line,) = [mark for mark in scene.marks if isinstance(mark, Line)]
    assert (line.x, line.y) == ((0.1, 100.0), (1e5, 1e8))
    # In points, of a drawing of 6.4 by 2.65 inches.
    width = 6.4 * 72 / np.log10(scene.x.high / scene.x.low)
    height = 2.65 * 72 / np.log10(scene.y.high / scene.y.low)
    for mark, given in zip(drawn, scattered.series, strict=True):
        assert set(zip(mark.x, mark.y, strict=True)) <= set(zip(given.x, given.y, strict=True))
        assert len(mark.hover) == len(mark.x)
        aside = (placed(tuple(given.x))[:, None] - placed(mark.x)[None, :]) * width
        above = (placed(given.y)[:, None] - placed(mark.y)[None, :]) * height
        nearest = np.hypot(aside, above).min(axis=1)
        assert nearest.max() < 4 * 5.5, "a dot is 5.5 points wide"
        assert np.median(nearest) < 5.5
        for values, kept in ((given.x, mark.x), (given.y, mark.y)):
            assert (min(values), max(values)) == (min(kept), max(kept))


def test_both_renderings_say_how_many_are_drawn(scattered: ScatterPlot, tmp_path: Path) -> None:
    drawn = sum(len(mark.x) for mark in scene_of(scattered).marks if isinstance(mark, Dots))
    said = f"{units.number(drawn, 9)} of 48\u202f000 dots are drawn"
    page = render(document(scattered))
    assert said in page
    render_latex(document(scattered), tmp_path)
    texts = [path.read_text() for path in tmp_path.rglob("*.tex")]
    spaces = re.compile(r"[\u202f~\\,{}]")
    told = spaces.sub("", said)
    assert any(told in spaces.sub("", text) for text in texts)
    assert len(vector.draw(scene_of(scattered), "svg")) < 110_000


def test_few_dots_are_all_drawn() -> None:
    values = tuple(float(v) for v in range(1, thin.MOST + 1))
    plot = ScatterPlot(X, Y, (Series("s", values, values),))
    scene = scene_of(plot)
    (mark,) = scene.marks
    assert isinstance(mark, Dots)
    assert (mark.x, mark.y) == (values, values)
    assert scene.note == ""


def test_intervals_and_notes_stay_with_their_dots() -> None:
    y = tuple(float(v) for v in range(1, 3 * thin.MOST))
    low, high = tuple(v / 2 for v in y), tuple(2 * v for v in y)
    series = Series("s", y, y, low, high, notes=tuple(f"number {v:g}" for v in y))
    (mark,) = scene_of(ScatterPlot(X, Y, (series,))).marks
    assert isinstance(mark, Dots)
    assert len(mark.x) < len(y)
    for x, value, below, above, hover in zip(
        mark.x, mark.y, mark.low, mark.high, mark.hover, strict=True
    ):
        assert (x, below, above) == (value, value / 2, 2 * value)
        assert hover.endswith(f"number {value:g}")


def test_boxes_are_of_all_values_and_their_outliers_are_thinned() -> None:
    rng = np.random.default_rng(3)
    values = [tuple(rng.lognormal(0, 2, 9_000).tolist()) for _ in range(3)]
    series = BoxSeries("s", ("a", "b", "c"), tuple(values))
    scene = scene_of(BoxPlot(Axis("batch"), Axis("time", "ns"), (series,)))
    (mark,) = scene.marks
    assert isinstance(mark, Boxes)
    outside = 0
    for box, given in zip(mark.boxes, values, strict=True):
        sample = np.array(given)
        first, third = np.percentile(sample, (25, 75))
        beyond = sample[sample > third + 1.5 * (third - first)]
        outside += beyond.size
        assert (box.count, box.quartile_1, box.quartile_3) == (9_000, first, third)
        assert box.median == float(np.median(sample))
        assert set(box.outliers) <= set(beyond.tolist())
        assert (min(box.outliers), max(box.outliers)) == (beyond.min(), beyond.max())
        nearest = np.abs(beyond[:, None] - np.array(box.outliers)[None, :]).min(axis=1)
        assert nearest.max() <= (scene.y.high - scene.y.low) / 66
    shown = sum(len(box.outliers) for box in mark.boxes)
    assert shown < outside / 5
    assert scene.note.startswith(f"{shown} of {units.number(outside, 9)} dots are drawn")


def test_compact_drawings_show_the_same(
    scattered: ScatterPlot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_of(scattered)
    short = ElementTree.fromstring(vector.draw(scene, "svg"))
    monkeypatch.setattr(compact, "svg", lambda drawing: drawing)
    whole = ElementTree.fromstring(vector.draw(scene, "svg"))

    def marks(root: ElementTree.Element) -> list[tuple[str, str, float, float]]:
        """Markers with the fill that they have or inherit."""
        found = []

        def walk(element: ElementTree.Element, style: str) -> None:
            style = element.get("style", style)
            if element.tag.endswith("use"):
                shape = next(v for k, v in element.attrib.items() if k.endswith("href"))
                found.append(
                    (shape, style, float(element.get("x", "0")), float(element.get("y", "0")))
                )
            for inner in element:
                walk(inner, style)

        walk(root, "")
        return found

    assert len(marks(short)) == len(marks(whole)) > 1000
    for one, other in zip(marks(short), marks(whole), strict=True):
        assert one[:2] == other[:2]
        assert one[2:] == pytest.approx(other[2:], abs=0.0051)
    texts = [[t for t in root.itertext() if t.strip()] for root in (short, whole)]
    assert texts[0] == texts[1]

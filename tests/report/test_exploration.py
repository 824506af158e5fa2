"""The report on an exploration: what it says, and that it says it in both renderings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from explorations import SMALL, Planted
from ringassay.explore import begin, complete, explored, parse_app, select, walk
from ringassay.explore.proof import Figures, Proof
from ringassay.predict import Check
from ringassay.report.document import Callout, Document, Figure, HeatMap, LinePlot, Table
from ringassay.report.exploration import build_exploration
from ringassay.report.html.render import render as html
from ringassay.report.latex.render import render as latex
from ringassay.report.sections.explore_study import ExplorationStudy
from ringassay.store import Store, StoredCalibration, list_explorations, probe_machine

from .page_reader import whole

WALK = """
[[study]]
name = "walk"
block = "fv"
start = { n = 2048, log2_q = 120, log2_w = 8, t = 2 }
steps = [{ parameter = "log2_q", choose = "smallest" }, { parameter = "n", choose = "secure" }]
"""
# One constraint more, and no point of SHIELD that is deep enough.
APP = SMALL.replace("= 100\n", "= 100\nlog2_failure = -30\n").replace("[30, 60]", "[5, 6]") + WALK


def study(folder: Path, predictor: Planted | None = None) -> ExplorationStudy:
    app = parse_app(APP)
    with Store(folder / "results.db") as store:
        name = begin(store, app, Path(), predictor)
        complete(store, name, predictor)
        whole = explored(store, name)
        return ExplorationStudy(
            list_explorations(store)[0],
            select(whole),
            tuple(walk(app, one, whole.facts) for one in app.study),
        )


@pytest.fixture(scope="module")
def predicted(tmp_path_factory: pytest.TempPathFactory) -> ExplorationStudy:
    return study(tmp_path_factory.mktemp("predicted"), Planted())


@pytest.fixture(scope="module")
def document(predicted: ExplorationStudy) -> Document:
    return build_exploration(predicted)


def table(document: Document, caption: str) -> Table:
    found = [b for b in document.blocks() if isinstance(b, Table) and caption in b.caption]
    return found[0]


def figures(document: Document, caption: str) -> list[Figure]:
    return [figure for figure in document.figures() if caption in figure.caption]


def test_the_answer_comes_first(document: Document, predicted: ExplorationStudy) -> None:
    place = predicted.selection.recommended
    assert place is not None
    point = predicted.selection.point(place)
    text = repr(document.summary)
    assert f"n = {point['n']}, log2 q = {point['log2_q']:g}" in text
    assert "overstretched" in text


def test_ranking_holds_the_best_of_each_scheme(
    document: Document, predicted: ExplorationStudy
) -> None:
    rows = list(table(document, "best point of each scheme").cells())
    assert [row[1].text for row in rows] == ["FV"]
    point = predicted.selection.point(predicted.selection.ranking[0])
    assert rows[0][8].value == point["wall_ns"]
    assert rows[0][7].tone == "good"


def test_what_excluded_each_scheme_is_counted(document: Document) -> None:
    rows = {row[0].text: row for row in table(document, "not satisfy").cells()}
    # The one that is no overstretched NTRU is too shallow, and another is as well.
    assert [rows["YASHE'"][at].value for at in (1, 2, 3)] == [3, 2, 2]
    assert rows["SHIELD"][2].value == 2
    assert all(rows[name][7].value == 0 for name in ("YASHE'", "SHIELD"))


def test_overstretched_points_have_no_bits(document: Document) -> None:
    rows = {row[0].text: row for row in table(document, "security aside").cells()}
    assert rows["YASHE'"][5].text == "overstretched, broken"
    assert rows["YASHE'"][5].tone == "bad"


def test_curves_follow_the_planted_prices(document: Document, predicted: ExplorationStudy) -> None:
    figure = figures(document, "Time against log2 q")[0]
    assert isinstance(figure.plot, LinePlot)
    fv = next(one for one in figure.plot.series if one.name == "FV")
    place = predicted.selection.recommended
    assert place is not None
    point = predicted.selection.point(place)
    for x, y in zip(fv.x, fv.y, strict=True):
        assert y == point["n"] * float(x) * 1e3 / point["log2_w"]
    shallow = next(one for one in figure.plot.series if one.name == "FV, too shallow")
    assert shallow.dashed
    assert max(map(float, shallow.x)) == min(map(float, fv.x))


def test_a_map_is_blank_where_points_are_too_shallow(
    document: Document, predicted: ExplorationStudy
) -> None:
    plot = figures(document, "FV: time")[0].plot
    assert isinstance(plot, HeatMap)
    columns = predicted.selection.outcomes[0].results.columns
    best = predicted.selection.outcomes[0].best
    for j, n in enumerate(plot.rows):
        for i, log2_q in enumerate(plot.columns):
            here = (columns["n"] == float(n)) & (columns["log2_q"] == float(log2_q))
            for name in ("log2_w", "t"):
                here &= columns[name] == columns[name][best]
            is_deep = bool(columns["depth"][here][0] >= 2)
            value = plot.values[j][i]
            assert (value == value) is is_deep
            assert not is_deep or value == columns["wall_ns"][here][0]


def test_both_renderings_have_every_section(document: Document) -> None:
    page, source = html(document), whole(latex(document))
    for section in document.sections:
        assert section.title in page
        assert section.title in source


def test_without_predictions_work_takes_the_place_of_time(tmp_path: Path) -> None:
    found = build_exploration(study(tmp_path))
    axes = {figure.plot.y.label for figure in figures(found, "Time against")}  # type: ignore[union-attr]
    assert axes == {"work (products · n · log2 q)"}
    assert "predicted" not in {key.label for key in found.summary[0].items}  # type: ignore[union-attr]


def test_a_stale_calibration_is_said_to_be_stale(predicted: ExplorationStudy) -> None:
    call = {"kernel": "add", "length": 64, "wide": False}
    cell = {"call": call, "working_set_bytes": 1, "cpu_ns": 1.0, "wall_ns": 1.0, "spread": 0.01}
    about = {"measured_at": "2026-01-01T00:00:00+00:00", "version": "0", "backend": "portable"}
    calibration = StoredCalibration(
        machine=probe_machine(),
        cells=1,
        rounds=5,
        seconds=1.0,
        spread=0.01,
        document=json.dumps({"cells": [cell]}),
        **about,
    )
    states = {
        "was not checked": None,
        "*stale*: kernels drifted": Check(("kernels drifted",), 1.3, 10),
        "holds here": Check((), 1.01, 10),
    }
    for text, check in states.items():
        document = build_exploration(replace(predicted, calibration=calibration, check=check))
        section = next(one for one in document.sections if one.anchor == "calibration")
        state = section.blocks[0]
        assert isinstance(state, Callout)
        assert text in state.text


def test_proofs_show_errors_and_wrong_results(predicted: ExplorationStudy) -> None:
    truth = Figures(100.0, 1000.0)
    proof = Proof(
        block="fv",
        scheme="fv",
        n=2048,
        log2_q=60.0,
        log2_w=8.0,
        t=2,
        explored=Figures(90.0, 1000.0),
        tallied=None,
        in_turns=Figures(150.0, 900.0),
        truth=truth,
        spread=0.05,
        executions=9,
        functions_ns=(10.0, 20.0, 30.0, 35.0, 5.0),
        predicted_functions_ns=(10.0, 20.0, 30.0, 85.0, 5.0),
        is_right=False,
    )
    found = build_exploration(replace(predicted, proofs=(("2026-01-01T00:00:00", proof),)))
    rows = list(table(found, "FV with n = 2048").cells())
    assert [row[2].text for row in rows] == ["±5\u00a0%", "−10.0\u00a0%", "+50.0\u00a0%"]
    assert [row[2].tone for row in rows[1:]] == ["good", "bad"]
    section = next(one for one in found.sections if one.anchor == "explore-proofs")
    state = section.blocks[0]
    assert isinstance(state, Callout)
    assert (state.kind, "*wrong*" in state.text) == ("bad", True)

"""Precision of answers over reals: planted bits come back, in figures and in the report."""

from __future__ import annotations

import math
from dataclasses import replace

import factory
import numpy as np
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.arithmetic import Part, parts
from ringassay.analysis.decision import decide
from ringassay.analysis.intervals import error_rate_bound
from ringassay.analysis.precision import precisions
from ringassay.report.build import build_report
from ringassay.report.document import Callout, Figure, Table
from ringassay.report.html.render import render as html

ASKED = 20
POINTS = ((16, 2, 4), (64, 3, 4))


def planted(bits: dict[str, float], *, space: str = "real") -> factory.Frames:
    """A run in which every answer of a system has so many bits, more with each input."""
    frames = factory.run(
        [factory.Sut(label, scheme="CKKS") for label in bits], POINTS, inputs=4, space=space
    )
    keys = frames.keys.assign(params=frames.keys["params"] + f",R=1,P={ASKED},M=4,G=1.5")
    rows = frames.evaluations
    found = rows["sut"].map(bits) + rows["input"]
    evaluations = rows.assign(
        precision_bits=found,
        mean_precision_bits=found + 2.5,
        outcome=np.where(found >= ASKED, "ok", "imprecise"),
    )
    return replace(frames, keys=keys, evaluations=evaluations)


def test_planted_bits_come_back() -> None:
    rows = precisions(prepare(planted({"good": 22.0, "bad": 18.5})))
    assert [(r.system, r.family) for r in rows] == [
        ("good", "mixed-16"), ("good", "mixed-64"), ("bad", "mixed-16"), ("bad", "mixed-64"),
    ]  # fmt: skip
    for row in rows:
        first = {"good": 22.0, "bad": 18.5}[row.system]
        assert row.asked_bits == ASKED
        assert (row.worst_bits, row.median_bits, row.best_bits) == (first, first + 1.5, first + 3)
        assert row.mean_slot_bits == first + 4
        assert row.spare_bits == first - ASKED
        # Evaluations are counted, not their slots.
        assert (row.score.judged, row.measured) == (4, 4)
        wrong = {"good": 0, "bad": 2}[row.system]
        assert row.score.wrong == wrong
        assert row.score.error_bound == pytest.approx(error_rate_bound(wrong, 4))


def test_what_is_no_number_has_no_bits() -> None:
    frames = planted({"good": 22.0})
    lost = frames.evaluations.assign(
        precision_bits=np.nan, mean_precision_bits=np.nan, outcome="not-finite"
    )
    (row, _) = precisions(prepare(replace(frames, evaluations=lost)))
    assert (row.measured, row.score.right, row.score.judged) == (0, 0, 4)
    assert math.isnan(row.worst_bits)
    assert row.score.error_bound == 1.0


def test_the_report_tells_them() -> None:
    document = build_report(planted({"good": 22.0, "bad": 18.5}))
    (section,) = [s for s in document.sections if s.anchor == "precision"]
    bad = [b.text for b in section.blocks if isinstance(b, Callout)]
    assert len(bad) == 2
    assert all("bad" in text and "2 of 4" in text and "18.5 bits" in text for text in bad)
    (table,) = [b for b in section.blocks if isinstance(b, Table)]
    cells = [[cell.text for cell in row] for row in table.cells()]
    assert [row[6] for row in cells] == ["22.0", "22.0", "18.5", "18.5"]
    assert [cell.tone for cell in (row[6] for row in table.cells())] == [
        "good", "good", "bad", "bad",
    ]  # fmt: skip
    assert any(isinstance(b, Figure) for b in section.blocks)
    assert "18.5" in html(document)


def test_exact_spaces_have_no_such_section() -> None:
    document = build_report(planted({"good": 22.0}, space="zt"))
    assert not [s for s in document.sections if s.anchor == "precision"]


def test_exact_and_approximate_systems_are_decided_on_apart() -> None:
    """The same run with integers on two systems and reals on two others."""
    exact = factory.run([factory.Sut("a"), factory.Sut("b")], POINTS, inputs=4, space="gf2")
    real = planted({"good": 22.0, "other": 23.0})
    renamed = {
        name: getattr(real, name).assign(circuit=getattr(real, name)["circuit"] + "-real")
        for name in ("circuits", "ingestions", "evaluations")
    }
    real = replace(real, **renamed)
    names = ("suts", "circuits", "keys", "ingestions", "evaluations", "probes")
    both = {name: pd.concat([getattr(exact, name), getattr(real, name)]) for name in names}
    study = prepare(replace(exact, **both))
    found = {part.kind: part.study for part in parts(study)}
    assert {kind: part.systems for kind, part in found.items()} == {
        "bits": ("a", "b"),
        "real": ("good", "other"),
    }
    for kind, part in found.items():
        assert set(part.evaluations["space"] == "real") == {kind == "real"}
        decided = decide(part)
        assert decided.cases == 8 and decided.candidates == part.systems
    report = build_report(replace(exact, **both))
    captions = [block.caption for block in report.summary if isinstance(block, Table)]
    captions = [caption for caption in captions if caption != "Who is best"]
    assert captions == ["The decision: bits", "The decision: real numbers"]
    # One kind alone needs no name.
    assert [part.kind for part in parts(prepare(real))] == [""]
    tables = [block for block in build_report(real).summary if isinstance(block, Table)]
    assert tables[-1].caption == "The decision"


def test_what_was_not_asked_for_is_no_evaluation() -> None:
    frames = planted({"good": 22.0, "other": 23.0})
    rows = frames.evaluations
    spared = (rows["sut"] == "other") & (rows["circuit"] == rows["circuit"].iloc[0])
    outcomes = rows["outcome"].where(~spared, "unsupported")
    report = build_report(replace(frames, evaluations=rows.assign(outcome=outcomes)))
    assert report.subtitle.endswith(": 12 evaluations of 2 circuits")
    measured = next(section for section in report.sections if section.title == "What was measured")
    text = " ".join(str(block) for block in measured.blocks)
    assert "There are 12 evaluations of 2 circuits. 4 more were not asked for" in text


def test_answers_over_complex_numbers_are_among_them() -> None:
    study = prepare(planted({"good": 22.0, "other": 23.0}, space="complex"))
    assert {row.system for row in precisions(study)} == {"good", "other"}
    assert Part("real", study).label == "complex numbers"
    assert [part.kind for part in parts(study)] == [""]
    assert Part("bits", study).label == "bits"

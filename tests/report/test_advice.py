"""Advice as a document and in a notebook."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ringassay.advice import Candidate, Cost, Excluded, Limits, find
from ringassay.advice.proof import Proof, Proven
from ringassay.advice.verdict import Advice
from ringassay.report.advice import build_advice
from ringassay.report.render import render_html, render_latex


def candidate(name: str, keys_ns: float) -> Candidate:
    return Candidate(
        system=name,
        label=f"{name} $CKKS$",
        ours=False,
        provable=True,
        cost=Cost(
            {"keys": keys_ns, "ingest": 1e6, "encrypt": 2e6, "evaluate": 3e7, "decrypt": 1e5},
            peak_bytes=3e8,
            key_bytes=1e8,
            ciphertext_bytes=2e6,
        ),
        basis="runs",
        error=0.04,
        parameters={"n": 8192, "m": 16384, "log2_qp": 218.2},
        security_bits=131.0,
        security_how="primal",
        precision_bits=21.0,
        notes=("12 bits of noise budget left",),
        samples=12,
    )


@pytest.fixture
def advice() -> Advice:
    first, second = candidate("alpha", 1e9), candidate("beta", 2e9)
    truth = replace(first.cost, ns={**first.cost.ns, "evaluate": 4e7})
    proven = Proven(first, 1, 1, truth, 3, 3, 25.5, None)
    failed = Proven(second, 2, None, None, 0, 3, None, "crash at <evaluate>")
    return Advice(
        find("app-logistic:logistic-3"),
        Limits(precision_bits=20.0),
        (first, second),
        (Excluded("fv", "FV", "computes with integers, <b>not</b> with reals"),),
        "Kernels were measured.",
        Proof(("20260101-000000-abcdef",), (proven, failed)),
    )


def test_the_report_has_ranking_proof_and_exclusions(advice: Advice, tmp_path: Path) -> None:
    document = build_advice(advice)
    assert [section.anchor for section in document.sections] == [
        "advice-ranking",
        "advice-proof",
        "advice-excluded",
        "advice-basis",
    ]
    render_html(document, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "alpha $CKKS$" in page and "−25.0" in page
    assert "&lt;b&gt;not&lt;/b&gt;" in page and "<b>not</b>" not in page
    assert "20260101-000000-abcdef" in page
    render_latex(document, tmp_path / "latex")
    assert "alpha" in (tmp_path / "latex" / "report.tex").read_text()


def test_without_a_candidate_there_is_still_a_report(advice: Advice, tmp_path: Path) -> None:
    empty = replace(advice, ranking=(), proof=None)
    document = build_advice(empty)
    assert [section.anchor for section in document.sections] == ["advice-excluded", "advice-basis"]
    render_html(document, tmp_path / "report.html")
    assert "No system runs this computation" in (tmp_path / "report.html").read_text()


def test_a_notebook_shows_it(advice: Advice) -> None:
    shown = advice._repr_html_()
    assert "alpha $CKKS$" in shown and "Executed" in shown and "Excluded" in shown
    assert "&lt;evaluate&gt;" in shown and "<evaluate>" not in shown
    assert repr(advice) == "<advice on logistic-3: alpha $CKKS$, 2 in the ranking>"


def test_json_has_every_figure(advice: Advice) -> None:
    found = advice.to_dict()
    assert [one["system"] for one in found["ranking"]] == ["alpha", "beta"]
    assert found["ranking"][0]["total_ns"] == pytest.approx(1.0331e9)
    assert found["proof"]["best"] == "alpha" and found["proof"]["best_was_predicted"] == 1
    proven, failed = found["proof"]["proven"]
    assert proven["step_errors"]["evaluate"] == pytest.approx(-0.25)
    assert proven["memory_error"] == pytest.approx(0.0)
    assert failed["truth"] is None and failed["error"] is None
    assert found["computation"]["circuit"]["space"] == "real"
    assert found["limits"]["precision_bits"] == 20.0

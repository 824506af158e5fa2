"""Which system serves which computation."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ringassay.analysis import prepare
from ringassay.analysis.served import computations, services
from ringassay.evaluation import execute, parse_suite
from ringassay.report.build import build_report
from ringassay.report.render import render_html
from ringassay.store import Store, load
from ringassay.sut.registry import lookup

SUITE = """
version = 1
name = "two"
seed = 5
security = 80
suts = ["plaintext"]

[[library]]
name = "adder"
width = 2
batch = 4
random_inputs = 2

[[library]]
name = "equal"
width = 2
batch = 4
random_inputs = 2
"""


def test_right_refused_and_why(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.db") as store:
        ended = execute(parse_suite(SUITE), store, [lookup("plaintext")], probe=False)
        data = load(store, [ended.run])
    frames = [data.evaluations]
    for system in ("b", "c"):
        frames.append(data.evaluations.assign(sut=system))
    import pandas as pd

    rows = pd.concat(frames, ignore_index=True)
    first = dict(zip(data.circuits["family"], data.circuits["circuit"], strict=True))
    is_refused = (rows["sut"] == "b") & (rows["circuit"] == first["equal"]) & (rows["input"] == 0)
    rows.loc[is_refused, ["outcome", "detail"]] = ["refused", json.dumps({"message": "too deep"})]
    suts = pd.concat(
        [data.suts, *(data.suts.assign(sut=system) for system in ("b", "c"))], ignore_index=True
    )
    study = prepare(replace(data, evaluations=rows, suts=suts))
    assert computations(study) == ("adder", "equal")
    found = {(one.system, one.computation): one for one in services(study)}
    assert found["plaintext", "adder"].words == "right"
    assert found["plaintext", "adder"].evaluate_ns is not None
    refused = found["b", "equal"]
    assert (refused.words, refused.reason) == ("1 right, 1 refused", "too deep")
    assert found["c", "equal"].words == "right" and found["c", "equal"].reason == ""
    of_reals = json.dumps({"client": {"spaces": ["real"]}})
    elsewhere = suts.assign(hello=suts["hello"].where(suts["sut"] != "c", of_reals))
    others = services(prepare(replace(data, evaluations=rows, suts=elsewhere)))
    assert {one.system for one in others} == {"plaintext", "b"}
    page = tmp_path / "report.html"
    render_html(build_report(replace(data, evaluations=rows, suts=suts)), page)
    text = page.read_text()
    assert "Which system serves which computation" in text and "too deep" in text


def test_runs_of_different_suites_are_one_measurement(tmp_path: Path) -> None:
    suite = parse_suite(SUITE)
    halves = [suite.model_copy(update={"library": (one,)}) for one in suite.library]
    with Store(tmp_path / "runs.db") as store:
        ids = [
            execute(part, store, [lookup("plaintext")], probe=False).run
            for part in (*halves, halves[0])
        ]
        apart, again = load(store, ids[:2]), load(store, ids)
    assert prepare(apart).systems == ("plaintext",)
    assert [one.words for one in services(prepare(apart))] == ["right", "right"]
    # The same circuit twice: two measurements, to be told apart.
    assert len(prepare(again).systems) == 3

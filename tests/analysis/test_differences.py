"""Runs that were made under different circumstances, compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import factory
import pandas as pd
import pytest

from ringassay.analysis import Study, prepare
from ringassay.analysis.circumstances import differences, loads, usable_cores
from ringassay.report.build import build_comparison, build_report
from ringassay.report.document import Callout, Document

FACTS: dict[str, Any] = {
    "commit": "abc", "built_from": "abc", "build_profile": "release", "compiler": "rustc 1",
    "kernels": "f00", "backend": "avx512", "threads": 2, "affinity": "0-1",
    "governors": "performance",
}  # fmt: skip
MACHINE = {"cpu_family": 25, "cpu_number": 17, "cpu_stepping": 1}
SUT = {"simd": "avx512", "threads": "1", "library_build": "rustc 1", "commit": "abc"}


def planted(
    name: str, run: dict[str, Any], machine: dict[str, Any], sut: dict[str, Any]
) -> factory.Frames:
    frames = factory.run(name=name, points=[(8, 2, 3), (8, 2, 4), (8, 3, 5)])
    return replace(
        frames,
        runs=frames.runs.assign(**(FACTS | run), machine=f"m-{name}"),
        machines=frames.machines.assign(**(MACHINE | machine), machine=f"m-{name}"),
        suts=frames.suts.assign(**(SUT | sut)),
    )


def both(
    run: dict[str, Any] | None = None,
    machine: dict[str, Any] | None = None,
    sut: dict[str, Any] | None = None,
) -> factory.Frames:
    first = planted("a", {}, {}, {})
    second = planted("b", run or {}, machine or {}, sut or {})
    names = ("runs", "machines", "suts", "keys", "ingestions", "evaluations")
    joined = {
        name: pd.concat([getattr(first, name), getattr(second, name)], ignore_index=True)
        for name in names
    }
    return replace(first, **joined)


def found(frames: factory.Frames) -> dict[str, list[str]]:
    study: Study = prepare(frames)
    return {one.fact: [value for value, _ in one.values] for one in differences(study)}


def test_equal_circumstances_do_not_differ() -> None:
    assert found(both()) == {}
    assert found(planted("a", {}, {}, {})) == {}


@pytest.mark.parametrize(
    ("change", "fact", "values"),
    [
        ({"run": {"governors": "powersave"}}, "frequency governor", ["performance", "powersave"]),
        ({"run": {"affinity": "1"}}, "CPUs that may be used", ["0-1", "1"]),
        ({"run": {"backend": "avx2"}}, "vector instructions in use", ["avx512", "avx2"]),
        ({"run": {"commit": "abc-modified"}}, "commit", ["abc", "abc-modified"]),
        ({"run": {"build_profile": "debug"}}, "build profile", ["release", "debug"]),
        ({"run": {"threads": 1}}, "threads", ["2", "1"]),
        ({"machine": {"cpu_stepping": 2}}, "processor stepping", ["1", "2"]),
        ({"machine": {"cpu_number": None}}, "processor model number", ["17", ""]),
        ({"sut": {"simd": "portable"}}, "seal: vector instructions", ["avx512", "portable"]),
        ({"sut": {"library_build": None}}, "seal: library's build", ["rustc 1", ""]),
    ],
)
def test_a_difference_is_found_and_said(
    change: dict[str, Any], fact: str, values: list[str]
) -> None:
    frames = both(**change)
    assert found(frames) == {fact: values}
    for document in (build_report(frames), build_comparison(frames, "a", "b")):
        said = [text for text in _warnings(document) if "different circumstances" in text]
        assert len(said) == 1
        assert fact in said[0]
        assert (values[1] or "not recorded") in said[0].replace("\\", "")


def _warnings(document: Document) -> list[str]:
    return [block.text for block in document.summary if isinstance(block, Callout)]


def test_load_is_judged_by_the_cores_that_a_run_could_use() -> None:
    frames = planted("a", {"affinity": "1"}, {"cores": 64}, {})
    frames = replace(frames, evaluations=frames.evaluations.assign(load1=1.6))
    (load,) = loads(prepare(frames))
    assert load.cores == 1.0
    assert load.disturbed


@pytest.mark.parametrize(
    ("text", "cores"), [("", None), ("0", 1.0), ("0-3,8", 5.0), ("x", None), ("3-1", None)]
)
def test_lists_of_cpus_are_counted(text: str, cores: float | None) -> None:
    assert usable_cores(text) == cores

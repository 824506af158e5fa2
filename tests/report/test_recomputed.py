"""Every sentence of a report, beside the exported tables: see `recomputed`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ringassay.evaluation import execute, parse_suite
from ringassay.evaluation.probing.verdict import PROBES
from ringassay.report.build import build_comparison, build_report
from ringassay.store import RunData, Store, export_csv, load
from ringassay.sut import registry

from .recomputed.reading import Text, texts
from .recomputed.tables import Tables
from .recomputed.verdict_rules import RULES

SUITE = """
version = 1
name = "recomputed"
seed = 5
security = 40
suts = ["plaintext"]
[[family]]
name = "bits"
kind = "mixed"
batch = [2, 4]
depth = 1
width = 3
inputs = 2
avoid_constant = true
[[family]]
name = "gates"
kind = "single"
gate = "LMUL"
levels = 1
batch = 4
width = 3
inputs = 2
[[family]]
name = "reals"
kind = "mixed"
space = "real"
bound = 1.0
precision = 10
batch = 4
depth = 1
width = 3
inputs = 2
avoid_constant = true
[[family]]
name = "integers"
kind = "mixed"
space = "zt"
modulus = 257
batch = 4
depth = 1
width = 3
inputs = 2
avoid_constant = true
"""
TIMES = """
version = 1
name = "times"
seed = 6
security = 40
suts = ["ringassay-bgv", "ringassay-bfv"]
[[family]]
name = "bits"
kind = "mixed"
batch = [2, 3, 4, 5, 6, 7, 8]
depth = 1
width = 3
inputs = 2
avoid_constant = true
"""
SYSTEMS = ("plaintext", "ringassay-bgv", "ringassay-bfv", "ringassay-ckks")
VERDICTS = {"summary", "comparison", "floor", "circumstances"}
"""Sections that say who needs less, and what may have disturbed it."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> RunData:
    with Store(tmp_path_factory.mktemp("run") / "store.db") as store:
        commands = [registry.lookup(name, None) for name in SYSTEMS]
        ended = execute(parse_suite(SUITE), store, commands, probe=False, aa="none")
        assert ended.state == "finished"
        return load(store, [ended.run])


@pytest.fixture(scope="module")
def times(tmp_path_factory: pytest.TempPathFactory) -> RunData:
    """Seven circuits, so that times are compared, and one system measured twice."""
    with Store(tmp_path_factory.mktemp("times") / "store.db") as store:
        commands = [registry.lookup(name, None) for name in SYSTEMS[1:3]]
        ended = execute(parse_suite(TIMES), store, commands, probe=False)
        return probed(load(store, [ended.run]))


def probed(data: RunData) -> RunData:
    """The same run as if its systems had passed every probe, which takes a minute a system."""
    rows = [
        {**key, "probe": probe, "circuit": None, "result": "passed", "reason": "", "at": None}
        for key in data.keys[["run", "sut", "key", "params"]].to_dict("records")
        for probe in PROBES
        if key["sut"] != "plaintext"
    ]
    return replace(data, probes=pd.DataFrame(rows, columns=data.probes.columns))


def slower(data: RunData, factor: float) -> RunData:
    """The same run where BFV needs so many times the time in every step, on a quiet machine."""
    evaluations = data.evaluations.copy()
    rows = evaluations["sut"] == "ringassay-bfv"
    for column in evaluations.columns:
        if column.endswith(("_wall_ns", "_cpu_ns")) and column != "idle_cpu_ns":
            scaled = (evaluations[column] * factor).astype(evaluations[column].dtype)
            evaluations[column] = evaluations[column].where(~rows, scaled)
    evaluations["load1"] = 0.5
    return replace(data, evaluations=evaluations)


@pytest.mark.parametrize("factor", [1.0, 3.0, 0.2])
def test_every_verdict_on_times_follows_from_the_export(
    times: RunData, factor: float, tmp_path: Path
) -> None:
    changed = slower(times, factor) if factor != 1.0 else times
    export_csv(changed, tmp_path)
    tables = Tables(tmp_path)
    for document in (
        build_report(changed),
        build_comparison(changed, "ringassay-bgv", "ringassay-bfv"),
    ):
        told = (one for one in texts(document) if one.section in VERDICTS)
        unknown, false, right = unmatched(told, tables)
        assert not false, "\n".join(false)
        assert not unknown, "\n".join(unknown)
        assert right > 5


def awkward(data: RunData, name: str) -> RunData:
    """The same run with what is rare in it: a shape that made a sentence false, or might."""
    keys, ingestions, evaluations = (
        frame.copy() for frame in (data.keys, data.ingestions, data.evaluations)
    )
    own = evaluations["sut"] == "ringassay-bgv"
    match name:
        case "memory":
            # The most memory is taken where the key is loaded, and by an evaluation that is wrong.
            first = ingestions["key_send_ns"].notna()
            ingestions.loc[first, "server_peak_bytes"] = 723_000_000
            wrong = evaluations.index[evaluations["sut"] == "ringassay-bfv"][0]
            evaluations.loc[wrong, "outcome"] = "wrong"
            evaluations.loc[wrong, "evaluate_peak_bytes"] = 987_000_000
        case "search":
            # Searching takes nearly all of the key's time, more than there was processor time.
            keys["choose_ns"] = (keys["compute_ns"] * 0.96).astype(keys["choose_ns"].dtype)
            keys["client_cpu_ns"] = (keys["compute_ns"] * 0.2).astype(keys["client_cpu_ns"].dtype)
        case "silent":
            # A system that reports nothing of itself.
            for frame, columns in (
                (keys, ("compute_ns", "choose_ns", "parameters", "notes")),
                (ingestions, ("compute_ns", "key_load_ns", "notes")),
                (evaluations, ("encrypt_compute_ns", "evaluate_compute_ns", "decrypt_compute_ns")),
            ):
                rows = frame["sut"] == "ringassay-bgv"
                for column in columns:
                    frame.loc[rows, column] = None
        case "wrong":
            for number, outcome in enumerate(("wrong", "crash", "timeout", "refused", "malformed")):
                evaluations.loc[evaluations.index[own][number], "outcome"] = outcome
        case "refused":
            evaluations.loc[evaluations.index[own][:2], "outcome"] = "refused"
            evaluations.loc[evaluations.index[own][2:3], "outcome"] = "unsupported"
        case "all lost":
            evaluations.loc[own, "outcome"] = "crash"
        case "quiet":
            evaluations["load1"] = 0.25
        case "busy in part":
            evaluations["load1"] = np.where(np.arange(len(evaluations)) % 3 == 0, 3.7, 0.5)
        case "probed in part":
            # One is no longer shown to encrypt, another was never asked.
            probes = data.probes[data.probes["sut"] != "ringassay-bfv"].copy()
            one = (probes["sut"] == "ringassay-bgv") & (probes["probe"] == "elsewhere")
            probes.loc[one, ["result", "reason"]] = ["open", "the server answered nothing"]
            data = replace(data, probes=probes)
        case "extreme":
            evaluations.loc[own, "evaluate_wall_ns"] = 10**14
            evaluations.loc[own, "total_wall_ns"] = 10**14 + 10**7
            keys["key_bytes"] = 999_499_999
    return replace(data, keys=keys, ingestions=ingestions, evaluations=evaluations)


CASES = (
    "as measured", "memory", "search", "silent", "wrong", "refused", "all lost", "quiet",
    "busy in part", "extreme", "probed", "probed in part",
)  # fmt: skip


def unmatched(every: Iterator[Text], tables: Tables) -> tuple[list[str], list[str], int]:
    """Sentences that no rule is for, those that say something false, and how many were right."""
    unknown, false, right = [], [], 0
    for one in every:
        if one.kind == "title" or (one.section == "head" and one.kind != "subtitle"):
            continue
        try:
            found = RULES.check(one.text, tables)
        except AssertionError as error:
            false.append(f"{one.section}: {one.text}\n    {error}")
            continue
        right += found
        if not found:
            unknown.append(f"{one.section} {one.kind}: {one.text}")
    return unknown, false, right


@pytest.mark.parametrize("case", CASES)
def test_every_sentence_of_the_report_follows_from_the_export(
    data: RunData, case: str, tmp_path: Path
) -> None:
    changed = awkward(probed(data) if case.startswith("probed") else data, case)
    export_csv(changed, tmp_path)
    unknown, false, right = unmatched(texts(build_report(changed)), Tables(tmp_path))
    assert not false, "\n".join(false)
    assert not unknown, "no rule (tests/report/recomputed) for:\n" + "\n".join(unknown)
    assert right > 30


@pytest.mark.parametrize("case", ["as measured", "memory", "wrong", "silent"])
def test_every_sentence_of_a_comparison_follows_from_the_export(
    data: RunData, case: str, tmp_path: Path
) -> None:
    changed = awkward(data, case)
    export_csv(changed, tmp_path)
    document = build_comparison(changed, "ringassay-bgv", "ringassay-bfv")
    tables = Tables(tmp_path).only(["ringassay-bgv", "ringassay-bfv"])
    unknown, false, _ = unmatched(texts(document), tables)
    assert not false, "\n".join(false)
    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize(
    "sentence",
    [
        "Median key generation time: ringassay-bgv 999 ms, over 3 keys.",
        "plaintext takes at most 1 B in the client and 2 B in the server.",
        "ringassay-bgv encrypts nothing, and says so.",
        "ringassay-bgv: evaluation accuracy 50 %, 4 of 8 (exact 95 % interval 1 % to 99 %).",
        "plaintext needs less than ringassay-bgv in key size (by a factor of 7).",
        "ringassay-bgv is no candidate: 1 of 8 results was wrong.",
        "plaintext is the only one that encrypts as far as probed, answered everything right and "
        "is not weaker than asked.",
        "Whether ringassay-bgv encrypts is not shown: it took too long.",
        "For this computation, choose plaintext if what counts is key size (ringassay-bgv needs 2 "
        "times as much). It is not weaker than ringassay-bgv.",
        "Medians over the 99 cases that all candidates got right; wall times. Security is what our "
        "estimator gives, ingestion that of key and circuit, a ciphertext those of one input, peak "
        "the most memory of client or server in any step.",
        "1.5× the time of plaintext evaluation, ringassay-bgv: geometric mean",
    ],
)
def test_a_false_sentence_is_noticed(data: RunData, tmp_path: Path, sentence: str) -> None:
    export_csv(data, tmp_path)
    with pytest.raises(AssertionError):
        RULES.check(sentence, Tables(tmp_path))


def test_a_sentence_without_a_rule_is_noticed(data: RunData, tmp_path: Path) -> None:
    export_csv(data, tmp_path)
    new = Text("resources", "sentence", "All 7 of them are quick.")
    unknown, _, _ = unmatched(iter([new]), Tables(tmp_path))
    assert unknown == ["resources sentence: All 7 of them are quick."]

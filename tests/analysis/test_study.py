"""The joined frames, and every analysis on planted and on degenerate data."""

from __future__ import annotations

from dataclasses import replace

import factory
import numpy as np
import pandas as pd
import pytest

from ringassay.analysis import (
    Study,
    correctness,
    failures,
    gates,
    metrics,
    overhead,
    prepare,
    sizes,
    split,
)
from ringassay.analysis.circumstances import loads, repetitions
from ringassay.analysis.dependence import EVALUATION_ON, KEY_TIME_ON, dependences
from ringassay.analysis.parameters import parameter_sets


def test_systems_keep_their_label_unless_two_runs_share_it() -> None:
    first, second = factory.run(name="a"), factory.run(name="b")
    both = replace(
        first,
        **{
            name: pd.concat([getattr(first, name), getattr(second, name)], ignore_index=True)
            for name in ("runs", "suts", "keys", "ingestions", "evaluations")
        },
    )
    assert prepare(first).systems == ("seal",)
    assert prepare(both).systems == ("seal (a)", "seal (b)")
    assert prepare(both).only(["seal (b)"]).runs["run"].tolist() == ["b"]


def test_derived_columns_by_hand() -> None:
    frames = factory.run(points=[(8, 2, 3)], inputs=1, space="zt")
    row = prepare(frames).evaluations.iloc[0]
    raw = frames.evaluations.iloc[0]
    assert row["plain_bits"] == pytest.approx(3 * 8 * np.log2(65537))
    assert row["bytes_per_bit"] == pytest.approx(raw["fresh_bytes"] / row["plain_bits"])
    assert row["ratio"] == pytest.approx(raw["total_wall_ns"] / raw["baseline_ns"])
    assert row["case"] == "c0000/0"
    assert row["security_bits"] == 128.0


def test_nullable_columns_of_the_store_are_understood() -> None:
    frames = factory.run(points=[(8, 2, 3)], inputs=2)
    evaluations = frames.evaluations.convert_dtypes()
    evaluations["baseline_ns"] = pd.array([1000, None], dtype="Int64")
    study = prepare(replace(frames, evaluations=evaluations))
    assert study.evaluations["ratio"].notna().tolist() == [True, False]


def test_overhead_recovers_a_planted_ratio() -> None:
    """Every evaluation 1000 times the baseline, except one 4000 times."""
    frames = factory.run(points=[(8, d, 4) for d in range(1, 11)], inputs=1)
    evaluations = frames.evaluations.assign(
        total_wall_ns=frames.evaluations["baseline_ns"] * 1000.0
    )
    evaluations.loc[3, "total_wall_ns"] *= 4.0
    (found,) = overhead.overheads(prepare(replace(frames, evaluations=evaluations)))
    assert found.ratio.median == pytest.approx(1000.0)
    assert found.ratio.maximum == pytest.approx(4000.0)
    assert found.ratio.mean == pytest.approx(1300.0)
    assert found.geometric_mean == pytest.approx(1000.0 * 4.0**0.1)


def test_failed_rows_stay_in_the_denominator() -> None:
    frames = factory.with_outcomes(
        factory.run(points=[(8, 2, 3)], inputs=10),
        {0: "wrong", 1: "crash", 2: "refused", 3: "unsupported", 4: "harness-error", 5: "flaky"},
    )
    (s,) = correctness.by_system(prepare(frames))
    assert (s.asked, s.judged, s.delivered, s.right) == (10, 8, 6, 4)
    assert (s.wrong, s.failed) == (2, 2)
    assert s.rate == 0.5
    assert not s.perfect
    interval = s.interval
    assert interval is not None and interval.contains(0.5)


def test_wrong_results_carry_what_repeats_them() -> None:
    frames = factory.with_outcomes(factory.run(points=[(8, 2, 3)], seed=77), {1: "wrong"})
    (wrong,) = correctness.wrong_results(prepare(frames))
    assert (wrong.circuit, wrong.input_index, wrong.seed) == ("c0000", 1, "77")
    assert (wrong.expected, wrong.got, wrong.wrong_slots, wrong.slots) == ("10110", "10111", 1, 8)


def test_wrong_results_are_not_timed() -> None:
    frames = factory.run(points=[(8, 2, 3)], inputs=4)
    evaluations = frames.evaluations.copy()
    evaluations.loc[0, ["outcome", "evaluate_wall_ns"]] = ["wrong", 1e15]
    ((_, found),) = metrics.by_system(
        prepare(replace(frames, evaluations=evaluations)), metrics.EVALUATION
    )
    assert found.count == 3
    assert found.maximum < 1e12


def test_dependence_on_table_4_finds_the_planted_formula() -> None:
    study = prepare(factory.run(inputs=5))
    (group,) = dependences(study, EVALUATION_ON)
    fit = group.dependence.fit
    assert fit is not None
    assert (fit.points, len(group.points)) == (len(factory.TABLE_4), len(factory.TABLE_4))
    for c in fit.coefficients:
        truth = {"1": 10e6, "wd": 4e6}[c.term.symbol]
        assert abs(c.estimate - truth) < 4.0 * c.standard_error
    (keys,) = dependences(study, KEY_TIME_ON)
    assert keys.dependence.fit is not None
    assert {c.term.symbol for c in keys.dependence.fit.coefficients} == {"1", "d²"}


def test_single_gate_circuits_do_not_enter_the_models() -> None:
    study = prepare(factory.run(single_gates=("LADD", "LMUL")))
    (group,) = dependences(study, EVALUATION_ON)
    assert len(group.points) == len(factory.TABLE_4)
    assert len(gates.gate_times(study)) == 4


def test_time_per_gate_by_hand() -> None:
    frames = factory.run(points=[], single_gates=("LMUL",), inputs=3)
    found = [g for g in gates.gate_times(prepare(frames)) if g.batch == 6.0]
    ((only),) = found
    raw = frames.evaluations[frames.evaluations["circuit"] == "c1000"]["evaluate_wall_ns"] / 500
    assert (only.gate, only.wall.count) == ("LMUL", 3)
    assert only.wall.mean == pytest.approx(raw.mean())
    assert only.wall.maximum == pytest.approx(raw.max())
    assert only.gate_only is not None
    assert only.gate_only.mean == pytest.approx(0.79 * raw.mean())


def test_split_of_a_step() -> None:
    rows = split.splits(prepare(factory.run(points=[(8, 2, 3)], inputs=1)))
    assert [r.step for r in rows] == [
        "key generation", "ingestion", "encryption", "evaluation", "decryption",
    ]  # fmt: skip
    step = rows[3]
    assert step.transfer_ns == pytest.approx(0.1 * step.wall_ns)
    assert step.compute_ns == pytest.approx(0.85 * step.wall_ns)
    assert step.rest_ns == pytest.approx(0.05 * step.wall_ns)
    assert step.cores == pytest.approx(1.5)
    assert step.peak_bytes == 4e8


def test_ciphertext_sizes_and_plaintext_in_disguise() -> None:
    honest = prepare(factory.run(points=[(8, 2, 3)]))
    (row,) = sizes.ciphertext_sizes(honest)
    assert row.fresh_per_wire == pytest.approx(2e4 * 2 + 100 * 8)
    assert row.fresh_bytes == pytest.approx(3 * row.fresh_per_wire)
    assert sizes.not_larger_than_plaintext(honest) == ()
    cheat = factory.Sut("cheat", factory.Costs(wire_bytes=lambda d, w, n: n / 8))
    assert sizes.not_larger_than_plaintext(prepare(factory.run([cheat]))) == ("cheat",)


def test_failures_are_grouped_with_their_reason() -> None:
    frames = factory.with_outcomes(
        factory.run(points=[(8, 2, 3)], inputs=5), {0: "crash", 1: "crash", 2: "timeout"}
    )
    study = prepare(frames)
    crash, timeout = failures.failures(study)
    assert (crash.outcome, crash.count, crash.step) == ("crash", 2, "evaluate")
    assert crash.detail == "signal SIGSEGV"
    assert timeout.count == 1
    assert failures.stderr_tails(study) == (("seal", "boom $x"),)
    assert [(note, count) for _, note, count in failures.notes(study)] == [
        ("gf2 is mapped to t = 65537 by XOR as (a-b)^2", 1)
    ]


@pytest.mark.parametrize("detail", ["", "not json", "[1, 2]", '{"a": null}', "\x00"])
def test_strange_details_do_no_harm(detail: str) -> None:
    assert isinstance(failures.reason(detail), str)


def test_load_above_the_cores_is_noticed() -> None:
    (quiet,) = loads(prepare(factory.run(load1=2.5)))
    (busy,) = loads(prepare(factory.run(load1=2.51)))
    assert not quiet.disturbed
    assert busy.crowded == busy.known == len(factory.TABLE_4) * 3


def test_repetitions_are_counted() -> None:
    assert repetitions(prepare(factory.run(points=[(8, 2, 3)], repetitions=4))) == (4, 4)
    assert repetitions(prepare(factory.empty())) == (0, 0)


def test_an_empty_store_answers_every_question_with_nothing() -> None:
    study: Study = prepare(factory.empty())
    assert study.systems == ()
    assert correctness.by_system(study) == correctness.wrong_results(study) == ()
    assert overhead.overheads(study) == gates.gate_times(study) == split.splits(study) == ()
    assert sizes.ciphertext_sizes(study) == sizes.key_sizes(study) == ()
    assert dependences(study, EVALUATION_ON) == parameter_sets(study) == ()
    assert failures.failures(study) == failures.notes(study) == loads(study) == ()


def test_systems_stand_in_the_order_of_the_suite() -> None:
    frames = factory.run([factory.Sut(label) for label in ("lattigo", "plaintext", "seal")])
    suts = frames.suts.assign(position=[2, 0, 1])
    study = prepare(replace(frames, suts=suts))
    assert study.systems == ("plaintext", "seal", "lattigo")

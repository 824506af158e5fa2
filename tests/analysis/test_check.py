"""What `compare --fail-above` finds: planted differences, and none where there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import factory
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.check import Checked, check
from ringassay.analysis.study import Study

POINTS = tuple((8, d, w) for d in (1, 2, 3) for w in (3, 5, 8, 12))


def slower(factor: float, **costs: factory.Cost) -> factory.Sut:
    return factory.Sut("new", factory.Costs(evaluate=lambda d, w, n: factor * 4e6 * w * d, **costs))


BASE = replace(slower(1.0), label="base")


def frames(new: factory.Sut, *, spread: float = 0.02, twice: bool = False, **options):
    suts = [replace(sut, spread=spread) for sut in (BASE, new)]
    if twice:
        suts.append(replace(suts[0], label="again"))
    made = factory.run(suts, POINTS, **options)
    # In turns, circuit by circuit.
    order = made.evaluations.sort_values(["circuit", "repetition", "input", "sut"])
    sequence = pd.Series(range(len(order)), index=order.index)
    made = replace(made, evaluations=made.evaluations.assign(sequence=sequence))
    if twice:
        made = replace(made, suts=made.suts.assign(twin_of=["", "", "base"]))
    return made


def found(study: Study, metric: str, threshold: float = 0.1, new: str = "new") -> Checked:
    (one,) = check(study, "base", new, {metric: threshold})
    return one


@pytest.mark.parametrize(
    ("factor", "threshold", "finding"),
    [
        (1.2, 0.1, "worse"),
        (1.0, 0.1, "within"),
        (1.1, 0.1, "open"),
        (0.5, 0.1, "within"),
        (1.2, 0.25, "within"),
        (1.2, 0.0, "worse"),
    ],
)
def test_a_planted_factor_beside_a_threshold(factor, threshold, finding) -> None:
    one = found(prepare(frames(slower(factor), repetitions=3)), "evaluation", threshold)
    assert one.finding == finding
    assert one.low < factor * 1.01 and one.high > factor * 0.99
    assert one.units == len(POINTS)


def test_nothing_is_found_without_a_plant_and_everything_with_one() -> None:
    """Twenty seeds of each, with spreads of a fifth: as good as the intervals are."""
    for seed in range(20):
        for factor, expected in ((1.0, False), (1.2, True)):
            study = prepare(frames(slower(factor), spread=0.05, repetitions=3, seed=seed))
            assert (found(study, "evaluation").finding == "worse") is expected


def test_of_two_runs_a_drift_is_taken_off_first() -> None:
    for factor, finding in ((1.2, "open"), (1.3, "open"), (1.6, "worse"), (1.0, "open")):
        study = prepare(frames(slower(factor)))
        apart = replace(
            study,
            evaluations=study.evaluations.assign(
                sequence=float("nan"),
                at=[f"{system}{number:05}" for number, system in
                    enumerate(study.evaluations["system"])],
            ),
        )  # fmt: skip
        one = found(apart, "evaluation")
        assert (one.finding, one.drift) == (finding, 0.25), factor
        # What is counted is counted the same at any time.
        assert found(apart, "key-size").finding == "within"


def test_a_disturbed_run_needs_its_own_floor() -> None:
    loaded = {"load1": 9.0}
    assert found(prepare(frames(slower(1.3), **loaded)), "evaluation").finding == "withheld"
    study = prepare(frames(slower(1.3), twice=True, **loaded))
    one = found(study, "evaluation")
    assert (one.finding, one.disturbed) == ("worse", ("load",))
    assert one.floor is not None and one.floor < 0.1
    # One that is less sure of itself than the difference is large says nothing.
    noisy = prepare(frames(slower(1.3), twice=True, spread=0.6, **loaded))
    assert found(noisy, "evaluation").finding == "open"
    # Nor does the floor hide what is no time.
    assert found(prepare(frames(slower(1.0), **loaded)), "memory").finding == "within"


def with_times(made: factory.Frames, system: str, factor: Callable[[str], float]) -> factory.Frames:
    """The same run, evaluations of a system longer by a factor for each circuit."""
    rows = made.evaluations
    own = rows["sut"] == system
    times = rows["circuit"].map(factor).where(own, 1.0)
    columns = ["evaluate_cpu_ns", "evaluate_wall_ns"]
    return replace(made, evaluations=rows.assign(**{c: rows[c] * times for c in columns}))


def test_no_single_circuit_decides() -> None:
    """Of six circuits five are 1.3 times as slow and one is not: Student's interval says worse."""
    points = [(8, 2, w) for w in range(3, 9)]
    made = factory.run([replace(BASE, spread=0.0), replace(BASE, label="new", spread=0.0)], points)
    study = prepare(with_times(made, "new", lambda circuit: 1.09 if circuit == "c0002" else 1.3))
    one = found(study, "evaluation")
    assert one.low > 1.1  # the interval alone would say worse
    assert one.finding == "open"
    all_slower = prepare(with_times(made, "new", lambda circuit: 1.2 + 0.01 * int(circuit[1:])))
    assert found(all_slower, "evaluation").finding == "worse"


def test_what_is_less_than_the_floor_is_not_worse_in_quiet_either() -> None:
    made = frames(slower(1.25), repetitions=3, twice=True)
    assert found(prepare(made), "evaluation").finding == "worse"
    # The same system under its second name takes 1.4 times as long: then 1.25 says nothing.
    one = found(prepare(with_times(made, "again", lambda _: 1.4)), "evaluation")
    assert one.floor == pytest.approx(0.4, abs=0.02)
    assert one.low > 1.1 and not one.disturbed
    assert one.finding == "open"


def test_a_disturbed_run_without_a_floor_is_judged_by_its_rounds() -> None:
    quiet_rounds = prepare(frames(slower(1.3), repetitions=3, load1=9.0))
    one = found(quiet_rounds, "evaluation")
    assert (one.finding, one.floor) == ("worse", None)
    # One round says nothing: three times may be the load, six times are not.
    alone = prepare(frames(slower(6.0), load1=9.0))
    assert found(alone, "evaluation").finding == "worse"
    assert found(prepare(frames(slower(2.0), load1=9.0)), "evaluation").finding == "withheld"


def test_sizes_are_counted_without_statistics() -> None:
    larger = slower(1.0, wire_bytes=lambda d, w, n: 1.2 * (2e4 * d + 100 * n))
    one_circuit = factory.run([BASE, larger], POINTS[:1])
    study = prepare(one_circuit)
    assert found(study, "ciphertext-size").finding == "worse"
    assert found(study, "ciphertext-size", 0.25).finding == "within"
    assert found(study, "key-size").finding == "within"
    assert found(study, "evaluation").finding == "few"


def test_memory_is_the_most_of_either_program() -> None:
    made = frames(slower(1.0))
    for step in ("encrypt", "evaluate", "decrypt"):
        rows = made.evaluations.assign(
            **{
                f"{step}_peak_bytes": made.evaluations[f"{step}_peak_bytes"].where(
                    made.evaluations["sut"] != "new", 1e9
                )
            }
        )
        one = found(prepare(replace(made, evaluations=rows)), "memory")
        assert (one.finding, one.new) == ("worse", 1e9), step


@pytest.mark.parametrize("outcome", ["wrong", "crashed", "unsupported", "refused", "flaky"])
def test_one_right_answer_lost_is_worse(outcome: str) -> None:
    made = frames(slower(1.0))
    assert found(prepare(made), "right").finding == "within"
    first = made.evaluations.index[made.evaluations["sut"] == "new"][0]
    lost = made.evaluations.copy()
    lost.loc[first, "outcome"] = outcome
    one = found(prepare(replace(made, evaluations=lost)), "right")
    assert (one.finding, one.base - one.new) == ("worse", 1.0)
    # What we broke is no answer lost, and one gained is none.
    lost.loc[first, "outcome"] = "harness-error"
    assert found(prepare(replace(made, evaluations=lost)), "right").finding == "within"
    gained = made.evaluations.copy()
    gained.loc[gained["sut"] == "base", "outcome"] = outcome
    assert found(prepare(replace(made, evaluations=gained)), "right").finding == "within"


def test_without_a_case_in_common_nothing_is_known() -> None:
    made = frames(slower(1.0))
    wrong = made.evaluations.assign(outcome="wrong")
    study = prepare(replace(made, evaluations=wrong))
    assert found(study, "evaluation").finding == "nothing"
    assert found(study, "right").finding == "within"
    none = made.evaluations[made.evaluations["sut"] == "base"]
    assert found(prepare(replace(made, evaluations=none)), "right").finding == "nothing"

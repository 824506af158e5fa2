"""Labels of runs, and what a run may be called."""

from __future__ import annotations

import pytest
from recording import interrupted_run, run_small

from ringassay.evaluation import SuiteError
from ringassay.store import StoreError, UnknownRunError, load
from ringassay.store.naming import check_label, find_run
from ringassay.store.records import RunSummary


def _run(number: int, label: str | None = None) -> RunSummary:
    name = f"2026010{number}-000000-aaaaa{number}"
    return RunSummary(name, "s", "", None, "finished", 0, ("seal",), None, 1, 1, "0", label)


RUNS = [_run(1), _run(2, "main"), _run(3, "v1"), _run(4, "main")]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("latest", 4),
        ("latest~0", 4),
        ("latest~", 3),
        ("latest~3", 1),
        ("v1", 3),
        ("v1~0", 3),
        ("main~0", 4),
        ("main~1", 2),
        ("20260102", 2),
        (RUNS[0].run, 1),
    ],
)
def test_every_name_of_a_run(name: str, number: int) -> None:
    assert find_run(RUNS, name, "x.db") == RUNS[number - 1].run


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("main", "choose one of 20260102-000000-aaaaa2 (main), 20260104-000000-aaaaa4 (main)"),
        ("main", "main~0 is the latest of them"),
        ("2026", "is ambiguous"),
        ("latest~4", "names 4 runs"),
        ("v1~1", "names one run"),
        ("nothing", "is not in this store"),
        ("nothing~1", "is not in this store"),
        ("~1", "is not in this store"),
        ("", "is not in this store"),
    ],
)
def test_what_is_not_one_run_is_explained(name: str, said: str) -> None:
    with pytest.raises(UnknownRunError) as caught:
        find_run(RUNS, name, "x.db")
    assert said in str(caught.value)
    assert "x.db" in str(caught.value)


def test_an_empty_store_says_so() -> None:
    with pytest.raises(UnknownRunError, match="holds no runs yet"):
        find_run([], "latest", "x.db")


@pytest.mark.parametrize("label", ["main", "v1.2", "feature/ntt", "a", "x" * 64, "2026"])
def test_labels(label: str) -> None:
    assert check_label(label) == label


@pytest.mark.parametrize(
    "label",
    ["", "latest", "a:b", "a~1", "a b", "-x", "x" * 65, "20260101-000000", "20260101-000000-abc",
     "a\n", "\x1b[31m"],
)  # fmt: skip
def test_what_is_no_label_is_refused_before_anything_is_stored(store, label: str) -> None:
    with pytest.raises(StoreError, match="is no label"):
        run_small(store, label=label)
    assert store.runs() == []


def test_a_label_is_stored_sealed_and_shown(store) -> None:
    run = run_small(store, label="main").run
    assert [summary.label for summary in store.runs()] == ["main"]
    assert store.find("main") == run
    assert load(store, [run]).runs["label"].tolist() == ["main"]


def test_a_resumed_run_keeps_its_label(store) -> None:
    run = interrupted_run(store)
    with pytest.raises(SuiteError, match="leave the label out"):
        run_small(store, resume=run, label="main")
    run_small(store, resume=run)
    assert store.runs()[0].label is None

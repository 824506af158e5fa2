"""What the two names of a comparison mean, in every form, and what is refused with candidates."""

from __future__ import annotations

import pytest

from ringassay.analysis.resolution import Place, SideError, resolve
from ringassay.store.records import RunSummary


def _run(number: int, suts: tuple[str, ...], label: str | None = None) -> RunSummary:
    name = f"2026010{number}-000000-aaaaa{number}"
    return RunSummary(name, "s", "", None, "finished", 0, suts, None, 1, 1, "0", label)


BOTH = ("seal", "lattigo")
RUNS = [
    _run(1, BOTH, "v1"),
    _run(2, ("mine",), "main"),
    _run(3, BOTH, "v2"),
    _run(4, ("other",), "main"),
    _run(5, ("seal", "od:d"), "seal"),
]
ONE, TWO, THREE, FOUR, FIVE = (run.run for run in RUNS)


def pairs(base: str, new: str, *among: str) -> list[tuple[str, str]]:
    found = resolve(RUNS, base, new, "x.db", among)
    return [(str(one), str(other)) for one, other in found.pairs]


@pytest.mark.parametrize(
    ("base", "new", "expected"),
    [
        # Two systems: the latest run that has both; else the only run of each.
        ("lattigo", "od:d", None),
        ("mine", "other", [(f"{TWO}:mine", f"{FOUR}:other")]),
        # Two runs: their systems by name, or the only one of each.
        ("v1", "v2", [(f"{ONE}:seal", f"{THREE}:seal"), (f"{ONE}:lattigo", f"{THREE}:lattigo")]),
        ("20260101", THREE,
         [(f"{ONE}:seal", f"{THREE}:seal"), (f"{ONE}:lattigo", f"{THREE}:lattigo")]),
        ("main~1", "main~0", [(f"{TWO}:mine", f"{FOUR}:other")]),
        ("latest~4", "latest", [(f"{ONE}:seal", f"{FIVE}:seal")]),
        # A system of a run, alone or beside a run.
        ("v1:seal", "v2:seal", [(f"{ONE}:seal", f"{THREE}:seal")]),
        ("v1:seal", "v1:lattigo", [(f"{ONE}:seal", f"{ONE}:lattigo")]),
        ("v1", "v2:lattigo", [(f"{ONE}:lattigo", f"{THREE}:lattigo")]),
        ("v1:lattigo", "v2", [(f"{ONE}:lattigo", f"{THREE}:lattigo")]),
        ("v1:lattigo", "main~0", [(f"{ONE}:lattigo", f"{FOUR}:other")]),
        ("latest:od:d", "latest~0:seal", [(f"{FIVE}:od:d", f"{FIVE}:seal")]),
        (f"lattigo ({ONE})", f"lattigo ({THREE})", [(f"{ONE}:lattigo", f"{THREE}:lattigo")]),
        # A system beside one of a run: of the same run, else of the only one that has it.
        ("v1:seal", "mine", [(f"{ONE}:seal", f"{TWO}:mine")]),
        ("lattigo", "v1:seal", [(f"{ONE}:lattigo", f"{ONE}:seal")]),
    ],
)  # fmt: skip
def test_every_form(base: str, new: str, expected: list[tuple[str, str]] | None) -> None:
    if expected is None:
        with pytest.raises(SideError, match="no run has both"):
            pairs(base, new)
        return
    assert pairs(base, new) == expected


def test_two_systems_mean_the_latest_run_that_has_both() -> None:
    runs = [_run(1, BOTH), _run(2, BOTH), _run(3, ("seal",))]
    found = resolve(runs, "seal", "lattigo", "x.db")
    assert found.pairs == ((Place(runs[1].run, "seal"), Place(runs[1].run, "lattigo")),)
    assert (found.base, found.new, found.runs) == ("seal", "lattigo", (runs[1].run,))
    of_first = resolve(runs, "seal", "lattigo", "x.db", ["latest~2"])
    assert of_first.runs == (runs[0].run,)


def test_labels_stand_in_the_title() -> None:
    found = resolve(RUNS, "v1", "v2", "x.db")
    assert (found.base, found.new) == ("v1", "v2")
    one = resolve(RUNS, "v1:lattigo", THREE[:8], "x.db")
    assert (one.base, one.new) == ("v1:lattigo", "v2:lattigo")


@pytest.mark.parametrize(
    ("base", "new", "said"),
    [
        ("main", "v1", "main~0 is the latest of them"),
        ("seal", "v1:lattigo", "may mean the system seal of a run, written RUN:seal, or the run"),
        ("v1", "v1", "both sides are of run"),
        ("v1:seal", "v1:seal", "name two different systems or runs"),
        ("lattigo", "lattigo", f"{ONE}:lattigo, {THREE}:lattigo"),
        ("v1", "nobody", "neither a system (seal, lattigo, mine, other, od:d) nor a run"),
        ("v1:nobody", "v2", "has no system 'nobody': it has seal, lattigo"),
        ("v1", "main~0", "share no system: the first has seal, lattigo, the second other"),
        ("lattigo", "v2", f"of which run? Write {ONE}:lattigo, {THREE}:lattigo"),
        ("v1", "mine", f"is to be compared with mine? Write {ONE}:seal, {ONE}:lattigo"),
        ("v1", "lattigo", f"of which run? Write {ONE}:lattigo, {THREE}:lattigo"),
        ("mine", "lattigo", "and 2 have lattigo: say of which"),
        ("", "v1", "neither a system"),
        (":", "v1", "neither a system"),
    ],
)
def test_what_may_mean_two_things_or_nothing_is_explained(base: str, new: str, said: str) -> None:
    with pytest.raises(SideError) as caught:
        pairs(base, new)
    assert said in str(caught.value)

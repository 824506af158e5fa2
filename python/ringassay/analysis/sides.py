"""What the two names of a comparison mean: two systems, or two runs of the same ones."""

from __future__ import annotations

from collections.abc import Iterable

from ringassay.analysis.study import Study
from ringassay.errors import UserError


class UnknownSideError(UserError, LookupError):
    """A name that is neither a system nor a run; the message lists what there is."""


def sides(study: Study, first: str, second: str) -> tuple[tuple[str, str], ...]:
    """The pairs of systems to compare.

    A name is a system (`seal`, or `seal (RUN)` where the label occurs in several runs), a system
    of a run (`RUN:seal`, see `resolution.Place`), or a run.
    Two runs are compared SUT by SUT over the labels they share; if they share none and each has
    one SUT, those two. Raises UnknownSideError if a name is unknown, ValueError if nothing is left
    to compare.
    """
    if first == second:
        raise ValueError(f"both sides are {first!r}; name two different systems or runs")
    systems = study.systems
    if first in systems and second in systems:
        return ((first, second),)
    of_first, of_second = _labels(study, first), _labels(study, second)
    if len(of_first) == len(of_second) == 1:
        return tuple(zip(of_first.values(), of_second.values(), strict=True))
    shared = [label for label in of_first if label in of_second]
    if shared:
        return tuple((of_first[label], of_second[label]) for label in shared)
    raise ValueError(
        f"{first!r} and {second!r} share no SUT; {first!r} has {_all(of_first)}, "
        f"{second!r} has {_all(of_second)}"
    )


def _labels(study: Study, side: str) -> dict[str, str]:
    """SUT label to system of everything that belongs to a side."""
    of_run = study.suts["run"] + ":" + study.suts["sut"]
    rows = study.suts[
        (study.suts["run"] == side) | (study.suts["system"] == side) | (of_run == side)
    ]
    if rows.empty:
        raise UnknownSideError(
            f"{side!r} is neither a system ({_all(study.systems)}) nor a run "
            f"({_all([str(run) for run in study.runs['run']])}) of these data"
        )
    return {str(s): str(n) for s, n in zip(rows["sut"], rows["system"], strict=True)}


def _all(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"

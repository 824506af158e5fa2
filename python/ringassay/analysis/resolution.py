"""Which runs and systems the two names of a comparison mean.

A side is written as a person would: a system (`seal`), a run (identifier, beginning of one, label,
`latest`, `latest~1`), or a system of a run (`main:seal`, `latest~1:seal`, or `seal (RUN)` as
reports have it). What may mean two things is refused, with the candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ringassay.errors import UserError
from ringassay.store.errors import AmbiguousRunError, UnknownRunError
from ringassay.store.naming import find_run
from ringassay.store.records import RunSummary


class SideError(UserError):
    """A side that means nothing, or several things; the message lists what there is."""


class Place(NamedTuple):
    """A system of a run."""

    run: str
    sut: str

    def __str__(self) -> str:
        return f"{self.run}:{self.sut}"


@dataclass(frozen=True)
class Resolved:
    """What is compared: pairs of base and new, with the sides in words."""

    base: str
    new: str
    pairs: tuple[tuple[Place, Place], ...]

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs that are needed, those of the base first."""
        ordered = [pair[side].run for side in (0, 1) for pair in self.pairs]
        return tuple(dict.fromkeys(ordered))


@dataclass(frozen=True)
class _Side:
    """What a name means: a run, a system, or a system of a run."""

    name: str
    run: RunSummary | None
    sut: str | None

    def systems(self) -> list[Place]:
        """Of a side that names its run."""
        assert self.run is not None
        return [Place(self.run.run, s) for s in self.run.suts if self.sut in (None, s)]


def resolve(
    runs: Sequence[RunSummary], base: str, new: str, place: str, among: Sequence[str] = ()
) -> Resolved:
    """What `base` and `new` mean in a store with `runs` (oldest first); `place` is its name.

    With `among`, only these runs count. Raises `SideError`, `UnknownRunError`.
    """
    if among:
        wanted = {find_run(runs, name, place) for name in among}
        runs = [run for run in runs if run.run in wanted]
    first, second = (_side(runs, name, place) for name in (base, new))
    if first.run is None and second.run is None:
        pairs = [_systems(runs, first, second, bool(among))]
    elif first.run is None:
        pairs = [(_in_run_of(second, first, runs), _only(second, first.name))]
    elif second.run is None:
        beside = _in_run_of(first, second, runs)
        pairs = [(_only(first, second.name), beside)]
    else:
        pairs = _matched(first, second)
    if any(one == other for one, other in pairs):
        raise SideError(f"both sides are {pairs[0][0]}: name two different systems or runs")
    return Resolved(*_words(runs, pairs), tuple(pairs))


def _side(runs: Sequence[RunSummary], name: str, place: str) -> _Side:
    found: dict[str, _Side] = {}
    if any(name in run.suts for run in runs):
        found[f"the system {name} of a run, written RUN:{name}"] = _Side(name, None, name)
    by_run = _run(runs, name, place)
    if by_run is not None:
        found[f"the run {by_run.run}"] = _Side(name, by_run, None)
    for run_name, sut in _splits(name):
        run = _run(runs, run_name, place)
        if run is not None and sut in run.suts:
            found[f"the system {sut} of the run {run.run}"] = _Side(name, run, sut)
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise SideError(f"{name!r} may mean {', or '.join(found)}: write which")
    for run_name, sut in _splits(name):
        run = _run(runs, run_name, place)
        if run is not None:
            raise SideError(f"run {run.run} has no system {sut!r}: it has {_all(run.suts)}")
    systems = dict.fromkeys(sut for run in runs for sut in run.suts)
    last = [run.run if run.label is None else f"{run.run} ({run.label})" for run in runs[-8:]]
    raise SideError(
        f"{name!r} is neither a system ({_all(systems)}) nor a run ({_all(last)}) of {place}, "
        "nor RUN:SYSTEM"
    )


def _run(runs: Sequence[RunSummary], name: str, place: str) -> RunSummary | None:
    try:
        found = find_run(runs, name, place)
    except AmbiguousRunError as error:
        raise SideError(str(error)) from error
    except UnknownRunError:
        return None
    return next(run for run in runs if run.run == found)


def _splits(name: str) -> list[tuple[str, str]]:
    """`RUN:SYSTEM` at each colon, as either may contain one; `SYSTEM (RUN)` as reports have it."""
    places = [at for at, letter in enumerate(name) if letter == ":"]
    found = [(name[:at], name[at + 1 :]) for at in places]
    if name.endswith(")") and " (" in name:
        sut, _, run = name[:-1].rpartition(" (")
        found.append((run, sut))
    return [(run, sut) for run, sut in found if run and sut]


def _systems(
    runs: Sequence[RunSummary], first: _Side, second: _Side, named: bool
) -> tuple[Place, Place]:
    """Two systems: of the latest run that has both; without one, each of the only run it is in."""
    one, other = first.sut, second.sut
    assert one is not None and other is not None
    if one == other:
        raise SideError(
            f"both sides are {one!r}: name two different systems, or say of which runs: "
            + _forms(runs, one)
        )
    both = [run.run for run in runs if one in run.suts and other in run.suts]
    if len(both) > 1 and named:
        raise SideError(
            f"{one} and {other} are in {len(both)} of the runs named: say of which: "
            f"{_forms(runs, one)} beside {_forms(runs, other)}"
        )
    if both:
        return Place(both[-1], one), Place(both[-1], other)
    places = []
    for sut in (one, other):
        having = [run.run for run in runs if sut in run.suts]
        if len(having) > 1:
            raise SideError(
                f"no run has both {one} and {other}, and {len(having)} have {sut}: say of which: "
                + _forms(runs, sut)
            )
        places.append(Place(having[0], sut))
    return places[0], places[1]


def _in_run_of(side: _Side, bare: _Side, runs: Sequence[RunSummary]) -> Place:
    """The system `bare`, without a run, beside a side that names one: of that run, or of the only
    run that has it."""
    assert side.run is not None and bare.sut is not None
    here = Place(side.run.run, bare.sut)
    if bare.sut in side.run.suts and side.sut is not None and here not in side.systems():
        return here
    having = [run.run for run in runs if bare.sut in run.suts]
    if len(having) == 1 and having[0] != side.run.run:
        return Place(having[0], bare.sut)
    raise SideError(f"{bare.name!r} of which run? Write {_forms(runs, bare.sut)}")


def _only(side: _Side, other: str) -> Place:
    systems = side.systems()
    if len(systems) != 1:
        raise SideError(
            f"which system of {side.name} is to be compared with {other}? "
            f"Write {_all(str(place) for place in systems)}"
        )
    return systems[0]


def _matched(first: _Side, second: _Side) -> list[tuple[Place, Place]]:
    """Systems of two runs: those of the same name; the only ones where that is clear."""
    left, right = first.systems(), second.systems()
    if len(left) == len(right) == 1:
        return [(left[0], right[0])]
    by_name = {place.sut: place for place in right}
    shared = [(place, by_name[place.sut]) for place in left if place.sut in by_name]
    if left[0].run == right[0].run and any(one == other for one, other in shared):
        raise SideError(
            f"both sides are of run {left[0].run}: name two of its systems "
            f"({_all(str(place) for place in {*left, *right})})"
        )
    if shared:
        return shared
    raise SideError(
        f"{first.name!r} and {second.name!r} share no system: the first has "
        f"{_all(p.sut for p in left)}, the second {_all(p.sut for p in right)}"
    )


def _words(runs: Sequence[RunSummary], pairs: Sequence[tuple[Place, Place]]) -> tuple[str, str]:
    """Both sides for a title: systems alone if they share a run, labels rather than identifiers."""
    base, new = pairs[0]
    if base.run == new.run:
        return base.sut, new.sut
    labels = {run.run: run.label for run in runs if run.label is not None}
    names = [labels.get(place.run, place.run) for place in (base, new)]
    if names[0] == names[1]:
        names = [f"{place.run} ({names[0]})" for place in (base, new)]
    if len(pairs) > 1:
        return names[0], names[1]
    return f"{names[0]}:{base.sut}", f"{names[1]}:{new.sut}"


def _forms(runs: Sequence[RunSummary], sut: str) -> str:
    having = [run for run in runs if sut in run.suts]
    return ", ".join(str(Place(run.run, sut)) for run in having[-8:])


def _all(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "none"

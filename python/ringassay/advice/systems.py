"""Every system there is, assessed on a computation: predicted, or excluded with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ringassay.advice.ahead import Forecast, Forecaster, tallied
from ringassay.advice.calibrating import Unable
from ringassay.advice.computation import Computation
from ringassay.advice.figures import Assessed, Excluded
from ringassay.advice.measuring import measured
from ringassay.advice.own import Tallying, label_of, refuse, system_of
from ringassay.advice.ranking import reasons
from ringassay.advice.tools import Tools
from ringassay.advice.words import time
from ringassay.errors import UserError
from ringassay.schemes import catalogue, is_approximate, leveled_keys
from ringassay.sut import registry
from ringassay.sut.registry import Status

NEAR = 10.0
"""A scheme of ours whose tally is more than so many times the best prediction is not run."""


def assess(computation: Computation, tools: Tools) -> Assessed:
    """Assesses all: schemes by their tallies, then libraries by runs, then by runs those schemes
    that come near."""
    _tell(forecast(computation, tools), tools)
    assessed = Assessed()
    tallies = _tallied(computation, tools, assessed)
    excluded = {one.system for one in assessed.excluded}
    for status in _listed(tools):
        if status.name not in excluded:
            _measured(status, computation, tools, assessed, None)
    for tallying in tallies:
        _refine(tallying, computation, tools, assessed)
    return assessed


def forecast(computation: Computation, tools: Tools) -> Forecast:
    """What `assess` will do, and about how long that takes. Nothing is started."""
    schemes = [key for key in leveled_keys() if _wanted(tools, key, system_of(key))]
    refused = {system_of(key) for key in schemes if not _serves(key, computation)}
    systems = [
        status.name
        for status in _listed(tools)
        if status.command is not None and status.name not in refused
    ]
    serving = [key for key in schemes if system_of(key) not in refused]
    others = frozenset(one for one in systems if _is_for_others(one, computation))
    return Forecaster(tools.opened, computation, tools.anew, others)(systems, tallied(serving))


def _is_for_others(system: str, computation: Computation) -> bool:
    """Whether a system of the package is of CKKS and the computation exact, or the reverse."""
    shipped = {entry.name for entry in registry.shipped()}
    is_real = computation.precision is not None
    return system in shipped and system.endswith("ckks") != is_real


def _serves(scheme: str, computation: Computation) -> bool:
    try:
        refuse(scheme, computation)
    except Unable:
        return False
    return True


def _tell(ahead: Forecast, tools: Tools) -> None:
    names = [task.system for task in ahead.measured]
    if names:
        tools.tell(
            f"To measure: {', '.join(names)}: up to about {time(1e9 * ahead.seconds)} on an idle "
            "machine; what is measured is stored"
        )


def _wanted(tools: Tools, *names: str) -> bool:
    return tools.suts is None or any(name in tools.suts for name in names)


def _tallied(computation: Computation, tools: Tools, assessed: Assessed) -> list[Tallying]:
    """The schemes whose tallies say what they take; those that cannot compute it are excluded."""
    found = []
    keys = leveled_keys()
    for number, key in enumerate(keys):
        system, label = system_of(key), label_of(key)
        if not _wanted(tools, key, system):
            continue
        try:
            refuse(key, computation)
            if is_approximate(key):
                if catalogue()[key].sut is None:
                    raise Unable("has no system under test yet, and its circuits are not tallied")
                continue  # measured like a library
            tallying = Tallying(key, computation, tools.kernels())
            assessed.candidates.append(tallying.candidate())
            found.append(tallying)
            tools.progress("tallying schemes", number + 1, len(keys))
        except Exception as error:
            assessed.excluded.append(Excluded(system, label, _reason(error)))
    return found


def _listed(tools: Tools) -> Iterator[Status]:
    """Systems that compute on ciphertexts: one of each library and scheme, unless it is named."""
    shipped = {entry.name: entry for entry in registry.shipped()}
    schemes = {scheme.sut: key for key, scheme in catalogue().items() if scheme.sut is not None}
    tallied = {catalogue()[key].sut for key in leveled_keys() if not is_approximate(key)}
    for status in registry.status(tools.sut_file):
        entry = shipped.get(status.name) if status.shipped else None
        names = (status.name, schemes.get(status.name, status.name))
        is_named = tools.suts is not None and _wanted(tools, *names)
        if entry is not None and entry.stand_in:
            continue
        if tools.suts is not None and not is_named:
            continue
        if is_named or entry is None or not entry.variant:
            if status.name in tallied:
                continue
            yield status


def _refine(tallying: Tallying, computation: Computation, tools: Tools, assessed: Assessed) -> None:
    """Runs a scheme of ours, if its tally comes near the best."""
    mine = next(one for one in assessed.candidates if one.system == system_of(tallying.scheme))
    best = min(
        one.cost.total_ns(tools.limits.inputs)
        for one in assessed.candidates
        if one is mine or not any(reasons(one, tools.limits))
    )
    is_near = mine.cost.total_ns(tools.limits.inputs) <= NEAR * best
    if not mine.provable or not is_near or any(reasons(mine, tools.limits)):
        return
    status = next(one for one in registry.status() if one.name == system_of(tallying.scheme))
    if status.command is not None:
        _measured(status, computation, tools, assessed, tallying)


def _measured(
    status: Status,
    computation: Computation,
    tools: Tools,
    assessed: Assessed,
    tallying: Tallying | None,
) -> None:
    """Calibrates a system and predicts it; adds what came of that."""
    label = label_of(tallying.scheme) if tallying is not None else status.description
    assessed.candidates[:] = [one for one in assessed.candidates if one.system != status.name]
    try:
        if status.command is None:
            raise Unable(f"cannot run here: {status.reason}; do: {status.remedy}")
        found = measured(status.command, computation, tools, tallying)
        assessed.candidates.append(replace(found, shipped=status.shipped))
    except Exception as error:
        assessed.excluded.append(Excluded(status.name, label, _reason(error)))


def _reason(error: Exception) -> str:
    """Why a system is excluded: whatever it says or does, it does not end the advice on others.

    Errors of the store and of the machine are nobody's fault here, and raised again.
    """
    if isinstance(error, Unable):
        return str(error)
    if isinstance(error, (UserError, OSError, MemoryError)):
        raise error
    said = " ".join(str(error).split())[:200]
    return f"could not be assessed ({type(error).__name__}{f': {said}' if said else ''})"

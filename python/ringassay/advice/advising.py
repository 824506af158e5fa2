"""`advise`: from a computation to the systems that run it, predicted and proven."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from ringassay.advice.ahead import Forecast
from ringassay.advice.calibrating import Progress
from ringassay.advice.computation import Computation, Shape, Source, find
from ringassay.advice.figures import Limits
from ringassay.advice.kernels import Kernels
from ringassay.advice.proof import Proof
from ringassay.advice.proof import prove as execute
from ringassay.advice.ranking import judge
from ringassay.advice.systems import assess
from ringassay.advice.systems import forecast as foreseen
from ringassay.advice.tools import Tell, Tools
from ringassay.advice.verdict import Advice, provable
from ringassay.errors import UserError
from ringassay.evaluation.environment import check_environment
from ringassay.evaluation.progress import Listener, ignore
from ringassay.store import Store, StoredCalibration
from ringassay.store.location import locate
from ringassay.sut import registry, settings
from ringassay.sut.programs import runtime


class AdviceError(UserError):
    """Advice that cannot be had as asked; the message says what to change."""


def advise(
    computation: Source | Computation,
    *,
    security: int = 128,
    precision: int | None = None,
    memory_bytes: float | None = None,
    seconds: float | None = None,
    inputs: int = 1,
    prove: int = 0,
    suts: Sequence[str] | None = None,
    sut_file: Path | None = None,
    store: str = "ringassay.db",
    anew: bool = False,
    shape: Shape | None = None,
    progress: Progress = lambda _what, _done, _total: None,
    listener: Listener = ignore,
    tell: Tell = lambda _said: None,
) -> Advice:
    """Which systems run a computation, what it takes there, and why not the others.

    `computation`: `FILE.py:NAME`, a file with a circuit or netlist, a function of the library,
    `SUITE:CASE`, a function that can be traced, or a `Circuit`; `shape` says what it does not say
    itself. `security` in bits; `precision` in bits of the answer's magnitude, over reals (20);
    `memory_bytes` and `seconds` exclude what needs more, `seconds` for keys and `inputs`
    evaluations. `prove` runs the best so many. `suts` names the only systems to look at, by default
    all that run here. Predictions come from kernels and small circuits that are measured now, or
    stored in `store`; `anew` measures them again.

    `progress(what, done, total)`, `listener` (of the proof's run) and `tell` (sentences) are told
    what is being done. Raises `UserError`s.
    """
    if not isinstance(computation, Computation):
        computation = find(computation, shape, security=security, precision=precision)
    if inputs < 1 or prove < 0:
        raise AdviceError("inputs must be at least 1, prove at least 0")
    _require_known(suts, sut_file)
    limits = Limits(
        security_bits=float(security),
        precision_bits=None if computation.precision is None else float(computation.precision),
        memory_bytes=memory_bytes,
        seconds=seconds,
        inputs=inputs,
    )
    # What no system can help is no reason against one.
    runtime()
    check_environment([Path(store).absolute()] if "://" not in str(store) else ())
    with Store(store) as opened:
        kernels = Kernels(opened, progress, tell)
        tools = Tools(
            opened=opened,
            kernels=kernels,
            sut_file=sut_file,
            suts=suts,
            anew=anew,
            limits=limits,
            progress=progress,
            tell=tell,
        )
        ranked, excluded = judge(assess(computation, tools), limits)
        found = Advice(computation, limits, tuple(ranked), tuple(excluded), kernels.sentence)
        if prove and ranked:
            found = found.with_proof(_proof(found, prove, opened, sut_file, listener, tell))
    return found


def forecast(
    computation: Source | Computation,
    *,
    security: int = 128,
    precision: int | None = None,
    suts: Sequence[str] | None = None,
    sut_file: Path | None = None,
    store: str = "ringassay.db",
    anew: bool = False,
    shape: Shape | None = None,
) -> Forecast:
    """What `advise` with the same arguments will do, and about how long that takes.

    Nothing is started, measured or stored. Raises `UserError`s.
    """
    if not isinstance(computation, Computation):
        computation = find(computation, shape, security=security, precision=precision)
    _require_known(suts, sut_file)
    with ExitStack() as stack:
        opened = None
        file = locate(store).file
        if file is None or file.exists():
            opened = stack.enter_context(Store(store, create=False))
        tools = Tools(opened, _no_kernels, sut_file=sut_file, suts=suts, anew=anew)
        return foreseen(computation, tools)


def _no_kernels() -> StoredCalibration:
    raise AssertionError("a forecast needs no prices")


def _require_known(suts: Sequence[str] | None, sut_file: Path | None) -> None:
    """Names of systems, or of schemes of the catalogue."""
    from ringassay.schemes import catalogue  # noqa: PLC0415

    for name in suts or ():
        if name not in catalogue():
            command = registry.lookup(name, sut_file)
            if settings.split(command.name)[1]:
                raise AdviceError(
                    f"{name!r}: advice is on systems as they are; leave the options out, and run "
                    "the two side by side: ringassay run --sut …"
                )


def _proof(  # noqa: PLR0917 - what a run takes
    found: Advice,
    count: int,
    store: Store,
    sut_file: Path | None,
    listener: Listener,
    tell: Tell,
) -> Proof:
    chosen = provable(found.ranking, count)
    seconds = sum(one.cost.total_ns(3) for one in chosen) / 1e9
    tell(
        f"Executing {', '.join(one.system for one in chosen)}: about {math.ceil(seconds)} s of "
        "computation"
    )
    return execute(
        found.computation,
        chosen,
        store,
        inputs=found.limits.inputs,
        sut_file=sut_file,
        progress=listener,
    )

"""How a run looks while it goes on: a bar on a terminal, lines in a file, JSON for programs."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from ringassay.cli.output import duration, emit_json, err, plural, printable
from ringassay.evaluation import (
    CaseDone,
    CircuitPrepared,
    Crowded,
    Event,
    RunEnded,
    RunStarted,
    StepDone,
    SutNotStarted,
    SutProbed,
    SutStarted,
)
from ringassay.evaluation.progress import AnswersDisagree, Listener

LINE_EVERY_S = 5.0
"""Least time between two lines where there is no terminal."""


@contextmanager
def listener(*, as_json: bool, sut_file: Path | None = None) -> Iterator[Listener]:
    """The listener that fits: JSON lines, a live bar, or plain lines."""
    with _listener(as_json=as_json) as show:
        yield lambda event: show(_hinting(event, sut_file))


def _hinting(event: Event, sut_file: Path | None) -> Event:
    """The event; the command that completes a run names the file its SUTs are in."""
    if sut_file is None or not isinstance(event, RunEnded) or not event.resume_hint:
        return event
    place = shlex.quote(str(sut_file.resolve()))
    return replace(event, resume_hint=f"{event.resume_hint} --sut-file {place}")


@contextmanager
def _listener(*, as_json: bool) -> Iterator[Listener]:
    if as_json:
        yield lambda event: emit_json({"event": type(event).__name__, **asdict(event)})
    elif err.is_terminal:
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rest]}"),
            console=err,
            transient=True,
        ) as bar:
            yield _Bar(bar)
    else:
        yield _Lines()


class _Warnings:
    """Which protections are missing around a SUT: once for each, not at every start."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def __call__(self, event: SutStarted | SutNotStarted) -> None:
        if event.missing:
            text = f"{printable(event.sut)} is not isolated in every way: " + "; ".join(
                f"{name}: {printable(why)}" for name, why in event.missing.items()
            )
            if text not in self._said:
                err.print(text)
            self._said.add(text)


class _Complaints:
    """What was not right, case by case; what a SUT says it does not do once for each reason."""

    def __init__(self) -> None:
        self._declared: set[tuple[str, str]] = set()

    def __call__(self, event: CaseDone) -> None:
        if event.outcome == "unsupported":
            if (event.sut, event.message) not in self._declared:
                self._declared.add((event.sut, event.message))
                family = printable(event.family)
                err.print(
                    f"{printable(event.sut)}: not asked for {family}: {printable(event.message)}"
                )
        elif event.outcome != "ok":
            err.print(_complaint(event))


class _Bar:
    """A bar for the circuits being prepared, then one for the cases."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task: TaskID = bar.add_task("starting", total=None, rest="")
        self._warn = _Warnings()
        self._complain = _Complaints()

    def __call__(self, event: Event) -> None:
        match event:
            case CircuitPrepared():
                self._bar.update(
                    self._task,
                    description=f"generating {printable(event.family)}",
                    completed=event.position + 1,
                    total=event.circuits,
                )
            case SutStarted():
                self._bar.update(self._task, description=f"{printable(event.sut)}: ready")
                self._warn(event)
            case SutNotStarted():
                self._warn(event)
            case StepDone(step="keygen"):
                self._bar.update(self._task, description=f"{printable(event.sut)}: keys made")
            case CaseDone():
                rest = "" if event.eta_s is None else f"{duration(event.eta_s)} left"
                self._bar.update(
                    self._task,
                    description=f"{printable(event.sut)}: {printable(event.family)}",
                    completed=event.done,
                    total=event.total,
                    rest=rest,
                )
                self._complain(event)
            case SutProbed():
                self._bar.update(self._task, description=f"{printable(event.sut)}: probed")
            case _:
                _announce(event)


class _Lines:
    """A line now and then, and one for each case that was not right."""

    def __init__(self) -> None:
        self._printed_at = -LINE_EVERY_S
        self._warn = _Warnings()
        self._complain = _Complaints()

    def __call__(self, event: Event) -> None:
        match event:
            case SutStarted():
                err.print(f"{printable(event.sut)}: ready after {event.start_ns / 1e9:.2f} s")
                self._warn(event)
            case SutNotStarted():
                self._warn(event)
            case CaseDone():
                self._complain(event)
                now = time.monotonic()
                if now - self._printed_at >= LINE_EVERY_S:
                    self._printed_at = now
                    rest = "" if event.eta_s is None else f", {duration(event.eta_s)} left"
                    done = f"{event.done} of {event.total} cases"
                    err.print(f"{printable(event.sut)}: {done}{rest}")
            case SutProbed():
                err.print(f"{printable(event.sut)}: probed")
            case _:
                _announce(event)


def _announce(event: Event) -> None:
    """What is said of the whole run, whichever way it is shown."""
    match event:
        case RunStarted():
            err.print(_headline(event))
        case AnswersDisagree():
            err.print(printable(event.message))
        case Crowded():
            err.print(_crowded(event))
        case RunEnded():
            err.print(_ending(event))
        case _:
            pass


def _headline(event: RunStarted) -> str:
    verb = "Resuming" if event.resumed else "Running"
    return (
        f"{verb} suite {printable(event.suite)}: {plural(event.circuits, 'circuit')}, "
        f"{plural(event.cases, 'case')} on {', '.join(map(printable, event.suts))} "
        f"(run {event.run})"
    ) + (
        f"; {plural(event.twin_cases, 'case')} of these measure {printable(event.twin_of)} twice"
        if event.twin_of
        else ""
    )


def _crowded(event: Crowded) -> str:
    return (
        f"Memory ({event.bound_bytes / 2**30:.1f} GiB for SUTs that wait) does not hold the keys "
        f"{printable(event.params)} of all SUTs side by side: the rest of these circuits is "
        "measured SUT by SUT"
    )


def _complaint(event: CaseDone) -> str:
    return (
        f"{printable(event.sut)}: {event.outcome} on {printable(event.family)}, "
        f"circuit {event.circuit}, input {event.input}"
        + (f": {printable(event.message)}" if event.message else "")
    )


def _secrecy(event: SutProbed) -> str:
    """Whether a SUT encrypts, in a line."""
    said = "by its own account" if event.declared else "; ".join(event.reasons + event.open)
    return f"{printable(event.sut)}: {event.label}" + (f" ({printable(said)})" if said else "")


def _ending(event: RunEnded) -> str:
    outcomes = ", ".join(f"{count} {name}" for name, count in sorted(event.outcomes.items()))
    text = f"Run {event.run} {event.state}: {event.done} of {event.total} cases"
    if outcomes:
        now = sum(event.outcomes.values())
        text += f" ({outcomes})" if now == event.done else f" (now {outcomes})"
    text = "\n".join([text, *map(_secrecy, event.secrecy)])
    return f"{text}\nComplete it with: {event.resume_hint}" if event.resume_hint else text

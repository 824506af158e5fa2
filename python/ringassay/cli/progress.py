"""How a run looks while it goes on: a bar on a terminal, lines in a file, JSON for programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from ringassay import shell
from ringassay.cli.output import duration, emit_json, err, plural
from ringassay.cli.screen import Bar
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
    place = shell.word(sut_file.resolve())
    return replace(event, resume_hint=f"{event.resume_hint} --sut-file {place}")


@contextmanager
def _listener(*, as_json: bool) -> Iterator[Listener]:
    if as_json:
        yield lambda event: emit_json({"event": type(event).__name__, **asdict(event)})
    elif err.is_terminal:
        with err.bar("starting") as bar:
            yield _Bar(bar)
    else:
        yield _Lines()


class _Warnings:
    """Which protections are missing around a SUT: once for each, not at every start."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def __call__(self, event: SutStarted | SutNotStarted) -> None:
        if event.missing:
            text = f"{event.sut} is not isolated in every way: " + "; ".join(
                f"{name}: {why}" for name, why in event.missing.items()
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
                err.print(f"{event.sut}: not asked for {event.family}: {event.message}")
        elif event.outcome != "ok":
            err.print(_complaint(event))


class _Bar:
    """A bar for the circuits being prepared, then one for the cases."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._warn = _Warnings()
        self._complain = _Complaints()

    def __call__(self, event: Event) -> None:
        match event:
            case CircuitPrepared():
                self._bar.update(f"generating {event.family}", event.position + 1, event.circuits)
            case SutStarted():
                self._bar.update(f"{event.sut}: ready")
                self._warn(event)
            case SutNotStarted():
                self._warn(event)
            case StepDone(step="keygen"):
                self._bar.update(f"{event.sut}: keys made")
            case CaseDone():
                rest = "" if event.eta_s is None else f"{duration(event.eta_s)} left"
                self._bar.update(f"{event.sut}: {event.family}", event.done, event.total, rest)
                self._complain(event)
            case SutProbed():
                self._bar.update(f"{event.sut}: probed")
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
                err.print(f"{event.sut}: ready after {event.start_ns / 1e9:.2f} s")
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
                    err.print(f"{event.sut}: {done}{rest}")
            case SutProbed():
                err.print(f"{event.sut}: probed")
            case _:
                _announce(event)


def _announce(event: Event) -> None:
    """What is said of the whole run, whichever way it is shown."""
    match event:
        case RunStarted():
            err.print(_headline(event))
            for line in event.opened:
                err.print(f"Open to systems: {line}")
        case AnswersDisagree():
            err.print(event.message)
        case Crowded():
            err.print(_crowded(event))
        case RunEnded():
            for line in _ending(event):
                err.print(line)
        case _:
            pass


def _headline(event: RunStarted) -> str:
    verb = "Resuming" if event.resumed else "Running"
    return (
        f"{verb} suite {event.suite}: {plural(event.circuits, 'circuit')}, "
        f"{plural(event.cases, 'case')} on {', '.join(event.suts)} "
        f"(run {event.run})"
    ) + (
        f"; {plural(event.twin_cases, 'case')} of these measure {event.twin_of} twice"
        if event.twin_of
        else ""
    )


def _crowded(event: Crowded) -> str:
    return (
        f"Memory ({event.bound_bytes / 2**30:.1f} GiB for SUTs that wait) does not hold the keys "
        f"{event.params} of all SUTs side by side: the rest of these circuits is "
        "measured SUT by SUT"
    )


def _complaint(event: CaseDone) -> str:
    return (
        f"{event.sut}: {event.outcome} on {event.family}, "
        f"circuit {event.circuit}, input {event.input}"
        + (f": {event.message}" if event.message else "")
    )


def _secrecy(event: SutProbed) -> str:
    """Whether a SUT encrypts, in a line."""
    said = "by its own account" if event.declared else "; ".join(event.reasons + event.open)
    return f"{event.sut}: {event.label}" + (f" ({said})" if said else "")


def _ending(event: RunEnded) -> list[str]:
    outcomes = ", ".join(f"{count} {name}" for name, count in sorted(event.outcomes.items()))
    text = f"Run {event.run} {event.state}: {event.done} of {event.total} cases"
    if outcomes:
        now = sum(event.outcomes.values())
        text += f" ({outcomes})" if now == event.done else f" (now {outcomes})"
    command = [f"Complete it with: {event.resume_hint}"] if event.resume_hint else []
    return [text, *map(_secrecy, event.secrecy), *command]

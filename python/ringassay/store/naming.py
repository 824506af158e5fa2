"""What a run may be called: identifier, beginning of one, label, `latest`; `~N` goes back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ringassay.store.errors import AmbiguousRunError, StoreLabelError, UnknownRunError
from ringassay.store.records import RunSummary

LATEST = "latest"
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/+@-]{0,63}")
_IDENTIFIER = re.compile(r"\d{8}-\d{6}(-[0-9a-f]{0,6})?")
_BACK = re.compile(r"(?P<name>.+)~(?P<steps>\d{0,6})")
SHOWN = 8
"""Runs that a message lists, at most: the latest ones."""


def check_label(label: str) -> str:
    """`label`, if it is one. Raises `StoreLabelError`.

    `:` and `~` have a meaning behind a name; what looks like an identifier would be taken for one.
    """
    if not _LABEL.fullmatch(label):
        raise StoreLabelError(
            f"{label!r} is no label: up to 64 letters, digits and . _ / + @ -, the first of them a "
            "letter or digit"
        )
    if label == LATEST or _IDENTIFIER.match(label):
        raise StoreLabelError(f"{label!r} is no label: runs are called like that by themselves")
    return label


def find_one(known: Sequence[str], name: str, what: str, place: str) -> str:
    """The one of `known` (oldest first, not empty) called `name`, which may be its beginning.

    `latest` is the last one. Raises `UnknownRunError`; `what` they are and `place`, the store, are
    for its message.
    """
    if name == LATEST:
        return known[-1]
    matching = [name] if name in known else [one for one in known if one.startswith(name)]
    if len(matching) != 1:
        raise UnknownRunError(
            f"{what} {name!r} {'is ambiguous' if matching else 'is not in this store'} "
            f"({place}): choose one of {', '.join((matching or known)[-SHOWN:])}"
        )
    return matching[0]


def find_run(runs: Sequence[RunSummary], name: str, place: str) -> str:
    """The one of `runs` (oldest first) called `name`; `place` is the store, for messages.

    `latest` is the last one, `latest~1` the one before it; a label that several runs have needs
    `~N` too (`main~0` is the latest of them). Raises `UnknownRunError`, which lists what there is,
    and `AmbiguousRunError`, which lists what is meant by it.
    """
    if not runs:
        raise UnknownRunError(f"{place} holds no runs yet")
    back = _BACK.fullmatch(name)
    of_name = called(runs, name)
    if not of_name and back:
        of_name = called(runs, back["name"])
        steps = int(back["steps"] or 1)
        if steps >= len(of_name) > 0:
            raise UnknownRunError(
                f"{name!r} goes back too far: {back['name']!r} names {_count(len(of_name))} in "
                f"{place} ({_shown(of_name)}), counted from ~0"
            )
        of_name = of_name[-1 - steps :][:1]
    elif name == LATEST:
        of_name = of_name[-1:]
    if len(of_name) == 1:
        return of_name[0].run
    if of_name:
        hint = f"; {name}~0 is the latest of them" if of_name[0].label == name else ""
        raise AmbiguousRunError(
            f"run {name!r} is ambiguous ({place}): choose one of {_shown(of_name)}{hint}"
        )
    raise UnknownRunError(
        f"run {name!r} is not in this store ({place}): choose one of {_shown(runs)}"
    )


def called(runs: Sequence[RunSummary], name: str) -> list[RunSummary]:
    """Those of `runs` that `name` may mean, without `~`; all of them for `latest`."""
    if name == LATEST:
        return list(runs)
    exact = [run for run in runs if run.run == name]
    labelled = [run for run in runs if run.label == name]
    return exact or labelled or [run for run in runs if name and run.run.startswith(name)]


def _count(number: int) -> str:
    return "one run" if number == 1 else f"{number} runs"


def _shown(runs: Sequence[RunSummary]) -> str:
    return ", ".join(
        run.run if run.label is None else f"{run.run} ({run.label})" for run in runs[-SHOWN:]
    )

"""Whether systems under test start: both programs, as far as their HELLO."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ringassay.harness.bounds import Bounds
from ringassay.harness.session import Session, StartFailed
from ringassay.sut import settings
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import runtime

START_S = 20.0
AT_ONCE = 4
"""Systems started side by side."""


@dataclass(frozen=True)
class Start:
    """What came of a start."""

    ok: bool
    seconds: float
    said: str
    """What it says of itself; why it did not start."""


def start_all(commands: Sequence[SutCommand]) -> list[Start]:
    """Starts each, in the order given, and ends it again. Raises `RuntimeMissing`."""
    runtime()
    with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        return list(pool.map(_start, commands))


def require_settings(commands: Sequence[SutCommand]) -> None:
    """Starts the systems that are named with options of theirs.

    Raises `SettingsError` for one that does not start: values are the programs' own to judge, and a
    wrong one is the user's error, not the system's.
    """
    chosen = [one for one in commands if " " in one.name and settings.split(one.name)[1]]
    for command, start in zip(chosen, start_all(chosen) if chosen else (), strict=True):
        if not start.ok:
            raise settings.SettingsError(f"{command.name} does not start: {start.said}")


def _start(command: SutCommand) -> Start:
    try:
        with Session(command, Bounds(start_s=START_S)) as session:
            said = session.hello.get("client", {})
            words = [said.get(key) for key in ("library", "library_version", "scheme")]
            told = " ".join(str(word) for word in words if word) or "no HELLO: as HEtest's"
            return Start(True, session.start_ns / 1e9, told)
    except StartFailed as failure:
        lines = str(failure.step.detail.get("stderr", "")).strip().splitlines()
        why = str(failure.step.detail.get("message", failure.step.outcome))
        return Start(False, failure.step.wall_ns / 1e9, "; ".join([why, *lines[-1:]]))

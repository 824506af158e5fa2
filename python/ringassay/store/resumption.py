"""What must be equal between a run's start and its resume.

A run is one set of figures made under one set of circumstances. Each difference here would mix
two, so each is refused with its name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ringassay.store.canonical import canonical_json
from ringassay.store.circumstances import Circumstances
from ringassay.store.errors import ResumeMismatchError
from ringassay.store.machine import Machine
from ringassay.store.records import RunRecord, SutRecord
from ringassay.sut.command import stored_environment

IDENTITY_COLUMNS = ("version", "library", "library_version", "scheme", "protocol")
"""What a SUT says of itself and must say again. The rest of its HELLO may vary."""


def check_run(row: Mapping[str, Any], record: RunRecord, machine: Machine) -> None:
    """Suite, program version and machine of a run about to be resumed."""
    run = row["run"]
    if row["state"] == "finished":
        raise ResumeMismatchError(f"run {run} is finished: there is nothing to resume")
    if row["suite_hash"] != record.suite_hash:
        raise ResumeMismatchError(
            f"run {run} was started with another suite (hash {row['suite_hash'][:12]}, now "
            f"{record.suite_hash[:12]}): restore the suite's file, or start a new run"
        )
    if row["version"] != record.version:
        raise ResumeMismatchError(
            f"run {run} was started by version {row['version']}, this is {record.version}: "
            "resume it with that version, or start a new run"
        )
    if row["machine"] != machine.identity:
        raise ResumeMismatchError(
            f"run {run} was measured on machine {row['machine']}, this is {machine.identity} "
            "(CPU, cores, memory, kernel or Python differ): its times would not "
            "compare. Resume it there, or start a new run"
        )
    if row["circumstances"] is not None and record.circumstances is not None:
        _check_circumstances(run, row["circumstances"], record.circumstances)


def _check_circumstances(run: str, stored: str, here: str) -> None:
    then, now = Circumstances.from_json(stored), Circumstances.from_json(here)
    found = then.differences(now)
    if found:
        raise ResumeMismatchError(
            f"run {run} was begun under other circumstances ({'; '.join(found)}): its times would "
            "not compare. Restore them, or start a new run"
        )


def check_systems(
    run: str, recorded: Sequence[Mapping[str, Any]], systems: Sequence[SutRecord]
) -> None:
    """Names and commands of the SUTs."""
    commands = {system.sut: system.command for system in systems}
    twins = {row["sut"]: row["twin_of"] for row in recorded if row["twin_of"] is not None}
    # The second name of one of them is not given; its command is that of the first.
    commands |= {twin: commands[of] for twin, of in twins.items() if of in commands}
    names = [row["sut"] for row in recorded]
    if set(names) != set(commands):
        measured = ", ".join(name for name in names if name not in twins)
        given = ", ".join(name for name in commands if name not in twins)
        raise ResumeMismatchError(
            f"run {run} measures the SUTs {measured}, but {given} were given: name the same ones"
        )
    for row in recorded:
        name, command = row["sut"], _without_values(row["command"])
        if commands[name] != command:
            raise ResumeMismatchError(
                f"the command of SUT {name} changed since run {run} began (then {command}, now "
                f"{commands[name]}): restore it, or start a new run"
            )


def _without_values(command: str) -> str:
    """A stored command; those of earlier versions have the values of all variables."""
    try:
        content = json.loads(command)
    except (ValueError, RecursionError):
        return command  # which is no other's
    if not isinstance(content, dict) or not isinstance(content.get("env"), dict):
        return command
    return canonical_json(content | {"env": stored_environment(content["env"])})


def check_identity(
    run: str, sut: str, recorded: Mapping[str, Any], said: Mapping[str, Any]
) -> None:
    """What a SUT says of itself."""
    for column in IDENTITY_COLUMNS:
        if recorded[column] != said[column]:
            raise ResumeMismatchError(
                f"SUT {sut} changed since run {run} began: {column} was {recorded[column]!r}, "
                f"is {said[column]!r}. Restore it, or start a new run"
            )

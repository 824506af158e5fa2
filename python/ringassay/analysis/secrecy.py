"""Whether each system encrypts, as far as the probes of its keys show."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ringassay.analysis.study import Study, grouped
from ringassay.evaluation.probing.verdict import (
    ENCRYPTED,
    KEYS_SHARED,
    NOT_AS_CLAIMED,
    NOT_ENCRYPTED,
    NOT_PROBED,
    PROBES,
    Finding,
    Result,
    Verdict,
    overall,
    verdict,
)

__all__ = [
    "ENCRYPTED",
    "KEYS_SHARED",
    "NOT_AS_CLAIMED",
    "NOT_ENCRYPTED",
    "NOT_PROBED",
    "PROBES",
    "KeySecrecy",
    "Secrecy",
    "secrecy",
]


@dataclass(frozen=True)
class KeySecrecy:
    """What the probes of one key found."""

    key: str
    params: str
    findings: tuple[Finding, ...]
    verdict: Verdict


@dataclass(frozen=True)
class Secrecy:
    """What the probes of a system's keys found, and what follows."""

    system: str
    keys: tuple[KeySecrecy, ...]
    verdict: Verdict

    def results(self, probe: str) -> tuple[int, int, int]:
        """How many keys passed a probe, failed it, and left it open."""
        said = [f.result for key in self.keys for f in key.findings if f.probe == probe]
        return said.count("passed"), said.count("failed"), said.count("open")


def secrecy(study: Study) -> tuple[Secrecy, ...]:
    """The verdict on every system. One without probes is "not probed"."""
    return tuple(_secrecy(study, system) for system in study.systems)


def _secrecy(study: Study, system: str) -> Secrecy:
    return study.once("secrecy", system, lambda: _found(study, system))


def _found(study: Study, system: str) -> Secrecy:
    part = study.probes[study.probes["system"] == system]
    keys = tuple(
        _key(str(facts["key"]), str(facts["params"]), rows.to_dict("records"))
        for facts, rows in grouped(part, ("key", "params"))
    )
    used = int(study.of_system(study.right, system)["key"].nunique())
    return Secrecy(system, keys, overall((key.verdict for key in keys), used))


def _key(key: str, params: str, rows: Sequence[Mapping[Hashable, object]]) -> KeySecrecy:
    place = {probe: number for number, probe in enumerate(PROBES)}
    findings = sorted(
        (
            Finding(str(row["probe"]), cast(Result, str(row["result"])), str(row["reason"]))
            for row in rows
        ),
        key=lambda finding: place.get(finding.probe, len(place)),
    )
    return KeySecrecy(key, params, tuple(findings), verdict(findings))


def verdict_of(study: Study, system: str) -> Verdict:
    """The verdict on one system."""
    return _secrecy(study, system).verdict if system in study.systems else Verdict(NOT_PROBED)

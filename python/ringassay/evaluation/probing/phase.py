"""Probing every key of a SUT once, storing what is found, skipping what is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.ports import CircuitSource, OpenProbe, ProbeSession
from ringassay.evaluation.probing.prober import Prober, unprobed
from ringassay.evaluation.probing.verdict import Finding, Result, overall, verdict
from ringassay.evaluation.progress import SutProbed
from ringassay.evaluation.rig import StoppedError
from ringassay.evaluation.stop import StopRequest
from ringassay.store import Journal
from ringassay.store.records import ProbeRecord
from ringassay.sut.command import SutCommand

_NO_ANSWER = "no case under this key had an answer"


@dataclass(frozen=True)
class ProbePhase:
    """The probes of one SUT in one run."""

    command: SutCommand
    bounds: Mapping[str, float | int]
    open_probe: OpenProbe
    source: CircuitSource
    journal: Journal
    stop: StopRequest

    def run(self, groups: Sequence[KeyGroup]) -> SutProbed | None:
        """Makes the probes that are not stored yet; None when asked to stop meanwhile."""
        sut = self.command.name
        stored = by_key(self.journal.probes(sut))
        answered = self.journal.answered(sut)
        prober = Prober(self._open, self.journal, self.source, self.stop)
        for group in groups:
            key = self.journal.key_id(sut, group.params.text)
            if key in stored:
                continue
            if self.stop:
                return None
            try:
                circuit, findings = (
                    prober.probe(group) if key in answered else (None, unprobed(_NO_ANSWER))
                )
            except StoppedError:
                return None
            self.journal.record_probes(
                [
                    ProbeRecord(sut, key, f.probe, group.params.text, circuit, f.result, f.reason)
                    for f in findings
                ]
            )
            stored[key] = findings
        said = overall(verdict(findings) for findings in stored.values())
        return SutProbed(sut, said.label, said.reasons, said.declared, said.open)

    def _open(self) -> ProbeSession:
        return self.open_probe(self.command, self.bounds, lambda: bool(self.stop))


def by_key(records: Sequence[ProbeRecord]) -> dict[str, list[Finding]]:
    """The findings of each key."""
    found: dict[str, list[Finding]] = {}
    for record in records:
        finding = Finding(record.probe, cast(Result, record.result), record.reason)
        found.setdefault(record.key, []).append(finding)
    return found

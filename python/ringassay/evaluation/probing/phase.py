"""Probing some keys of a SUT, storing what is found, skipping what is stored.

Which keys is drawn by the suite's seed, which no SUT is told: a pair that cheats under some keys
only does not know under which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.plan import derive_seed
from ringassay.evaluation.ports import CircuitSource, OpenProbe, ProbeSession
from ringassay.evaluation.probing.prober import Prober, unprobed
from ringassay.evaluation.probing.verdict import Finding, Result, overall, verdict
from ringassay.evaluation.progress import SutProbed
from ringassay.evaluation.stop import StoppedError, StopRequest
from ringassay.store import RunWriter
from ringassay.store.records import ProbeRecord
from ringassay.sut.command import SutCommand

PROBED_KEYS = 3
"""Keys of a SUT that are probed, at most: some libraries take seconds for each of their keys."""

_NO_ANSWER = "no case under this key had an answer"


@dataclass(frozen=True)
class ProbePhase:
    """The probes of one SUT in one run."""

    command: SutCommand
    bounds: Mapping[str, float | int]
    open_probe: OpenProbe
    source: CircuitSource
    writer: RunWriter
    stop: StopRequest
    seed: int

    def run(self, groups: Sequence[KeyGroup]) -> SutProbed | None:
        """Makes the probes that are not stored yet; None when asked to stop meanwhile."""
        sut = self.command.name
        stored = by_key(self.writer.probes(sut))
        answered = self.writer.answered(sut)
        prober = Prober(self._open, self.writer, self.source, self.stop)
        answering = [g for g in groups if self.writer.key_id(sut, g.params.text) in answered]
        for group in self._drawn(answering or groups):
            key = self.writer.key_id(sut, group.params.text)
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
            self.writer.record_probes(
                [
                    ProbeRecord(sut, key, f.probe, group.params.text, circuit, f.result, f.reason)
                    for f in findings
                ]
            )
            stored[key] = findings
        said = overall((verdict(findings) for findings in stored.values()), len(answering))
        return SutProbed(sut, said.label, said.reasons, said.declared, said.open)

    def _drawn(self, groups: Sequence[KeyGroup]) -> list[KeyGroup]:
        sut = self.command.name
        in_order = sorted(groups, key=lambda g: derive_seed(self.seed, sut, g.params.text))
        return in_order[:PROBED_KEYS]

    def _open(self) -> ProbeSession:
        return self.open_probe(self.command, self.bounds, lambda: bool(self.stop))


def by_key(records: Sequence[ProbeRecord]) -> dict[str, list[Finding]]:
    """The findings of each key."""
    found: dict[str, list[Finding]] = {}
    for record in records:
        finding = Finding(record.probe, cast(Result, record.result), record.reason)
        found.setdefault(record.key, []).append(finding)
    return found

"""What may be said of each system's encryption: from its probes, and from nothing else but what the
system itself says against it.

Every sentence about whether a system encrypts, and every choice that rests on it, asks here. What
was not refuted is not thereby shown: four words, of which one speaks for a system.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

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
    "Encryption",
    "KeySecrecy",
    "Secrecy",
    "Word",
    "encryption",
    "in_the_clear",
    "secrecy",
]

Word = Literal["shown", "refuted", "not probed", "cannot be probed"]
"""What is known of a system's encryption:

- "shown": its probes show it, as far as probes see;
- "refuted": it says that it encrypts nothing, or a probe shows that it does not, or not as it says;
- "not probed": no probe of it is stored;
- "cannot be probed": probes were made, and what they need was not to be had.
"""

# Schemes by which a system says that it does not encrypt.
_NO_SCHEME = frozenset({"none", "plaintext", "plain"})
_REFUTED = frozenset({NOT_ENCRYPTED, KEYS_SHARED, NOT_AS_CLAIMED})


@dataclass(frozen=True)
class Encryption:
    """What is known of a system's encryption, and why it is no more."""

    word: Word
    why: tuple[str, ...] = ()


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


def encryption(study: Study, system: str) -> Encryption:
    """What may be said of one system's encryption."""
    found = _secrecy(study, system)
    if found.verdict.label in _REFUTED:
        return Encryption("refuted", found.verdict.reasons)
    if in_the_clear(study, system):
        return Encryption("refuted", ("by its own account, or by the size of its ciphertexts",))
    if found.verdict.label == ENCRYPTED:
        return Encryption("shown")
    return Encryption("cannot be probed" if found.keys else "not probed", found.verdict.reasons)


def in_the_clear(study: Study, system: str) -> bool:
    """Whether a system is known to compute in the clear.

    It says so (scheme `none` or `plaintext`, or 0 bits of security for every key), probes show it,
    or it claims no security and no ciphertext is longer than its plaintext. That none of it holds
    does not show that a system encrypts: see `encryption`.
    """
    return study.once("in the clear", system, lambda: _in_the_clear(study, system))


def _in_the_clear(study: Study, system: str) -> bool:
    if verdict_of(study, system).label == NOT_ENCRYPTED:
        return True
    schemes = {s.lower() for s in study.suts.loc[study.suts["system"] == system, "scheme"]}
    if schemes and schemes <= _NO_SCHEME:
        return True
    bits = study.keys.loc[study.keys["system"] == system, "security_bits"].dropna()
    if len(bits):
        return not (bits > 0.0).any()
    sizes = ["fresh_bytes", "plain_bits"]
    known = study.right.loc[study.right["system"] == system, sizes].dropna(subset="fresh_bytes")
    return bool(len(known)) and not (known["fresh_bytes"] * 8.0 > known["plain_bits"]).any()


def verdict_of(study: Study, system: str) -> Verdict:
    """The verdict on one system."""
    return _secrecy(study, system).verdict if system in study.systems else Verdict(NOT_PROBED)

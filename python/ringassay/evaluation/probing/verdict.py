"""What probes found, and what follows from it.

A verdict against a SUT needs evidence that chance does not give: a probe fails only then. Whatever
else goes wrong leaves the probe open, and a SUT with an open probe that matters is "not probed".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Result = Literal["passed", "failed", "open"]

PROBES: dict[str, str] = {
    "declared": "says that it encrypts",
    "facts": "its stated parameters are possible, and not broken",
    "size": "size and entropy leave room for the parameters claimed",
    "claimed-size": "a ciphertext is as long as the parameters claimed make it",
    "randomised": "two encryptions of one input differ",
    "hidden": "nothing in a ciphertext hangs on the input",
    "varied": "answers to different inputs differ",
    "follows": "answers follow the ciphertext, in whatever order",
    "server-work": "the server's work grows with the circuit",
    "client-work": "the client's work does not grow with the circuit",
    "elsewhere": "another server answers with both clients held still",
    "tampered": "half of a ciphertext is not enough",
    "other-key": "another key pair does not open it",
    "apart": "client and server could not meet elsewhere",
}
"""Every probe, in the order in which they are made, and what a SUT that passes it shows."""

NOT_ENCRYPTED = "not encrypted"
KEYS_SHARED = "keys shared"
NOT_AS_CLAIMED = "not as claimed"
ENCRYPTED = "encrypted as far as probed"
NOT_PROBED = "not probed"
LABELS = (NOT_ENCRYPTED, KEYS_SHARED, NOT_AS_CLAIMED, NOT_PROBED, ENCRYPTED)
"""The labels, the gravest first."""

_ACCUSING = (
    "declared", "randomised", "hidden", "size", "follows", "elsewhere", "tampered",
)  # fmt: skip
_CLAIMS = ("facts", "claimed-size", "client-work")
"""Probes of what a system says of itself: it may encrypt, but not as it says."""
_NEEDED = (
    "randomised", "hidden", "varied", "follows", "elsewhere", "tampered", "other-key",
)  # fmt: skip
_NO_WORK = ("server-work", "failed")


@dataclass(frozen=True)
class Finding:
    """What one probe of one key found; `reason` says it in a sentence, "" for passed."""

    probe: str
    result: Result
    reason: str = ""


@dataclass(frozen=True)
class Verdict:
    """A label, and the sentences that it rests on."""

    label: str
    reasons: tuple[str, ...] = ()
    declared: bool = False
    """The SUT says itself that it encrypts nothing: no accusation."""
    open: tuple[str, ...] = ()
    """What could not be looked at although the label stands."""


def verdict(findings: Iterable[Finding]) -> Verdict:
    """The verdict on one key."""
    found = {finding.probe: finding for finding in findings}
    against = [found[p] for p in _ACCUSING if p in found and found[p].result == "failed"]
    if against:
        declared = found.get("declared")
        return Verdict(
            NOT_ENCRYPTED,
            tuple(finding.reason for finding in against),
            declared=declared is not None and declared.result == "failed",
        )
    shared = found.get("other-key")
    if shared is not None and shared.result == "failed":
        return Verdict(KEYS_SHARED, (shared.reason,))
    refuted = tuple(found[p].reason for p in _CLAIMS if p in found and found[p].result == "failed")
    if refuted:
        return Verdict(NOT_AS_CLAIMED, refuted)
    needed = [found.get(probe, Finding(probe, "open", f"{probe}: not made")) for probe in _NEEDED]
    missing = [f.reason for f in needed if f.result != "passed"]
    # Left open it says nothing; failed, that nobody was seen to compute.
    missing += [f.reason for f in found.values() if (f.probe, f.result) == _NO_WORK]
    if missing:
        return Verdict(NOT_PROBED, tuple(dict.fromkeys(missing)))
    unseen = tuple(
        dict.fromkeys(f.reason for f in found.values() if f.result == "open" and f.reason)
    )
    return Verdict(ENCRYPTED, open=unseen)


def overall(verdicts: Iterable[Verdict], keys: int = 0) -> Verdict:
    """The verdict on a system that has so many keys: the gravest of those that were looked at. A
    key that could not be probed does not hide that others were, and is named."""
    every = list(verdicts)
    judged = [one for one in every if one.label != NOT_PROBED]
    if not judged:
        reasons = tuple(dict.fromkeys(reason for one in every for reason in one.reasons))
        return Verdict(NOT_PROBED, reasons or ("no probe was made",))
    label = next(label for label in LABELS if any(one.label == label for one in judged))
    of_label = [one for one in judged if one.label == label]
    unseen = list(dict.fromkeys(text for one in of_label for text in one.open))
    if len(judged) < len(every):
        unseen.append(f"{len(every) - len(judged)} of {len(every)} keys could not be probed")
    if len(every) < keys:
        unseen.append(f"{keys - len(every)} of {keys} keys were not drawn for probing")
    return Verdict(
        label,
        tuple(dict.fromkeys(reason for one in of_label for reason in one.reasons)),
        declared=all(one.declared for one in of_label),
        open=tuple(unseen),
    )

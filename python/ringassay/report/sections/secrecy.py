"""Is anything encrypted: what the probes of each system found, and what they cannot see."""

from __future__ import annotations

from collections.abc import Mapping

from ringassay.analysis.secrecy import (
    ENCRYPTED,
    KEYS_SHARED,
    NOT_AS_CLAIMED,
    NOT_ENCRYPTED,
    NOT_PROBED,
    PROBES,
    Encryption,
    Secrecy,
    encryption,
    secrecy,
)
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Callout,
    Cell,
    Column,
    Paragraph,
    Section,
    Table,
    Tone,
    literal,
)
from ringassay.report.sections.wording import NONE, count, listed, name

_TONE: dict[str, Tone] = {
    NOT_ENCRYPTED: "bad",
    KEYS_SHARED: "bad",
    NOT_AS_CLAIMED: "bad",
    NOT_PROBED: "warning",
    ENCRYPTED: "good",
}
_UNPROBED = (
    "Not probed: the run was made without probes, or by a version that had none. That anything is "
    "encrypted is what the systems say."
)
_LIMITS = (
    "Probes see programs from outside. A server that was given the secret key, or a pair that "
    "behaves otherwise when it is measured than when it is probed, passes them all. So does a "
    "secret key that is drawn from few, a text in fewer than every second ciphertext, a client "
    "that computes while its server works for show, and noise as long as the parameters claimed. "
    "Where client and server could have met elsewhere, a text named by the whole of its ciphertext "
    "may have gone there."
)


def section(study: Study) -> Section | None:
    """The section, None without a system."""
    if not study.systems:
        return None
    if study.probes.empty:
        return Section("Is anything encrypted?", "secrecy", (Callout("info", _UNPROBED),))
    found = secrecy(study)
    return Section(
        "Is anything encrypted?",
        "secrecy",
        (*callouts(study), _verdicts(found), _results(found), Paragraph(_LIMITS)),
        "What every system shows of its encryption, key by key, beside the measurements: by what "
        "its ciphertexts look like beside the parameters claimed, by who works more when the "
        "circuit is larger, and by what becomes of its answers when ciphertexts are swapped, "
        "spoilt, taken to another server, and opened with another key.",
    )


def callouts(study: Study) -> tuple[Callout, ...]:
    """A sentence for each system of which more is to be said than that it encrypts; one for all
    of whom that is not known for the same reason."""
    told = [callout for one in secrecy(study) if (callout := _told(one)) is not None]
    known = {system: encryption(study, system) for system in study.systems}
    return (*told, *(Callout("warning", f"{text}.") for text in unshown(known)))


def unshown(known: Mapping[str, Encryption]) -> list[str]:
    """For those of whom nobody knows whether they encrypt: a clause that names all with the same
    reason, without a full stop."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for system, found in known.items():
        if found.word in ("not probed", "cannot be probed"):
            grouped.setdefault((found.word, *found.why), []).append(name(system))
    return [
        f"Whether {listed(systems)} {'encrypts' if len(systems) == 1 else 'encrypt'} is not shown: "
        + ("no probe was made" if word == "not probed" else literal("; ".join(why)))
        for (word, *why), systems in grouped.items()
    ]


def _why(one: Secrecy) -> str:
    return literal("; ".join(one.verdict.reasons))


def _told(one: Secrecy) -> Callout | None:
    verdict, why = one.verdict, _why(one)
    if verdict.declared:
        return Callout("info", f"{name(one.system)} encrypts nothing, and says so.")
    if verdict.label == NOT_ENCRYPTED:
        return Callout("bad", f"{name(one.system)} is not encrypted: {why}.")
    if verdict.label == KEYS_SHARED:
        return Callout("bad", f"{name(one.system)} shares its keys: {why}.")
    if verdict.label == NOT_AS_CLAIMED:
        return Callout("bad", f"{name(one.system)} is not what it claims to be: {why}.")
    return None


def _verdicts(found: tuple[Secrecy, ...]) -> Table:
    return Table(
        "Verdict on each system",
        (Column("system"), Column("keys probed", "right"), Column("verdict"), Column("because")),
        tuple(
            (
                name(one.system),
                Cell(count(len(one.keys), "key"), len(one.keys)),
                Cell(one.verdict.label, tone=_tone(one)),
                literal("; ".join(one.verdict.reasons + one.verdict.open)) or NONE,
            )
            for one in found
        ),
    )


def _tone(one: Secrecy) -> Tone:
    return "info" if one.verdict.declared else _TONE[one.verdict.label]


def _results(found: tuple[Secrecy, ...]) -> Table:
    return Table(
        "Keys that passed each probe",
        (Column("a system passes if"), *(Column(literal(one.system)) for one in found)),
        tuple(
            (shows, *(_result(*one.results(probe)) for one in found))
            for probe, shows in PROBES.items()
        ),
    )


def _result(passed: int, failed: int, left_open: int) -> Cell:
    if not passed + failed + left_open:
        return Cell(NONE)
    if failed:
        return Cell(f"no ({failed} of {passed + failed + left_open})", tone="bad")
    if left_open:
        return Cell(f"open ({left_open} of {passed + left_open})", tone="warning")
    return Cell("yes", tone="good")

"""The decision in tables: who is best at what, and systems as rows with what each costs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from ringassay.analysis.comparison import Paired
from ringassay.analysis.decision import ASPECT_OF, Contender, Decision, Lead
from ringassay.analysis.metrics import Quantity
from ringassay.analysis.verdict import SIZE_FLOOR
from ringassay.report.document import Cell, Column, Table, Tone
from ringassay.report.plots.units import number
from ringassay.report.sections.wording import NONE, amount, capital, count, listed, name, percent

MARK = "\u25be"
"""Beside a figure that speaks for its system: a resolved difference, see `Decision.is_marked`."""

ASPECTS = {
    "total time": "an answer under a key that exists",
    "first answer": "a first answer from nothing",
    "fresh ciphertexts": "size of fresh ciphertexts",
    "evaluated ciphertext": "size of an evaluated ciphertext",
}
"""Aspects whose names do not stand in a sentence as they are."""

_BEST = (
    "evaluation", "total time", "encryption", "decryption", "key generation", "key size",
    "fresh ciphertexts",
)  # fmt: skip
_MANY_LEADERS = 3
"""Systems that a cell names, at most."""

_TIMES = {
    "key generation": "keygen_ns",
    "ingestion": "ingestion_ns",
    "encryption": "encryption_ns",
    "evaluation": "evaluation_ns",
    "decryption": "decryption_ns",
}
_SIZES = {"key": "key_bytes", "ciphertext": "ciphertext_bytes", "peak": "peak_bytes"}


def best(decisions: Sequence[tuple[str, Decision]]) -> Table | None:
    """Who is best at what, a column for each kind of arithmetic; None where nobody is compared."""
    told = [(label, decision) for label, decision in decisions if decision.leads]
    if not told:
        return None
    rows: list[tuple[str | Cell, ...]] = []
    for aspect in _BEST:
        cells = [_best_cell(decision, aspect) for _, decision in told]
        if any(cell.text != NONE for cell in cells):
            rows.append((capital(ASPECTS.get(aspect, aspect)), *cells))
    return Table(
        "Who is best",
        (Column("at"), *(Column(label or "system") for label, _ in told)),
        tuple(rows),
        "In brackets stands the next system, with how many times as much that needs: of times the "
        "interval (95\u00a0%) of the typical ratio of CPU times, of sizes the geometric mean. All "
        "deliver the security asked for, and answered everything right.",
    )


def _best_cell(decision: Decision, aspect: str) -> Cell:
    lead = next((lead for lead in decision.leads if lead.aspect == aspect), None)
    if lead is None:
        return Cell(NONE)
    if lead.gain is None:
        return _open_cell(decision, lead)
    nearest = lead.gain.over[0]
    if nearest.interval is None:
        by = f"{number(nearest.factor, 3)}\u00a0times"
    else:
        low, high = (number(end, 3) for end in (nearest.interval.low, nearest.interval.high))
        by = f"{low} to {high}\u00a0times" if low != high else f"{low}\u00a0times"
    price = max((d.price_bits for d in lead.gain.over), default=0.0)
    weaker = f", up to {number(price, 2)}\u00a0bits weaker" if price else ""
    return Cell(f"{name(lead.leaders[0])}{weaker} ({name(nearest.more)}: {by})", tone="good")


def _open_cell(decision: Decision, lead: Lead) -> Cell:
    """Several of whom nobody needs less."""
    pairs = [decision.pairing(*pair) for pair in itertools.combinations(lead.leaders, 2)]
    met = [pair.aspect(lead.aspect) for pair in pairs if pair is not None]
    found = [paired for paired in met if paired is not None]
    everybody = len(lead.leaders) == len(decision.candidates)
    if everybody and found and all(paired.verdict == "equal" for paired in found):
        return Cell("all equal")
    if len(lead.leaders) > _MANY_LEADERS:
        return Cell(f"{count(len(lead.leaders), 'system')} not told apart")
    if not lead.leaders:
        return Cell("nobody in everything")
    who = listed([name(leader) for leader in lead.leaders], "or")
    contradicted = [d for d in decision.mixed if d.aspect == lead.aspect]
    if any({d.less, d.more} <= set(lead.leaders) for d in contradicted):
        return Cell(f"{who}: typically one, in sum the other")
    if len(found) == 1:
        return Cell(f"{who}: {_not_apart(found[0])}")
    disturbed = any(paired.verdict == "withheld" for paired in found)
    return Cell(f"{who}: {'the measurement was disturbed' if disturbed else 'not told apart'}")


def _not_apart(paired: Paired) -> str:
    """What is known of two of whom neither is said to need less."""
    if paired.verdict == "mixed":
        return "one or the other, by circuit"
    if paired.verdict == "equal":
        return "equal"
    if paired.aspect.quantity == "size":
        return f"within {percent(SIZE_FLOOR)}"
    span = paired.decided.interval
    if span is None:
        return f"{number(paired.decided.ratio, 3)}\u00a0times, measured too seldom"
    ends = f"{number(span.low, 3)} to {number(span.high, 3)}\u00a0times"
    return f"{ends}, the measurement was disturbed" if paired.verdict == "withheld" else ends


def table(decision: Decision, kind: str = "") -> Table | None:
    """The table, None if nothing was asked; `kind` of arithmetic stands in the title."""
    if not any(c.glance.judged for c in decision.contenders):
        return None
    return Table(
        f"The decision: {kind}" if kind else "The decision",
        (
            Column("system"),
            Column("right", "right"),
            Column("security", "right", "bits"),
            *(Column(label, "right") for label in _TIMES),
            *(Column(label, "right", "MB") for label in _SIZES),
        ),
        tuple(_row(decision, contender) for contender in decision.contenders),
        _note(decision),
    )


def _row(decision: Decision, contender: Contender) -> tuple[str | Cell, ...]:
    row = contender.glance
    return (
        name(row.system),
        Cell(f"{row.right} of {row.judged}", row.right, _tone(contender)),
        _security(contender),
        *(_figure(decision, contender, column, "time") for column in _TIMES.values()),
        *(_figure(decision, contender, column, "size") for column in _SIZES.values()),
    )


def _tone(contender: Contender) -> Tone | None:
    if contender.wrong or not contender.glance.right:
        return "bad"
    return "warning" if contender.failed else None


def _security(contender: Contender) -> Cell:
    least, most = contender.glance.security_bits, contender.glance.most_security_bits
    if contender.standing == "unencrypted" or least == 0.0:
        return Cell("none", 0.0)
    if math.isnan(least):
        return Cell("not verifiable", tone="warning")
    low, high = number(least, 3), number(most, 3)
    text = low if low == high else f"{low} to {high}"
    tone: Tone | None = "bad" if contender.standing == "weak" else None
    if contender.encryption.word in ("not probed", "cannot be probed"):
        return Cell(f"{text}, {contender.encryption.word}", least, tone or "warning")
    return Cell(text, least, tone)


def _figure(decision: Decision, contender: Contender, column: str, kind: Quantity) -> Cell:
    value: float = getattr(contender.glance, column)
    if not math.isfinite(value):
        return Cell(NONE)
    text = amount(value, "time") if kind == "time" else _megabytes(value)
    if not contender.glance.is_whole:
        return Cell(f"({text})", value)
    aspect = ASPECT_OF.get(column)
    if aspect is None or not decision.is_marked(contender.system, aspect):
        return Cell(text, value)
    return Cell(f"{text}\u00a0{MARK}", value, "good")


def _megabytes(value: float) -> str:
    return "<\u202f0.001" if 0.0 < value < 1e3 else number(value / 1e6, 3)


def _note(decision: Decision) -> str:
    if decision.cases:
        who = "all candidates" if len(decision.candidates) > 1 else "all systems compared"
        over = f"Medians over the {count(decision.cases, 'case')} that {who} got right"
    else:
        over = "Medians over what each system got right: no case was right on all of them"
    partial = any(not c.glance.is_whole and c.glance.right for c in decision.contenders)
    bracket = " In brackets: over fewer cases, not to be compared." if partial else ""
    marked = (
        f" {MARK} marks the least of the candidates, where that is resolved."
        if decision.choices
        else ""
    )
    return (
        f"{over}; wall times. Security is what our estimator gives, ingestion that of key and "
        "circuit, a ciphertext those of one input, peak the most memory of client or server in "
        f"any step.{bracket}{marked}"
    )

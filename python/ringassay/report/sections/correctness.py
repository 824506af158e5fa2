"""Correctness: right of how many, and every wrong output."""

from __future__ import annotations

from ringassay.analysis import correctness, served
from ringassay.analysis.arithmetic import parts
from ringassay.analysis.correctness import Score, WrongResult
from ringassay.analysis.intervals import error_rate_bound
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.served import Service
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Block,
    Callout,
    Cell,
    Column,
    Items,
    Listing,
    Paragraph,
    Section,
    Table,
    Tone,
    literal,
)
from ringassay.report.sections.wording import NONE, capital, count, listed, name, percent, spelled

# Wrong outputs beyond this many are counted, not shown.
_SHOWN = 50
_CLIP = 400
# From so many systems on, a table says which of them serves what.
_MANY = 3

SERVED = "Which system serves which computation"
"""The caption of that table."""


def section(study: Study) -> Section | None:
    """The section, None without evaluations."""
    if study.evaluations.empty:
        return None
    scores = correctness.by_system(study)
    blocks: list[Block] = [
        *_perfect([s for s in scores if s.perfect]),
        *_declined([s for s in scores if s.sound and not s.perfect]),
        *(Callout("bad", verdict(s)) for s in scores if s.judged and not s.sound),
        *(Callout("info", verdict(s)) for s in scores if s.asked and not s.judged),
    ]
    blocks += (service := _served(study))
    blocks.append(_by_family(study, judged_only=bool(service)))
    blocks += _wrong(study)
    return Section(
        "Correctness",
        "correctness",
        tuple(blocks),
        "A result is right if the decrypted output equals the plaintext evaluation of the same "
        "circuit in every slot; over numbers, if every slot is within the tolerance. Evaluations "
        "that failed count as not right; those not sent to a system, or lost through no fault of "
        "its own, are not counted.",
    )


def _perfect(scores: list[Score]) -> list[Block]:
    """One callout for all systems without an error."""
    if len(scores) < 2:
        return [Callout("good", verdict(s)) for s in scores]
    each = [f"{name(s.label)} {s.judged} of {s.judged}" for s in scores]
    return [
        Callout(
            "good",
            f"No error: {listed(each)}. With 95\u00a0% confidence each of them errs in fewer than "
            f"{percent(worst_bound(scores))} of such evaluations.",
        )
    ]


def _declined(scores: list[Score]) -> list[Block]:
    """One callout for all systems that refused something and erred in nothing."""
    if len(scores) < 2:
        return [Callout("info", verdict(s)) for s in scores]
    return [
        Callout(
            "info",
            f"Right wherever a result was delivered: {declined(scores)}. With 95\u00a0% confidence "
            f"each of them errs in fewer than {percent(worst_bound(scores))} of its results.",
        )
    ]


def declined(scores: list[Score]) -> str:
    """How much each of these systems got right and refused."""
    return listed([f"{name(s.label)} {s.right} right, {s.refused} refused" for s in scores])


def worst_bound(scores: list[Score]) -> float:
    """The weakest of the bounds on errors among delivered results."""
    return max(s.error_bound or 1.0 for s in scores)


def verdict(s: Score) -> str:
    """One or two sentences on how often a system was right, with the bound that n allows."""
    if not s.judged:
        return f"{name(s.label)}: none of {count(s.asked, 'evaluation')} could be judged."
    if s.perfect:
        results = f"all {count(s.judged, 'result')}" if s.judged > 1 else "the one result"
        return f"{name(s.label)}: {results} right, on {count(s.circuits, 'circuit')}. {_bound(s)}"
    text = f"{name(s.label)}: {s.right} of {count(s.judged, 'evaluation')} right, {percent(s.rate)}"
    if s.interval is not None:
        text += (
            f" (exact 95\u00a0% interval {percent(s.interval.low)} to {percent(s.interval.high)})"
        )
    parts = []
    if s.wrong:
        parts.append(f"{count(s.wrong, 'delivered result')} {_were(s.wrong)} not right")
    if s.failed:
        parts.append(f"{count(s.failed, 'evaluation')} gave no result")
    text += f". {capital(' and '.join(parts))}."
    if not s.wrong and s.delivered:
        text += f" Every result it delivered is right. {_bound(s)}"
    return text


def _bound(s: Score) -> str:
    """What the number of results without an error allows to say."""
    if s.error_bound is None:
        return ""
    return (
        f"With 95\u00a0% confidence fewer than {percent(s.error_bound)} of such results are wrong."
    )


def _were(n: int) -> str:
    return "is" if n == 1 else "are"


def _by_family(study: Study, *, judged_only: bool) -> Table:
    families = [
        (system, s)
        for system, s in correctness.by_family(study)
        if s.judged or not judged_only  # what is not judged stands in the table of services
    ]
    seen = correctness.outcome_order(tuple({o for _, s in families for o in s.outcomes}))
    others = [o for o in seen if o != "ok"]
    rows: list[tuple[str | Cell, ...]] = []
    for system, s in families:
        tone: Tone | None = "good" if s.perfect else "bad" if s.judged > s.refused else None
        rows.append(
            (
                name(system),
                literal(s.label) or NONE,
                Cell(str(s.circuits), s.circuits),
                Cell(str(s.judged), s.judged),
                Cell(str(s.right), s.right),
                Cell(percent(s.rate), s.rate, tone),
                *(Cell(str(s.outcomes.get(o, 0)), s.outcomes.get(o, 0)) for o in others),
            )
        )
    return Table(
        "Right results by system and family of circuits",
        (
            Column("system"),
            Column("family"),
            Column("circuits", "right"),
            Column("judged", "right"),
            Column("right", "right"),
            Column("share", "right"),
            *(Column(o, "right") for o in others),
        ),
        tuple(rows),
        _independence(study),
    )


def _served(study: Study) -> list[Block]:
    """For each kind of arithmetic a row for each computation, a column for each system; below them
    why not, each reason once."""
    if len(served.computations(study)) < 2 or len(study.systems) < _MANY:
        return []
    tables, reasons = [], dict[tuple[str, str], list[str]]()
    for part in parts(study):
        found = served.services(part.study)
        # The baseline is right by definition: it stands here only where nothing else does.
        hiding = tuple(one for one in found if not in_the_clear(study, one.system))
        found = hiding or found
        tables.append(_services(f"{SERVED}: {part.label}" if part.label else SERVED, found))
        for one in found:
            if one.reason:
                reasons.setdefault((one.system, one.reason), []).append(literal(one.computation))
    items = (
        f"{name(system)}, {listed(names)}: {literal(said)}"
        for (system, said), names in reasons.items()
    )
    return [*tables, *([Items(tuple(items))] if reasons else [])]


def _services(caption: str, found: tuple[Service, ...]) -> Table:
    systems = tuple(dict.fromkeys(one.system for one in found))
    cells = {(one.system, one.computation): one for one in found}
    return Table(
        caption,
        (Column("computation"), *(Column(name(system)) for system in systems)),
        tuple(
            (
                literal(computation),
                *(_service(cells.get((system, computation))) for system in systems),
            )
            for computation in dict.fromkeys(one.computation for one in found)
        ),
    )


def _service(one: Service | None) -> str | Cell:
    if one is None:
        return NONE
    return Cell(
        one.words.replace("unsupported", "not asked"),
        None,
        "good" if one.score.perfect else "bad" if one.score.wrong else None,
    )


def _independence(study: Study) -> str:
    perfect = [s.circuits for s in correctness.by_system(study) if s.perfect]
    circuits = min(perfect, default=0)
    if circuits < 2:
        return ""
    return (
        f"The bounds treat evaluations as independent. Taking the circuit as the unit, "
        f"{count(circuits, 'circuit')} without an error bound the share of circuits computed "
        f"wrongly by {percent(error_rate_bound(0, circuits))}."
    )


def _wrong(study: Study) -> list[Block]:
    wrong = correctness.wrong_results(study)
    if not wrong:
        return []
    blocks: list[Block] = [
        Paragraph(
            f"{capital(spelled(len(wrong)))} delivered {'result' if len(wrong) == 1 else 'results'}"
            f" {_were(len(wrong))} not right. The seed regenerates the suite, and with it the "
            "circuit and the input of each row."
        ),
        Table(
            "Results that are not right",
            (
                Column("system"),
                Column("family"),
                Column("circuit"),
                Column("input", "right"),
                Column("repetition", "right"),
                Column("outcome"),
                Column("slots differing", "right"),
                Column("seed", "right"),
            ),
            tuple(_row(w) for w in wrong[:_SHOWN]),
            f"The first {_SHOWN} of {len(wrong)}." if len(wrong) > _SHOWN else "",
        ),
    ]
    blocks += [_outputs(w) for w in wrong[:_SHOWN] if w.expected or w.got]
    return blocks


def _row(w: WrongResult) -> tuple[str | Cell, ...]:
    slots = NONE if w.wrong_slots is None else str(w.wrong_slots)
    if w.wrong_slots is not None and w.slots:
        slots += f" of {w.slots}"
    return (
        name(w.system),
        literal(w.family) or NONE,
        f"`{literal(w.circuit)}`",
        str(w.input_index),
        str(w.repetition),
        w.outcome,
        Cell(slots, w.wrong_slots),
        w.seed or NONE,
    )


def _outputs(w: WrongResult) -> Listing:
    return Listing(
        f"expected {_clipped(w.expected)}\ngot      {_clipped(w.got)}",
        f"{name(w.system)}, circuit `{literal(w.circuit)}`, input {w.input_index}",
    )


def _clipped(text: str) -> str:
    if len(text) <= _CLIP:
        return text
    return f"{text[:_CLIP]} … ({len(text)} characters)"

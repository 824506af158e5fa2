"""The parameters each system chose, and their security."""

from __future__ import annotations

from ringassay.analysis.parameters import ParameterSet, parameter_sets
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Block,
    Callout,
    Cell,
    Column,
    Paragraph,
    Section,
    Table,
    Tone,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.wording import NONE, exact_cell, listed, name, number_cell
from ringassay.security.delivered import METHOD, Standing

_TONE: dict[Standing, Tone] = {
    "met": "good",
    "below": "bad",
    "none": "info",
    "unverifiable": "warning",
}
_WORDS: dict[Standing, str] = {
    "met": "met",
    "below": "below",
    "none": "no encryption",
    "unverifiable": "not verifiable",
}


def section(study: Study) -> Section | None:
    """The section, None if no key was generated."""
    sets = parameter_sets(study)
    if not sets:
        return None
    blocks: list[Block] = [*warnings(sets)]
    met = [s for s in study.systems if _all_met(sets, s)]
    if met:
        blocks.append(Paragraph(_met(met, sets)))
    blocks += [_table(sets), _distributions(sets), _estimates(sets)]
    return Section(
        "Parameters and security",
        "parameters",
        tuple(blocks),
        "What each system says of the keys it made: ring dimension $n$, index $m$, bits of the "
        "ciphertext modulus $q$ and of $qP$ with the special modulus, plaintext modulus $t$. "
        "*Bits* is the security that these parameters deliver by one estimator for all "
        "(ringassay --page security), which alone decides the standing; what the system claims "
        "stands "
        "beside it.",
    )


def warnings(sets: tuple[ParameterSet, ...]) -> tuple[Callout, ...]:
    """One warning per shortcoming: below the level asked, or not verifiable."""
    found = [
        Callout(
            "bad",
            f"The keys of {name(p.system)} deliver {number(p.delivered.bits, 4)} bits of security "
            f"where {number(p.asked)} were asked ({_requests(p)}){_claim(p)}.",
        )
        for p in sets
        if p.standing == "below"
    ]
    open_ones = [p for p in sets if p.standing == "unverifiable"]
    for system in dict.fromkeys(p.system for p in open_ones):
        reasons = dict.fromkeys(p.delivered.how for p in open_ones if p.system == system)
        found.append(
            Callout(
                "warning",
                f"The security of {name(system)} is not verifiable: {literal('; '.join(reasons))}.",
            )
        )
    return tuple(found)


def _claim(p: ParameterSet) -> str:
    """What the system itself says, where that is more than it delivers."""
    if not p.claimed_bits > p.delivered.bits:
        return ""
    return f"; it claims {number(p.claimed_bits)}"


def _all_met(sets: tuple[ParameterSet, ...], system: str) -> bool:
    own = [p.standing for p in sets if p.system == system]
    return bool(own) and all(standing == "met" for standing in own)


def _met(systems: list[str], sets: tuple[ParameterSet, ...]) -> str:
    least = min(p.delivered.bits for p in sets if p.system in systems)
    verb = "delivers" if len(systems) == 1 else "deliver"
    return (
        f"{listed([name(s) for s in systems])} {verb} at least the security asked with every key; "
        f"the least is {number(least, 4)} bits."
    )


def _requests(p: ParameterSet) -> str:
    parts = []
    for symbol, values in (("d", p.depths), ("ℓ", p.batches)):
        if values:
            parts.append(f"{symbol} = {_range(values)}")
    return ", ".join(parts)


def _range(values: tuple[float, ...]) -> str:
    if len(values) <= 3:
        return listed([number(v) for v in values])
    return f"{number(values[0])} to {number(values[-1])}"


def _distributions(sets: tuple[ParameterSet, ...]) -> Table:
    """What the sets of a system mostly share: distributions, and the method behind its claim."""
    distinct = dict.fromkeys((p.system, p.secret, p.error, p.claimed_method) for p in sets)
    return Table(
        "Secrets, errors and the method of the security claimed",
        (Column("system"), Column("secret"), Column("error"), Column("method of the claim")),
        tuple(
            (name(system), *(literal(text) or NONE for text in texts))
            for system, *texts in distinct
        ),
    )


def _estimates(sets: tuple[ParameterSet, ...]) -> Table:
    """What each estimate rests on, or why there is none."""
    return Table(
        "Estimates of security",
        (Column("system"), Column("n", "right"), Column("log₂ qP", "right"), Column("estimate")),
        tuple(
            dict.fromkeys(
                (
                    name(p.system),
                    exact_cell(p.n),
                    number_cell(p.log2_qp),
                    literal(p.delivered.how) or NONE,
                )
                for p in sets
                if p.standing != "none"
            )
        ),
        f"By {METHOD}; the attack named is the cheapest of all that are modelled.",
    )


def _table(sets: tuple[ParameterSet, ...]) -> Table:
    return Table(
        "Parameters chosen",
        (
            Column("system"),
            Column("d", "right"),
            Column("ℓ", "right"),
            Column("keys", "right"),
            Column("n", "right"),
            Column("m", "right"),
            Column("log₂ q", "right"),
            Column("log₂ qP", "right"),
            Column("t", "right"),
            Column("bits asked", "right"),
            Column("bits", "right"),
            Column("bits claimed", "right"),
            Column("standing"),
        ),
        tuple(
            (
                name(p.system),
                _range(p.depths) or NONE,
                _range(p.batches) or NONE,
                Cell(str(p.keys), p.keys),
                exact_cell(p.n),
                exact_cell(p.m),
                number_cell(p.log2_q),
                number_cell(p.log2_qp),
                exact_cell(p.t),
                exact_cell(p.asked),
                number_cell(p.delivered.bits),
                number_cell(p.claimed_bits),
                Cell(_WORDS[p.standing], tone=_TONE[p.standing]),
            )
            for p in sets
        ),
    )

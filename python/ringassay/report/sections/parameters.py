"""The parameters each system chose, and their security."""

from __future__ import annotations

from ringassay.analysis.parameters import ParameterSet, Standing, parameter_sets
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

_TONE: dict[Standing, Tone] = {
    "met": "good",
    "below": "bad",
    "none": "info",
    "unknown": "warning",
    "method-unknown": "warning",
}
_WORDS: dict[Standing, str] = {
    "met": "met",
    "below": "below",
    "none": "no encryption",
    "unknown": "not stated",
    "method-unknown": "method not stated",
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
    blocks += [_table(sets), _distributions(sets)]
    return Section(
        "Parameters and security",
        "parameters",
        tuple(blocks),
        "What each system says of the keys it made: ring dimension $n$, index $m$, bits of the "
        "ciphertext modulus $q$ and of $qP$ with the special modulus, plaintext modulus $t$, and "
        "its security with the method behind the figure.",
    )


def warnings(sets: tuple[ParameterSet, ...]) -> tuple[Callout, ...]:
    """One warning per shortcoming: below the level asked, no figure, no method."""
    found = []
    below = [p for p in sets if p.standing == "below"]
    for p in below:
        found.append(
            Callout(
                "bad",
                f"{name(p.system)} reports {number(p.security_bits)} bits of security where "
                f"{number(p.asked)} were asked ({_requests(p)}).",
            )
        )
    for standing, words in (
        ("unknown", "how secure the parameters are"),
        ("method-unknown", "by which method the security was estimated"),
    ):
        systems = list(dict.fromkeys(p.system for p in sets if p.standing == standing))
        if systems:
            verb = "does" if len(systems) == 1 else "do"
            found.append(
                Callout("warning", f"{listed([name(s) for s in systems])} {verb} not say {words}.")
            )
    return tuple(found)


def _all_met(sets: tuple[ParameterSet, ...], system: str) -> bool:
    own = [p.standing for p in sets if p.system == system]
    return bool(own) and all(standing == "met" for standing in own)


def _met(systems: list[str], sets: tuple[ParameterSet, ...]) -> str:
    least = min(p.security_bits for p in sets if p.system in systems)
    verb = "reports" if len(systems) == 1 else "report"
    return (
        f"{listed([name(s) for s in systems])} {verb} at least the security asked for every key; "
        f"the least is {number(least)} bits."
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
    """What the sets of a system mostly share: distributions, and the method behind the figure."""
    distinct = dict.fromkeys((p.system, p.secret, p.error, p.security_method) for p in sets)
    return Table(
        "Secrets, errors and the method of the security figure",
        (Column("system"), Column("secret"), Column("error"), Column("method")),
        tuple(
            (name(system), *(literal(text) or NONE for text in texts))
            for system, *texts in distinct
        ),
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
                number_cell(p.security_bits),
                Cell(_WORDS[p.standing], tone=_TONE[p.standing]),
            )
            for p in sets
        ),
    )

"""What an exploration recommends and why: the case, the answer, the ranking, what was excluded."""

from __future__ import annotations

from ringassay.explore import answer, excluded, missed
from ringassay.explore.app import App, Constraints
from ringassay.explore.selection import OVERSTRETCHED
from ringassay.explore.sentences import held as held_entries
from ringassay.report.document import (
    Block,
    Callout,
    Cell,
    Column,
    Items,
    KeyFigure,
    KeyFigures,
    Listing,
    Paragraph,
    Section,
    Subheading,
    Table,
    literal,
)
from ringassay.report.sections.explore_study import (
    PARAMETER_NAMES,
    ExplorationStudy,
    attack_cell,
    held,
    label,
    memory_cell,
    memory_text,
    outcome_label,
    parameter_cells,
    time_cell,
    values_text,
)
from ringassay.report.sections.wording import (
    NONE,
    amount,
    capital,
    count,
    exact_cell,
    listed,
    number_cell,
    plain,
)
from ringassay.schemes import scheme_name

_HEADS = tuple(Column(name, "right") for name in PARAMETER_NAMES.values())


def summary(study: ExplorationStudy) -> tuple[Block, ...]:
    """The recommendation in figures and sentences, and what must not be overlooked."""
    selection = study.selection
    sentences = answer(selection)
    place = selection.recommended
    if place is None:
        return (Callout("bad", literal(sentences[0])), *_overstretched(study))
    block, point = study.of(place)
    figures = [
        KeyFigure(scheme_name(block.scheme), "recommended", held(point), "good"),
        KeyFigure(
            f"{point['security_bits']:.0f} bits",
            "of security, by today's estimates",
            f"{selection.explored.app.constraints.security_bits:g} asked for",
            "good",
        ),
    ]
    if study.is_predicted:
        time = amount(point["wall_ns"], "time")
        figures.append(KeyFigure(time, "for the application, predicted", "one thread"))
    figures.append(KeyFigure(memory_text(study, point), study.memory_axis.label, "of the process"))
    return (
        KeyFigures(tuple(figures)),
        Items(tuple(map(literal, sentences))),
        *_overstretched(study),
    )


def _overstretched(study: ExplorationStudy) -> tuple[Block, ...]:
    """A warning for schemes whose points are known to be broken."""
    broken = [
        outcome_label(outcome)
        for outcome in study.selection.outcomes
        if (outcome.results.columns["attack_status"] == OVERSTRETCHED).any()
    ]
    if not broken:
        return ()
    return (
        Callout(
            "warning",
            f"Points of {literal(listed(broken))} are *overstretched* NTRU: their keys are "
            "recovered far below any lattice estimate (ePrint 2021/999). They are drawn to compare "
            "costs and are never recommended.",
        ),
    )


def case(study: ExplorationStudy) -> Section:
    """The application, the constraints, what was explored."""
    explored = study.selection.explored
    app, facts = explored.app, explored.facts
    blocks: list[Block] = []
    if app.application.expression is not None:
        blocks.append(Listing(app.application.expression, "The application"))
    else:
        blocks.append(Paragraph(f"The application: `{literal(app.application.circuit or '')}`."))
    live = count(facts["live_peak"], "ciphertext")
    blocks.append(
        Paragraph(
            f"{capital(count(facts['multiplications'], 'product'))} and "
            f"{count(facts['additions'] + facts['constant_operations'], 'sum')} of "
            f"{count(facts['inputs'], 'input')}; {facts['multiplicative_depth']} products in a "
            f"row; at most {live} alive at once{held_entries(facts)}."
        )
    )
    blocks.append(Items(tuple(_constraints(app.constraints))))
    return Section("The case", "explore-case", (*blocks, _ranges(app)))


def _constraints(constraints: Constraints) -> list[str]:
    said = [
        f"At least {constraints.security_bits:g} bits of security against the best known attack."
    ]
    if constraints.log2_failure is not None:
        said.append(
            f"A wrong result with probability at most $2^{{{constraints.log2_failure:g}}}$."
        )
    if constraints.seconds is not None:
        said.append(f"At most {amount(constraints.seconds * 1e9, 'time')}.")
    if constraints.memory_bytes is not None:
        said.append(f"At most {amount(constraints.memory_bytes, 'size')} of memory.")
    return said


def _ranges(app: App) -> Table:
    rows: tuple[tuple[str | Cell, ...], ...] = tuple(
        (
            literal(label(block)),
            literal(block.formula),
            *(values_text(getattr(block, name)) for name in PARAMETER_NAMES),
            exact_cell(float(block.points())),
        )
        for block in app.scheme
    )
    drawn = {label(block): block.secret for block in app.scheme if block.secret != ("ternary",)}
    secrets = "; ".join(f"{name}: {listed(secret)}" for name, secret in drawn.items())
    return Table(
        "What was explored",
        (Column("scheme"), Column("depth by"), *_HEADS, Column("points", "right")),
        rows,
        "Every combination of the values; their number in parentheses. Secrets are ternary"
        + (f", but {literal(secrets)}." if secrets else "."),
    )


def ranking(study: ExplorationStudy) -> Section:
    """The best of each scheme, and how many points each constraint left."""
    selection = study.selection
    asked = selection.explored.app.constraints.security_bits
    rows: list[tuple[str | Cell, ...]] = []
    for rank, place in enumerate(selection.ranking, 1):
        outcome = selection.outcomes[place.block]
        point = selection.point(place)
        rows.append(
            (
                Cell(str(rank), rank),
                outcome_label(outcome),
                *parameter_cells(point),
                exact_cell(float(point["depth"])),
                attack_cell(point, asked),
                time_cell(study, point),
                memory_cell(study, point),
            )
        )
    unranked = [
        outcome_label(outcome) for outcome in selection.outcomes if not outcome.verdicts.all.any()
    ]
    blocks: list[Block] = [
        Table(
            "The best point of each scheme that satisfies everything",
            (
                Column("rank", "right"),
                Column("scheme"),
                *_HEADS,
                Column("depth", "right"),
                Column("attacks"),
                Column("time", "right"),
                Column("memory", "right"),
            ),
            tuple(rows),
            f"Ranked by {selection.objective.name}."
            + (f" Nothing of {listed(unranked)} qualifies." if unranked else ""),
        ),
        _cheapest(study, asked),
    ]
    return Section("Ranking", "explore-ranking", tuple(blocks))


def _cheapest(study: ExplorationStudy, asked: float) -> Table:
    """Schemes at their cheapest, secure or not: their costs can be compared, their use cannot."""
    rows: list[tuple[str | Cell, ...]] = []
    for outcome in study.selection.outcomes:
        if outcome.cheapest is None:
            continue
        point = outcome.results.point(outcome.cheapest)
        rows.append(
            (
                outcome_label(outcome),
                *parameter_cells(point),
                attack_cell(point, asked),
                number_cell(point["ring_products"]),
                time_cell(study, point),
                memory_cell(study, point),
            )
        )
    return Table(
        f"The point with the least work that reaches depth {study.depth}, security aside",
        (
            Column("scheme"),
            *_HEADS,
            Column("attacks"),
            Column("ring products", "right"),
            Column("time", "right"),
            Column("memory", "right"),
        ),
        tuple(rows),
    )


def exclusions(study: ExplorationStudy) -> Section:
    """What excluded each scheme, in numbers and in sentences."""
    selection = study.selection
    rows: list[tuple[str | Cell, ...]] = []
    for outcome in selection.outcomes:
        total = len(outcome.results)
        left = int(outcome.verdicts.all.sum())
        rows.append(
            (
                outcome_label(outcome),
                exact_cell(float(total)),
                *(_excluded(number, total) for number in missed(outcome.verdicts).values()),
                Cell(plain(float(left), 15), left, "good" if left else "bad"),
            )
        )
    blocks: list[Block] = [
        Table(
            "How many points do not satisfy each constraint",
            (
                Column("scheme"),
                Column("points", "right"),
                Column("depth", "right"),
                Column("security", "right"),
                Column("failure", "right"),
                Column("time", "right"),
                Column("memory", "right"),
                Column("left", "right"),
            ),
            tuple(rows),
            "A point may miss several. What is not asked for, or not predicted, excludes nothing.",
        )
    ]
    for outcome in selection.outcomes:
        blocks.append(Subheading(literal(outcome_label(outcome))))
        blocks.append(Items(tuple(literal(text) for text in excluded(outcome, selection))))
    return Section("What excluded each scheme", "explore-excluded", tuple(blocks))


def _excluded(number: int, total: int) -> Cell:
    if number == 0:
        return Cell(NONE, 0)
    return Cell(plain(float(number), 15), number, "bad" if number == total else None)

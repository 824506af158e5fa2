"""From stored runs to a document: which sections, in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ringassay.analysis import Frames, Study, prepare
from ringassay.analysis.comparison import compare
from ringassay.analysis.family import together
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.sides import sides
from ringassay.report.document import (
    Block,
    Document,
    Figure,
    Paragraph,
    Section,
    Subheading,
    literal,
)
from ringassay.report.folding import folded
from ringassay.report.sections import (
    circumstances,
    comparing,
    correctness,
    decryption,
    encryption,
    evaluation,
    failures,
    floor,
    gates,
    ingestion,
    keygen,
    measured,
    methods,
    metrics,
    parameters,
    precision,
    resources,
    secrecy,
    sizes,
    summary,
    total_time,
)
from ringassay.report.sections.benchmarks import KINDS
from ringassay.report.sections.security import headline
from ringassay.report.sections.wording import count, listed, name
from ringassay.store import Benchmark

_SECTIONS: tuple[Callable[[Study], Section | None], ...] = (
    measured.section,
    correctness.section,
    precision.section,
    secrecy.section,
    metrics.section,
    total_time.section,
    gates.section,
    keygen.section,
    ingestion.section,
    encryption.section,
    evaluation.section,
    decryption.section,
    sizes.section,
    resources.section,
    floor.section,
    comparing.section,
    parameters.section,
    failures.section,
)
_LAST_SECTIONS = (circumstances.section, methods.section)
# What a comparison of two sides needs beside the comparison itself.
_COMPARISON_SECTIONS = (
    correctness.section,
    precision.section,
    secrecy.section,
    total_time.section,
    floor.section,
    parameters.section,
    failures.section,
    circumstances.section,
    methods.section,
)


def build_report(
    data: Frames,
    *,
    title: str | None = None,
    benchmark: Benchmark | None = None,
    extra: Sequence[Section] = (),
) -> Document:
    """The full report of one or more runs (`ringassay.store.RunData`).

    `benchmark` is a microbenchmark that the report shows too, `extra` the sections of what else is
    shown: an exploration, source code.
    """
    study = prepare(data)
    return Document(
        title=title or "Homomorphic encryption, evaluated",
        subtitle=_subtitle(study),
        summary=summary.blocks(study),
        sections=(
            *_present(_SECTIONS, study),
            *((KINDS[benchmark.kind].section(benchmark),) if benchmark else ()),
            *extra,
            *_present(_LAST_SECTIONS, study),
        ),
        meta=_meta(study),
        identities=study.systems,
        neutral=_neutral(study),
    )


def build_comparison(data: Frames, a: str, b: str, *, title: str | None = None) -> Document:
    """A report on two sides alone: see `comparison_of`."""
    return comparison_of(prepare(data), a, b, title=title)


def comparison_of(study: Study, a: str, b: str, *, title: str | None = None) -> Document:
    """A report on two sides alone: two systems, or two runs (see `ringassay.analysis.sides`).

    Raises UnknownSideError (a LookupError) for a name that is neither, ValueError if the sides
    have nothing in common.
    """
    pairs = sides(study, a, b)
    blocks: list[Block] = []
    told: list[str] = []
    for found in together([compare(study, *pair) for pair in pairs]):
        if len(pairs) > 1:
            blocks.append(Subheading(f"{name(found.first)} and {name(found.second)}"))
        blocks += comparing.comparison_blocks(study, found)
        told.append(headline(study, found))
    sentences = [sentence for sentence in told if sentence]
    only = study.only({system for pair in pairs for system in pair})
    note = circumstances.caption(only)
    return Document(
        title=title or f"{literal(a)} against {literal(b)}",
        subtitle=_subtitle(only),
        summary=(
            Paragraph(" ".join(sentences) or "The two have no right result in common."),
            *secrecy.callouts(only),
            *circumstances.disturbances(only),
        ),
        sections=(
            Section("Comparison", "comparison", tuple(_noted(b, note) for b in blocks)),
            *_present(_COMPARISON_SECTIONS, only),
        ),
        meta=_meta(only),
        identities=only.systems,
        neutral=_neutral(only),
    )


def _present(
    wanted: tuple[Callable[[Study], Section | None], ...], study: Study
) -> tuple[Section, ...]:
    note = circumstances.caption(study)
    return tuple(
        folded(replace(found, blocks=tuple(_noted(block, note) for block in found.blocks)))
        for make in wanted
        if (found := make(study)) is not None
    )


def _noted(block: Block, note: str) -> Block:
    """A figure gets the circumstances of its measurement into its note."""
    if not isinstance(block, Figure):
        return block
    return replace(block, note=" ".join(part for part in (block.note, note) if part))


def _neutral(study: Study) -> tuple[str, ...]:
    """The baseline and what does not encrypt are drawn in grey."""
    return (total_time.BASELINE, *(s for s in study.systems if in_the_clear(study, s)))


def _subtitle(study: Study) -> str:
    if not study.systems:
        return "No measurements"
    return (
        f"{listed([name(s) for s in study.systems])}: "
        f"{count(len(study.asked), 'evaluation')} of "
        f"{count(int(study.asked['circuit'].nunique()), 'circuit')}"
    )


def _meta(study: Study) -> dict[str, str]:
    """The circumstances shown with the title."""
    shown = {
        "Run": _distinct(study.runs["run"]),
        "Label": _distinct(study.runs["label"]),
        "Suite": _distinct(study.runs["suite"]),
        "Started (UTC)": _distinct(study.runs["started_at"]),
        "Machine": _distinct(study.machines["cpu_model"]),
        "ringassay": _distinct(study.runs["version"]),
    }
    return {label: text for label, text in shown.items() if text}


def _distinct(values: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(literal(value) for value in values if value))

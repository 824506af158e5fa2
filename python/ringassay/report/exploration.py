"""From a stored exploration to a document."""

from __future__ import annotations

from ringassay.report.document import Document, Section, literal
from ringassay.report.sections import (
    calibration,
    explore_answer,
    explore_curves,
    explore_maps,
    proofs,
)
from ringassay.report.sections.explore_study import ExplorationStudy, outcome_label
from ringassay.report.sections.wording import count


def exploration_sections(study: ExplorationStudy) -> tuple[Section, ...]:
    """The sections of an exploration, for its own report or that of a run."""
    sections = (
        explore_answer.case(study),
        explore_answer.ranking(study),
        proofs.section(study.proofs),
        explore_maps.pareto(study),
        explore_answer.exclusions(study),
        explore_curves.section(study),
        explore_maps.maps(study),
        explore_curves.studies(study),
        calibration.section(study.calibration, study.check, study.summary.started_at)
        if study.calibration is not None
        else None,
    )
    return tuple(section for section in sections if section is not None)


def build_exploration(study: ExplorationStudy, *, title: str | None = None) -> Document:
    """A report on an exploration alone."""
    app = study.selection.explored.app
    # The title is outside the content that is hashed, so that it is kept beside it.
    named = title or study.summary.title or app.name
    meta = {
        "Exploration": literal(study.summary.exploration),
        "Started (UTC)": literal(study.summary.started_at),
    }
    if study.calibration is not None:
        meta["Machine"] = literal(study.calibration.machine.cpu_model)
        meta["ringassay"] = literal(study.calibration.version)
    return Document(
        title=literal(named),
        subtitle=f"{count(app.points(), 'point')} of {count(len(app.scheme), 'scheme')}, "
        "assessed without executing any",
        summary=explore_answer.summary(study),
        sections=exploration_sections(study),
        meta=meta,
        identities=tuple(outcome_label(outcome) for outcome in study.selection.outcomes),
        neutral=("needed", "frontier, security aside", "too shallow"),
    )

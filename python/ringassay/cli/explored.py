"""A stored exploration for reports: its answer, walks, and the calibration behind its times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay import _native
from ringassay.cli.output import err

if TYPE_CHECKING:
    from ringassay.predict import Check
    from ringassay.report.sections.explore_study import ExplorationStudy
    from ringassay.store import Store, StoredCalibration


def load_study(opened: Store, name: str) -> ExplorationStudy:
    """Everything that a report says of an exploration: identifier, beginning of one, `latest`."""
    from ringassay.explore import explored, select, walk
    from ringassay.explore.proof import proofs_of
    from ringassay.report.sections.explore_study import ExplorationStudy
    from ringassay.store import find_exploration, list_explorations, load_exploration

    found = find_exploration(opened, name)
    record, _ = load_exploration(opened, found, results=False)
    whole = explored(opened, found)
    calibration = _calibration(opened, record.predictor)
    return ExplorationStudy(
        summary=next(one for one in list_explorations(opened) if one.exploration == found),
        selection=select(whole),
        walks=tuple(walk(whole.app, study, whole.facts) for study in whole.app.study),
        calibration=calibration,
        check=_checked(calibration),
        proofs=tuple(proofs_of(opened, found)),
    )


def _calibration(opened: Store, name: str | None) -> StoredCalibration | None:
    """The calibration of that name, if the store has it: a predictor may be anybody's."""
    from ringassay.store import calibration_names, load_calibration

    if name is None or name not in calibration_names(opened):
        return None
    return load_calibration(opened, name)


def _checked(calibration: StoredCalibration | None) -> Check | None:
    """Whether it holds here; a document that cannot be read is no reason not to report."""
    from ringassay.predict import check

    if calibration is None:
        return None
    try:
        return check(calibration)
    except _native.CalibrationError as error:
        err.print(f"The calibration cannot be checked: {error}")
        return None

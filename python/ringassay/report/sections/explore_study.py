"""An exploration with all that a report says of it, and how its parts are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ringassay.explore import Selection, Walk
from ringassay.explore.app import Block as SchemeBlock
from ringassay.explore.app import Parameter
from ringassay.explore.proof import Proof
from ringassay.explore.selection import ESTIMATED, OVERSTRETCHED, BlockOutcome, Place
from ringassay.explore.sentences import point_text
from ringassay.predict import Check
from ringassay.report.document import Axis, Cell, Tone
from ringassay.report.sections.wording import NONE, amount, amount_cell, number_cell, plain
from ringassay.schemes import scheme_name
from ringassay.store import ExplorationSummary, StoredCalibration

PARAMETER_NAMES: dict[Parameter, str] = {
    "n": "n",
    "log2_q": "log2 q",
    "log2_w": "log2 w",
    "t": "t",
}
"""Parameters as axes and tables call them."""


@dataclass(frozen=True)
class ExplorationStudy:
    """What the sections read."""

    summary: ExplorationSummary
    selection: Selection
    walks: tuple[Walk, ...] = ()
    calibration: StoredCalibration | None = None
    """By which times were predicted."""
    check: Check | None = None
    """Whether it holds where the report is made."""
    proofs: tuple[tuple[str, Proof], ...] = ()
    """Points that were executed, each with when."""

    @property
    def depth(self) -> int:
        """Products in a row that the application needs."""
        return int(self.selection.explored.facts["multiplicative_depth"])

    @property
    def is_predicted(self) -> bool:
        """Whether the exploration has times; else figures that follow from definitions."""
        return self.selection.explored.has_predictions

    @property
    def time_axis(self) -> Axis:
        """What is called time where it is predicted, else work."""
        if self.is_predicted:
            return Axis("time", "ns")
        return Axis("work (products · n · log2 q)")

    @property
    def memory_axis(self) -> Axis:
        """Peak memory where it is predicted, else what no execution can do without."""
        return Axis("peak memory" if self.is_predicted else "keys and live ciphertexts", "B")

    def of(self, place: Place) -> tuple[SchemeBlock, dict[str, Any]]:
        """A point with its block."""
        return self.selection.outcomes[place.block].results.block, self.selection.point(place)


def label(block: SchemeBlock) -> str:
    """A block in figures: its scheme, with the name where that is another."""
    scheme = scheme_name(block.scheme)
    return scheme if block.name == block.scheme else f"{scheme} ({block.name})"


def outcome_label(outcome: BlockOutcome) -> str:
    """Likewise."""
    return label(outcome.results.block)


def held(point: dict[str, Any], *free: Parameter) -> str:
    """The parameters of a point but the free ones."""
    kept = {name: text for name, text in _texts(point).items() if name not in free}
    drawn = point.get("secret")
    extra = [] if drawn in {None, "ternary"} else [f"secret {drawn}"]
    return ", ".join([*kept.values(), *extra])


def _texts(point: dict[str, Any]) -> dict[str, str]:
    parts = point_text({**point, "secret": None}).split(", ")
    return dict(zip(PARAMETER_NAMES, parts, strict=True))


def attack_cell(point: dict[str, Any], asked: float) -> Cell:
    """What is known of attacks: never a number where there is none."""
    if point["attack_status"] == OVERSTRETCHED:
        return Cell("overstretched, broken", None, "bad")
    if point["attack_status"] != ESTIMATED:
        return Cell("not estimated", None, "warning")
    bits = float(point["security_bits"])
    tone: Tone = "good" if bits >= asked else "bad"
    return Cell(f"{bits:.0f} bits", bits, tone)


def parameter_cells(point: dict[str, Any]) -> tuple[Cell, ...]:
    """n, log2 q, log2 w and t."""
    return tuple(number_cell(float(point[name]), 15) for name in PARAMETER_NAMES)


def time_cell(study: ExplorationStudy, point: dict[str, Any]) -> Cell:
    """Predicted time; a dash where nobody predicted."""
    return amount_cell(point["wall_ns"], "time") if study.is_predicted else Cell(NONE)


def memory_cell(study: ExplorationStudy, point: dict[str, Any]) -> Cell:
    """Predicted peak; else keys and live ciphertexts."""
    return amount_cell(point["peak_bytes" if study.is_predicted else "data_bytes"], "size")


def memory_text(study: ExplorationStudy, point: dict[str, Any]) -> str:
    """Likewise in prose."""
    return amount(point["peak_bytes" if study.is_predicted else "data_bytes"], "size")


def values_text(values: tuple[float, ...] | tuple[int, ...]) -> str:
    """The values of a parameter: all, or the first and last with their number."""
    if len(values) <= 4:
        return ", ".join(plain(float(value), 15) for value in values)
    low, high = plain(float(min(values)), 15), plain(float(max(values)), 15)
    return f"{low} to {high} ({len(values)})"

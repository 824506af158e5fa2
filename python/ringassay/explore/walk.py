"""A walk: one parameter chosen after the other while the rest stays, as PAnTHErS' authors do.

Feron et al., NTMS 2018, section IV: they draw a curve over q, then over w, then over t, each time
with the others fixed, and end with the smallest q that is deep enough. A walk does the same by
rules and keeps the curves.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ringassay import _native
from ringassay.explore.app import App, Block, Constraints, Parameter, Step, Study
from ringassay.explore.objective import Floats, Objective
from ringassay.explore.ports import Columns, Predictor, Request

if TYPE_CHECKING:
    from ringassay._native import Facts, PointColumns

Values = dict[Parameter, float]


@dataclass(frozen=True)
class Curve:
    """One step: the parameter's values with what is known at each."""

    step: Step
    values: tuple[float, ...]
    columns: Columns
    cost: Floats
    chosen: Values
    """The parameters after this step."""
    reason: str


@dataclass(frozen=True)
class Walk:
    """A study with its result; `end` is None where a step found nothing."""

    study: Study
    block: Block
    curves: tuple[Curve, ...]
    end: Values | None


@dataclass(frozen=True)
class _Walker:
    block: Block
    facts: Facts
    constraints: Constraints
    predictor: Predictor | None

    def columns(self, many: list[Values]) -> Columns:
        """What is known of points."""
        points: PointColumns = {
            "n": np.array([one["n"] for one in many], dtype=np.uint32),
            "log2_q": np.array([one["log2_q"] for one in many], dtype=np.float64),
            "log2_w": np.array([one["log2_w"] for one in many], dtype=np.float64),
            "t": np.array([one["t"] for one in many], dtype=np.uint64),
        }
        block, secret = self.block, self.block.secret[0]
        found: Columns = _native.assess_points(
            block.scheme, block.formula, points, secret, block.std, self.facts
        )
        if self.predictor is not None:
            request = Request(block.scheme, points, secret, block.std, self.facts)
            prediction = self.predictor.predict(request)
            found["wall_ns"] = prediction.wall_ns
            found["peak_bytes"] = prediction.peak_bytes
        return {**points, **found}  # type: ignore[dict-item]

    def curve(self, step: Step, at: Values) -> Curve:
        """Walks one step from `at`."""
        if step.choose == "secure":
            return self._secure(step, at)
        values = tuple(sorted(map(float, getattr(self.block, step.parameter))))
        columns = self.columns([{**at, step.parameter: value} for value in values])
        deep = columns["depth"] >= self.facts["multiplicative_depth"]
        is_predicted = self.predictor is not None and bool(np.isfinite(columns["wall_ns"]).all())
        cost = Objective(is_predicted).cost(columns)
        places = np.flatnonzero(deep)
        if not len(places):
            return Curve(step, values, columns, cost, {}, self._nothing(step, at))
        match step.choose:
            case "smallest":
                place = int(places[0])
                reason = "the smallest that is deep enough"
            case "cheapest":
                place = int(places[np.argmin(cost[places])])
                reason = "the cheapest that is deep enough"
            case _:
                place, reason = _stagnation(places, cost, values, step)
        chosen: Values = {**at, step.parameter: values[place]}
        return Curve(
            step, values, columns, cost, chosen, f"{_text(step.parameter, values[place])}: {reason}"
        )

    def _secure(self, step: Step, at: Values) -> Curve:
        """The smallest n that is secure with the smallest modulus that is deep enough for it."""
        degrees = tuple(float(n) for n in sorted(self.block.n) if n >= at["n"])
        moduli = sorted(self.block.log2_q)
        rows: list[Values] = []
        for n in degrees:
            columns = self.columns([{**at, "n": n, "log2_q": log2_q} for log2_q in moduli])
            deep = np.flatnonzero(columns["depth"] >= self.facts["multiplicative_depth"])
            if len(deep):
                rows.append({**at, "n": n, "log2_q": moduli[int(deep[0])]})
        asked = self.constraints.security_bits
        if not rows:
            return Curve(step, (), {}, np.zeros(0), {}, self._nothing(step, at))
        columns = self.columns(rows)
        cost = Objective(is_predicted=False).cost(columns)
        values = tuple(row["n"] for row in rows)
        secure = np.flatnonzero(
            (columns["attack_status"] == 0) & (columns["security_bits"] >= asked)
        )
        if not len(secure):
            reason = f"no n explored reaches {asked:g} bits of security"
            return Curve(step, values, columns, cost, {}, reason)
        place = int(secure[0])
        row = rows[place]
        bits, modulus = columns["security_bits"][place], _text("log2_q", row["log2_q"])
        reason = (
            f"{_text('n', row['n'])}: the smallest that is secure ({bits:.0f} bits, {asked:g} "
            f"asked for); its larger ring needs {modulus} for the depth"
        )
        return Curve(step, values, columns, cost, row, reason)

    def _nothing(self, step: Step, at: Values) -> str:
        others = ", ".join(
            _text(name, value) for name, value in at.items() if name != step.parameter
        )
        depth = self.facts["multiplicative_depth"]
        return f"no {_NAMES[step.parameter]} explored reaches depth {depth} with {others}"


def walk(app: App, study: Study, facts: Facts, predictor: Predictor | None = None) -> Walk:
    """Makes a study of an exploration."""
    block = next(block for block in app.scheme if block.name == study.block)
    walker = _Walker(block, facts, app.constraints, predictor)
    at, curves = dict(study.start), []
    for step in study.steps:
        curve = walker.curve(step, at)
        curves.append(curve)
        if not curve.chosen:
            return Walk(study, block, tuple(curves), None)
        at = curve.chosen
    return Walk(study, block, tuple(curves), at)


def _stagnation(
    places: Any, cost: Floats, values: tuple[float, ...], step: Step
) -> tuple[int, str]:
    """The first value from which the next one improves by less than the share asked for."""
    for place, following in pairwise(places):
        gain = 1 - cost[following] / cost[place]
        if gain < step.improvement:
            return int(place), (
                f"from here the curve stagnates: the next value, {values[following]:g}, improves "
                f"by {max(gain, 0):.1%}"
            )
    return int(places[-1]), "the largest that is deep enough; the curve falls up to it"


_NAMES: dict[Parameter, str] = {"n": "n", "log2_q": "log2 q", "log2_w": "log2 w", "t": "t"}


def _text(parameter: Parameter, value: float) -> str:
    return f"{_NAMES[parameter]} = {value:g}"

"""Where an axis ends and where its ticks stand: decided once, so that both renderings agree."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ringassay.report.markup import visible
from ringassay.report.plots import units
from ringassay.report.plots.model import Axis

_MOST_TICKS = 8
_PADDING = 0.05
_LONGEST_LABEL = 48


@dataclass(frozen=True, slots=True)
class Ruler:
    """A numeric axis ready to draw: its ends and ticks in data units, and its title."""

    title: str
    log: bool
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def fraction(self, value: float) -> float:
        """Where `value` stands between the ends, 0 to 1."""
        if self.log:
            low, high = math.log10(self.low), math.log10(self.high)
            return (math.log10(value) - low) / (high - low)
        return (value - self.low) / (self.high - self.low)


def _short(text: str) -> str:
    shown = visible.inline(text)
    return shown if len(shown) <= _LONGEST_LABEL else shown[: _LONGEST_LABEL - 1] + "…"


def _linear_positions(low: float, high: float, most: int) -> list[float]:
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    step *= next((f for f in (1, 2, 2.5, 5, 10) if (high - low) / (step * f) <= most), 10)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    # Rounding removes what binary fractions add: 0.30000000000000004 is 0.3.
    return [float(f"{index * step:.12g}") for index in range(first, last + 1)]


def _log_positions(low: float, high: float) -> list[float]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for multiples in ((1, 2, 5), (1, 3), (1,)):
        found = [m * 10.0**e for e in range(first, last + 1) for m in multiples]
        found = [value for value in found if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
        if len(found) <= _MOST_TICKS:
            break
    else:
        every = math.ceil((last - first) / _MOST_TICKS)
        found = [10.0**e for e in range(first, last + 1) if e % every == 0]
        found = [value for value in found if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
    return found if len(found) > 1 else _linear_positions(low, high, 5)


def _ends(
    values: list[float], axis: Axis, padding_share: float, *, from_zero: bool
) -> tuple[float, float]:
    low, high = (min(values), max(values)) if values else (1.0, 10.0)
    if axis.log:
        low, high = math.log10(low), math.log10(high)
        padding = max((high - low) * padding_share, 0.08)
        low, high = 10.0 ** max(low - padding, -307.0), 10.0 ** min(high + padding, 308.0)
    else:
        if from_zero:
            low, high = min(low, 0.0), max(high, 0.0)
        reach = (high - low) or abs(high) or 1.0
        padding = reach * (padding_share if high > low else 0.5)
        low = low if from_zero and low == 0 else low - padding
        high = high if from_zero and high == 0 else high + padding
    if axis.minimum is not None and (not axis.log or axis.minimum > 0):
        low = axis.minimum
    if axis.maximum is not None and (not axis.log or axis.maximum > 0):
        high = axis.maximum
    if not low < high:
        low, high = (low / 2, low * 2) if axis.log else (low - 0.5, low + 0.5)
    return low, high


def ruler(
    axis: Axis, values: Iterable[float], *, from_zero: bool = False, padding: float = _PADDING
) -> Ruler:
    """The axis for `values` (finite, and positive when it is logarithmic).

    On a logarithmic axis every tick carries its unit (1 ms, 1 s); on a linear one the unit that
    suits the largest value stands in the title. Where values sit close to zero compared with
    their spread, or with `from_zero`, a linear axis starts at zero. `padding` is the share of the
    spread left free at either end.
    """
    present = list(values)
    if present and not axis.log and 0 <= min(present) <= 0.35 * max(present):
        from_zero = True
    low, high = _ends(present, axis, padding, from_zero=from_zero)
    label = _short(axis.label)
    if axis.log:
        positions = _log_positions(low, high) if present else []
        if units.scales(axis.unit):
            ticks = [(v, units.quantity(v, axis.unit)) for v in positions]
        else:
            ticks = [(v, units.number(v)) for v in positions]
            label = f"{label} ({_short(axis.unit)})" if axis.unit else label
        return Ruler(label, True, low, high, tuple(ticks))
    scale = units.scale_for(max(abs(low), abs(high)), axis.unit)
    ends = low / scale.divisor, high / scale.divisor
    positions = _linear_positions(*ends, 6) if present else []
    title = f"{label} ({_short(scale.unit)})" if scale.unit else label
    linear = tuple((v * scale.divisor, units.number(v)) for v in positions)
    return Ruler(title, False, low, high, linear)

"""Numbers with units as people read them: 12.3 ms, 4.16 MB, 52 600, 3.1×10⁻⁵."""

from __future__ import annotations

import math
from dataclasses import dataclass

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TIME = (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0))
_SIZE = (("B", 1.0), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12))
_UNITS = {
    "ns": (_TIME, 1e-9),
    "µs": (_TIME, 1e-6),
    "us": (_TIME, 1e-6),
    "ms": (_TIME, 1e-3),
    "s": (_TIME, 1.0),
    "B": (_SIZE, 1.0),
    "bytes": (_SIZE, 1.0),
}


@dataclass(frozen=True, slots=True)
class Scale:
    """How values of an axis are written: divided by `divisor`, then followed by `unit`."""

    divisor: float
    unit: str


def scales(unit: str) -> bool:
    """Whether `unit` has larger and smaller units to change to (times and sizes do)."""
    return unit in _UNITS


def scale_for(largest: float, unit: str) -> Scale:
    """The scale on which `largest` (in `unit`) is a number between 1 and 1000, if there is one."""
    if unit not in _UNITS:
        return Scale(1.0, unit)
    units, base = _UNITS[unit]
    size = abs(largest) * base
    name, factor = units[0] if size else next(step for step in units if step[0] in ("s", "B"))
    for step_name, step_factor in units:
        if size >= step_factor * (1 - 1e-9):
            name, factor = step_name, step_factor
    return Scale(factor / base, name)


def number(value: float, digits: int = 12) -> str:
    """`value` with at most `digits` significant digits, thousands set apart without a break."""
    if not math.isfinite(value):
        return "–"
    # Rounded first, so that digits before the point are not more precise than was asked for.
    value = float(f"{value:.{digits - 1}e}")
    if value == 0:
        return "0"
    if 1e-3 <= abs(value) < 1e7:
        places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
        text = f"{value:,.{places}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        # Four digits stand together; from five on groups of three are set apart.
        text = text.replace(",", "") if abs(value) < 10_000 else text.replace(",", "\u202f")
        return text.replace("-", "−")
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    power = "10" + str(int(exponent)).translate(_SUPERSCRIPT)
    if mantissa in ("1", "-1"):
        return power if mantissa == "1" else "−" + power
    return f"{mantissa}×{power}".replace("-", "−")


def quantity(value: float, unit: str, digits: int = 4) -> str:
    """`value` (in `unit`) with the unit that suits its size."""
    if not math.isfinite(value):
        return "–"
    # Rounded first, so that 999.96 µs becomes 1 ms and not 1000 µs.
    value = float(f"{value:.{digits - 1}e}")
    scale = scale_for(value, unit)
    text = number(value / scale.divisor, digits)
    return f"{text}\u00a0{scale.unit}" if scale.unit else text

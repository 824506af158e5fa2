"""Figures as people read them."""

from __future__ import annotations

import math


def time(ns: float) -> str:
    """A duration with three digits: 1.23 ms, 45.6 s, 3 min 20 s."""
    if not math.isfinite(ns):
        return "unknown"
    for unit, least in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= least * 0.9995:
            value = ns / least
            if unit == "s" and value >= 120:
                return _minutes(round(value))
            return f"{_three(value)} {unit}"
    return f"{ns:.0f} ns"


def _minutes(seconds: int) -> str:
    if seconds >= 7200:
        minutes = round(seconds / 60)
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{seconds // 60} min {seconds % 60} s"


def size(count: float) -> str:
    """Bytes with three digits, in powers of 1000."""
    if not math.isfinite(count):
        return "unknown"
    for unit in ("B", "kB", "MB"):
        if count < 999.5:
            return f"{_three(count)} {unit}"
        count /= 1000
    return f"{_three(count)} GB"


def bits(count: float) -> str:
    """Bits, rounded down: what is asked for is not reached by rounding."""
    return f"{math.floor(count + 1e-9)} bits"


def factor(ratio: float) -> str:
    """A ratio with three digits, never with an exponent: 1.18, 24.6, 1710."""
    return f"{ratio:.3g}" if ratio < 999.5 else f"{ratio:.0f}"


def percent(share: float) -> str:
    """A relative error with its sign."""
    return f"{100 * share:+.1f} %"


def _three(value: float) -> str:
    digits = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{digits}f}"

"""Distributions of secrets and errors in the words of systems under test (docs/protocol.md)."""

from __future__ import annotations

import math
import re

_NUMBER = r"(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
_WIDTH = re.compile(rf"(?:σ|sigma|std|stddev|deviation|gaussian)\s*[=:]?\s*{_NUMBER}")
_WEIGHT = re.compile(rf"(?:weight|\bh)\s*[=:]?\s*{_NUMBER}")
_ETA = re.compile(rf"(?:η|eta|binomial)\s*[=:]?\s*{_NUMBER}")
_ZEROS = re.compile(rf"p\(0\)\s*=\s*{_NUMBER}(?:\s*/\s*{_NUMBER})?")
_TUNIFORM = re.compile(r"tuniform\W*(?:b(?:its)?\s*[=:]?\s*)?(\d{1,2})\b")
_MAX_TUNIFORM, _MAX_ETA = 62, 1 << 20  # as the estimator reads them
_WORDS = 200  # characters of a text that are read


def secret_kind(text: str, dimension: int | None) -> str | None:
    """A distribution of secrets as `ringassay security --secret` spells it; None if it is none."""
    said = text[:_WORDS].lower()
    if "tuniform" in said:
        return _tuniform(said)
    if "binary" in said:
        # A weight or "sparse": nothing that the estimator has.
        return None if "sparse" in said or _WEIGHT.search(said) else "binary"
    if "ternary" in said:
        return _ternary(said, dimension)
    if "uniform" in said:
        return "uniform"
    if "binomial" in said and not _WIDTH.search(said):
        return _binomial(said)
    width = error_width(said)
    return None if width is None else f"gaussian-{width!r}"


def error_width(text: str) -> float | None:
    """The standard deviation that a text names; None if it names none."""
    said = text[:_WORDS].lower()
    if "tuniform" in said:
        found = _TUNIFORM.search(said)
        bits = int(found[1]) if found else _MAX_TUNIFORM + 1
        width = math.sqrt((2.0 ** (2 * bits + 1) + 1.0) / 6.0)
    elif found := _WIDTH.search(said):
        width = float(found[1])
    elif "binomial" in said and (found := _ETA.search(said)):
        width = math.sqrt(float(found[1]) / 2.0)
    else:
        return None
    return width if 0.0 < width < 2.0**60 else None


def _ternary(said: str, dimension: int | None) -> str | None:
    if found := _WEIGHT.search(said):
        return _sparse(float(found[1]), dimension)
    if found := _ZEROS.search(said):
        zeros, of = float(found[1]), float(found[2] or 1.0)
        return f"ternary-{zeros / of!r}" if zeros < of else None
    # Sparse, but not how sparse: nothing to start from.
    return None if "sparse" in said else "ternary"


def _sparse(weight: float, dimension: int | None) -> str | None:
    if dimension is None or not 1.0 <= weight <= dimension:
        return None
    # As dense as a uniform one, or denser: the sparse attacks gain nothing.
    return "ternary" if weight >= 2.0 * dimension / 3.0 else f"sparse-{int(weight)}"


def _tuniform(said: str) -> str | None:
    found = _TUNIFORM.search(said)
    bits = int(found[1]) if found else _MAX_TUNIFORM + 1
    return f"tuniform-{bits}" if bits <= _MAX_TUNIFORM else None


def _binomial(said: str) -> str | None:
    found = _ETA.search(said)
    eta = float(found[1]) if found else 0.0
    return f"binomial-{int(eta)}" if eta == int(eta) and 1.0 <= eta <= _MAX_ETA else None

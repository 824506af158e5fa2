"""Distributions of secrets and errors in the words of systems under test (docs/protocol.md)."""

from __future__ import annotations

import re

from ringassay import _native

_NUMBER = r"(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"
_WIDTH = re.compile(rf"(?:σ|sigma|std|stddev|deviation|gaussian)\s*[=:]?\s*{_NUMBER}")
_WEIGHT = re.compile(rf"(?:weight|\bh)\s*[=:]?\s*{_NUMBER}")
_ETA = re.compile(rf"(?:η|eta|binomial)\s*[=:]?\s*{_NUMBER}")
_ZEROS = re.compile(rf"p\(0\)\s*=\s*{_NUMBER}(?:\s*/\s*{_NUMBER})?")
_TUNIFORM = re.compile(r"tuniform\W*(?:b(?:its)?\s*[=:]?\s*)?(\d{1,2})\b")
_WORDS = 200  # characters of a text that are read


def secret_kind(text: str, dimension: int | None) -> str | None:
    """A distribution of secrets as `ringassay security --secret` spells it; None if it is none."""
    said = text[:_WORDS].lower()
    if "binary" in said:
        # A weight or "sparse": nothing that the estimator has.
        return None if "sparse" in said or _WEIGHT.search(said) else "binary"
    if "ternary" in said:
        return _ternary(said, dimension)
    if "uniform" in said and "tuniform" not in said:
        return "uniform"
    kind = _error_kind(said)
    return kind if _width(kind) is not None else None


def error_width(text: str) -> float | None:
    """The standard deviation that a text names; None if it names none."""
    return _width(_error_kind(text[:_WORDS].lower()))


def _width(kind: str | None) -> float | None:
    """None for what the estimator does not read, parameters out of range included."""
    try:
        return None if kind is None else _native.error_std_of(kind)
    except ValueError:
        return None


def _error_kind(said: str) -> str | None:
    """A distribution that secrets and errors may have, as the estimator spells it."""
    if "tuniform" in said:
        found = _TUNIFORM.search(said)
        return f"tuniform-{found[1]}" if found else None
    if found := _WIDTH.search(said):
        return f"gaussian-{found[1]}"
    found = _ETA.search(said) if "binomial" in said else None
    return f"binomial-{found[1]}" if found else None


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

"""Canonical text: one spelling per value, so that equal content has equal hashes everywhere."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal


def clean_text(value: str, limit: int | None = None) -> str:
    """`value` as every database can hold it.

    NUL and lone surrogates, which PostgreSQL refuses and a hostile SUT may send, become
    U+FFFD; the result is cut to `limit` characters.
    """
    text = value if limit is None else value[:limit]
    if text.isascii() and "\x00" not in text:
        return text
    text = text.replace("\x00", "\ufffd")
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


MAX_DIGITS = 1_000_000

_LEAVES = frozenset({str, int, bool, float, type(None)})
"""Types of which all values, or all that are finite, are JSON's own."""

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
)


def _plain(value: object) -> object:
    """`value` in JSON's own types; whatever JSON cannot spell becomes text, or null."""
    plain: object
    match value:
        case Mapping():
            plain = {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            plain = [_plain(item) for item in value]
        case float():
            plain = value if math.isfinite(value) else None
        case Decimal():
            plain = decimal_text(value)
        case None | bool() | int() | str():
            plain = value
        case _:
            plain = str(value)
    return plain


def _is_flat(value: dict[object, object]) -> bool:
    return {str}.issuperset(map(type, value)) and _LEAVES.issuperset(map(type, value.values()))


def canonical_json(value: object) -> str:
    """JSON in one spelling: sorted keys, no spaces, ASCII, decimals as text, NaN as null."""
    if type(value) is dict and _is_flat(value):
        # A row, as it nearly always is: nothing to convert.
        with suppress(ValueError):  # a float that is not finite
            return _ENCODER.encode(value)
    return _ENCODER.encode(_plain(value))


def decimal_text(value: Decimal) -> str:
    """The shortest plain decimal: `4.0` and `4.00` are `4`, never an exponent.

    Raises `ValueError` for a number of more than a million digits, most of them zeros.
    """
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and max(abs(exponent), abs(value.adjusted())) > MAX_DIGITS:
        raise ValueError(f"{value:.10e} is too large or too small to be written out")
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def sha256_hex(data: bytes) -> str:
    """SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()

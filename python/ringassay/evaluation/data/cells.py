"""Cells of a table as values of a space: numbers, texts, missing ones; what is wrong, and where."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.data.signature import Signature
from ringassay.evaluation.suite import SuiteError

_REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"[+-]?[0-9]+(?:\.0*)?")
_MISSING = {"", "na", "n/a", "nan", "null", "none", "<na>"}
_BITS = {"true": 1, "false": 0}
_EXACT = 1 << 53
"""Beyond it a double is no longer a certain whole number."""


class _Missing(Exception):  # noqa: N818
    """No value at all."""


def values_of(
    cells: NDArray[Any], takes: Signature, place: Any, names: list[str], path: str
) -> NDArray[Any]:
    """Cells, a row of an input each, as values. Raises `SuiteError` for the first that is none:
    `place` says where a row is, `names` are those of the columns of `cells`."""
    found = _numbers(cells, takes.space) if cells.dtype.kind in "biufc" else None
    if found is None:
        found = _one_by_one(cells, takes, place, names, path)
    bad = takes.unfit(found)
    if bad.any():
        row, column = (int(at[0]) for at in np.nonzero(bad))
        value = cells[row, column]
        where = f"{path}: {place(row)}, column {names[column]}"
        if found.dtype.kind in "fc" and np.isnan(found[row, column]):
            raise SuiteError(f"{where}: a value is missing")
        raise SuiteError(f"{where}: {value} is not {takes.value}{_remedy(takes)}")
    return found


def _remedy(takes: Signature) -> str:
    if takes.bound is None:
        return ""
    return ": scale the column, or state a larger bound"


def _numbers(cells: NDArray[Any], space: str) -> NDArray[Any] | None:
    """Numbers all at once; None where one has to be looked at by itself."""
    kind = cells.dtype.kind
    if space == "complex":
        return cells.astype(np.complex128)
    if space == "real":
        return None if kind == "c" else cells.astype(np.float64)
    if kind in "bi" or (kind == "u" and not (cells > np.iinfo(np.int64).max).any()):
        return cells.astype(np.int64)
    if kind == "f" and (np.abs(cells) < _EXACT).all() and (cells == np.floor(cells)).all():
        return cells.astype(np.int64)
    return None


def _one_by_one(
    cells: NDArray[Any], takes: Signature, place: Any, names: list[str], path: str
) -> NDArray[Any]:
    found = np.empty(cells.shape, takes.dtype)
    for row, entries in enumerate(cells.tolist()):
        for column, cell in enumerate(entries):
            try:
                found[row, column] = _value(cell, takes.space)
            except _Missing:
                where = f"{path}: {place(row)}, column {names[column]}"
                raise SuiteError(f"{where}: a value is missing") from None
            except (ValueError, OverflowError):
                where = f"{path}: {place(row)}, column {names[column]}"
                raise SuiteError(f"{where}: {_shown(cell)} is not {takes.value}") from None
    return found


def _shown(cell: Any) -> str:
    text = repr(cell) if isinstance(cell, str) else str(cell)
    return text if len(text) <= 60 else text[:60] + "…"


def _value(cell: Any, space: str) -> Any:
    if isinstance(cell, str):
        return _of_text(cell.strip(), space)
    if isinstance(cell, bytes):
        return _of_text(cell.decode("utf-8", "replace").strip(), space)
    # Pandas' own kinds of nothing first: compared with anything, they refuse to say.
    if cell is None or type(cell).__name__ in ("NAType", "NaTType") or cell != cell:  # noqa: PLR0124
        raise _Missing
    if isinstance(cell, (bool, np.bool_)):
        return int(cell)
    if not isinstance(cell, (int, float, complex, np.number, Decimal)):
        raise ValueError(cell)
    if space == "complex":
        return complex(cell)
    if isinstance(cell, (complex, np.complexfloating)):
        raise ValueError(cell)
    if space == "real":
        return float(cell)
    whole = int(cell)
    if whole != cell or (isinstance(cell, float) and abs(whole) >= _EXACT):
        raise ValueError(cell)
    return whole


def _of_text(text: str, space: str) -> Any:
    if text.lower() in _MISSING:
        raise _Missing
    if space == "complex":
        return _complex(text)
    if space == "real":
        if not _REAL.fullmatch(text):
            raise ValueError(text)
        return float(text)
    if text.lower() in _BITS:
        return _BITS[text.lower()]
    if not _WHOLE.fullmatch(text):
        raise ValueError(text)
    return int(text.split(".", maxsplit=1)[0])


def _complex(text: str) -> complex:
    """`0.5-1i`, as docs/formats.md writes it, or as Python does: `(0.5-1j)`."""
    body = text.removeprefix("(").removesuffix(")").replace("i", "j").replace(" ", "")
    if not re.fullmatch(r"[0-9eE+.j-]+", body):
        raise ValueError(text)
    return complex(body)

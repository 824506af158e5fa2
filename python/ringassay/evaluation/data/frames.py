"""Answers as data frames and as files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.data.answers import Answers
from ringassay.evaluation.suite import SuiteError
from ringassay.files import replacing
from ringassay.store.figures import CASE_STEPS

if TYPE_CHECKING:
    import pandas as pd

FORMS = (".csv", ".npy", ".parquet")
"""How the names of files of answers end."""


def frame(found: Sequence[Answers], index: Sequence[Any] | None = None) -> pd.DataFrame:
    """A row for each input and system: `row`, `system`, `answer`, `expected`, `error`, `outcome`,
    the milliseconds of each step, and `rows_in_ciphertext`, which shared them.

    An answer of several entries is an array, its error the largest. With several computations
    `computation` says of which; `index` are the names of rows.
    """
    import pandas as pd  # noqa: PLC0415

    parts = []
    places: list[tuple[int, int, int]] = []
    for number_, one in enumerate(found):
        labels = range(one.rows) if index is None else index
        for at, (sut, system) in enumerate(one.systems.items()):
            places += [(number_, row, at) for row in range(one.rows)]
            columns: dict[str, Any] = {
                **({"computation": one.name} if len(found) > 1 else {}),
                "row": labels,
                "system": sut,
                "answer": _cells(one, system.answer, system.known),
                "expected": _cells(one, one.expected, np.ones(one.rows, bool)),
                "error": np.where(system.known, _largest(system.error), np.nan),
                "outcome": system.outcome,
            }
            for number, step in enumerate(CASE_STEPS):
                columns[f"{step}_ms"] = system.wall_ns[:, number] / 1e6
            parts.append(pd.DataFrame({**columns, "rows_in_ciphertext": one.pack}))
    whole = pd.concat(parts, ignore_index=True)
    # In the order of rows, whatever they are called.
    order = sorted(range(len(whole)), key=places.__getitem__)
    return whole.iloc[order].reset_index(drop=True)


def _largest(errors: NDArray[Any]) -> NDArray[Any]:
    largest: NDArray[Any] = errors.max(axis=1)
    return largest


def _cells(one: Answers, values: NDArray[Any], known: NDArray[np.bool_]) -> Any:
    """A number in each cell, or an array."""
    import pandas as pd  # noqa: PLC0415

    if values.shape[1] > 1:
        cells = np.empty(len(values), object)
        for row, value in enumerate(values):
            cells[row] = value if known[row] else None
        return cells
    single = values[:, 0]
    if one.space in ("real", "complex"):
        return np.where(known, single, np.nan)
    return pd.array(single, dtype="Int64").copy() if known.all() else _masked(single, known)


def _masked(values: NDArray[Any], known: NDArray[np.bool_]) -> Any:
    import pandas as pd  # noqa: PLC0415

    return pd.arrays.IntegerArray(values.astype(np.int64), ~known)


def table(found: Sequence[Answers]) -> pd.DataFrame:
    """A line for each entry of each answer: `row`, the expected value, and for each system its
    answer, its error and its outcome. `computation`, `output` and `entry` stand where there are
    several; real and imaginary parts are two columns."""
    import pandas as pd  # noqa: PLC0415

    return pd.concat([_lines(one, many=len(found) > 1) for one in found], ignore_index=True)


def _lines(one: Answers, *, many: bool) -> pd.DataFrame:
    import pandas as pd  # noqa: PLC0415

    width = sum(one.entries)
    columns: dict[str, Any] = {"computation": one.name} if many else {}
    columns["row"] = np.repeat(np.arange(one.rows), width)
    outputs, entries = np.array(one.labels).T
    if len(one.entries) > 1:
        columns["output"] = np.tile(outputs, one.rows)
    if max(one.entries) > 1:
        columns["entry"] = np.tile(entries, one.rows)
    columns |= _parts("expected", one, one.expected, np.ones(one.rows, bool))
    for sut, system in one.systems.items():
        columns |= _parts(sut, one, system.answer, system.known)
        columns[f"{sut} error"] = np.where(
            np.repeat(system.known, width), system.error.ravel(), np.nan
        )
        columns[f"{sut} outcome"] = np.repeat(np.array(system.outcome, object), width)
    return pd.DataFrame(columns)


def _parts(name: str, one: Answers, values: NDArray[Any], known: NDArray[np.bool_]) -> Any:
    each = np.repeat(known, values.shape[1])
    flat = values.ravel()
    if one.space == "complex":
        parts = {f"{name} re": flat.real, f"{name} im": flat.imag}
        return {label: np.where(each, part, np.nan) for label, part in parts.items()}
    if one.space == "real":
        return {name: np.where(each, flat, np.nan)}
    return {name: _masked(flat, each)}


def check_output(path: Path) -> None:
    """Refuses a file that answers could not be written to. Raises `SuiteError`."""
    if path.suffix.lower() not in FORMS:
        raise SuiteError(f"{path}: answers are written to files that end in {', '.join(FORMS)}")
    folder = path.absolute().parent
    if path.is_dir():
        raise SuiteError(f"{path} is a folder: name a file in it")
    if not folder.is_dir():
        raise SuiteError(f"{path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise SuiteError(f"{path}: the folder {folder} cannot be written to")


def write(found: Sequence[Answers], path: Path) -> None:
    """Writes the table of answers; nobody sees half a file. Raises `SuiteError` and `OSError`."""
    check_output(path)
    lines = table(found)
    with replacing(path) as partial:
        if path.suffix.lower() == ".csv":
            lines.to_csv(partial, index=False, lineterminator="\n")
        elif path.suffix.lower() == ".parquet":
            lines.to_parquet(partial, index=False)
        else:
            with partial.open("wb") as file:
                np.save(file, records(lines), allow_pickle=False)


def records(lines: pd.DataFrame) -> NDArray[Any]:
    """The table as an array of records, whose fields are the columns: a whole number that is
    missing is -1."""
    columns: dict[str, NDArray[Any]] = {}
    for name in lines.columns:
        column = lines[name]
        if str(column.dtype) in ("object", "string", "str"):
            columns[name] = column.to_numpy().astype(str)
        elif str(column.dtype) == "Int64":
            columns[name] = column.fillna(-1).to_numpy(np.int64)
        else:
            columns[name] = column.to_numpy()
    found = np.empty(len(lines), [(name, column.dtype) for name, column in columns.items()])
    for name, values in columns.items():
        found[name] = values
    return found

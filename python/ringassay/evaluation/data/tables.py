"""Rows from files: CSV, NPY, NPZ, Parquet, JSON lines.

A reader yields blocks of rows, so that memory stays within a block and what is kept of it, and
reads nothing that could be executed: no pickles. Cells are as they stand; `cells` reads them.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.given import INPUT_BYTES
from ringassay.evaluation.suite import SuiteError
from ringassay.files import open_file

_BLOCK = 4096
"""Rows of a block."""
_LINE_BYTES = 16 << 20
"""The longest line of JSON lines: the limit of docs/formats.md for a line over numbers."""


@dataclass(frozen=True)
class Block:
    """Some rows of a table, column by column."""

    columns: Mapping[str, NDArray[Any]]
    """The entries of each cell in a row of an array: one of a number, k of a list of k."""
    first: int
    """The number of the first row, counted from 0."""
    named: bool = True
    """Whether columns have names of their own, not only positions."""
    lines: Sequence[int] | None = None
    """The line of each row in a file of text."""

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(next(iter(self.columns.values()), ()))

    def place(self, row: int) -> str:
        """Where a row of the block is, in words."""
        line = "" if self.lines is None else f" (line {self.lines[row]})"
        return f"row {self.first + row}{line}"


def blocks(path: str, most: int | None = None) -> Iterator[Block]:
    """The rows of a file, at most the first `most`. Raises `SuiteError`."""
    reader = {
        ".csv": _csv,
        ".tsv": _csv,
        ".npy": _npy,
        ".npz": _npz,
        ".parquet": _parquet,
    }.get(Path(path).suffix.lower(), _json_lines)
    left = most
    try:
        size = Path(path).stat().st_size
        if size > INPUT_BYTES:
            raise SuiteError(f"{path}: larger than {INPUT_BYTES} bytes, the most it may have")
        for block in reader(path):
            if left is None:
                yield block
                continue
            if left < block.rows:
                block = _cut(block, left)  # noqa: PLW2901
            if block.rows:
                yield block
            left -= block.rows
            if not left:
                return
    except OSError as problem:
        raise SuiteError(f"{path}: cannot be read ({problem.strerror or problem})") from None


def _cut(block: Block, rows: int) -> Block:
    columns = {name: column[:rows] for name, column in block.columns.items()}
    return Block(columns, block.first, block.named, block.lines)


def array_blocks(arrays: Mapping[str, NDArray[Any]], path: str, *, named: bool) -> Iterator[Block]:
    """The rows of arrays: the first axis counts rows, the others entries. Raises `SuiteError`."""
    counts = {name: array.shape[0] if array.ndim else 0 for name, array in arrays.items()}
    for name, array in arrays.items():
        if not array.ndim:
            raise SuiteError(
                f"{path}: {name or 'it'} is a single number: the first axis counts rows"
            )
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{name} has {count}" for name, count in counts.items())
        raise SuiteError(f"{path}: arrays of different numbers of rows: {told}")
    for first in range(0, max(counts.values(), default=0), _BLOCK):
        yield Block(
            {name: _flat(a[first : first + _BLOCK]) for name, a in arrays.items()}, first, named
        )


def _flat(array: NDArray[Any]) -> NDArray[Any]:
    return array.reshape(len(array), -1)


def _npy(path: str) -> Iterator[Block]:
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise SuiteError(f"{path}: not an array of numbers ({error})") from None
    if array.dtype.names:
        yield from array_blocks({name: array[name] for name in array.dtype.names}, path, named=True)
        return
    yield from array_blocks({"": array}, path, named=False)


def _npz(path: str) -> Iterator[Block]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(one.file_size for one in archive.infolist()) > INPUT_BYTES:
                raise SuiteError(f"{path}: its arrays take more than {INPUT_BYTES} bytes")
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: np.asarray(found[name]) for name in found.files}
    except (ValueError, EOFError, zipfile.BadZipFile, NotImplementedError) as error:
        raise SuiteError(f"{path}: not arrays of numbers ({error})") from None
    if list(arrays) == ["arr_0"]:
        yield from array_blocks({"": arrays["arr_0"]}, path, named=False)
    else:
        yield from array_blocks(arrays, path, named=True)


def _parquet(path: str) -> Iterator[Block]:
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    try:
        with parquet.ParquetFile(path) as file:
            groups = range(file.metadata.num_row_groups)
            size = sum(file.metadata.row_group(group).total_byte_size for group in groups)
            if size > INPUT_BYTES:
                raise SuiteError(f"{path}: its columns take more than {INPUT_BYTES} bytes")
            names = [one for one in file.schema_arrow.names if not one.startswith("__index_level_")]
            if len(set(names)) < len(names):
                raise SuiteError(f"{path}: two columns have one name")
            first = 0
            for batch in file.iter_batches(_BLOCK, columns=names):
                columns = {
                    name: _arrow(batch.column(name), f"{path}: column {name}", first)
                    for name in names
                }
                yield Block(columns, first)
                first += batch.num_rows
    except pa.ArrowException as error:
        raise SuiteError(f"{path}: not a Parquet file that can be read ({error})") from None


def _arrow(column: Any, what: str, first: int) -> NDArray[Any]:
    import pyarrow as pa  # noqa: PLC0415

    rows = len(column)
    while (
        pa.types.is_list(column.type)
        or pa.types.is_large_list(column.type)
        or (pa.types.is_fixed_size_list(column.type))
    ):
        lengths = np.asarray(column.value_lengths().to_numpy(zero_copy_only=False), float)
        if len(lengths) and not (lengths == lengths[0]).all():
            row = int(np.argmax(lengths != lengths[0])) * rows // len(lengths)
            if np.isnan(lengths).any():
                row = int(np.argmax(np.isnan(lengths))) * rows // len(lengths)
                raise SuiteError(f"{what}, row {first + row}: a value is missing")
            raise SuiteError(f"{what}, row {first + row}: another number of entries than before")
        column = column.flatten()
    values: NDArray[Any] = column.to_numpy(zero_copy_only=False)
    return values.reshape(rows, -1) if rows else values.reshape(0, 1)


def _csv(path: str) -> Iterator[Block]:
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        try:
            first_line = file.readline()
            file.seek(0)
            lines = csv.reader(file, delimiter=_delimiter(path, first_line), strict=True)
            yield from _csv_blocks(path, lines)
        except UnicodeDecodeError:
            raise SuiteError(f"{path}: not UTF-8 text") from None
        except csv.Error as error:
            raise SuiteError(f"{path}: line {lines.line_num}: {error}") from None


def _delimiter(path: str, line: str) -> str:
    """What separates cells: tabs in `.tsv`, else whichever there is most of in the first line."""
    if path.lower().endswith(".tsv"):
        return "\t"
    outside = "".join(line.split('"')[::2])
    return max(",;\t", key=outside.count)


def _csv_blocks(path: str, lines: Any) -> Iterator[Block]:
    rows: list[list[str]] = []
    numbers: list[int] = []
    names: list[str] = []
    named, first = True, 0
    for cells in lines:
        if not cells:
            continue
        if not names:
            named = not all(map(_is_value, cells))
            names = [cell.strip() for cell in cells]
            if not named:
                names = [f"column {number}" for number in range(len(cells))]
            if len(set(names)) < len(names):
                twice = next(name for name in names if names.count(name) > 1)
                raise SuiteError(f"{path}: line 1: two columns are called {twice!r}")
            if named:
                continue
        if len(cells) != len(names):
            raise SuiteError(
                f"{path}: row {first + len(rows)} (line {lines.line_num}): {len(cells)} cells, "
                f"where there are {len(names)} columns"
            )
        rows.append(cells)
        numbers.append(lines.line_num)
        if len(rows) == _BLOCK:
            yield _text_block(path, names, rows, numbers, first, named=named)
            first += len(rows)
            rows, numbers = [], []
    if rows:
        yield _text_block(path, names, rows, numbers, first, named=named)


def _is_value(cell: str) -> bool:
    """Whether a cell of the first line is data: then there are no names."""
    text = cell.strip().lower()
    if text.startswith("[") or text in ("true", "false"):
        return True
    try:
        complex(text.replace("i", "j"))
    except ValueError:
        return False
    return True


def _text_block(
    path: str,
    names: list[str],
    rows: list[list[str]],
    lines: list[int],
    first: int,
    *,
    named: bool,
) -> Block:
    block = Block({}, first, named, lines)
    columns = {}
    for number, name in enumerate(names):
        # What pandas writes before the first column, unless it is told not to.
        if not (name or number) and named:
            continue
        cells = [_listed(row[number]) for row in rows]
        columns[name] = _column(cells, lambda row, name=name: _uneven(path, block, row, name))
    return Block(columns, first, named, lines)


def _listed(cell: str) -> list[str]:
    text = cell.strip()
    if text.startswith("[") and text.endswith("]"):
        return [one.strip() for one in text[1:-1].replace(",", " ").split()]
    return [text]


def _column(cells: list[list[Any]], uneven: Any) -> NDArray[Any]:
    """Cells with the same number of entries each, as an array of objects."""
    lengths = {len(cell) for cell in cells}
    if len(lengths) > 1:
        uneven(next(row for row, cell in enumerate(cells) if len(cell) != len(cells[0])))
    array = np.empty((len(cells), next(iter(lengths), 1)), object)
    array[:] = cells
    return array


def _uneven(path: str, block: Block, row: int, name: str) -> NoReturn:
    raise SuiteError(
        f"{path}: {block.place(row)}, column {name}: another number of entries than in row "
        f"{block.first}"
    )


def _json_lines(path: str) -> Iterator[Block]:
    rows: list[Mapping[str, Any]] = []
    lines: list[int] = []
    named, first = True, 0
    with open_file(Path(path)) as file:
        number = 0
        while line := file.readline(_LINE_BYTES + 1):
            number += 1
            where = f"{path}: row {first + len(rows)} (line {number})"
            if len(line) > _LINE_BYTES:
                raise SuiteError(f"{where}: longer than {_LINE_BYTES} bytes")
            if not line.strip():
                continue
            row, has_names = _json_row(line, where)
            if first + len(rows) == 0:
                named, names = has_names, set(row)
            if set(row) != names or has_names is not named:
                raise SuiteError(
                    f"{where}: has {', '.join(sorted(row)) or 'nothing'}, where row 0 has "
                    f"{', '.join(sorted(names)) or 'no names'}"
                )
            rows.append(row)
            lines.append(number)
            if len(rows) == _BLOCK:
                yield _json_block(path, rows, lines, first, named=named)
                first += len(rows)
                rows, lines = [], []
    if rows:
        yield _json_block(path, rows, lines, first, named=named)


def _json_row(line: bytes, where: str) -> tuple[Mapping[str, Any], bool]:
    def no_number(text: str) -> NoReturn:
        raise ValueError(f"{text} is no number of JSON")

    try:
        row = json.loads(line.removeprefix(b"\xef\xbb\xbf"), parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise SuiteError(f"{where}: not JSON: {error}") from None
    if isinstance(row, dict):
        return row, True
    return {"": row}, False


def _json_block(
    path: str, rows: list[Mapping[str, Any]], lines: list[int], first: int, *, named: bool
) -> Block:
    block = Block({}, first, named, lines)
    columns = {
        name: _column(
            [flat(row[name]) for row in rows],
            lambda row, name=name: _uneven(path, block, row, name or "of the list"),
        )
        for name in rows[0]
    }
    return Block(columns, first, named, lines)


def flat(value: Any) -> list[Any]:
    """The entries of a cell: of a list, or list of lists, one after another."""
    if isinstance(value, np.ndarray):
        return list(value.ravel())
    if not isinstance(value, (list, tuple)):
        return [value]
    return [entry for one in value for entry in (flat(one) if isinstance(one, list) else [one])]

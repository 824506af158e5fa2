"""CSV and Parquet: a directory with one file per frame, equal to what `load` returned."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from ringassay.files import replacing
from ringassay.store.errors import StoreIOError, StoreLocationError
from ringassay.store.frames import FRAMES, RunData

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
"""First characters that make a spreadsheet execute a cell, and the one that prevents it."""

_ESCAPE = "\u241b"
_CONTROL = re.compile(f"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f{_ESCAPE}]")
_ESCAPED = re.compile(f"{_ESCAPE}({_ESCAPE}|[0-9a-f]{{2}})")
"""A control character may be an order to the terminal that a file is shown in."""


def export_csv(data: RunData, directory: str | Path) -> list[Path]:
    """Writes `<frame>.csv`; returns the paths.

    UTF-8, comma, line feed; text is quoted, a missing value is empty. Text that a spreadsheet
    would take for a formula, and empty text outside `stage`, gets a leading apostrophe; a control
    character but tabs and line feeds becomes U+241B with two hexadecimal digits, that character
    itself is doubled. `import_csv` undoes both.
    """

    def write(frame: pd.DataFrame, path: Path) -> None:
        guarded = frame.copy()
        for column in _text_columns(frame):
            if column == "stage":
                continue
            guarded[column] = frame[column].map(_guard, na_action="ignore").astype("string")
        guarded.to_csv(
            path, index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n", encoding="utf-8"
        )

    return _export(data, Path(directory), ".csv", write)


def export_parquet(data: RunData, directory: str | Path) -> list[Path]:
    """Writes `<frame>.parquet` (zstd); returns the paths."""

    def write(frame: pd.DataFrame, path: Path) -> None:
        frame.to_parquet(path, index=False, compression="zstd")

    return _export(data, Path(directory), ".parquet", write)


def import_csv(directory: str | Path) -> RunData:
    """Reads what `export_csv` wrote."""

    def read(path: Path, types: dict[str, str]) -> pd.DataFrame:
        frame = pd.read_csv(
            path,
            dtype=types,
            keep_default_na=False,
            na_values={column: [""] for column in types},
            encoding="utf-8",
            lineterminator="\n",
        )
        for column in _text_columns(frame):
            frame[column] = frame[column].map(_unguard, na_action="ignore").astype("string")
        if "stage" in frame:  # the one column where empty is the usual value
            frame["stage"] = frame["stage"].fillna("")
        return frame

    return _import(Path(directory), ".csv", read)


def import_parquet(directory: str | Path) -> RunData:
    """Reads what `export_parquet` wrote."""

    def read(path: Path, types: dict[str, str]) -> pd.DataFrame:
        frame = pd.read_parquet(path)
        return frame.astype({c: kind for c, kind in types.items() if c in frame})

    return _import(Path(directory), ".parquet", read)


def _export(
    data: RunData,
    directory: Path,
    suffix: str,
    write: Callable[[pd.DataFrame, Path], None],
) -> list[Path]:
    written = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, frame in data.frames().items():
            path = directory / f"{name}{suffix}"
            with replacing(path) as partial:
                write(frame, partial)
            written.append(path)
    except OSError as error:
        raise StoreIOError(f"cannot export to {directory}: {error}") from error
    return written


def _import(
    directory: Path, suffix: str, read: Callable[[Path, dict[str, str]], pd.DataFrame]
) -> RunData:
    frames = {}
    for name, types in FRAMES.items():
        path = directory / f"{name}{suffix}"
        if not path.is_file():
            raise StoreLocationError(f"{path} is missing: {directory} is not a complete export")
        frames[name] = read(path, types)[list(types)]
    return RunData(**frames, damaged=())


def _text_columns(frame: pd.DataFrame) -> list[str]:
    return [column for column in frame.columns if frame[column].dtype == "string"]


def _guard(text: str) -> str:
    text = _CONTROL.sub(_written, text)
    return f"'{text}" if not text or text.startswith(_FORMULA) else text


def _unguard(text: str) -> str:
    return _ESCAPED.sub(_meant, text[1:] if text.startswith("'") else text)


def _written(found: re.Match[str]) -> str:
    return _ESCAPE * 2 if found.group() == _ESCAPE else f"{_ESCAPE}{ord(found.group()):02x}"


def _meant(found: re.Match[str]) -> str:
    return _ESCAPE if found.group(1) == _ESCAPE else chr(int(found.group(1), 16))

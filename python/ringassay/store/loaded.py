"""Frames of large runs as they were loaded before: read again instead of made again from the rows.

They lie in `$XDG_CACHE_HOME/ringassay/loaded`, else below `~/.cache`, for the user alone, as Arrow
tables under the digest of the database's files and the names of the runs: what was altered after it
was read has another digest and is read and checked anew. Each file begins with the digest of the
rest, and one that does not match is not read. Forgetting costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pandas as pd

from ringassay.store.frames import FRAMES
from ringassay.store.remembered import digest_of, folder

FORM = "1"
"""Changed with what loading makes of rows: frames of before are not read any more."""
LEAST = 5_000
"""Evaluations below which loading takes no time worth a file."""
MOST = 8
"""Files that are kept; the oldest go."""
MOST_BYTES = 1 << 28
"""Of a file."""

_DIGEST = hashlib.sha256().digest_size
_LENGTH = 8


def key_of(files: str | None, runs: Sequence[str]) -> str | None:
    """Under which frames of these runs are kept; None where the store is no file."""
    if files is None:
        return None
    return digest_of(
        FORM.encode(), json.dumps(FRAMES).encode(), files.encode(), *map(str.encode, runs)
    )


def recall(key: str | None) -> dict[str, pd.DataFrame] | None:
    """The frames kept under this key, if they are whole."""
    if key is None:
        return None
    path = _folder() / key
    try:
        content = memoryview(path.read_bytes())
    except (OSError, RuntimeError):  # not there, or no folder to look in
        return None
    if hashlib.sha256(content[_DIGEST:]).digest() != bytes(content[:_DIGEST]):
        return None
    with suppress(OSError):
        os.utime(path)  # the newest is what was used last
    frames, at = {}, _DIGEST
    for name in FRAMES:
        end = at + _LENGTH + int.from_bytes(content[at : at + _LENGTH], "big")
        frames[name] = _frame(name, content[at + _LENGTH : end])
        at = end
    return frames


def keep(key: str | None, frames: Mapping[str, pd.DataFrame]) -> None:
    """Keeps frames of runs that have ended; where that is impossible, nothing happens."""
    if key is None or len(frames["evaluations"]) < LEAST:
        return
    parts = [_bytes(frames[name]) for name in FRAMES]
    content = b"".join(len(part).to_bytes(_LENGTH, "big") + part for part in parts)
    if len(content) > MOST_BYTES:
        return
    with suppress(OSError, RuntimeError):
        where = _folder()
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = where / f".{key}-{os.getpid()}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:  # noqa: PTH123
            out.write(hashlib.sha256(content).digest())
            out.write(content)
        draft.replace(where / key)
        kept = sorted(where.iterdir(), key=lambda path: path.stat().st_mtime)
        for path in kept[:-MOST]:
            path.unlink(missing_ok=True)


def _folder() -> Path:
    return folder().with_name("loaded")


def _bytes(frame: pd.DataFrame) -> bytes:
    """A frame as an Arrow file."""
    import pyarrow as pa  # noqa: PLC0415 (a quarter of a second for stores that need none of it)

    table = pa.Table.from_pandas(frame, preserve_index=False)
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_file(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _frame(name: str, content: memoryview) -> pd.DataFrame:
    import pyarrow as pa  # noqa: PLC0415

    table = pa.ipc.open_file(pa.py_buffer(content)).read_all()
    kinds = {kind: pd.api.types.pandas_dtype(kind) for kind in FRAMES[name].values()}
    arrays = {
        column: kinds[kind].__from_arrow__(table.column(column))  # type: ignore[union-attr]
        for column, kind in FRAMES[name].items()
    }
    return pd.DataFrame(arrays, copy=False)

"""The results of an exploration: every point with what is known of it."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.errors import UserError
from ringassay.explore.app import App, Block
from ringassay.explore.grid import chunks, columns
from ringassay.explore.ports import Columns

if TYPE_CHECKING:
    import pandas as pd

    from ringassay._native import Facts
    from ringassay.notebook import Plot

MAX_CHUNK_BYTES = 1 << 28
"""Columns of one chunk, unpacked, at most: what is stored is not trusted."""


COLUMNS = {
    "n": np.uint32,
    "log2_q": np.float64,
    "log2_w": np.float64,
    "t": np.uint64,
    "secret": np.int32,
    "depth": np.int32,
    "attack_status": np.uint8,
    "digits": np.uint32,
} | dict.fromkeys(
    (
        "security_bits",
        "log2_failure",
        "ring_products",
        "ciphertext_bytes",
        "key_bytes",
        "data_bytes",
        "wall_ns",
        "peak_bytes",
    ),
    np.float64,
)
"""The columns that every block has, for one without points."""


POINTS = frozenset({"n", "log2_q", "log2_w", "t", "secret"})
"""Columns that say which points these are; no chunk has them."""
ASSESSED = frozenset(COLUMNS) - POINTS
"""Columns of a chunk."""


def pack(found: Columns) -> bytes:
    """Columns as bytes; equal columns give equal bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **{name: found[name] for name in sorted(found)})  # type: ignore[arg-type]
    return buffer.getvalue()


class ChunkError(UserError, ValueError):
    """A stored chunk that no exploration writes; the message says what is wrong with it."""


def unpack(data: bytes) -> Columns:
    """The columns behind `pack`; executes nothing that stands in them. Raises `ChunkError`."""
    try:
        found = _unpack(data)
    except (ValueError, KeyError, RuntimeError, OSError, EOFError, NotImplementedError,
            zipfile.BadZipFile, zlib.error) as error:  # fmt: skip
        raise ChunkError(f"its columns cannot be read: {error}") from error
    for name, column in found.items():
        if column.ndim != 1 or column.dtype.kind not in "iufb":
            raise ChunkError(f"its column {name} holds no numbers")
    missing = sorted(ASSESSED - found.keys())
    if missing:
        raise ChunkError(f"it lacks the columns {', '.join(missing)}")
    for name in ASSESSED:
        # Real columns have NaN where nothing is known of a point.
        if np.issubdtype(COLUMNS[name], np.integer) and found[name].dtype.kind not in "iu":
            raise ChunkError(f"its column {name} holds no whole numbers")
    return found


def _unpack(data: bytes) -> Columns:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MAX_CHUNK_BYTES:
            raise ValueError(f"a chunk of more than {MAX_CHUNK_BYTES} bytes")
    with np.load(io.BytesIO(data), allow_pickle=False) as loaded:
        return {name: loaded[name] for name in loaded.files}


@dataclass(frozen=True)
class BlockResults:
    """The points of one block, parameters first."""

    block: Block
    columns: Columns
    """Beside the columns of `work.assess`: n, log2_q, log2_w, t and secret, an index into the
    block's distributions."""

    def __len__(self) -> int:
        return len(self.columns["depth"])

    def point(self, at: int) -> dict[str, Any]:
        """One point, in Python's own types, secret by name."""
        values = {name: column[at].item() for name, column in self.columns.items()}
        return values | {"secret": self.block.secret[values["secret"]], "block": self.block.name}


@dataclass(frozen=True)
class Explored:
    """A whole exploration."""

    app: App
    facts: Facts
    blocks: tuple[BlockResults, ...]

    @property
    def has_predictions(self) -> bool:
        """Whether times were predicted."""
        return any(np.isfinite(one.columns["wall_ns"]).any() for one in self.blocks)

    def frame(self) -> pd.DataFrame:
        """Every point as a row."""
        import pandas as pd  # noqa: PLC0415

        parts = []
        for one in self.blocks:
            part = pd.DataFrame(one.columns)
            part["secret"] = np.array(one.block.secret)[one.columns["secret"]]
            part.insert(0, "scheme", one.block.scheme)
            part.insert(0, "block", one.block.name)
            parts.append(part)
        return pd.concat(parts, ignore_index=True)

    def plot(self, x: str = "log2_q", y: str = "ring_products") -> Plot:
        """Two columns of all points, a colour for each block. Raises `AppError`."""
        from ringassay.explore import shown  # noqa: PLC0415

        return shown.plot(self, x, y)

    def __repr__(self) -> str:
        """Name and size; the columns are long."""
        points = sum(map(len, self.blocks))
        return f"<exploration {self.app.name}: {points} points in {len(self.blocks)} blocks>"

    def _repr_html_(self) -> str:
        """A row for each block."""
        from ringassay.explore import shown  # noqa: PLC0415

        return shown.explored(self)


def assemble(app: App, facts: Facts, stored: Mapping[int, bytes], chunk_points: int) -> Explored:
    """Puts the chunks of an exploration together. All have to be there."""
    parts: list[list[Columns]] = [[] for _ in app.scheme]
    for chunk in chunks(app, chunk_points):
        block = app.scheme[chunk.block]
        try:
            found = unpack(stored[chunk.number])
        except ChunkError as error:
            raise ChunkError(f"chunk {chunk.number} of the exploration: {error}") from error
        size = chunk.stop - chunk.start
        if any(column.shape != (size,) for column in found.values()):
            raise ChunkError(f"chunk {chunk.number} does not have {size} points")
        secret: NDArray[Any] = np.full(size, block.secret.index(chunk.secret), dtype=np.int32)
        points = columns(block, chunk.start, chunk.stop)
        whole: Columns = {name: np.asarray(column) for name, column in points.items()}
        parts[chunk.block].append(whole | found | {"secret": secret})
    return Explored(
        app,
        facts,
        tuple(
            BlockResults(
                block,
                {name: np.concatenate([one[name] for one in part]) for name in part[0]}
                if part
                else {name: np.zeros(0, dtype) for name, dtype in COLUMNS.items()},
            )
            for block, part in zip(app.scheme, parts, strict=True)
        ),
    )

"""Answers that are right within a tolerance, kept as they were delivered.

Over bits and integers a right answer is the expected one, value for value, and is not kept twice; a
wrong one is the column `got` in every space.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringassay.store.canonical import clean_text, sha256_hex
from ringassay.store.integrity import pack, unpack

ANSWER_KEPT_BYTES = 16 << 20
"""Answers up to this size are kept; of larger ones only what was judged of them."""


@dataclass(frozen=True)
class KeptAnswer:
    """An answer's text, compressed, with its size and hash."""

    answer_zlib: bytes | None = None
    answer_bytes: int | None = None
    answer_hash: str | None = None

    @classmethod
    def of(cls, answer: bytes) -> KeptAnswer:
        """An answer as it is kept, if it is not too large."""
        text = clean_text(answer.decode("utf-8", "replace")).encode("utf-8")
        if len(text) > ANSWER_KEPT_BYTES:
            return cls()
        return cls(pack(text), len(text), sha256_hex(text))


def delivered(row: Mapping[str, Any]) -> str | None:
    """The answer in a row of evaluations; None where none was kept.

    Raises `CorruptStoreError` when it is not what was stored.
    """
    if row["answer_zlib"] is None:
        return None
    what = f"answer of {row['sut']} to input {row['input']} of circuit {row['circuit']}"
    packed, size, content = row["answer_zlib"], row["answer_bytes"], row["answer_hash"]
    return unpack(packed, size or 0, content or "", what).decode("utf-8")

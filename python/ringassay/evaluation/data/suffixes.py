"""Which files are tables, by their names."""

from __future__ import annotations

TABLES = (".csv", ".tsv", ".npy", ".npz", ".parquet", ".jsonl", ".ndjson")
"""How the names of files end that hold rows, an input each (docs/data.md)."""


def is_table(path: str) -> bool:
    """Whether a file holds rows."""
    return path.lower().endswith(TABLES)

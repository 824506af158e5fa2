"""Sizes of keys and ciphertexts (HEtest Tables 6 and 8)."""

from __future__ import annotations

from dataclasses import dataclass

from ringassay.analysis.study import Study, grouped


@dataclass(frozen=True)
class CiphertextSize:
    """Average sizes at one batch size, in bytes.

    `fresh_bytes` is what encryption returned for all input wires, `fresh_per_wire` that divided by
    the number of wires; `evaluated_bytes` is the one result. `bytes_per_bit` is the fresh size per
    bit of plaintext (log2 t bits per slot for integers mod t).
    """

    system: str
    space: str
    security: float
    batch: float
    count: int
    fresh_bytes: float
    fresh_per_wire: float
    evaluated_bytes: float
    bytes_per_bit: float


@dataclass(frozen=True)
class KeySize:
    """Sizes of the public keys for one depth and batch size, in bytes, and the time they took."""

    system: str
    security: float
    depth: float
    batch: float
    count: int
    mean_bytes: float
    min_bytes: float
    max_bytes: float
    median_ns: float


def ciphertext_sizes(study: Study) -> tuple[CiphertextSize, ...]:
    """One row per system, space, security level and batch size."""
    found = []
    for system, part in study.per_system(study.right):
        sized = part[part["fresh_bytes"].notna()]
        for group, rows in grouped(sized, ("space", "security", "batch")):
            found.append(
                CiphertextSize(
                    system=system,
                    **group,
                    count=len(rows),
                    fresh_bytes=float(rows["fresh_bytes"].mean()),
                    fresh_per_wire=float((rows["fresh_bytes"] / rows["width"]).mean()),
                    evaluated_bytes=float(rows["evaluated_bytes"].mean()),
                    bytes_per_bit=float(rows["bytes_per_bit"].mean()),
                )
            )
    return tuple(found)


def key_sizes(study: Study) -> tuple[KeySize, ...]:
    """One row per system, security level, depth and batch size."""
    found = []
    good = study.keys[study.keys["outcome"] == "ok"]
    for system, part in study.per_system(good):
        for group, rows in grouped(part, ("security", "depth", "batch")):
            found.append(
                KeySize(
                    system=system,
                    **group,
                    count=len(rows),
                    mean_bytes=float(rows["key_bytes"].mean()),
                    min_bytes=float(rows["key_bytes"].min()),
                    max_bytes=float(rows["key_bytes"].max()),
                    median_ns=float(rows["wall_ns"].median()),
                )
            )
    return tuple(found)


def not_larger_than_plaintext(study: Study) -> tuple[str, ...]:
    """Systems with a fresh ciphertext that has no more bits than its plaintext: not encrypted.

    A ciphertext of a scheme that resists chosen plaintexts must be longer than the plaintext.
    """
    rows = study.right
    small = rows[rows["fresh_bytes"] * 8.0 <= rows["plain_bits"]]
    return tuple(s for s in study.systems if (small["system"] == s).any())

"""The systems under test whose inside is known."""

from __future__ import annotations

from typing import Literal

ENCRYPTIONS: dict[str, Literal["public", "secret"]] = {
    "ringassay-bgv": "public",
    "ringassay-bgv-secret-key": "secret",
    "ringassay-ckks": "public",
}
"""By name; with which key each of them encrypts."""

REALS = "ringassay-ckks"
"""The one that computes with reals; the others with bits and integers mod t."""

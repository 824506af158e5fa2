"""The plaintext spaces of circuits (docs/formats.md)."""

from __future__ import annotations

APPROXIMATE = ("real", "complex")
"""Those whose answers are judged within a tolerance."""

SPACES = ("gf2", "zt", *APPROXIMATE)
"""All of them."""

"""What tells encrypted values from others, below the files that compute with them."""

from __future__ import annotations


class Encrypted:
    """The base of `Vector`."""

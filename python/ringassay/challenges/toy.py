"""Toys, solved: every secret is tried."""

from __future__ import annotations

from pathlib import Path

from ringassay import _native
from ringassay.challenges.errors import Progress, translated


def solve_toy(
    folder: str | Path,
    instance: int,
    *,
    most: int = 2,
    progress: Progress | None = None,
) -> list[list[int]]:
    """The secrets with which every sample is right, at most `most`; one, if samples determine it.

    Coefficients from 0 to q - 1, in the files' order. Up to degree 8 and 2^24 secrets; raises
    `ChallengeError` above. Nothing that is published beside the instance is read.
    """
    with translated():
        return _native.solve_toy(Path(folder), instance, most, progress)

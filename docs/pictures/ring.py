"""Draws the pictures of docs/ring.md: `python docs/pictures/ring.py [FOLDER]`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import plain
import ring_bases
import ring_errors
import ring_methods
import ring_rader
import ring_ranges
import ring_tensor
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

PICTURES: dict[str, Callable[[], Figure]] = {
    "ring-bases.svg": ring_bases.draw,
    "ring-tensor.svg": ring_tensor.draw,
    "ring-rader.svg": ring_rader.draw,
    "ring-methods.svg": ring_methods.draw,
    "ring-ranges.svg": ring_ranges.draw,
    "ring-errors.svg": ring_errors.draw,
}


def main(folder: Path) -> None:
    """Writes every picture into a folder."""
    with plt.rc_context():
        plt.rcdefaults()
        plt.rcParams.update(plain.STYLE)
        for name, draw in PICTURES.items():
            plain.save(draw(), folder / name)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent / "images")

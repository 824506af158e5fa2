"""What notebooks show of rings and their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay._native import RingError
from ringassay.notebook import Plot, card, facts

if TYPE_CHECKING:
    from ringassay.ring.element import Element
    from ringassay.ring.ring import Ring

SHOWN = 8
"""Coefficients that are shown."""

BASES = {"powerful": "powerful basis", "decoding": "decoding basis", "crt": "CRT basis"}


def ring(shown: Ring) -> str:
    """Index, degree, moduli, how transforms are computed."""
    factors = " · ".join(f"{p}^{e}" if e > 1 else str(p) for p, e in shown.factors)
    rows = [
        ("index m", f"{shown.m} = {factors}" if factors else str(shown.m)),
        ("degree n = φ(m)", shown.n),
        ("Q", f"{shown.q.bit_length()} bits: {', '.join(map(str, shown.moduli))}"),
        ("transforms", "; ".join(shown.transforms)),
        ("instructions", shown.backend),
    ]
    return card(str(shown), "", facts(rows))


def element(shown: Element) -> str:
    """The first coefficients, of a secret element none."""
    note = f"{BASES[shown.basis]}, {shown.ring!r}"
    if shown.secret:
        return card(f"secret element of {shown.ring}", f"{note}: nothing of it is shown")
    residues = shown.residues()
    more = ", …" if shown.ring.n > SHOWN else ""
    rows = [
        (f"mod {q}", ", ".join(map(str, row[:SHOWN])) + more)
        for q, row in zip(shown.ring.moduli, residues.tolist(), strict=True)
    ]
    return card(f"element of {shown.ring}", note, facts(rows))


def plot(shown: Element) -> Plot:
    """The integers behind the coefficients."""
    if shown.secret:
        raise RingError("a secret element is not drawn: `x.public()` declares it public")
    basis = BASES["powerful" if shown.basis == "crt" else shown.basis]
    drawn = Plot(f"{shown.ring}, {basis}", "coefficient", "integer in (-Q/2, Q/2]")
    drawn.axes.plot([float(value) for value in shown.lift()], ".", markersize=3)
    return drawn

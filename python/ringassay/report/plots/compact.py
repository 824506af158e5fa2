"""Drawings in fewer bytes: the same SVG without digits that nothing shows, nor repetitions."""

from __future__ import annotations

import re

_PLACED = re.compile(r'\b(d|x|y|x1|x2|y1|y2|width|height|points|transform)="([^"]*)"')
_DIGITS = re.compile(r"-?\d+\.\d{3,}(?![\de])")
_DOTS = re.compile(r'(?:\s*<use xlink:href="[^"]*" x="[^"]*" y="[^"]*" style="[^"]*"/>){8,}')
_DOT = re.compile(r'<use (xlink:href="[^"]*" x="[^"]*" y="[^"]*") style="([^"]*)"/>')
_BREAKS = re.compile(r"\s*\n\s*")


def svg(drawing: str) -> str:
    """An SVG of matplotlib, to a hundredth of a point; markers of one style state it once."""
    return _DOTS.sub(_grouped, _PLACED.sub(_rounded, drawing))


def _rounded(attribute: re.Match[str]) -> str:
    # A scale is no length.
    if "scale" in attribute[2] or "matrix" in attribute[2]:
        return attribute[0]
    value = _DIGITS.sub(
        lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), attribute[2]
    )
    return f'{attribute[1]}="{_BREAKS.sub(" ", value).strip()}"'


def _grouped(dots: re.Match[str]) -> str:
    found = _DOT.findall(dots[0])
    styles = {style for _, style in found}
    if len(styles) > 1:
        return dots[0]
    return f'\n<g style="{styles.pop()}">' + "".join(f"<use {at}/>" for at, _ in found) + "</g>"

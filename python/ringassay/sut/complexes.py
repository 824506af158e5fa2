"""Complex numbers as text (docs/formats.md): `0.5`, `-2i`, `0.5-2i`."""

from __future__ import annotations

import re

_PART = r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_COMPLEX = re.compile(rf"(?:(-?{_PART})(?:(\+-?|-)({_PART})i)?|(-?{_PART})i)")
MOST_CHARACTERS = 131
"""Two reals of 64 characters, signs and i included, and a plus sign."""


def parse_complex(text: str) -> complex | None:
    """The number that a text is; None for anything else, and for what no double holds."""
    found = _COMPLEX.fullmatch(text) if len(text) <= MOST_CHARACTERS else None
    if found is None:
        return None
    re_text, sign, im_text, alone = found.groups()
    imaginary = float(alone or im_text or 0)
    if sign and "-" in sign:
        imaginary = -imaginary
    # Minus zero is zero.
    number = complex(float(re_text or 0) + 0.0, imaginary + 0.0)
    infinite = float("inf")
    return number if abs(number.real) < infinite and abs(number.imag) < infinite else None


def format_complex(number: complex) -> str:
    """The shortest text that is read back as this number; `nan` and `inf` as Python writes them."""
    re_part, im_part = number.real, number.imag
    if im_part == 0:
        return repr(re_part + 0.0)
    imaginary = f"{im_part!r}i"
    if re_part == 0:
        return imaginary
    return f"{re_part!r}{'' if imaginary.startswith('-') else '+'}{imaginary}"

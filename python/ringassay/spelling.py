"""Finds the name that was meant by a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def meant(name: str, known: Iterable[str]) -> str:
    """` (did you mean 'seal'?)`: what follows the name in a message; nothing if none is near."""
    lowered = {one.lower(): one for one in known}
    near = [lowered[one] for one in get_close_matches(name.lower(), lowered, n=2)]
    return f" (did you mean {' or '.join(map(repr, near))}?)" if near else ""

"""The licences of what is compiled into the wheel, each with its text."""

from __future__ import annotations

from collections.abc import Iterable

from parts import Part, texts

INTRODUCTION = """\
ringassay's extension and programs contain the following, under the licences that follow each.
"""


def third_party(parts: Iterable[Part]) -> str:
    """One text; equal texts are printed once, and referred to."""
    printed: dict[str, str] = {}
    lines = [INTRODUCTION]
    for part in parts:
        name = f"{part.name} {part.version}"
        lines.append(f"{'=' * 80}\n{name}\n{part.licence or 'see below'}\n")
        for file in texts(part.folder):
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            before = printed.setdefault(text, f"{name}, {file.name}")
            is_first = before == f"{name}, {file.name}"
            lines.append(f"--- {file.name}\n{text}\n" if is_first else f"--- as of {before}\n")
    return "\n".join(lines)

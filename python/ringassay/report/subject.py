"""What a report file is on, in a comment at its end: so that no other one replaces it unasked."""

from __future__ import annotations

import re
from pathlib import Path

_TAIL_BYTES = 65536
"""Where the comment is looked for; longer subjects are cut."""
_LONGEST = 4000
_NO_MARKUP = str.maketrans("<>", "‹›")
_OPENING = "ringassay wrote this: "


def note_subject(path: Path, subject: str) -> None:
    """Adds the comment to an HTML or LaTeX file that has just been written."""
    line = f"{_OPENING}{_clean(subject)}"
    comment = f"% {line}\n" if path.suffix == ".tex" else f"\n<!-- {line} -->\n"
    with path.open("a", encoding="utf-8") as file:
        file.write(comment)


def subject_of(path: Path) -> str | None:
    """What a report that lies there is on, `None` if it does not say."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL_BYTES))
        lines = file.read().decode("utf-8", "replace").splitlines()
    for line in lines[-1:]:
        found = line.removeprefix("% ").removeprefix("<!-- ").removesuffix(" -->")
        if found.startswith(_OPENING):
            return found.removeprefix(_OPENING)
    return None


def same_subject(path: Path, subject: str) -> bool:
    """Whether the report that lies there is on `subject`."""
    return subject_of(path) == _clean(subject)


def _clean(subject: str) -> str:
    """On one line, without markup, and nothing that would end a comment early."""
    line = re.sub(r"\s+", " ", subject).translate(_NO_MARKUP)
    return re.sub(r"--+", "-", line)[:_LONGEST]

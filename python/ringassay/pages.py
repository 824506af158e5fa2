"""The documentation's pages, where this installation has them: the wheel carries them."""

from __future__ import annotations

import sysconfig
from difflib import get_close_matches
from pathlib import Path

from ringassay.errors import UserError

INSTALLED = "share/doc/ringassay"
"""Below the folder of data that an installer uses."""


def names() -> list[str]:
    """The pages' names, in order; none where documentation was left out of the installation."""
    folder = _folder()
    return [] if folder is None else sorted(page.stem for page in folder.glob("*.md"))


def read(name: str) -> str:
    """A page, in Markdown. Raises `UserError` if there is none of this name."""
    folder, known = _folder(), names()
    if folder is None or name not in known:
        near = get_close_matches(name, known, n=3)
        ask = f"do you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
        raise UserError(f"no page {name!r}: {ask if known else 'this installation has none'}")
    return (folder / f"{name}.md").read_text(encoding="utf-8")


def _folder() -> Path | None:
    """A checkout's own pages, or those that were installed for all or for this user."""
    schemes = (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user"))
    places = (
        Path(__file__).parents[2] / "docs",
        *(Path(sysconfig.get_path("data", scheme)) / INSTALLED for scheme in schemes),
    )
    return next((place for place in places if (place / "index.md").is_file()), None)

"""`ringassay --page NAME`: the documentation of this installation, in the terminal."""

from __future__ import annotations

from ringassay import pages
from ringassay.cli.output import emit_file
from ringassay.cli.screen import out


def show_page(name: str) -> None:
    """A page, a screen at a time on a terminal, as Markdown elsewhere. `docs/ring.md` is `ring`."""
    text = pages.read(name.removeprefix("docs/").partition("#")[0].removesuffix(".md"))
    if out.is_terminal:
        out.page(text)
    else:
        emit_file(text)

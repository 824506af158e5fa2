"""From measured code bases to a document."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay import _native
from ringassay.analysis.code import CodeBase
from ringassay.report.document import Document
from ringassay.report.sections import code
from ringassay.report.sections.wording import listed, name


def build_code(
    sources: Sequence[CodeBase],
    *,
    title: str | None = None,
    top: int = code.TOP,
    depth: int = code.DEPTH,
) -> Document:
    """A report on source code alone: one code base, or several side by side."""
    return Document(
        title=title or "Source code, measured",
        subtitle=listed([name(source.name) for source in sources]),
        summary=code.summary(sources),
        sections=code.sections(sources, top, depth),
        meta={"ringassay": _native.__version__},
    )

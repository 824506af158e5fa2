"""A document as a directory: `report.tex`, and each table and figure in a file of its own."""

from __future__ import annotations

import itertools
from importlib import resources

from ringassay.report.document import Document, Figure
from ringassay.report.latex import blocks
from ringassay.report.latex.apart import Apart
from ringassay.report.latex.compile import MAIN
from ringassay.report.latex.text import bookmark, latex
from ringassay.report.plots import looks, vector
from ringassay.report.plots.compose import compose
from ringassay.report.plots.scene import left_out

STYLE = "ringassay.sty"
"""What tables and figures need, also in somebody else's document."""
_SECTIONS_WITH_CONTENTS = 4


def _meta(document: Document) -> str:
    if not document.meta:
        return ""
    rows = "\n".join(
        rf"{{}}\textcolor{{muted}}{{{latex(label)}}} & {latex(value)} \\"
        for label, value in document.meta.items()
    )
    columns = r"@{}>{\raggedright\arraybackslash}p{30mm}>{\raggedright\arraybackslash}p{118mm}@{}"
    table = f"\\begin{{tabular}}{{{columns}}}\n{rows}\n\\end{{tabular}}"
    return f"\\vspace{{6pt}}\n{{\\small{table}\\par}}"


def render(document: Document) -> dict[str, bytes]:
    """Files by name, relative to the directory. The same document gives the same bytes."""
    identities = looks.Looks(document)
    files: dict[str, bytes] = {}
    drawn: list[tuple[str, str]] = []
    summary = blocks.pairs(blocks.unfolded(document.summary))
    sections = [
        (section, blocks.pairs(blocks.unfolded(section.blocks))) for section in document.sections
    ]
    lines = itertools.chain(summary, *(own for _, own in sections))
    shown = ((one, len(line) > 1) for line in lines for one in line if isinstance(one, Figure))
    for number, (figure, half) in enumerate(shown, 1):
        scene = compose(figure.plot, identities)
        name = f"figures/figure-{number:03d}.pdf"
        files[name] = vector.draw(scene, "pdf", half=half)
        drawn.append((name, left_out(scene)))
    apart = Apart(drawn)
    parts = [blocks.line(line, apart) for line in summary]
    for section, own in sections:
        parts.append(blocks.section(section.title))
        if section.intro:
            parts.append(latex(section.intro) + "\n")
        parts += [blocks.line(line, apart) for line in own]
    subtitle = rf"{{\raggedright\large\itshape {latex(document.subtitle)}\par}}"
    values = {
        "bookmark": bookmark(document.title),
        "title": latex(document.title),
        "subtitle": subtitle if document.subtitle else "",
        "meta": _meta(document),
        "contents": r"\tableofcontents"
        if len(document.sections) >= _SECTIONS_WITH_CONTENTS
        else "",
        "body": "\n".join(parts),
    }
    templates = resources.files("ringassay.report.latex") / "templates"
    files[STYLE] = (templates / STYLE).read_bytes()
    files.update(apart.files)
    head, *rest = (templates / MAIN).read_text(encoding="utf-8").split("<<")
    pieces = [head]
    for piece in rest:
        name, after = piece.split(">>", 1)
        pieces += [values[name], after]
    files[MAIN] = "".join(pieces).encode("utf-8")
    return files

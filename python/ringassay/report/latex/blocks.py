"""Each kind of block as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.report.document import (
    Block,
    Callout,
    Cell,
    Details,
    Figure,
    Formula,
    Items,
    KeyFigures,
    Listing,
    Paragraph,
    Subheading,
    Table,
    walk,
)
from ringassay.report.latex import measure
from ringassay.report.latex.apart import Apart
from ringassay.report.latex.text import bookmark, displayed, latex, listing

_WORD = {"good": "Good", "warning": "Caution", "bad": "Problem", "info": "Note"}
_UNBROKEN_ROWS = 14
_KEYS_PER_LINE = 4


def block(one: Block, apart: Apart) -> str:  # noqa: PLR0911
    """A block; tables and figures go into files of their own (`apart`)."""
    match one:
        case Paragraph(text):
            return latex(text) + "\n"
        case Items(items):
            lines = "\n".join(rf"\item {{}}{latex(item)}" for item in items)
            return f"\\begin{{itemize}}\n{lines}\n\\end{{itemize}}\n" if items else ""
        case Subheading(text):
            return rf"\subsection*{{{latex(text)}}}" + "\n"
        case Callout(kind, text):
            return rf"\callout{{{kind}}}{{{_WORD[kind]}}}{{{latex(text)}}}" + "\n"
        case KeyFigures():
            return _key_figures(one)
        case Table():
            return _table(one, apart)
        case Figure():
            return _figures_line([_drawn(one, apart)])
        case Details():
            raise TypeError("details are unfolded before they are written")
        case Formula(source, note):
            below = rf"\blocknote{{\centering {latex(note)}}}" + "\n" if note else ""
            return displayed(source) + "\n" + below
        case Listing(text, caption):
            above = rf"\listingcaption{{{latex(caption)}}}" + "\n" if caption else ""
            return f"{above}\\begin{{listing}}\n{listing(text)}\n\\end{{listing}}\n"


def _key_figures(keys: KeyFigures) -> str:
    lines: list[str] = []
    tones = {"info": "ink"}
    for start in range(0, len(keys.items), _KEYS_PER_LINE):
        cells = [
            rf"\keyfigure{{{tones.get(item.tone, item.tone)}}}{{{latex(item.value)}}}"
            rf"{{{latex(item.label)}}}{{{latex(item.note)}}}"
            for item in keys.items[start : start + _KEYS_PER_LINE]
        ]
        lines.append("\\keyfigures{%\n" + "\\hfill\n".join(cells) + "}\n")
    return "".join(lines)


def _drawn(figure: Figure, apart: Apart) -> str:
    """A figure, as wide as what it stands in."""
    name, hidden = apart.figure()
    label = apart.name("figures", figure.caption)
    note = " ".join(part for part in (latex(figure.note), latex(hidden)) if part)
    below = rf"\par\blocknote{{{note}}}" + "\n" if note else ""
    return apart.put(
        "figures",
        label,
        f"\\includegraphics[width=\\linewidth]{{{name}}}\n"
        f"\\captionof{{figure}}{{{latex(figure.caption)}}}\n\\label{{fig:{label}}}%\n{below}",
    )


def _figures_line(drawn: Sequence[str]) -> str:
    width = "" if len(drawn) == 1 else "0.485"
    parts = (
        f"\\begin{{minipage}}[t]{{{width}\\linewidth}}\n{one}\\end{{minipage}}" for one in drawn
    )
    return "\\figureline{%\n" + "\\hfill\n".join(parts) + "}\n"


def unfolded(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with those inside of details below their title."""
    return [Subheading(one.title) if isinstance(one, Details) else one for one in walk(blocks)]


def pairs(blocks: Sequence[Block]) -> list[Sequence[Block]]:
    """The blocks in lines: figures that follow each other two by two, everything else alone."""
    lines: list[Sequence[Block]] = []
    place = 0
    while place < len(blocks):
        two = blocks[place : place + 2]
        both = len(two) == 2 and all(isinstance(one, Figure) for one in two)
        lines.append(two if both else two[:1])
        place += len(lines[-1])
    return lines


def line(blocks: Sequence[Block], apart: Apart) -> str:
    """A line as `pairs` makes it."""
    if len(blocks) == 1:
        return block(blocks[0], apart)
    return _figures_line([_drawn(b, apart) for b in blocks if isinstance(b, Figure)])


def _cell(cell: Cell, longest_word: int) -> str:
    text = latex(cell.text, longest_word)
    return rf"\textcolor{{{cell.tone}}}{{{text}}}" if cell.tone else text


def _specification(table: Table, layout: measure.Layout) -> str:
    parts = []
    for column, width in zip(table.columns, layout.widths_pt, strict=True):
        if width is None:
            parts.append("r" if column.align == "right" else "l")
        else:
            ragged = "raggedleft" if column.align == "right" else "raggedright"
            parts.append(rf">{{\{ragged}\arraybackslash}}p{{{width:.1f}pt}}")
    return "@{}" + "".join(parts) + "@{}"


def _heads(table: Table, layout: measure.Layout) -> str:
    heads = []
    for column, lines, width in zip(
        table.columns, layout.head_lines, layout.widths_pt, strict=True
    ):
        side = "r" if column.align == "right" else "l"
        if width is None:
            text = r"\\".join(rf"\bfseries {latex(line)}" for line in lines)
            heads.append(rf"\headlines{{{side}}}{{{text}}}")
        else:
            heads.append(rf"\bfseries {latex(' '.join(lines), layout.longest_word)}")
    return " & ".join(heads)


def _table(table: Table, apart: Apart) -> str:
    name = apart.name("tables", table.caption)
    layout = measure.layout(table)
    # The empty group keeps a cell from being read as an option of the line end before it.
    rows = [
        "{}" + " & ".join(_cell(cell, layout.longest_word) for cell in row) for row in table.cells()
    ]
    columns = len(table.columns)
    if not rows:
        rows = [rf"\multicolumn{{{columns}}}{{@{{}}l@{{}}}}{{\emph{{no rows}}}}"]
    # A starred line end forbids a page break: small tables stay in one piece.
    end = r"\\*" if len(rows) <= _UNBROKEN_ROWS else r"\\"
    body = f" {end}\n".join(rows) + r" \\"
    head = _heads(table, layout)
    more = rf"\multicolumn{{{columns}}}{{@{{}}r@{{}}}}{{\itshape continued on the next page}} \\"
    text = (
        f"\\begingroup\\{layout.size}\\setlength{{\\tabcolsep}}{{{layout.separation_pt}pt}}\n"
        f"\\begin{{longtable}}{{{_specification(table, layout)}}}\n"
        f"\\caption{{{latex(table.caption)}}}\\label{{tab:{name}}}\\\\*\n"
        f"\\toprule\n{head} \\\\*\n\\midrule\n\\endfirsthead\n"
        f"\\toprule\n{head} \\\\*\n\\midrule\n\\endhead\n"
        f"\\midrule\n{more}\n\\endfoot\n\\bottomrule\n\\endlastfoot\n"
        f"{body}\n\\end{{longtable}}\n\\endgroup\n"
    )
    if table.note:
        text += rf"\tablenote{{{latex(table.note)}}}" + "\n"
    read = apart.put("tables", name, text)
    return f"\\begin{{landscape}}\n{read}\\end{{landscape}}\n" if layout.landscape else read


def section(title: str) -> str:
    """A section's heading, with a bookmark that PDF readers can show."""
    return rf"\section{{\texorpdfstring{{{latex(title)}}}{{{bookmark(title)}}}}}"

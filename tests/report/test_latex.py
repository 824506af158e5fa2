"""The LaTeX rendering: inert, reproducible, compiles, stays on the page."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings

import ringassay
from ringassay.report.document import (
    Column,
    Document,
    Figure,
    Listing,
    Paragraph,
    Section,
    Table,
    literal,
)
from ringassay.report.latex import measure
from ringassay.report.latex.characters import is_named
from ringassay.report.latex.compile import LatexError, compile_pdf
from ringassay.report.latex.render import render
from ringassay.report.latex.text import bookmark, displayed, latex, listing
from ringassay.report.render import render_latex

from . import sample
from .test_html import ANY_TEXT, blocks

needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here")

OURS = frozenset(
    re.findall(
        r"\w+",
        """
        textbackslash textasciicircum textasciitilde textquotedbl textasciigrave textless
        textgreater textbar textendash textemdash textquoteleft textquoteright textquotedblleft
        textquotedblright quotedblbase ldots textperiodcentered textbullet textdegree textmu
        texteuro textonehalf textonequarter textthreequarters textcopyright textregistered
        S P ensuremath neg surd leftarrow uparrow downarrow textsuperscript
        textsubscript scriptsize langle rangle allowbreak texttt emph text bfseries frac sqrt hat
        bar strut par quad qquad begin end scriptstyle bigtriangledown
        guilsinglleft guilsinglright textasciimacron
        """,
    )
)


def ours() -> set[str]:
    """The characters that our own sentences, heads and marks may contain."""
    package = Path(ringassay.__file__).parent
    files = [file for room in ("report", "analysis") for file in (package / room).rglob("*.py")]
    trees = [ast.parse(file.read_text()) for file in files]
    constants = [
        node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)
    ]
    return set("".join(text for text in constants if isinstance(text, str)))


def test_what_we_write_ourselves_has_a_character_in_latex() -> None:
    written = ours()
    assert {"▾", "λ", "−"} <= written
    assert [one for one in written if one.isprintable() and is_named(one)] == []


def commands(source: str) -> set[str]:
    """Names of the control words in LaTeX source."""
    return set(re.findall(r"\\([A-Za-z]+)", source))


@settings(max_examples=3_000, deadline=None)
@given(ANY_TEXT)
def test_text_contains_only_our_commands(text: str) -> None:
    from ringassay.report.markup import symbols

    known = OURS | symbols.FUNCTIONS | set(symbols.COMMAND_OF.values())
    known |= set(symbols.LETTERS) | set(symbols.OPERATORS)
    for source in (latex(text), displayed(text), listing(text)):
        assert commands(source) <= known
        assert _balanced(source)
        # Outside of commands, nothing that TeX would act upon; in text no bare math shift.
        bare = re.sub(r"\\[^A-Za-z]", "", source)
        assert not set("$%#~&") & set(bare.replace("~", ""))
        assert "^^" not in bare
    assert re.fullmatch(r"[A-Za-z0-9 .,:;()+*/=?-]*", bookmark(text))


def _balanced(source: str) -> bool:
    depth = 0
    for token in re.findall(r"\\.|[{}]", source, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(token, 0)
        if depth < 0:
            return False
    return depth == 0


def test_same_document_same_files(files: dict[str, bytes]) -> None:
    assert render(sample.document()) == files


def test_figures_are_vectors(files: dict[str, bytes]) -> None:
    figures = [content for name, content in files.items() if name.endswith(".pdf")]
    assert len(figures) == len(sample.plots()) + len(sample.edge_plots())
    assert all(content.startswith(b"%PDF-") for content in figures)
    assert not any(b"/Subtype /Image" in content for content in figures)
    assert not any(b"/CreationDate" in content for content in figures)


@needs_latex
def test_sample_compiles_twice_the_same(directory: Path) -> None:
    pdf = compile_pdf(directory)
    first = pdf.read_bytes()
    assert first.startswith(b"%PDF-")
    for leftover in directory.glob("report.*"):
        if leftover.suffix != ".tex":
            leftover.unlink()
    assert compile_pdf(directory).read_bytes() == first


@needs_latex
def test_nothing_leaves_the_page(directory: Path) -> None:
    compile_pdf(directory)
    log = (directory / "report.log").read_text(encoding="latin-1")
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert max(wide, default=0.0) < 10.0
    assert "Missing character" not in log


@needs_latex
def test_hostile_strings_compile_everywhere(tmp_path: Path) -> None:
    sections = tuple(
        Section(text, f"s{index}", blocks(text), text) for index, text in enumerate(sample.HOSTILE)
    )
    meta = {text: text for text in sample.HOSTILE}
    document = Document(sample.HOSTILE[6], sample.HOSTILE[5], (), sections, meta)
    render_latex(document, tmp_path)
    compile_pdf(tmp_path)
    assert not (tmp_path / "pwned").exists()


@needs_latex
def test_every_character_we_claim_can_be_set(tmp_path: Path) -> None:
    codes = [*range(0x20, 0x250), *range(0x370, 0x400), *range(0x2000, 0x2500)]
    everything = "".join(map(chr, codes))
    lines = tuple(
        Paragraph(literal(" ".join(everything[i : i + 40]))) for i in range(0, len(everything), 40)
    )
    code = Listing(everything)
    render_latex(Document("t", "", (*lines, code), ()), tmp_path)
    compile_pdf(tmp_path)
    assert "Missing character" not in (tmp_path / "report.log").read_text(encoding="latin-1")


@needs_latex
def test_pdf_says_what_the_document_says(directory: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext here")
    pdf = compile_pdf(directory)
    text = subprocess.run(
        ["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True, text=True
    ).stdout
    for expected in ("1582 / 1582", "Evaluation time grows with depth", "lattigo-bgv", "\\write18"):
        assert expected in text


@needs_latex
def test_error_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text("\\documentclass{minimal}\n\\begin{document}\n\\nonsense")
    with pytest.raises(LatexError, match=r"report\.tex:3: Undefined control sequence"):
        compile_pdf(tmp_path)


@needs_latex
def test_endless_compilation_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text("\\def\\x{\\x}\\x\n")
    with pytest.raises(LatexError, match="did not end within"):
        compile_pdf(tmp_path, timeout_s=1.0)


@needs_latex
def test_tex_cannot_reach_outside(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "report.tex").write_text(
        "\\newwrite\\out\\immediate\\openout\\out=../stolen.txt\\immediate\\write\\out{x}\n"
        "\\immediate\\write18{touch pwned}\\end\n"
    )
    with pytest.raises(LatexError):
        compile_pdf(inside)
    assert not (tmp_path / "stolen.txt").exists()
    assert not (inside / "pwned").exists()


@pytest.mark.parametrize("columns", [1, 3, 8, 14, 25, 40])
def test_layout_keeps_to_the_page(columns: int) -> None:
    heads = tuple(Column(f"metric {i}", "right", "ms") for i in range(columns))
    table = Table("t", heads, (tuple(f"{i * 1234.5:.2f}" for i in range(columns)),))
    chosen = measure.layout(table)
    page = measure.LANDSCAPE_PT if chosen.landscape else measure.PORTRAIT_PT
    widths = [width for width in chosen.widths_pt if width is not None]
    assert sum(widths) + 2 * chosen.separation_pt * columns <= page + 0.5
    assert chosen.landscape == (columns > 12)


@needs_latex
@pytest.mark.parametrize("columns", [9, 13, 20, 40])
def test_wide_tables_fit_when_set(columns: int, tmp_path: Path) -> None:
    heads = tuple(Column(f"some metric {i}", "right", "ms") for i in range(columns))
    rows = tuple(tuple(f"{i * 3456.7 + 9:.1f}" for i in range(columns)) for _ in range(50))
    render_latex(Document("t", "", (Table("wide", heads, rows),), ()), tmp_path)
    compile_pdf(tmp_path)
    log = (tmp_path / "report.log").read_text(encoding="latin-1")
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert max(wide, default=0.0) < 10.0


def test_each_table_and_figure_is_a_file_with_a_label(
    document: Document, files: dict[str, bytes]
) -> None:
    source = files["report.tex"].decode()
    read = re.findall(r"\\input\{((?:tables|figures)/[a-z0-9-]+)\}", source)
    numbered = [block for block in document.blocks() if isinstance(block, Table | Figure)]
    assert len(read) == len(set(read)) == len(numbered)
    assert "longtable" not in source and "includegraphics" not in source
    kinds = {"tables": "tab", "figures": "fig"}
    for name in read:
        folder, _, own = name.partition("/")
        assert files[f"{name}.tex"].decode().count(f"\\label{{{kinds[folder]}:{own}}}") == 1


def test_names_do_not_change_with_what_stands_before() -> None:
    two = [Table(caption, (Column("x"),), ()) for caption in ("Sizes, *a*", "Sizes, a")]

    def names(*tables: Table) -> list[str]:
        section = Section("S", "s", tables)
        return [n for n in render(Document("T", "", (), (section,))) if n.startswith("tables/")]

    assert names(*two) == ["tables/sizes-a.tex", "tables/sizes-a-2.tex"]
    assert names(Table("First", (Column("x"),), ()), two[0])[1] == "tables/sizes-a.tex"


@needs_latex
def test_they_stand_in_another_document(directory: Path, tmp_path: Path) -> None:
    """One table and one figure of the report, read and referred to by somebody's own paper."""
    shutil.copytree(directory, tmp_path / "paper")
    paper = tmp_path / "paper"
    (table, figure) = (
        next(iter(sorted(paper.glob(pattern)))) for pattern in ("tables/*.tex", "figures/*.tex")
    )
    (paper / "report.tex").write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{ringassay}\\begin{document}"
        f"See Table~\\ref{{tab:{table.stem}}} and Figure~\\ref{{fig:{figure.stem}}}.\n\n"
        f"\\input{{tables/{table.stem}}}\n\\input{{figures/{figure.stem}}}\n\\end{{document}}"
    )
    pdf = compile_pdf(paper)
    shown = subprocess.run(
        ["pdftotext", str(pdf), "-"], capture_output=True, check=True, text=True
    ).stdout
    assert "See Table 1 and Figure 1." in shown

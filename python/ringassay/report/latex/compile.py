"""Running pdflatex, without its shell, without files outside, with a time limit."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from ringassay.files import write_whole

MAIN = "report.tex"
"""The file to compile."""

_MOST_PASSES = 6
_LOG_LINES = 12
_ERROR = re.compile(r"!|\S+\.tex:\d+:")


class LatexError(RuntimeError):
    """The report could not be compiled; the message says why and what to do."""


def available() -> bool:
    """Whether this machine has pdflatex."""
    return shutil.which("pdflatex") is not None


def _complaint(output: str) -> str:
    """What pdflatex says from its first error on, or else its last words."""
    lines = output.splitlines()
    first = next((i for i, line in enumerate(lines) if _ERROR.match(line)), -_LOG_LINES)
    return "\n".join(lines[first:][:_LOG_LINES])


def _notes(directory: Path) -> dict[str, bytes]:
    """What pdflatex left for its next pass; a pass that changes none of it was the last."""
    files = ((directory / MAIN).with_suffix(suffix) for suffix in (".aux", ".toc", ".out"))
    return {file.name: file.read_bytes() for file in files if file.exists()}


def compile_pdf(directory: Path, *, timeout_s: float = 180.0) -> Path:
    """Compile the LaTeX report in `directory`; returns the PDF's path. Raises `LatexError`.

    Runs pdflatex until page numbers and table widths have settled, in a copy of the folder: what it
    writes beside PDF and log is gone afterwards, and overwrites nothing. The same files give the
    same PDF: dates are left out.
    """
    if not available():
        raise LatexError(
            "pdflatex is not installed: install texlive-latex-recommended and lmodern, "
            "or compile report.tex elsewhere"
        )
    environment = {
        **os.environ,
        # TeX may neither read nor write outside its directory and its installation.
        "openin_any": "p",
        "openout_any": "p",
        "shell_escape": "f",
        "SOURCE_DATE_EPOCH": "0",
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "1000",
    }
    command = [
        "pdflatex",
        "-no-shell-escape",
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-file-line-error",
        MAIN,
    ]
    with tempfile.TemporaryDirectory(prefix="ringassay-latex-") as copy:
        inside = Path(copy) / "report"
        shutil.copytree(directory, inside, ignore=_not_ours)
        _run(command, environment, inside, directory, timeout_s)
        pdf, log = ((directory / MAIN).with_suffix(suffix) for suffix in (".pdf", ".log"))
        for file in (pdf, log):
            write_whole(file, (inside / file.name).read_bytes())
    return pdf


def _not_ours(folder: str, names: list[str]) -> set[str]:
    """What is not copied: links, and what pdflatex writes for itself."""
    written = {name for name in names if name.startswith("report.") and name != MAIN}
    return written | {name for name in names if (Path(folder) / name).is_symlink()}


def _run(
    command: list[str],
    environment: dict[str, str],
    inside: Path,
    directory: Path,
    timeout_s: float,
) -> None:
    """Runs pdflatex until it leaves the same notes twice; errors name the original `directory`."""
    settled: dict[str, bytes] = {}
    for _ in range(_MOST_PASSES):
        try:
            finished = subprocess.run(
                command,
                cwd=inside,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise LatexError(
                f"pdflatex did not end within {timeout_s:g} s in {directory}"
            ) from late
        output = finished.stdout.decode("utf-8", "replace")
        if finished.returncode != 0:
            raise LatexError(f"pdflatex failed on {directory / MAIN}:\n{_complaint(output)}")
        before, settled = settled, _notes(inside)
        if before == settled:
            break

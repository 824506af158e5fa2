"""The figures of steps: the documents list what the harness gives and the store keeps."""

from __future__ import annotations

import re
from pathlib import Path

from ringassay import _native
from ringassay.store.figures import CASE_FIGURES, FIGURES
from ringassay.store.frames import FRAMES
from ringassay.store.schema import metadata

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    below = (DOCS / page).read_text().partition(f"# {heading}\n")[2]
    lines = re.search(r"(?m)^\|.*\n\|[-|]+\n((?:\|.*\n)+)", below)
    assert lines is not None
    return [[cell.strip() for cell in line.split(" | ")] for line in lines[1].splitlines()]


def cells(*values: str) -> list[str]:
    return [f"| {values[0]}", *values[1:-1], f"{values[-1]} |"]


def test_the_protocol_lists_what_is_measured() -> None:
    wanted = [cells(f"`{name}`", unit, said) for name, unit, said in _native.step_figures()]
    assert rows("protocol.md", "What the harness measures") == wanted


def test_the_store_lists_what_it_keeps() -> None:
    wanted: dict[tuple[str, str, str], list[str]] = {}
    for step, figures in FIGURES.items():
        for figure in figures:
            source = f"{figure.source}: `{figure.name}`"
            if figure.source == "reported":
                source += f". {figure.meaning}"
            name = figure.column.removeprefix(f"{step}_")
            wanted.setdefault((f"`{name}`", figure.unit, source), []).append(step)
    listed = [
        cells(name, ", ".join(steps), unit, said) for (name, unit, said), steps in wanted.items()
    ]
    assert rows("store.md", "Figures of steps") == listed


def test_the_frames_and_columns_that_are_explained_exist() -> None:
    text = (DOCS / "store.md").read_text().partition("## RunData\n")[2].partition("\n### ")[0]
    listed = text.partition("frames `")[2].partition("; exports")[0]
    assert set(re.findall(r"(\w+)`", "`" + listed)) == set(FRAMES)
    explained = re.findall(r"(?m)^\| `(\w+)` \| (.*) \|$", text)
    assert len(explained) >= 7
    for name, said in explained:
        columns = {
            word
            for cell in said.split(";")
            for word in re.findall(r"`(\w+)`", cell.partition(":")[0])
        }
        assert columns <= set(FRAMES[name]), name
    for name, figures in (("keys", FIGURES["keygen"]), ("ingestions", FIGURES["ingest"])):
        assert {figure.column for figure in figures} < set(FRAMES[name])


def test_every_column_of_a_step_is_a_figure() -> None:
    """No column of a step beside the table, and each figure of the table has its column."""
    columns = set(metadata.tables["evaluations"].columns.keys())
    assert {figure.column for figure in CASE_FIGURES} == {
        column for column in columns if column.startswith(("encrypt_", "evaluate_", "decrypt_"))
    }
    assert {figure.column for figure in CASE_FIGURES} < set(FRAMES["evaluations"])


def test_what_is_measured_is_a_figure_of_the_role_that_works() -> None:
    by_column = {f.column: f.name for figures in FIGURES.values() for f in figures}
    assert by_column["evaluate_cpu_ns"] == "server_cpu_ns"
    assert by_column["encrypt_peak_bytes"] == by_column["decrypt_peak_bytes"] == "client_peak_bytes"
    assert by_column["key_bytes"] == "payload_bytes"

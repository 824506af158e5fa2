"""Tables of docs/measurements are those of its results, and what is broken is found."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "measurements"
GOOD = "# command: ringassay bench ring\n# machine: a Xeon\n# recorded: 2026-11-28\na,b\n1,2\n3,4\n"
PAGE = "# Page\n\n<!-- table good -->\n<!-- end -->\n"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("measurement_tables", FOLDER / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_page_shows_its_results(tables: ModuleType) -> None:
    assert tables.wrong(FOLDER) == []
    assert len(list((FOLDER / "data").glob("*.csv"))) > 30


def test_a_table_has_its_circumstances_and_is_rendered_once(
    tables: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "good.csv").write_text(GOOD)
    once = tables.rendered(PAGE, tmp_path)
    assert "`ringassay bench ring`; a Xeon; 2026-11-28.\n\n| a | b |\n|---|---|\n| 1 | 2 |" in once
    assert tables.rendered(once, tmp_path) == once


def test_circumstances_of_the_table_before_are_not_repeated(
    tables: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "other.csv").write_text(GOOD.replace("bench ring", "bench bgv"))
    (tmp_path / "noted.csv").write_text(GOOD.replace("a,b\n", "# note: twice\na,b\n", 1))
    block = "<!-- table {} -->\n<!-- end -->\n"
    page = "".join(block.format(name) for name in ("good", "good", "other", "noted"))
    found = tables.rendered(page, tmp_path)
    captions = [line for line in found.splitlines() if line and line[0] not in "<|"]
    assert captions == [
        "`ringassay bench ring`; a Xeon; 2026-11-28.",
        "As the table before.",
        "`ringassay bench bgv`; otherwise as the table before.",
        "`ringassay bench ring`; a Xeon; 2026-11-28; twice.",
    ]


def test_rows_and_columns_are_selected(tables: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "good.csv").write_text(GOOD)
    page = PAGE.replace("good -->", 'good\ncolumns = ["b"]\nwhere = { a = "3" }\n-->')
    assert "| b |\n|---|\n| 4 |\n<" in tables.rendered(page, tmp_path)


@pytest.mark.parametrize(
    ("result", "page", "said"),
    [
        (GOOD.replace("1,2", "1"), PAGE, "1 cells in place of 2"),
        (GOOD.replace("# machine: a Xeon\n", ""), PAGE, "machine not stated"),
        (GOOD.replace("2026-11-28", "lately"), PAGE, "recorded is no date"),
        (GOOD, PAGE, "not as rendered"),
        (GOOD, PAGE.replace("good", "gone"), "no such result"),
        (GOOD, PAGE.replace("good -->", 'good\ncolumns = ["c"]\n-->'), "no column 'c'"),
        (GOOD, PAGE.replace("good -->", 'good\nrows = ["5"]\n-->'), "no row '5'"),
        (GOOD, "| a |\n|---|\n\n| 1 |\n", "a table that is typed"),
        (GOOD, "# Page\n", "no page takes it"),
        (GOOD, PAGE.replace("<!-- end -->", ""), "a table without an end"),
    ],
)
def test_what_is_broken_is_found(
    tables: ModuleType, tmp_path: Path, result: str, page: str, said: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "good.csv").write_text(result)
    (tmp_path / "page.md").write_text(page)
    assert any(said in wrong for wrong in tables.wrong(tmp_path))

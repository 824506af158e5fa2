"""The example notebooks run, show what they should, and are stored without outputs."""

from __future__ import annotations

from pathlib import Path

import cells
import pytest

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

EXPECTED = {
    "choosing_parameters": ["dual hybrid attack", "214.1875", "sparse-64", "the weakest counts"],
    "evaluating_systems": ["finished", "ringassay-bgv", "8 of 8", "<svg"],
    "exploring": ["recommended: fv", "points", "<svg"],
    "ring_and_bgv": ["Z_Q[ζ_1728]", "BGV parameters", "bits of noise budget left", "<svg"],
}


def test_none_is_forgotten() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == sorted(EXPECTED)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_shows(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    seen = "\n".join(shown.view for shown in cells.run(notebook))
    for words in EXPECTED[notebook.stem]:
        assert words in seen, words
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_stored_without_outputs(notebook: Path) -> None:
    for cell in cells.code_cells(notebook):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


def test_a_cell_that_fails_is_noticed(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ipynb"
    broken.write_text('{"cells": [{"cell_type": "code", "source": ["1 / 0"]}]}')
    with pytest.raises(ZeroDivisionError):
        cells.run(broken)

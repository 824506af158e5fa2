"""ARCHITECTURE.md: picture and tables are those of the code, and what it names exists."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
PAGE = ROOT / "ARCHITECTURE.md"
NAMED = re.compile(r"`([\w.*{},/-]+)`")
SUFFIXES = (".rs", ".py", ".toml", ".md", ".go")


@pytest.fixture(scope="module")
def drawing():
    """The modules that draw, imported as `python docs/pictures/architecture.py` has them."""
    sys.path.insert(0, str(PICTURES))
    try:
        import architecture
        import layers
    finally:
        sys.path.remove(str(PICTURES))
    return architecture, layers


def test_the_tables_are_those_of_the_code() -> None:
    program = PICTURES / "architecture.py"
    checked = subprocess.run([sys.executable, program, "--check"], check=False)
    assert checked.returncode == 0, "run python docs/pictures/architecture.py"


def test_an_old_table_is_noticed(drawing) -> None:
    architecture, _ = drawing
    text = PAGE.read_text(encoding="utf-8")
    assert architecture.page(text) == text
    assert architecture.page(text.replace("| Long computations", "| Short computations")) == text


def test_the_picture_is_that_of_the_code(drawing, tmp_path: Path) -> None:
    architecture, layers = drawing
    architecture.draw(tmp_path)
    stored = ROOT / "docs" / "images" / layers.NAME
    fresh = (tmp_path / layers.NAME).read_text(encoding="utf-8")
    assert fresh == stored.read_text(encoding="utf-8"), "run python docs/pictures/architecture.py"


def test_arrows_point_down_and_every_need_is_reached(drawing) -> None:
    _, layers = drawing
    parts = layers.crates()
    for name, part in parts.items():
        drawn = layers._direct(name, parts)
        assert all(layers._row(one, parts) < layers._row(name, parts) for one in drawn)
        assert part.needs <= {*drawn, *(two for one in drawn for two in layers._below(one, parts))}


def test_boxes_do_not_overlap(drawing) -> None:
    _, layers = drawing
    parts = layers.crates()
    rows = {name: layers._row(name, parts) for name in parts}
    places = list(
        layers.places_of(rows, {name: layers._direct(name, parts) for name in parts}).values()
    )
    for number, (column, row) in enumerate(places):
        beside = [other for other, other_row in places[:number] if other_row == row]
        assert all(abs(column - other) >= 2 for other in beside)


def is_one_sentence(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Z][^\n]{10,110}\.", text)) and not re.search(r"[.!?] [A-Z]", text)


def test_each_crate_states_its_purpose_in_one_sentence_once(drawing) -> None:
    _, layers = drawing
    outside = tomllib.loads((ROOT / "crates/code/Cargo.toml").read_text("utf-8"))["package"]
    code = layers.Part(outside["name"], "crates/code", f"{outside['description']}.")
    for crate in (*layers.crates().values(), code):
        assert is_one_sentence(crate.purpose), f"{crate.path}: {crate.purpose}"
        assert layers.head(crate) == crate.purpose, f"{crate.path}: head and description differ"


def test_each_package_states_its_purpose_in_one_sentence(drawing) -> None:
    _, layers = drawing
    packages = [part for layer in layers.layers() for part in layer]
    listed = {part.path for part in packages}
    own = {
        str(path.relative_to(ROOT))
        for path in (*layers.PACKAGE.glob("*/__init__.py"), *layers.PACKAGE.glob("*.py"))
        for path in [path.parent if path.name == "__init__.py" else path]
    } - {str(layers.PACKAGE.relative_to(ROOT))}
    assert listed == own, "packages that no layer of pyproject.toml has, or the other way round"
    for part in packages:
        assert is_one_sentence(part.purpose), f"{part.path}: {part.purpose}"


def test_two_sentences_are_not_one() -> None:
    assert is_one_sentence("Rings of any index, in RNS form.")
    assert not is_one_sentence("Rings of any index. Schemes, too.")
    assert not is_one_sentence("Rings of any index")


def files() -> set[str]:
    """Every file and folder of the checkout, as paths that begin with a slash."""
    found = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [one for one in folders if one not in {"target", ".git", ".venv", "out"}]
        base = "/" + Path(folder).relative_to(ROOT).as_posix()
        found |= {f"{base}/{name}".replace("/./", "/") for name in (*folders, *names)}
    return found


def spelled_out(name: str) -> list[str]:
    """The paths of `a/{b,c}.rs`."""
    pieces = [piece.split(",") for piece in re.split(r"[{}]", name)]
    return ["".join(chosen) for chosen in product(*pieces)]


def missing(text: str, known: set[str]) -> list[str]:
    """The paths that the text names and that do not exist; NAME stands for a name."""
    named = {
        path.strip("/")
        for name in NAMED.findall(text)
        if (name.endswith(SUFFIXES) or "/" in name) and "NAME" not in name and "*" not in name
        for path in spelled_out(name)
    }
    return sorted(path for path in named if not any(one.endswith(f"/{path}") for one in known))


def test_what_the_page_names_exists() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("```")[0]
    known = files()
    assert missing(text, known) == []
    assert missing("`crates/ring/src/nothing.rs`, `ring/{mod,none}.rs`, `cli/x/`", known) == [
        "cli/x", "crates/ring/src/nothing.rs", "ring/none.rs",
    ]  # fmt: skip


def test_nothing_is_added_in_more_than_three_places() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Where do I add …\n")[2]
    header, _, *rows = re.findall(r"(?m)^\|(.*)\|$", table.partition("\n## ")[0])
    assert header == " … | 1 | 2 | 3 "
    assert len(rows) >= 6
    assert all(row.count(" | ") == 3 for row in rows)

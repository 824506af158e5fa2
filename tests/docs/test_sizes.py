"""No source file is longer than 500 lines."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    *("crates", "python", "tests", "adapters", "examples", "scripts", "fuzz", "benches"),
    *("docs", "packaging"),
)
SUFFIXES = {".rs", ".py", ".pyi", ".go", ".sh", ".js", ".css", ".j2"}
MOST = 500
# The types of one compiled module, which has no parts that could be imported apart.
EXCEPT = {"python/ringassay/_native.pyi"}


def too_long(root: Path) -> dict[str, int]:
    """Length by path."""
    found = {}
    for folder in FOLDERS:
        for file in (root / folder).rglob("*"):
            if file.suffix in SUFFIXES and file.is_file() and "target" not in file.parts:
                lines = len(file.read_text(encoding="utf-8").splitlines())
                if lines > MOST:
                    found[file.relative_to(root).as_posix()] = lines
    return found


def test_no_file_is_too_long() -> None:
    assert set(too_long(ROOT)) == EXCEPT


def test_a_long_file_is_found(tmp_path: Path) -> None:
    for name, lines in {"scripts/a.py": MOST, "crates/x/src/b.rs": MOST + 1}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("x\n" * lines)
    assert too_long(tmp_path) == {"crates/x/src/b.rs": MOST + 1}

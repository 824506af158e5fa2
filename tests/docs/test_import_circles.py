"""Circles of imports: what the script finds, and that the project has none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "import_circles.py"


def run(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--root", str(root)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def checkout(root: Path, files: dict[str, str]) -> Path:
    for name, text in {"python/ringassay/__init__.py": "", **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


PYTHON = {
    "python/ringassay/a.py": "def f():\n    from ringassay import b\n",
    "python/ringassay/b.py": "from ringassay.c import x\n",
    "python/ringassay/c.py": "import ringassay.a\n",
}
RUST = {
    "crates/one/Cargo.toml": "",
    "crates/one/src/lib.rs": "mod a;\nmod b;\nmod c;\npub use a::A;\n",
    "crates/one/src/a.rs": "use crate::b::{self, other};\nfn f() { b::inner::g() }\n",
    "crates/one/src/b/mod.rs": "pub mod inner;\npub fn other() {}\n",
    "crates/one/src/b/inner.rs": "use crate::c::*;\nuse super::super::c::C;\n",
    "crates/one/src/c.rs": "pub struct C(crate::A); // by way of what lib.rs re-exports\n",
}


def test_circles_of_three_are_found(tmp_path: Path) -> None:
    found = run(checkout(tmp_path, PYTHON | RUST))
    assert found.returncode == 1
    for circle in (("ringassay/a.py", "b.py", "c.py"), ("src/a.rs", "src/b/inner.rs", "src/c.rs")):
        assert all(name in found.stdout for name in circle)
    assert "2 circles of more than 2 files" in found.stdout


def test_two_files_may_need_each_other(tmp_path: Path) -> None:
    files = PYTHON | {"python/ringassay/c.py": ""}
    files |= RUST | {"crates/one/src/c.rs": "pub struct C;\n"}
    found = run(checkout(tmp_path, files | {"python/ringassay/b.py": "import ringassay.a\n"}))
    assert found.returncode == 0, found.stdout


def test_words_and_declarations_are_no_imports(tmp_path: Path) -> None:
    text = '// crate::b::other\npub struct C; const S: &str = "crate::a::A";\n'
    text += "#[cfg(test)]\nmod tests { use crate::a::A; }\n"
    found = run(checkout(tmp_path, RUST | {"crates/one/src/c.rs": text}))
    assert found.returncode == 0, found.stdout


def test_annotations_alone_are_no_imports(tmp_path: Path) -> None:
    text = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import ringassay.a\n"
    found = run(checkout(tmp_path, PYTHON | {"python/ringassay/c.py": text}))
    assert found.returncode == 0, found.stdout


def test_the_project_has_none() -> None:
    found = run(ROOT)
    assert found.returncode == 0, found.stdout

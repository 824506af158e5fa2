"""What `make wheel` checks before anybody installs it, and the licences that it puts inside."""

from __future__ import annotations

import importlib.util
import shutil
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


check_wheel = module("scripts/check_wheel.py")
NAME = "ringassay-0.1.0-cp311-abi3-manylinux_2_34_x86_64.whl"
SCRIPTS = "ringassay-0.1.0.data/scripts"
INFO = "ringassay-0.1.0.dist-info/licenses"
WHOLE = {
    "ringassay/_native.abi3.so": (0o755, b"GLIBC_2.34 GLIBC_2.2.5"),
    f"{SCRIPTS}/ringassay-runtime": (0o755, b"GLIBC_2.17 GLIBC_2.34"),
    f"{SCRIPTS}/ringassay-lattigo": (0o755, b"static"),
    f"{INFO}/LICENSE-MIT": (0o644, b"MIT"),
    f"{INFO}/LICENSE-APACHE": (0o644, b"Apache"),
    f"{INFO}/build/licences/THIRD-PARTY.txt": (0o644, b"others"),
}


def wheel(folder: Path, parts: dict[str, tuple[int, bytes]]) -> Path:
    path = folder / NAME
    with zipfile.ZipFile(path, "w") as archive:
        for name, (mode, content) in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            archive.writestr(entry, content)
    return path


def test_a_whole_wheel_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_wheel.check(wheel(tmp_path, WHOLE)) == []
    assert "ringassay-runtime: 0.0 MB" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "instead", "fault"),
    [
        ("ringassay-runtime", None, "ringassay-runtime is missing"),
        ("_native.abi3.so", None, "_native.abi3.so is missing"),
        ("THIRD-PARTY.txt", None, "THIRD-PARTY.txt is missing"),
        ("ringassay-runtime", (0o644, b""), "ringassay-runtime is not executable"),
        ("ringassay-lattigo", (0o644, b""), "ringassay-lattigo is not executable"),
        (
            "ringassay-runtime",
            (0o755, b"GLIBC_2.9 GLIBC_2.38"),
            "ringassay-runtime needs glibc 2.38, the wheel promises 2.34",
        ),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, name: str, instead: tuple[int, bytes] | None, fault: str
) -> None:
    parts = {at: part for at, part in WHOLE.items() if not at.endswith(name)}
    if instead is not None:
        parts[f"{SCRIPTS}/{name}"] = instead
    assert check_wheel.check(wheel(tmp_path, parts)) == [fault]


def test_without_go_it_is_a_wheel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = {at: part for at, part in WHOLE.items() if not at.endswith("ringassay-lattigo")}
    assert check_wheel.check(wheel(tmp_path, parts)) == []
    assert "ringassay-lattigo: not in it" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_everything_compiled_in_has_its_licence() -> None:
    text = module("packaging/licences.py").third_party(ROOT, with_go=False)
    parts = text.split("=" * 80 + "\n")[1:]
    named = {part.partition("\n")[0].split()[0]: part for part in parts}
    assert {"pyo3", "numpy", "clap", "nix", "rustix", "rayon"} <= named.keys()
    assert not any(name.startswith(("ringassay", "proptest", "windows")) for name in named)
    without = {name for name, part in named.items() if "---" not in part}
    assert not without
    assert "MIT License" in named["clap"] or "as of" in named["clap"]

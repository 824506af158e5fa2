"""What `make wheel` checks before anybody installs it; licences and the list of what is inside."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[loaded.__name__] = loaded
    spec.loader.exec_module(loaded)
    return loaded


check_wheel = module("scripts/check_wheel.py")
parts = module("packaging/parts.py")
licences = module("packaging/licences.py")
NAME = "ringassay-0.1.0-cp311-abi3-manylinux_2_34_x86_64.whl"
SCRIPTS = "ringassay-0.1.0.data/scripts"
INFO = "ringassay-0.1.0.dist-info/licenses"
PAGES = "ringassay-0.1.0.data/data/share/doc/ringassay"
WHOLE = {
    "ringassay/_native.abi3.so": (0o755, b"GLIBC_2.34 GLIBC_2.2.5"),
    f"{SCRIPTS}/ringassay-runtime": (0o755, b"GLIBC_2.17 GLIBC_2.34"),
    f"{SCRIPTS}/ringassay-lattigo": (0o755, b"static"),
    f"{INFO}/LICENSE-MIT": (0o644, b"MIT"),
    f"{INFO}/LICENSE-APACHE": (0o644, b"Apache"),
    f"{INFO}/build/licences/THIRD-PARTY.txt": (0o644, b"others"),
    "ringassay-0.1.0.dist-info/sboms/ringassay.cdx.json": (0o644, b"{}"),
    f"{PAGES}/index.md": (0o644, b"# Documentation"),
    f"{PAGES}/protocol.md": (0o644, b"# Protocol"),
}


def wheel(folder: Path, entries: dict[str, tuple[int, bytes]]) -> Path:
    path = folder / NAME
    with zipfile.ZipFile(path, "w") as archive:
        for name, (mode, content) in entries.items():
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
        ("ringassay.cdx.json", None, "ringassay.cdx.json is missing"),
        ("protocol.md", None, "protocol.md is missing"),
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
    entries = {at: part for at, part in WHOLE.items() if not at.endswith(name)}
    if instead is not None:
        entries[f"{SCRIPTS}/{name}"] = instead
    assert check_wheel.check(wheel(tmp_path, entries)) == [fault]


def test_without_go_it_is_a_wheel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = {at: part for at, part in WHOLE.items() if not at.endswith("ringassay-lattigo")}
    assert check_wheel.check(wheel(tmp_path, entries)) == []
    assert "ringassay-lattigo: not in it" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_everything_compiled_in_has_its_licence() -> None:
    text = licences.third_party(parts.parts(ROOT, with_go=False))
    found = text.split("=" * 80 + "\n")[1:]
    named = {part.partition("\n")[0].split()[0]: part for part in found}
    assert {"pyo3", "numpy", "clap", "nix", "rustix", "rayon"} <= named.keys()
    assert not any(name.startswith(("ringassay", "proptest", "windows")) for name in named)
    without = {name for name, part in named.items() if "---" not in part}
    assert not without
    assert "MIT License" in named["clap"] or "as of" in named["clap"]


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo")
def test_the_list_of_parts_is_what_cargo_says() -> None:
    """Names, versions and checksums; `cargo tree` and the lock file are the oracles."""
    found = parts.parts(ROOT, with_go=False)
    text = parts.cyclonedx(found, "0.1.0")
    assert text == parts.cyclonedx(parts.parts(ROOT, with_go=False), "0.1.0")
    listed = json.loads(text)
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.5")
    tree = subprocess.run(
        ["cargo", "tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"]
        + [word for name in parts.ROOTS for word in ("--package", name)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    packages = {tuple(line.split()[:2]) for line in tree.stdout.splitlines() if line.strip()}
    wanted = {
        (name, version.removeprefix("v"))
        for name, version in packages
        if not name.startswith("ringassay")
    }
    assert {(one["name"], one["version"]) for one in listed["components"]} == wanted
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    sums = {(one["name"], one["version"]): one.get("checksum") for one in locked}
    for one in listed["components"]:
        (digest,) = one["hashes"]
        assert digest["content"] == sums[one["name"], one["version"]]
        assert one["purl"] == f"pkg:cargo/{one['name']}@{one['version']}"
        assert one["licenses"][0]["expression"]


@pytest.mark.skipif(shutil.which("go") is None, reason="needs Go")
def test_the_list_of_parts_has_those_of_go() -> None:
    """`go.sum` is the oracle: what is compiled in stands there."""
    names = {part.name for part in parts.parts(ROOT, with_go=True) if part.kind == "golang"}
    sums = (ROOT / "adapters/lattigo/go.sum").read_text()
    assert "github.com/tuneinsight/lattigo/v6" in names and "std" in names
    assert all(f"{name} v" in sums for name in names - {"std"})

"""Builds ringassay for installers (PEP 517): maturin's backend, and programs beside the extension.

`maturin` puts what lies in `build/wheel` into the wheel: programs, whose installation keeps them
executable, and the pages that `ringassay --page` prints. Run as a program (`make wheel`), it only
makes that: the runtime, Lattigo's adapter where Go is, the licences of everything compiled into
them, a list of it (CycloneDX), the pages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "build/wheel/scripts"
PAGES = ROOT / "build/wheel/data/share/doc/ringassay"
LICENCES = ROOT / "build/licences/THIRD-PARTY.txt"
PARTS = ROOT / "build/sboms/ringassay.cdx.json"
RUNTIME = "ringassay-runtime"
LATTIGO = "ringassay-lattigo"

# What maturin is asked for needs the folder, whether or not anything is in it yet.
SCRIPTS.mkdir(parents=True, exist_ok=True)

try:
    import maturin
    from maturin import (
        build_sdist,
        get_requires_for_build_sdist,
        prepare_metadata_for_build_editable,
        prepare_metadata_for_build_wheel,
    )
except ImportError:  # as a program, it needs none
    maturin = None  # type: ignore[assignment]

Settings = Mapping[str, object] | None


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:
    """What building takes from a registry; ends with what this machine lacks, not to fetch it."""
    _need_tools()
    return list(maturin.get_requires_for_build_wheel(settings))


def get_requires_for_build_editable(settings: Settings = None) -> list[str]:
    """As for a wheel."""
    _need_tools()
    return list(maturin.get_requires_for_build_editable(settings))


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """A wheel with its programs."""
    stage()
    # As `make wheel` asks for it.
    given = os.environ.get("MATURIN_PEP517_ARGS", "")
    os.environ["MATURIN_PEP517_ARGS"] = f"{given} --sbom-include {PARTS.relative_to(ROOT)}".strip()
    return str(maturin.build_wheel(folder, settings, metadata))


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """A wheel that leads to the sources, with its programs."""
    stage()
    return str(maturin.build_editable(folder, settings, metadata))


def stage() -> None:
    """Builds what travels beside the extension."""
    _need_tools()
    shutil.rmtree(SCRIPTS)
    SCRIPTS.mkdir()
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    for page in sorted((ROOT / "docs").glob("*.md")):
        shutil.copy2(page, PAGES)
    _build_runtime()
    with_go = _build_lattigo()
    sys.path.insert(0, str(Path(__file__).parent))
    from licences import third_party  # noqa: PLC0415
    from parts import cyclonedx, parts  # noqa: PLC0415

    found = parts(ROOT, with_go=with_go)
    for file, text in ((LICENCES, third_party(found)), (PARTS, cyclonedx(found, _version()))):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _version() -> str:
    """As the crates have it."""
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    return str(manifest["workspace"]["package"]["version"])


def _need_tools() -> None:
    """Ends with what is missing and how to get it. Without Go there is a wheel without Lattigo."""
    toolchain = ROOT / "python/ringassay/cli/toolchain.py"
    done = subprocess.run(
        [sys.executable, str(toolchain), "--no-lattigo", "--no-venv"], check=False
    )
    if done.returncode != 0:
        raise SystemExit(done.returncode)


def _build_runtime() -> None:
    # The extension's package is named, so that both are built with the same features: once.
    packages = ("--package", "ringassay-py", "--package", RUNTIME, "--bin", RUNTIME)
    cargo = ("cargo", "build", "--release", "--locked", *packages)
    subprocess.run(cargo, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    built = shutil.copy2(ROOT / target / "release" / RUNTIME, SCRIPTS)
    # Seven eighths of it say where in the sources the rest comes from.
    subprocess.run(("strip", str(built)), check=False)


def _build_lattigo() -> bool:
    """Whether it could be built: Go fetches modules, which may fail."""
    if shutil.which("go") is None:
        print("No Go here: the wheel comes without Lattigo's adapter.", file=sys.stderr)
        return False
    program = str(SCRIPTS / LATTIGO)
    go = ("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".")
    # Without the C library it is static: it runs wherever the kernel does.
    environment = {**os.environ, "CGO_ENABLED": "0"}
    done = subprocess.run(go, cwd=ROOT / "adapters/lattigo", env=environment, check=False)
    if done.returncode != 0:
        print("Go failed: the wheel comes without Lattigo's adapter.", file=sys.stderr)
    return done.returncode == 0


__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

if __name__ == "__main__":
    stage()

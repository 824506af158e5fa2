"""What is compiled into the wheel, Rust crates and Go modules, and a list of it in CycloneDX."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

ROOTS = ("ringassay-py", "ringassay-runtime")
OUR_GO = "ringassay/"  # the kit for adapters in Go
TEXTS = ("licen", "copying", "notice", "copyright", "unlicense")


class Part(NamedTuple):
    """A crate or module."""

    name: str
    version: str
    licence: str
    """As its authors declare it; empty where only its text says so."""
    folder: Path
    """With the texts of its licences."""
    kind: str
    """`cargo` or `golang`."""
    sha256: str = ""
    """Of the package, as the lock file has it."""

    @property
    def purl(self) -> str:
        """Its address in all registries (package-url)."""
        return f"pkg:{self.kind}/{quote(self.name)}@{quote(self.version)}"


def parts(root: Path, *, with_go: bool) -> list[Part]:
    """All of them, in a fixed order."""
    return sorted({*_crates(root), *(_modules(root / "adapters/lattigo") if with_go else ())})


def cyclonedx(found: Iterable[Part], version: str) -> str:
    """The list (CycloneDX 1.5, JSON). It has neither a time nor a number of its own: the same parts
    give the same bytes."""
    whole = {"type": "application", "name": "ringassay", "version": version}
    components = [_component(part) for part in found]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**whole, "bom-ref": "ringassay"}},
        "components": components,
        "dependencies": [{"ref": "ringassay", "dependsOn": [one["bom-ref"] for one in components]}],
    }
    return json.dumps(document, indent=1) + "\n"


def texts(folder: Path) -> list[Path]:
    """The files of a folder that say under which licence it is."""
    return sorted(
        file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(TEXTS)
    )


def _component(part: Part) -> dict[str, Any]:
    licences = [{"expression": part.licence.replace("/", " OR ")}] if part.licence else []
    hashes = [{"alg": "SHA-256", "content": part.sha256}] if part.sha256 else []
    return {
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "purl": part.purl,
        **({"licenses": licences} if licences else {}),
        **({"hashes": hashes} if hashes else {}),
    }


def _crates(root: Path) -> Iterator[Part]:
    """What the roots need when they run, directly and indirectly."""
    target = re.search(r"^host: (.+)$", _said(root, "rustc", "-vV"), re.MULTILINE)
    here = ("--filter-platform", target[1]) if target else ()
    command = ("cargo", "metadata", "--format-version", "1", "--locked", *here)
    metadata: dict[str, Any] = json.loads(_said(root, *command))
    packages = {package["id"]: package for package in metadata["packages"]}
    needs = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    locked = tomllib.loads((root / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(one["name"], one["version"]): one.get("checksum", "") for one in locked}
    waiting = [name for name, package in packages.items() if package["name"] in ROOTS]
    seen: set[str] = set()
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        waiting += [
            each["pkg"]
            for each in needs[current]
            if any(kind["kind"] is None for kind in each["dep_kinds"])
        ]
    for package in (packages[name] for name in seen):
        if package["source"] is not None:  # ours have none
            name, version = package["name"], package["version"]
            folder = _folder(package, packages.values())
            licence = package["license"] or ""
            yield Part(name, version, licence, folder, "cargo", sums[name, version])


def _folder(package: Mapping[str, Any], packages: Iterable[Mapping[str, Any]]) -> Path:
    """Where a crate's texts are: its own folder, or that of a crate of the same repository and
    licence, where its authors left them out."""
    own = Path(package["manifest_path"]).parent
    alike = (
        Path(other["manifest_path"]).parent
        for other in packages
        if package["repository"] is not None
        and (other["repository"], other["license"]) == (package["repository"], package["license"])
    )
    return next((folder for folder in (own, *alike) if texts(folder)), own)


def _modules(folder: Path) -> Iterator[Part]:
    template = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
    listed = _said(folder, "go", "list", "-deps", "-f", template, ".")
    for line in {line for line in listed.splitlines() if line and not line.startswith(OUR_GO)}:
        name, _, at = line.partition("\t")
        path, _, version = name.partition(" ")
        yield Part(path, version, "", Path(at), "golang")
    goroot = Path(_said(folder, "go", "env", "GOROOT").strip())
    yield Part("std", _said(folder, "go", "env", "GOVERSION").strip(), "", goroot, "golang")


def _said(folder: Path, *command: str) -> str:
    environment = {**os.environ, "CGO_ENABLED": "0"}
    done = subprocess.run(
        command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout

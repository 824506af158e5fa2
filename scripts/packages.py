"""Packs the crates that are published, and fails where one lacks what a registry shows.

    python scripts/packages.py [--verify]

Published are all members of the workspace without `publish = false`. Each states description,
licence, documentation, readme, keywords and categories, depends on no member that is not published
(but for its tests), and is packed by `cargo package`; `--verify` also builds what was packed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
STATED = ("description", "license", "documentation", "readme", "keywords", "categories", "authors")


def published() -> list[dict[str, Any]]:
    """The manifests of the crates that are published, as cargo tells them."""
    command = ["cargo", "metadata", "--no-deps", "--format-version=1", "--locked", "--offline"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    return [package for package in json.loads(told)["packages"] if package["publish"] != []]


def faults(packages: list[dict[str, Any]]) -> list[str]:
    """What is missing, in sentences."""
    names = {package["name"] for package in packages}
    found = []
    for package in packages:
        found += [f"{package['name']} states no {key}" for key in STATED if not package[key]]
        for dependency in package["dependencies"]:
            name = dependency["name"]
            if dependency["kind"] == "dev" or "path" not in dependency:
                continue
            if name not in names:
                found.append(f"{package['name']} depends on {name}, which is not published")
            elif dependency["req"] == "*":
                found.append(f"{package['name']} depends on {name} of any version")
    return found


def main() -> int:
    """The exit code."""
    packages = published()
    found = faults(packages)
    print(*found, sep="\n", end="\n" if found else "")
    if found:
        return 1
    how = [] if "--verify" in sys.argv[1:] else ["--no-verify"]
    members = [f"--package={package['name']}" for package in packages]
    command = ["cargo", "package", "--quiet", "--locked", "--allow-dirty", *how, *members]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

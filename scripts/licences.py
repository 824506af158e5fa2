"""Says which licences the dependencies have, and fails where one is not allowed or not known.

    python scripts/licences.py [--table]

Rust: `cargo metadata` of every lock file that programs or tests are built from, for this platform.
Python: the metadata of what `requirements.txt` names, as installed beside this interpreter. Go: the
licence files of the adapter's modules, recognised by their texts.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]

ALLOWED = {
    *("MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unlicense"),
    *("0BSD", "BSL-1.0", "CC0-1.0", "PSF-2.0", "Python-2.0", "HPND", "MIT-CMU", "Unicode-3.0"),
    *("MPL-2.0", "NCSA", "LLVM-exception"),
}
"""By SPDX name. MPL-2.0 binds changes to its own files, of which we have none."""

WORDS = {
    "MIT License": "MIT",
    "The MIT License": "MIT",
    "Expat license": "MIT",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "New BSD": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "ISC License (ISCL)": "ISC",
    "Dual License": "",
}
"""What Python packages say that do not say it in SPDX's words."""

TEXTS = {
    "Apache-2.0": "apache license version 2.0",
    "MIT": "permission is hereby granted, free of charge, to any person obtaining a copy",
    "BSD-3-Clause": "neither the name of",
    "BSD-2-Clause": "redistributions in binary form must reproduce",
    "ISC": "distribute this software for any purpose with or without fee",
}
"""Of which licence a text is, by words that no other here has; the first that fits."""

APART = {
    ("cargo benches/peers", "tfhe-ntt"),
    ("cargo adapters/fhe-rs", "tfhe-ntt"),
    *(
        ("cargo adapters/tfhe-rs", name)
        for name in ("tfhe", "tfhe-csprng", "tfhe-fft", "tfhe-ntt", "tfhe-safe-serialize")
    ),
    ("cargo adapters/tfhe-rs", "tfhe-versionable"),
    ("cargo adapters/tfhe-rs", "tfhe-versionable-derive"),
}
"""BSD-3-Clause-Clear: in programs of their own, which only `make peers`, `ringassay sut install
fhe-rs` and `ringassay sut install tfhe-rs` build."""

FORBIDDEN = ("general public license", "no express or implied licenses to any party's patent")
"""GPL in all its forms, and BSD-3-Clause-Clear."""


class Licensed(NamedTuple):
    """A dependency and what it says."""

    source: str
    name: str
    version: str
    licence: str


def allowed(expression: str) -> bool:
    """Whether an SPDX expression leaves a choice of which every part is allowed."""
    # `A/B` is an old way to write `A OR B`.
    words = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    text = "".join(
        {"AND": " and ", "WITH": " and ", "OR": " or "}.get(word) or _truth(word) for word in words
    )
    try:
        return bool(words) and bool(_value(ast.parse(text.strip(), mode="eval").body))
    except SyntaxError:
        return False


def _truth(word: str) -> str:
    return word if word in {"(", ")"} else str(word in ALLOWED)


def _value(node: ast.expr) -> object:
    """Of an expression of truth values; anything else is false."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.BoolOp(op=ast.And(), values=values):
            return all(map(_value, values))
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(map(_value, values))
        case _:
            return False


def rust() -> Iterator[Licensed]:
    """Crates of all lock files but our own."""
    version = subprocess.run(["rustc", "-vV"], stdout=subprocess.PIPE, text=True, check=True)
    host = version.stdout.partition("host: ")[2].split()[0]
    for manifest in sorted(ROOT.glob("**/Cargo.lock")):
        if "target" in manifest.relative_to(ROOT).parts:
            continue
        told = subprocess.run(
            ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={host}"],
            cwd=manifest.parent,
            stdout=subprocess.PIPE,
            check=True,
        )
        for package in json.loads(told.stdout)["packages"]:
            if package["source"] is not None:
                place = f"cargo {manifest.parent.relative_to(ROOT)}".removesuffix(" .")
                said = package["license"] or ""
                yield Licensed(place, package["name"], package["version"], said)


def python() -> Iterator[Licensed]:
    """What is pinned."""
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith((" ", "#")):
            continue  # a hash, or who made the file
        wanted = Requirement(line.rstrip("\\ "))
        if wanted.marker is None or wanted.marker.evaluate():
            about = metadata.metadata(wanted.name)
            version = metadata.version(wanted.name)
            yield Licensed("pip", wanted.name, version, _of_package(wanted.name, about))


def _of_package(name: str, about: metadata.PackageMetadata) -> str:
    if about.get("License-Expression"):
        return str(about["License-Expression"])
    classes = [c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or [] if "License" in c]
    said = [WORDS.get(c, c) for c in [*classes, str(about.get("License") or "").strip()]]
    known = [c for c in dict.fromkeys(said) if c in ALLOWED]
    if known:
        return " AND ".join(known)
    files = [f for f in metadata.files(name) or [] if re.search(r"(?i)licen[cs]e|copying", f.name)]
    texts = [
        Path(str(file.locate())).read_text(encoding="utf-8", errors="replace") for file in files
    ]
    return " AND ".join(dict.fromkeys(map(of_text, texts))) or "; ".join(filter(None, said))[:80]


def of_text(text: str) -> str:
    """The licence of which this is the text; its first words where that is not known."""
    plain = " ".join(re.sub(r"[^\w\s.,']", " ", text).lower().split())
    if any(words in plain for words in FORBIDDEN) and "apache license" not in plain:
        return "forbidden: " + plain[:60]
    return next((name for name, words in TEXTS.items() if words in plain), plain[:60])


def go() -> Iterator[Licensed]:
    """Modules of the adapter."""
    told = subprocess.run(
        [
            "go",
            "list",
            "-deps",
            "-test",
            "-f",
            "{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}",
            "./...",
        ],
        cwd=ROOT / "adapters" / "lattigo",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    for line in sorted(set(told.stdout.splitlines())):
        path, *rest = line.split()
        if len(rest) == 2 and not path.startswith("ringassay/"):  # our own kit
            version, folder = rest
            files = sorted(Path(folder).glob("LICEN[CS]E*")) + sorted(Path(folder).glob("COPYING*"))
            said = " AND ".join(of_text(file.read_text(encoding="utf-8")) for file in files)
            yield Licensed("go", path, version, said)


def main() -> None:
    """Prints what is not allowed, or all there is."""
    found = sorted({*rust(), *python(), *go()})
    apart = [one for one in found if (one.source, one.name) in APART]
    wrong = [one for one in found if not allowed(one.licence) and one not in apart]
    for one in found if "--table" in sys.argv else wrong:
        print(f"{one.source}: {one.name} {one.version}: {one.licence or 'says nothing'}")
    if wrong:
        sys.exit(f"{len(wrong)} of {len(found)} dependencies: a licence not allowed, or not known")
    print(f"{len(found) - len(apart)} dependencies, all with allowed licences; {len(apart)} apart")


if __name__ == "__main__":
    main()

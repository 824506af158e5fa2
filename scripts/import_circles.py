"""Circles of imports among the files of each Rust crate and of the Python package.

    .venv/bin/python scripts/import_circles.py [--most 2]

Two files may need each other: a type and its text form. In a circle of more, none can be read
without all. A circle is a strongly connected set of files. What only re-exports a name (`pub use`)
needs nothing by that; who imports the name depends on the file that defines it. Fails when a circle
is larger than `--most` files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from imports import python, rust

ROOT = Path(__file__).parents[1]
MOST = 2
Graph = Mapping[Path, set[Path]]


def main() -> int:
    """Exit code 1 if a circle is too large."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--most", type=int, default=MOST, metavar="N", help="files of a circle")
    parser.add_argument("--root", type=Path, default=ROOT, metavar="DIR", help="the checkout")
    args = parser.parse_args()
    files, too_large = 0, 0
    for graph in graphs(args.root):
        files += len(graph)
        for circle in circles(graph):
            if len(circle) <= args.most:
                continue
            too_large += 1
            print(f"a circle of {len(circle)} files:")
            for path in circle:
                needs = sorted(graph[path] & set(circle))
                print(f"  {_short(path, args.root)} imports")
                print("".join(f"    {_short(one, args.root)}\n" for one in needs), end="")
    print(f"{files} files, {too_large} circles of more than {args.most} files")
    return 1 if too_large else 0


def graphs(root: Path) -> Iterator[Graph]:
    """The package's files and each crate's: file to the files that it needs."""
    yield python.dependencies(root / "python" / "ringassay")
    for manifest in sorted(root.glob("crates/*/Cargo.toml")):
        for name in ("lib.rs", "main.rs"):
            if (entry := manifest.parent / "src" / name).exists():
                yield rust.dependencies(entry)


def circles(graph: Graph) -> list[list[Path]]:
    """The strongly connected sets of at least two files, largest first.

    Tarjan, R. (1972). Depth-first search and linear graph algorithms. SIAM Journal on Computing 1.
    """
    number: dict[Path, int] = {}
    low: dict[Path, int] = {}
    stack: list[Path] = []
    found: list[list[Path]] = []

    def visit(file: Path) -> None:
        number[file] = low[file] = len(number)
        stack.append(file)
        for needed in sorted(graph[file]):
            if needed not in number:
                visit(needed)
                low[file] = min(low[file], low[needed])
            elif needed in stack:
                low[file] = min(low[file], number[needed])
        if low[file] == number[file]:
            start = stack.index(file)
            found.append(sorted(stack[start:]))
            del stack[start:]

    for file in sorted(graph):
        if file not in number:
            visit(file)
    return sorted((one for one in found if len(one) > 1), key=lambda one: (-len(one), one))


def _short(path: Path, root: Path) -> str:
    return str(path.relative_to(root))


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(main())

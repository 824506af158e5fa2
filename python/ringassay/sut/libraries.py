"""Libraries that are no part of ringassay: where they are looked for, and what gets them.

Each is installed into a folder of its own, below `libraries` of the environment that ringassay runs
in: other versions of Python, other toolchains and other licences stay away from ours. Nothing here
is part of the default build or of the wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ringassay import shell

PACKAGE = Path(__file__).parents[1]
"""The folder of the package ringassay."""

FOLDER = Path(sys.prefix) / "libraries"

ADAPTERS = PACKAGE.parents[1] / "adapters"
"""Of the checkout; a wheel has none."""

OPENFHE_PYTHON = "3.10"
OPENFHE_PACKAGE = "openfhe==1.6.1.0.22.4"


def _pinned(python: str, library: str) -> list[str]:
    """Installs what `requirements` lists for a library: only files whose hashes stand there."""
    listed = str(PACKAGE / "sut" / "requirements" / f"{library}.txt")
    return [
        python,
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--require-hashes",
        "--requirement",
        listed,
    ]


@dataclass(frozen=True)
class Tool:
    """What an installation needs that is not installed here."""

    name: str
    find: Callable[[], str | None]
    remedy: str


@dataclass(frozen=True)
class Library:
    """A library with an adapter, and what gets it."""

    name: str
    """As the command line calls it; also the name of its folder."""
    title: str
    """The library, its version and its licence."""
    origin: str
    """Where it comes from."""
    systems: tuple[str, ...]
    """The systems under test that it makes available."""
    tools: tuple[Tool, ...]
    commands: Callable[[Sequence[str]], list[list[str]]]
    """By the paths of `tools`, in their order: what to run."""
    automatic: bool = True
    """Whether `--install all` takes it: not what is large, or under a licence without patents."""
    checkout: bool = False
    """Whether its adapter is built from the sources of ringassay."""

    @property
    def folder(self) -> Path:
        """What is installed lies below."""
        return FOLDER / self.name

    def missing(self) -> list[Tool]:
        """The tools that this machine lacks."""
        return [tool for tool in self.tools if tool.find() is None]

    def recipe(self) -> list[list[str]]:
        """The commands, with names in place of tools that are missing."""
        return self.commands([tool.find() or tool.name for tool in self.tools])


def _python(version: str) -> Callable[[], str | None]:
    """A Python of one version: of pyenv, or on PATH; what cannot be started is none."""

    def find() -> str | None:
        root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
        names = [
            str(path) for path in sorted(root.glob(f"versions/{version}.*/bin/python{version}"))
        ]
        on_path = shutil.which(f"python{version}")
        for name in (*reversed(names), *([on_path] if on_path else [])):
            asked = [name, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
            try:
                said = subprocess.run(
                    asked, capture_output=True, text=True, timeout=30, check=False
                )
            except (OSError, subprocess.TimeoutExpired):
                continue
            if said.returncode == 0 and said.stdout.strip() == version:
                return name
        return None

    return find


def _which(name: str) -> Callable[[], str | None]:
    return lambda: shutil.which(name)


_CARGO = Tool("cargo", _which("cargo"), "install Rust 1.91 or newer: https://rustup.rs")
_OPENFHE_PYTHON = Tool(
    f"python{OPENFHE_PYTHON}",
    _python(OPENFHE_PYTHON),
    f"install CPython {OPENFHE_PYTHON}: pyenv install {OPENFHE_PYTHON}, or uv python install "
    f"{OPENFHE_PYTHON} (OpenFHE's wheel for glibc 2.35 serves no other version)",
)


def _cargo_adapter(name: str) -> Callable[[Sequence[str]], list[list[str]]]:
    """Builds the adapter in `adapters/NAME` and puts its program into the library's folder."""

    def commands(tools: Sequence[str]) -> list[list[str]]:
        folder = FOLDER / name
        return [
            [
                *(tools[0], "install", "--locked", "--path", str(ADAPTERS / name)),
                *("--root", str(folder), "--target-dir", str(folder / "build")),
            ]
        ]

    return commands


CONCRETE_PACKAGE = "concrete-python==2.11.0"
"""`requirements/concrete.in` has of its dependencies those that gates take: of PyTorch, some
gigabytes, it needs the name."""

_TORCH_STUB = (
    "import pathlib, sysconfig; "
    "folder = pathlib.Path(sysconfig.get_path('purelib'), 'torch'); "
    "folder.mkdir(exist_ok=True); "
    "(folder / '__init__.py').write_text('def __getattr__(name): return None\\n')"
)

NODE_SEAL_PACKAGE = "node-seal@5.1.7"
"""7.0.0 aborts on Node.js 20."""

_NODE = Tool("node", _which("node"), "install Node.js 18 or newer: apt-get install nodejs")
_NPM = Tool("npm", _which("npm"), "install npm: apt-get install npm")

_CMAKE = Tool("cmake", _which("cmake"), "install CMake: apt-get install cmake g++")


def _helib_prefix() -> str | None:
    """Where HElib is installed: what HELIB_PREFIX names, or where packages usually are."""
    named = os.environ.get("HELIB_PREFIX")
    for prefix in (named,) if named else ("/usr/local", "/usr", "/opt/helib"):
        if any(Path(prefix).glob("**/cmake/helib/helibConfig.cmake")):
            return prefix
    return None


_HELIB = Tool(
    "HELIB_PREFIX",
    _helib_prefix,
    "build and install HElib (github.com/homenc/HElib, with NTL and GMP), then set HELIB_PREFIX to "
    "where it was installed",
)


def _cmake_adapter(name: str) -> Callable[[Sequence[str]], list[list[str]]]:
    """Builds the adapter in `adapters/NAME` over the library that the last of its tools found."""

    def commands(tools: Sequence[str]) -> list[list[str]]:
        cmake, prefix = tools
        folder = FOLDER / name
        build = str(folder / "build")
        return [
            [cmake, "-S", str(ADAPTERS / name), "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}"],
            [cmake, "--build", build],
            [cmake, "--install", build, "--prefix", str(folder)],
        ]

    return commands


LIBRARIES: tuple[Library, ...] = (
    Library(
        "seal",
        "SEAL 4 in TenSEAL (MIT and Apache-2.0)",
        "PyPI: tenseal",
        ("seal", "seal-secret-key", "seal-ckks"),
        (),
        lambda _: [_pinned(sys.executable, "seal")],
    ),
    Library(
        "node-seal",
        "SEAL 4.1.2 as WebAssembly (MIT)",
        f"npm: {NODE_SEAL_PACKAGE}",
        ("seal-wasm-bgv",),
        (_NODE, _NPM),
        lambda tools: [
            ["mkdir", "-p", str(FOLDER)],
            # With the lock file, which has the hash of what is installed.
            ["cp", "-r", str(PACKAGE / "sut" / "requirements" / "node-seal"), str(FOLDER)],
            [
                *(tools[1], "ci", "--no-audit", "--no-fund", "--ignore-scripts"),
                *("--prefix", str(FOLDER / "node-seal")),
            ],
        ],
    ),
    Library(
        "openfhe",
        "OpenFHE 1.6.1 (BSD-2-Clause)",
        f"PyPI: {OPENFHE_PACKAGE}",
        ("openfhe-bgv", "openfhe-bfv", "openfhe-ckks", "openfhe-binfhe"),
        (_OPENFHE_PYTHON,),
        lambda tools: [
            [tools[0], "-m", "venv", str(FOLDER / "openfhe")],
            _pinned(str(FOLDER / "openfhe/bin/python"), "openfhe"),
        ],
    ),
    Library(
        "fhe-rs",
        "fhe.rs 0.1.1 (MIT; its transforms, tfhe-ntt, are under BSD-3-Clause-Clear)",
        "crates.io: fhe",
        ("fhe-rs",),
        (_CARGO,),
        _cargo_adapter("fhe-rs"),
        checkout=True,
    ),
    Library(
        "helib",
        "HElib 2 (Apache-2.0), your own installation; the adapter is untried",
        "in no registry: github.com/homenc/HElib",
        ("helib",),
        (_CMAKE, _HELIB),
        _cmake_adapter("helib"),
        automatic=False,
        checkout=True,
    ),
    Library(
        "concrete",
        "Concrete 2.11 (BSD-3-Clause-Clear: no patents are granted); 0.7 GB",
        f"PyPI: {CONCRETE_PACKAGE}",
        ("concrete",),
        (),
        lambda _: [
            [sys.executable, "-m", "venv", str(FOLDER / "concrete")],
            _pinned(str(FOLDER / "concrete/bin/python"), "concrete"),
            [str(FOLDER / "concrete/bin/python"), "-c", _TORCH_STUB],
        ],
        automatic=False,
    ),
    Library(
        "tfhe-rs",
        "tfhe-rs 1.8.2 (BSD-3-Clause-Clear: no patents are granted)",
        "crates.io: tfhe",
        ("tfhe-rs",),
        (_CARGO,),
        _cargo_adapter("tfhe-rs"),
        automatic=False,
        checkout=True,
    ),
)


def library(name: str) -> Library | None:
    """The library of this name."""
    return next((one for one in LIBRARIES if one.name == name), None)


def remedy(name: str) -> str:
    """What to do for a library that is not there, in one line."""
    found = library(name)
    if found is None:
        return f"install {name}"
    install = shell.command("ringassay", "sut", "install", name)
    if found.checkout and not ADAPTERS.is_dir():
        return f"from a checkout of ringassay: {install}"
    missing = [tool.remedy for tool in found.missing()]
    return "; then: ".join([*missing, install])


def python_with(library: str, package: str) -> str | None:
    """A Python that has a package: the one that RINGASSAY_…_PYTHON names, that of the library's
    folder, or our own."""
    named = os.environ.get(f"RINGASSAY_{library.upper()}_PYTHON")
    if named:
        return shutil.which(named)
    folder = FOLDER / library
    if any(folder.glob(f"lib/python*/site-packages/{package}")):
        return str(folder / "bin/python")
    return sys.executable if find_spec(package) else None


def node_with(library: str, package: str) -> str | None:
    """Node.js, if the library's folder has its package."""
    has_it = (FOLDER / library / "node_modules" / package / "package.json").is_file()
    return shutil.which("node") if has_it else None


def program_of(library: str, program: str) -> str | None:
    """A program in a library's folder, or on PATH."""
    return shutil.which(str(FOLDER / library / "bin" / program)) or shutil.which(program)

"""Suites, with the functions, expressions, circuits and inputs that they name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from corpus.case import Case

HEAD = 'version = 1\nname = "s"\nseed = 1\nsecurity = 80\nsuts = ["plaintext"]\n'
FAMILY = '[[family]]\nname = "f"\nkind = "mixed"\nbatch = 5\nwidth = 4\ndepth = 2\n'
SHOW = ("suite", "show", "s.toml")
EVIL = (
    "import os, pathlib, subprocess\npathlib.Path('canary').touch()\n"
    "subprocess.Popen(['sleep', '30'])\ndef f(x):\n    return x\n"
)

TEXTS: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "version"),
    "no-toml": ("]]][[[", "not valid TOML"),
    "nul": (HEAD.encode() + b"x = \0", "not valid TOML"),
    "utf-16": (HEAD.encode("utf-16"), "not UTF-8"),
    "latin-1": ("title = 'Gr\xf6\xdfe'".encode("latin-1"), "not UTF-8"),
    "too-long": (HEAD + "#" * (1 << 20), "larger than"),
    "nested-lists": (f"{HEAD}x = {'[' * 5000}", "not valid TOML"),
    "nested-tables": (f"{HEAD}{'a.' * 5000}b = 1", ""),
    "digits": (f"{HEAD}x = {'1' * 10_000}", "not valid TOML"),
    "exponent": (f"{HEAD}x = 1e99999999999999999999", "not valid TOML"),
    "exponent-depth": (HEAD + FAMILY.replace("depth = 2", "depth = 1e300000000"), "beyond all"),
    "infinite-depth": (HEAD + FAMILY.replace("depth = 2", "depth = inf"), "depth"),
    "nan-depth": (HEAD + FAMILY.replace("depth = 2", "depth = nan"), "depth"),
    "negative-seed": (HEAD.replace("seed = 1", "seed = -1") + FAMILY, "seed"),
    "huge-seed": (HEAD.replace("seed = 1", f"seed = {1 << 63}") + FAMILY, "seed"),
    "float-seed": (HEAD.replace("seed = 1", "seed = 1.0") + FAMILY, "seed"),
    "boolean-security": (HEAD.replace("80", "true") + FAMILY, "security"),
    "control-name": (HEAD.replace('"s"', '"\\u001b[2J"') + FAMILY, "name"),
    "path-name": (HEAD.replace('"s"', '"../../x"') + FAMILY, "name"),
    "no-suts": (HEAD.replace('["plaintext"]', "[]") + FAMILY, "suts"),
    "version-2": (HEAD.replace("version = 1", "version = 2") + FAMILY, "version"),
    "unknown-key": (HEAD + "exec = 'touch canary'\n" + FAMILY, "exec"),
    "twice": (HEAD + HEAD, "not valid TOML"),
    "same-name": (HEAD + FAMILY + FAMILY, "called"),
    "no-family": (HEAD, "is needed"),
    "batch-beyond": (HEAD + FAMILY.replace("batch = 5", "batch = 131073"), "batch"),
    "batch-zero": (HEAD + FAMILY.replace("batch = 5", "batch = 0"), "batch"),
    "crossed": (
        HEAD + FAMILY.replace("batch = 5", f"batch = {list(range(1, 1001))}").replace(
            "width = 4", f"width = {list(range(2, 1002))}"), "points"),
    "cases": (HEAD + "repetitions = 10000\n" + FAMILY + "inputs = 100000\n", "cases"),
    "modulus": (HEAD + FAMILY + f'space = "zt"\nmodulus = {1 << 62}\n', "modulus"),
    "bound": (HEAD + FAMILY + 'space = "real"\nbound = 1e39\nprecision = 5\n', "bound"),
    "distribution": (HEAD + FAMILY + "distribution = { LADD = 0 }\n", "distribution"),
    "kind": (HEAD + FAMILY.replace("mixed", "__import__"), "kind"),
    "bounds": (HEAD + "[bounds]\nstart_s = -1\n" + FAMILY, "start_s"),
    "bounds-nan": (HEAD + "[bounds]\nstart_s = nan\n" + FAMILY, "start_s"),
    "bounds-text": (HEAD + '[bounds]\nfiles = "yes"\n' + FAMILY, "files"),
    "title": (HEAD + f'title = "{"x" * 201}"\n' + FAMILY, "title"),
}  # fmt: skip
"""What a suite is, and what is said of it."""

EXPRESSIONS = {
    "power": ("a ** 1000000007", ""),
    "deep": ("(" * 20_000 + "a" + ")" * 20_000, ""),
    "minus": ("-" * 20_000 + "a", ""),
    "python": ("__import__('os').system('touch canary')", ""),
    "unknown": ("f(a)", ""),
    "empty": ("", ""),
    "control": ("a + \\u001b[31mb", ""),
    "open": ("(a + b", ""),
}

INPUTS = {
    "device": "/dev/zero",
    "fifo": "pipe",
    "folder": "folder",
    "gone": "nothing.txt",
    "passwd": "/etc/passwd",
    "home": "~nosuchuser/x",
    "loop": "loop",
    "nul": "a\\u0000b",
    "long": "x" * 5000,
}

FUNCTIONS = {
    "show": (SHOW, 0, "is not trusted"),
    "show-json": ((*SHOW, "--json"), 0, "evil.py"),
    "generate": (("suite", "write", "s.toml", "--out", "out"), 2, "suite trust"),
    "run": (("run", "s.toml", "--store", "out.db", "--no-probes"), 2, "suite trust"),
    "predict": (("predict", "suite", "s.toml", "--store", "out.db"), 2, ""),
    "advise": (("advise", "s.toml:f", "--dry-run", "--store", "out.db"), 2, "suite trust"),
}


def cases() -> Iterator[Case]:
    """All of them."""
    for name, (text, said) in TEXTS.items():
        data = text.encode() if isinstance(text, str) else text
        yield Case(f"suite-{name}", SHOW, {"s.toml": data}, said=said)
    for name, (expression, said) in EXPRESSIONS.items():
        entry = f'[[expression]]\nname = "e"\nexpression = "{expression}"\nmodulus = 17\n'
        files = {"s.toml": f"{HEAD}{entry}random_inputs = 1\n".encode()}
        yield Case(f"expression-{name}", SHOW, files, said=said)
    for name, place in INPUTS.items():
        entry = (
            f'[[expression]]\nname = "e"\nexpression = "a"\nmodulus = 17\ninputs = ["{place}"]\n'
        )
        yield Case(f"input-{name}", SHOW, {"s.toml": (HEAD + entry).encode()}, make=strange)
        entry = f'[[circuit]]\nname = "c"\nfile = "{place}"\nrandom_inputs = 1\n'
        yield Case(f"circuit-{name}", SHOW, {"s.toml": (HEAD + entry).encode()}, make=strange)
        entry = f'[[function]]\nfile = "{place}"\nfunction = "f"\nmodulus = 17\nrandom_inputs = 1\n'
        # A file that can be read is hashed and named; it does not run.
        code = 0 if name == "passwd" else 2
        yield Case(
            f"function-{name}", SHOW, {"s.toml": (HEAD + entry).encode()}, code, make=strange
        )
    entry = '[[function]]\nfile = "evil.py"\nfunction = "f"\nmodulus = 17\nrandom_inputs = 1\n'
    files = {"s.toml": (HEAD + entry).encode(), "evil.py": EVIL.encode()}
    for name, (command, code, said) in FUNCTIONS.items():
        yield Case(f"evil-{name}", command, files, code, said)
    # The user's own function is the user's program: what it does is bounded by nobody. Not so the
    # names beside it.
    yield Case(
        "evil-name",
        ("circuit", "generate", "--function", "evil.py:os.system"),
        {"evil.py": b"import os\n"},
    )


def strange(folder: Path) -> None:
    """What is no file."""
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")

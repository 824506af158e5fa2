"""What documents show, as one backend of the kernels gives it: a line of JSON.

    RINGASSAY_BACKEND=portable python tests/docs/outputs.py

Run by test_backends.py for each backend that the machine has.
"""

from __future__ import annotations

import json
import re
import shlex
import sys

import numpy as np
from chapters import DOCS, run_sessions
from click.testing import CliRunner

from ringassay import bfv, bgv, ckks
from ringassay.circuit import Circuit
from ringassay.cli.commands import load
from ringassay.errors import UserError

PAGES = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
LESSONS = (DOCS / "lessons").glob("[0-9]*.md")
SESSIONS = [*(DOCS / f"{name}.md" for name in ("bgv", "security")), *sorted(LESSONS)]
"""Pages whose sessions are run. Those of ring.md are about AVX-512, and say so."""

DECIDES = ("params", "security", "circuit library", "suite show", "circuit generate -e")
"""Commands that decide or count, without measuring and without files of the user."""

SHOWN = re.compile(rf"^ *(?:\$ )?ringassay ((?:{'|'.join(DECIDES)})\b[^#\n]*)", re.MULTILINE)
FILES = re.compile(r"FILE|\.txt|\.toml|\.db|--prove|--show|--out|SUITE|…")
DURATION = re.compile(r'chosen in .*|"(choice_ns|[a-z_]*seconds)": ?[0-9.e+-]+')

REQUESTS = [
    *((length, depth, t, "bgv") for length, depth, t in
      [(64, 3, 2), (16, 2, 2), (378, 7, 2), (128, 4, 257), (100, 3, 3), (500, 6, 17)]),
    *((length, depth, t, "bfv") for length, depth, t in [(64, 2, 2), (24, 2, 65537)]),
]  # fmt: skip
"""Requests for which costs on AVX-512, on AVX2 and portably rank different indices first."""

CIRCUIT = b"W=2,D=2.6,L=64\nG2:LMUL(W0,W1)\nG3:LROTATE(G2,5)\nG4:LADD(G3,W0)\nG5:LMUL(G4,G2)"


def commands() -> list[str]:
    """Each that a page shows and that needs nothing beside it, once."""
    found = [line.strip() for page in PAGES for line in SHOWN.findall(page.read_text("utf-8"))]
    return sorted({line for line in found if not FILES.search(line)})


def answer(command: str) -> str:
    """What the command prints, without how long it took."""
    first, *rest = shlex.split(command)
    done = CliRunner().invoke(load(first), rest)
    # A refusal is said where the program ends: by `main`, which is not called here.
    refused = str(done.exception) if isinstance(done.exception, UserError) else ""
    return f"{done.exit_code}\n" + DURATION.sub("", done.output) + refused


def choice(length: int, depth: float, t: int, scheme: str) -> dict[str, object]:
    """Parameters, the sizes of what is made with them, and the plan of a circuit."""
    parameters = {"bgv": bgv, "bfv": bfv}[scheme].choose(length, depth, plaintext=t)
    return {**parameters.facts, "choice_ns": 0, "explanation": parameters.explanation}


def plan() -> dict[str, object]:
    """What a circuit becomes, and how large keys and ciphertexts are."""
    parameters = bgv.choose(64, 2.6, security=60)
    keys = parameters.keys()
    program = keys.evaluation.compile(Circuit.parse(CIRCUIT))
    ciphertext = keys.encrypt(np.zeros(64, dtype=int))
    return {
        "keys": len(keys.evaluation.save()),
        "ciphertext": len(ciphertext.save()),
        "budget": program.budget_bits,
        "program": repr(program),
    }


def main() -> None:
    """All of it."""
    for page in SESSIONS:
        run_sessions(page, least=1)
    chain = ckks.choose(5, 20, length=64)
    found: dict[str, object] = {command: answer(command) for command in commands()}
    found |= {f"{request}": choice(*request) for request in REQUESTS}
    found |= {"plan": plan(), "chain": {**chain.facts, "choice_ns": 0}}
    json.dump(found, sys.stdout, default=str)


if __name__ == "__main__":
    main()

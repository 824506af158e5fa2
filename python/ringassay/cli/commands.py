"""The commands of `ringassay`, each a module that is imported when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import typer


class Subcommand(NamedTuple):
    """What is known of a subcommand before it is imported."""

    module: str
    """That of this package whose `app` it is."""
    help: str
    """The first line of its help."""


COMMANDS = {
    "demo": Subcommand(
        "demo",
        "Evaluate real HE libraries beside the plaintext baseline and write the report.",
    ),
    "advise": Subcommand(
        "advise",
        "Say which system runs a computation best, what it takes there, and why not the others.",
    ),
    "run": Subcommand("run", "Run a suite: generate, encrypt, evaluate, decrypt, compare, store."),
    "show": Subcommand(
        "show",
        "Show how a run ended: outcomes by system, its cases that are not right, or its answers.",
    ),
    "report": Subcommand(
        "report",
        "Write the report on one or more runs: HTML that stands alone, LaTeX that compiles.",
    ),
    "compare": Subcommand(
        "compare",
        "Compare two systems under test, or two runs, on the cases both have: who needs less.",
    ),
    "store": Subcommand(
        "store", "List, delete and export the runs of a store, or follow a metric over them."
    ),
    "params": Subcommand(
        "params",
        "Choose parameters of a scheme for a computation, and say why these; or judge yours.",
    ),
    "security": Subcommand(
        "security", "Say how hard parameters are to break: every attack, or the largest modulus."
    ),
    "challenge": Subcommand(
        "challenge", "Make challenges of ring-LWE and ring-LWR, open, check, estimate, solve them."
    ),
    "explore": Subcommand(
        "explore", "Assess every point of an exploration, then say what to use, and why."
    ),
    "predict": Subcommand("predict", "Predict what schemes take; count what they do."),
    "bench": Subcommand(
        "bench",
        "Measure single operations on this machine: our own engine's, other libraries' beside it.",
    ),
    "suite": Subcommand("suite", "Make a suite, look at one, write its files."),
    "circuit": Subcommand(
        "circuit", "Make circuits and netlists, convert them, evaluate them in the clear."
    ),
    "sut": Subcommand(
        "sut",
        "List the systems under test, install libraries; begin an adapter, check one, run one.",
    ),
    "party": Subcommand(
        "party",
        "Compute with others under a key that nobody has: each party a process, over TLS.",
    ),
    "doctor": Subcommand(
        "doctor",
        "Say what this machine offers: processor, harness, systems under test, and what is "
        "missing.",
    ),
}


def load(name: str) -> Any:
    """The subcommand, imported now."""
    command = typer.main.get_command(import_module(f"{__package__}.{COMMANDS[name].module}").app)
    command.name = name
    return command

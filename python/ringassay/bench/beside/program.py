"""A program that measures one library, and its rounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ringassay.bench.peers import PeersError
from ringassay.sut.programs import LATTIGO, find_program, remedy

PYTHON_OF = "RINGASSAY_{}_PYTHON"
"""Names the Python that has a library's package, where that is not this one."""

ONE_THREAD = {"OMP_NUM_THREADS": "1", "GOMAXPROCS": "1"}


@dataclass(frozen=True)
class Library:
    """How a library is measured."""

    name: str
    schemes: tuple[str, ...]
    script: str | None
    """A program for Python; None: Lattigo's adapter."""

    def command(self) -> list[str]:
        """What to start. Raises `PeersError`, with what to install."""
        if self.script is None:
            found = find_program(LATTIGO)
            if found is None:
                raise PeersError(f"{LATTIGO} is not installed: {remedy(LATTIGO)}")
            return [found, "bench"]
        package = self.name.split()[0].upper()
        python = os.environ.get(PYTHON_OF.format(package), sys.executable)
        script = files("ringassay.bench.beside") / "programs" / self.script
        return [python, str(script)]


OWN = Library("ringassay", ("BGV", "BFV"), "own.py")
LIBRARIES = (
    OWN,
    Library("SEAL", ("BGV", "BFV"), "seal_rns.py"),
    Library("Lattigo", ("BGV",), None),
    Library("OpenFHE", ("BGV", "BFV"), "openfhe_rns.py"),
)
"""Ours and the others, in the order of tables."""

SINGLE_SCHEMES = ("CKKS", "BFV", "BGV")
"""Of which single operations are measured."""

SINGLE = (
    Library("ringassay", SINGLE_SCHEMES, "own_lattice.py"),
    Library("SEAL", SINGLE_SCHEMES, "seal_lattice.py"),
    Library("Lattigo", SINGLE_SCHEMES, None),
    Library("OpenFHE", SINGLE_SCHEMES, "openfhe_lattice.py"),
    Library("OpenFHE automatic", ("CKKS", "BGV"), "openfhe_lattice.py"),
)
"""Likewise for single operations."""


class Program:
    """A started program: what it has prepared, then its rounds, then its memory.

    It is kept on one processor, and while it waits for the next round it does nothing.
    """

    def __init__(self, library: Library, asked: Mapping[str, object]) -> None:
        """Starts it. Raises `PeersError` where it cannot measure: with its own last words."""
        self.library, self.asked = library, dict(asked)
        command = [*library.command(), json.dumps(self.asked)]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, **ONE_THREAD},
                # An interrupt ends the measurement, not the program: it still says its memory.
                start_new_session=True,
            )
        except OSError as error:
            raise PeersError(f"{library.name}: {command[0]} cannot be started: {error}") from error
        try:
            os.sched_setaffinity(self._process.pid, {max(os.sched_getaffinity(0))})
            self.facts = self._read()
        except BaseException:  # an interrupt as well: nobody else knows the process yet
            self.kill()
            raise

    def round(self) -> dict[str, float]:
        """Nanoseconds of CPU time for each operation, once."""
        self._tell("round\n")
        return self._read()

    def end(self) -> int:
        """Ends it; returns its peak memory in bytes."""
        out, errors = self._process.communicate()
        # An interrupted round may have left its figures.
        said = self._said((out.splitlines() or [""])[-1], errors)
        return int(said["peak_bytes"])

    def kill(self) -> None:
        """Ends it at once, whatever it does."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _tell(self, text: str) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(text)
            stdin.flush()
        except BrokenPipeError:
            self._read()

    def _read(self) -> dict[str, Any]:
        stdout = self._process.stdout
        assert stdout is not None
        line = stdout.readline()
        if line:
            return self._said(line, "")
        return self._said(*self._process.communicate())

    def _said(self, line: str, errors: str) -> dict[str, Any]:
        try:
            said: dict[str, Any] = json.loads(line)
        except ValueError as error:
            words = errors.strip().splitlines()[-1:] or [line.strip() or "it ended without a word"]
            raise PeersError(f"{self.library.name}: {words[0]}") from error
        return said

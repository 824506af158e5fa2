"""The installed program, as a user starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = Path(sys.executable).parent / "ringassay"


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Cli:
    """The installed program, as a user starts it, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: object, stdin: bytes = b"", **env: str) -> Ended:
        keep = "RINGASSAY_BACKEND"
        clean = {k: v for k, v in os.environ.items() if k == keep or not k.startswith("RINGASSAY")}
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=self.folder,
            env={**clean, "COLUMNS": "200", **env},
            timeout=300,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

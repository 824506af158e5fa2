"""The option that names systems under test of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SutFileOption = Annotated[
    Path | None,
    typer.Option("--sut-file", help="TOML file with SUTs of your own ([sut.NAME])."),
]

"""`ringassay suts`: the systems under test, and what is missing for those that cannot run."""

from __future__ import annotations

from ringassay.cli.output import JsonOption, emit_json, print_table, subcommand
from ringassay.cli.sut import SutFileOption
from ringassay.sut import registry

app = subcommand()


@app.command()
def suts(sut_file: SutFileOption = None, as_json: JsonOption = False) -> None:
    """List the systems under test, and what is missing for those that cannot run here."""
    listed = registry.status(sut_file)
    if as_json:
        emit_json(
            [
                {
                    "name": entry.name,
                    "description": entry.description,
                    "shipped": entry.shipped,
                    "available": entry.command is not None,
                    "client": entry.command and list(entry.command.client),
                    "server": entry.command and list(entry.command.server),
                    "reason": entry.reason,
                    "remedy": entry.remedy,
                }
                for entry in listed
            ]
        )
        return
    rows = [
        (
            entry.name,
            "ready" if entry.command else f"{entry.reason}; do: {entry.remedy}",
            entry.description,
        )
        for entry in listed
    ]
    print_table(("name", "state", "what it is"), rows)

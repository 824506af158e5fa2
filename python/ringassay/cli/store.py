"""`ringassay store`: what is in a store of measurements."""

from __future__ import annotations

from ringassay.cli.export import export
from ringassay.cli.history import history
from ringassay.cli.output import subcommand
from ringassay.cli.runs import delete, runs

app = subcommand(
    no_args_is_help=True,
    help="""List, delete and export the runs of a store, or follow a metric over them.""",
)
app.command("list")(runs)
app.command()(delete)
app.command()(export)
app.command()(history)

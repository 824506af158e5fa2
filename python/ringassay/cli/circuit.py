"""`ringassay circuit`: circuits and netlists as files, without any encryption."""

from __future__ import annotations

from ringassay.cli.convert import convert
from ringassay.cli.evaluate import evaluate
from ringassay.cli.generate import generate
from ringassay.cli.library import library
from ringassay.cli.output import subcommand

app = subcommand(
    no_args_is_help=True,
    help="""Make circuits and netlists, convert them, evaluate them in the clear.""",
)
app.command()(generate)
app.command("eval")(evaluate)
app.command()(library)
app.command()(convert)

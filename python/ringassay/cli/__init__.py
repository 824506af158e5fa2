"""The command line: one file for each subcommand. Nothing but the command line is in here."""

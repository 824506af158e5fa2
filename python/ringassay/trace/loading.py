"""A function from a file of the user's."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ringassay.spelling import meant
from ringassay.trace.errors import TraceError, failed


def split(where: str) -> tuple[Path, str]:
    """File and name in `file.py:name`. Raises `TraceError`."""
    file, colon, name = where.rpartition(":")
    if not colon or not file or not name.isidentifier():
        raise TraceError(f"{where}: a function is named file.py:function")
    return Path(file), name


def load_function(where: str) -> Callable[..., Any]:
    """The function in `file.py:name`; the file is executed. Raises `TraceError`."""
    path, name = split(where)
    if not path.is_file():
        raise TraceError(f"{path}: no such file")
    module_name = f"_ringassay_traced_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path.absolute())
    if spec is None or spec.loader is None:
        raise TraceError(f"{path}: not a file of Python: its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    folder = str(path.absolute().parent)
    sys.path.insert(0, folder)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except TraceError:
        raise
    except (Exception, SystemExit) as error:
        raise failed(error, f"{path} cannot be executed") from error
    finally:
        sys.modules.pop(module_name, None)
        sys.path.remove(folder)
    function = getattr(module, name, None)
    if not callable(function):
        there = [one for one, value in vars(module).items() if callable(value) and one[0] != "_"]
        raise TraceError(f"{path} has no function {name!r}{meant(name, there)}")
    return function  # type: ignore[no-any-return]

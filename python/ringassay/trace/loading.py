"""A function from a file of the user's."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

from ringassay.spelling import meant
from ringassay.trace.errors import TraceError, failed


def split(where: str) -> tuple[Path, str]:
    """File and name in `file.py:name`. Raises `TraceError`."""
    file, colon, name = where.rpartition(":")
    if not colon or not file or not name.isidentifier():
        raise TraceError(f"{where}: a function is named file.py:function")
    return Path(file), name


def load_function(where: str, source: bytes | None = None) -> Callable[..., Any]:
    """The function in `file.py:name`; the file is executed. Raises `TraceError`.

    `source` is what was read of the file already: that is executed, whatever lies there now.
    Modules beside the file can be imported by it, also while the function is called.
    """
    path, name = split(where)
    if path.suffix != ".py":
        raise TraceError(f"{path}: not a file of Python: its name ends in .py")
    try:
        content = path.read_bytes() if source is None else source
    except FileNotFoundError:
        raise TraceError(f"{path}: no such file") from None
    except OSError as error:
        raise TraceError(f"{path}: cannot be read ({error.strerror})") from error
    module = _executed(path.absolute(), content)
    function = getattr(module, name, None)
    if not callable(function):
        there = [one for one, value in vars(module).items() if callable(value) and one[0] != "_"]
        raise TraceError(f"{path} has no function {name!r}{meant(name, there)}")
    return _beside(path.absolute().parent, function)


def _executed(path: Path, source: bytes) -> ModuleType:
    module = ModuleType(f"_ringassay_traced_{path.stem}")
    module.__file__ = str(path)
    # Classes of data look their module up while it is executed.
    sys.modules[module.__name__] = module
    try:
        code = compile(source, str(path), "exec", dont_inherit=True)
        with _importable(path.parent):
            exec(code, vars(module))  # noqa: S102  (what the user named is what is asked for)
    except TraceError:
        raise
    except (Exception, SystemExit) as error:
        raise failed(error, f"{path} cannot be executed") from error
    finally:
        sys.modules.pop(module.__name__, None)
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    entry = str(folder)
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        with suppress(ValueError):  # the file may have taken it out
            sys.path.remove(entry)


def _beside(folder: Path, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, while which is called the modules beside its file can be imported."""

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        with _importable(folder):
            return function(*arguments, **named)

    return called

"""Names that a package re-exports and imports only when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_names(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of `package` (PEP 562): `names` by the submodule that has them.

    No name may be that of a submodule, which Python would put in its place. What type checkers see
    stands beside it, under `if TYPE_CHECKING`.
    """
    home = {name: submodule for submodule, listed in names.items() for name in listed}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return find


def names_of(source: ModuleType, package: str) -> Callable[[str], Any]:
    """The `__getattr__` of `package` that has all public names of `source`."""

    def find(name: str) -> Any:
        if name not in source.__all__:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(source, name)

    return find

"""What is loaded or made only when it is first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class made_once(Generic[T]):  # noqa: N801 - used like `property`
    """A property that is computed when it is first read, and kept.

    As `functools.cached_property`, which until Python 3.11 locks all objects of a class while it
    computes for one: in a child of `fork`, a lock that another thread held stays held for ever.
    Threads that read at the same time may compute several times; all get the value that was there
    first.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """It is kept under its own name, where Python looks before it asks here."""
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> Self | T:
        """The value."""
        if instance is None:
            return self
        value: T = instance.__dict__.setdefault(self._name, self._make(instance))
        return value


def lazy_names(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of `package` (PEP 562): `names` by the submodule that has them.

    A submodule of the package around it begins with a dot.
    No name may be that of a submodule, which Python would put in its place. What type checkers see
    stands beside it, under `if TYPE_CHECKING`.
    """
    home = {name: submodule for submodule, listed in names.items() for name in listed}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f".{home[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return find


def listed_names(package: str) -> Callable[[], list[str]]:
    """The `__dir__` of `package`: its public names, those that are not loaded yet among them."""

    def names() -> list[str]:
        module = sys.modules[package]
        return sorted({*vars(module), *module.__all__})

    return names


def names_of(source: ModuleType, package: str) -> Callable[[str], Any]:
    """The `__getattr__` of `package` that has all public names of `source`."""

    def find(name: str) -> Any:
        if name not in source.__all__:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(source, name)

    return find

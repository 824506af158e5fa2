"""How the packages of an extra are installed: by their own names, which any package index has."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, requires


def install_command(extra: str) -> str:
    """The command that installs the packages of `extra`, an optional dependency of this package.

    It names the packages and not `ringassay[extra]`: that asks an index for a release of ringassay
    itself, of which there may be none, or another package of that name.
    """
    try:
        stated = requires("ringassay") or []
    except PackageNotFoundError:
        stated = []
    marker = f'extra == "{extra}"'
    wanted = [
        requirement
        for requirement, _, condition in (one.partition(";") for one in stated)
        if condition.strip().replace("'", '"') == marker
    ]
    return "pip install " + " ".join(f"'{one.strip()}'" for one in wanted)

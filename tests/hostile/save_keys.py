"""A user's program: new keys of BGV and CKKS, kept in files; secret ones for the user alone."""

from __future__ import annotations

import sys
from pathlib import Path

from ringassay import bgv, ckks
from ringassay.files import write_whole


def main() -> int:
    """5 if a file could not be written."""
    schemes = {
        "bgv": bgv.choose(length=8, depth=1),
        "ckks": ckks.choose(1, precision=20, length=8),
    }
    folder = Path("own")
    folder.mkdir(exist_ok=True)
    try:
        for name, parameters in schemes.items():
            keys = parameters.keys()
            write_whole(folder / f"{name}.parameters", parameters.save())
            write_whole(folder / f"{name}.secret", keys.secret.save(), mode=0o600)
            write_whole(folder / f"{name}.public", keys.public.save())
            write_whole(folder / f"{name}.evaluation", keys.evaluation.save())
    except OSError as error:
        print(error, file=sys.stderr)
        return 5
    return 0


if __name__ == "__main__":
    sys.exit(main())

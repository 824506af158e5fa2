"""Files that are written: whole or not at all, and never through a link.

Where others may write (a folder that came in an archive, a shared one), a name that can be guessed
may be a link to a file of the user's. What is written goes into a new file of a name that cannot,
which then takes the place of whatever is there, a link included.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

_MODE = 0o666


@contextmanager
def replacing(path: Path, mode: int = _MODE) -> Iterator[Path]:
    """A new, empty file in the folder of `path`, which takes its place when the block ends.

    Until then it is its owner's alone; `mode` says for whom it is afterwards, less what the umask
    takes away.

    If the block raises, the file is removed, and what was at `path` stays. An `OSError` names
    `path`.
    What is there and is neither a file nor a link (a device, a folder) is never replaced.
    """
    if path.exists() and not (path.is_file() or path.is_symlink()):
        raise FileExistsError(errno.EEXIST, "this is no file", str(path))
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    except OSError as error:
        raise _at(path, error) from error
    new = Path(name)
    try:
        os.close(descriptor)
        yield new
        new.chmod(mode & ~_umask())
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise _at(path, error) from error
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: str | bytes, mode: int = _MODE) -> None:
    """Writes a file; text as UTF-8. Nobody sees half of it. Raises `OSError`, which names `path`.

    `mode` says who may read it; 0o600 is for secrets.

    A device or a pipe that is there (`/dev/stdout`) is written to.
    """
    data = content.encode() if isinstance(content, str) else content
    if is_stream(path):
        path.write_bytes(data)
        return
    with replacing(path, mode) as new:
        new.write_bytes(data)


def is_stream(path: Path) -> bool:
    """Whether there is a device or a pipe, which keeps nothing that could be lost."""
    is_standard = path.is_absolute() and path.parts[1] == "dev" and path.exists()
    return is_standard or path.is_char_device() or path.is_fifo()


def open_alone(path: Path) -> int:
    """A descriptor for reading and writing a file of its own, which is created if need be.

    Raises `OSError` for a link, for what is no regular file, and for a file that has another name
    besides: nothing of these is changed.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o644)
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode) or facts.st_nlink > 1:
        os.close(descriptor)
        raise PermissionError(f"{path} is no regular file with this name alone")
    return descriptor


def open_to_look(path: Path) -> int:
    """A descriptor for reading a regular file. Raises `OSError` for a link and what is no file."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise PermissionError(f"{path} is no regular file")
    return descriptor


def open_file(path: Path) -> BufferedReader:
    """A regular file to read, links followed, that somebody else may have named.

    Raises `OSError` for what is there and is no file: a pipe waits for ever, a device never ends.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        said = os.strerror(number) if stat.S_ISDIR(mode) else "a pipe or a device, and no file"
        raise OSError(number, said, str(path))
    return os.fdopen(descriptor, "rb")


def read_toml(path: Path, most_bytes: int, refused: Callable[[str], Exception]) -> dict[str, Any]:
    """The document in a TOML file of at most so many bytes. Raises what `refused` makes of a reason
    that names the file."""
    try:
        with open_file(path) as file:
            text = file.read(most_bytes + 1)
        if len(text) <= most_bytes:
            return tomllib.loads(text.decode())
    except OSError as error:
        raise refused(f"{path}: {error.strerror or error}") from error
    except (RecursionError, ValueError) as error:
        raise refused(f"{path}: not a TOML file: {error}") from error
    raise refused(f"{path}: larger than {most_bytes} bytes")


def _at(path: Path, error: OSError) -> OSError:
    """The same error, about the file that was asked for."""
    if error.errno is None:
        return error
    return OSError(error.errno, error.strerror, str(path))


def _umask() -> int:
    """Of this process. Only setting it tells; `/proc` shows it without."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:  # noqa: PTH123
        for line in status:
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    return 0o022

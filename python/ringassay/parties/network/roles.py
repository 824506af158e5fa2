"""A role from beginning to end, in this process: `combine`, `join`."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ringassay.files import open_file
from ringassay.he import SchemeError
from ringassay.parties.network import protocol
from ringassay.parties.network.account import Account
from ringassay.parties.network.errors import Cause, RoundError, SessionFileError
from ringassay.parties.network.exchange import Combiner, Everybody, Exchange, Spoke
from ringassay.parties.network.protocol import Input
from ringassay.parties.network.session import Session

if TYPE_CHECKING:
    from ringassay.parties.party import Party

MAX_SECRET_BYTES = 1 << 30


def combine(session: Session, key: Path) -> dict[str, Any]:
    """Runs the combiner: what everybody learns, and figures of this process.

    It has no secret; it reads the results, as everybody does. Raises `RoundError`.
    """
    if session.combiner is None:
        raise SessionFileError("the session has no combiner: each party sends to each other")
    return _interruptible(lambda: _run(Combiner(session, 0, key, Account()), None))


def join(
    session: Session,
    name: str,
    key: Path,
    column: np.typing.ArrayLike,
    *,
    ledger: Path,
    secret: Path | None = None,
) -> dict[str, Any]:
    """Runs a party: what everybody learns, and figures of this process.

    `column` is encrypted and leaves the process in no other form. The secret of the key is drawn
    anew and stays in memory; with `secret` it is read from that file, or written there for its
    owner alone. `ledger` is the file of the shares that were given with it. Raises `RoundError`.
    """
    number = session.number_of(name)
    values = session.work.prepare(np.asarray(column))
    kind = Spoke if session.combiner else Everybody
    exchange = kind(session, number, key, Account())
    try:
        party = _party(session, number, ledger, secret)
    except BaseException:
        exchange.stop_listening()
        raise
    return _interruptible(lambda: _run(exchange, Input(party, values)))


def _party(session: Session, number: int, ledger: Path, secret: Path | None) -> Party:
    group = session.group
    try:
        if secret is not None and secret.exists():
            with open_file(secret) as file:
                data = file.read(MAX_SECRET_BYTES)
            found = group.load_party(data, ledger=ledger)
            if found.number == number:
                return found
            raise SessionFileError(f"{secret}: the secret of party {found.number}, not {number}")
        if ledger.exists():
            raise SessionFileError(
                f"{ledger}: there already, and its secret is not given: name the file of that "
                "with --secret, or another ledger for a new secret"
            )
        party = group.party(number, ledger=ledger)
    except SchemeError as error:
        raise SessionFileError(str(error)) from error
    if secret is not None:
        # On the disk before the first share: without it, what was encrypted could not be read.
        descriptor = os.open(
            secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600
        )
        with os.fdopen(descriptor, "wb") as file:
            file.write(party.save())
            file.flush()
            os.fsync(file.fileno())
    return party


async def _run(exchange: Exchange, brought: Input | None) -> dict[str, Any]:
    try:
        await exchange.join()
        result = await protocol.run(exchange, brought)
    except RoundError as error:
        await exchange.fail(error)
        raise
    except SchemeError as error:
        cause = Cause.REFUSED if brought else Cause.FAILED
        refused = RoundError(exchange.own, cause, exchange.round, why=str(error))
        await exchange.fail(refused)
        raise refused from None
    except (KeyboardInterrupt, asyncio.CancelledError):
        await exchange.fail(RoundError(exchange.own, Cause.INTERRUPTED, exchange.round))
        raise
    except BaseException:
        await exchange.fail(RoundError(exchange.own, Cause.FAILED, exchange.round))
        raise
    await exchange.close()
    return {
        "role": exchange.own.name,
        "number": exchange.own.number,
        "result": result,
        **exchange.account.figures(),
    }


def _interruptible(run: Callable[[], Any]) -> dict[str, Any]:
    """Runs it; Ctrl-C ends computations too, and the others are told."""
    before = signal.getsignal(signal.SIGINT)
    is_default = before is signal.default_int_handler
    if is_default:
        # Another handler than Python's own: asyncio would wait until a computation has ended.
        signal.signal(signal.SIGINT, _interrupt)
    try:
        with asyncio.Runner() as runner:
            runner.get_loop().set_exception_handler(lambda _loop, _context: None)
            found: dict[str, Any] = runner.run(run())
        return found
    finally:
        if is_default:
            signal.signal(signal.SIGINT, before)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


__all__ = ["combine", "join"]

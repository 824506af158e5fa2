"""Making an exploration: assess every chunk that is not stored yet, wherever that is done."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from ringassay import _native
from ringassay.explore import executors
from ringassay.explore.app import App, AppError, app_from_json
from ringassay.explore.application import facts_of, settled
from ringassay.explore.grid import CHUNK_POINTS, chunks
from ringassay.explore.results import Explored, assemble, pack
from ringassay.explore.work import Task
from ringassay.store import (
    Exploration,
    ResumeMismatchError,
    Store,
    add_chunk,
    add_exploration,
    find_exploration,
    load_exploration,
    probe_machine,
    stored_chunks,
)
from ringassay.store.canonical import canonical_json

if TYPE_CHECKING:
    from ringassay._native import Facts
    from ringassay.explore.ports import Predictor

Progress = Callable[[int, int], None]
"""Called with the points done and all points."""

POOL_POINTS = 250_000
"""Without a predictor, fewer points are done sooner here than a pool is started."""


@dataclass(frozen=True)
class Where:
    """Where the work is done."""

    jobs: int | None = None
    """Processes of this machine; `None`: as many as it has processors, where that pays."""
    dask: str | None = None
    """The address of a Dask scheduler, instead."""
    security: executors.Security | None = None
    """By which that cluster is known."""


def begin(store: Store, app: App, folder: Path, predictor: Predictor | None = None) -> str:
    """Stores what will be explored; returns its identifier. Raises `AppError`."""
    app = settled(app, folder)
    facts = facts_of(app, folder)
    record = Exploration(
        name=app.name,
        title=app.title,
        app_json=app.to_json(),
        app_hash=app.content_hash,
        facts_json=canonical_json(facts),
        predictor=None if predictor is None else predictor.identity,
        points=app.points(),
        chunks=sum(1 for _ in chunks(app, CHUNK_POINTS)),
        chunk_points=CHUNK_POINTS,
        version=_native.__version__,
    )
    return add_exploration(store, record, probe_machine())


def complete(
    store: Store,
    name: str,
    predictor: Predictor | None = None,
    where: Where | None = None,
    progress: Progress | None = None,
) -> None:
    """Assesses and stores every chunk of an exploration that is missing.

    Raises `RunOwnedError` where another process is at it, `ResumeMismatchError` for another version
    or predictor than it was begun with.
    """
    ownership = store.own(name)
    try:
        record, app, facts = _record(store, name)
        identity = None if predictor is None else predictor.identity
        if (record.predictor, record.version) != (identity, _native.__version__):
            raise ResumeMismatchError(
                f"exploration {name} was begun by ringassay {record.version} with "
                f"{record.predictor or 'no predictor'}, this is {_native.__version__} with "
                f"{identity or 'no predictor'}: start it anew"
            )
        there = stored_chunks(store, name)
        sizes = {}
        tasks = []
        for chunk in chunks(app, record.chunk_points):
            sizes[chunk.number] = chunk.stop - chunk.start
            if chunk.number not in there:
                tasks.append(
                    Task(chunk, app.scheme[chunk.block], facts, predictor, app.application)
                )
        done = sum(sizes[number] for number in there)
        for number, found in _results(tasks, where or Where()):
            add_chunk(store, name, number, pack(found))
            done += sizes[number]
            if progress is not None:
                progress(done, record.points)
    finally:
        ownership.release()


def explored(store: Store, name: str = "latest") -> Explored:
    """The results of a complete exploration. Raises `AppError` for one that is not."""
    found = find_exploration(store, name)
    record, stored = load_exploration(store, found)
    if len(stored) < record.chunks:
        raise AppError(
            f"exploration {found} was interrupted after {len(stored)} of {record.chunks} chunks: "
            f"complete it with --resume {found}"
        )
    try:
        return assemble(
            app_from_json(record.app_json),
            json.loads(record.facts_json),
            stored,
            record.chunk_points,
        )
    except (ValueError, KeyError, OSError, BadZipFile) as error:
        raise AppError(f"exploration {found} cannot be read: {error}") from error


def _record(store: Store, name: str) -> tuple[Exploration, App, Facts]:
    record, _ = load_exploration(store, name, results=False)
    return record, app_from_json(record.app_json), json.loads(record.facts_json)


def _results(tasks: list[Task], where: Where) -> executors.Results:
    if where.dask is not None:
        return executors.cluster(tasks, where.dask, where.security)
    jobs = where.jobs
    if jobs is None:
        points = sum(task.chunk.stop - task.chunk.start for task in tasks)
        is_small = points < POOL_POINTS and all(task.predictor is None for task in tasks)
        jobs = 1 if is_small else len(os.sched_getaffinity(0))
    if jobs == 1 or len(tasks) < 2:
        return executors.here(tasks)
    return executors.pool(tasks, jobs)

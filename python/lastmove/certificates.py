"""Certificates: proofs that anybody can check."""

from __future__ import annotations

import os
from typing import Any

from . import _native
from ._progress import Progress, reporter
from .answers import Answer, Solution
from .position import Position


def prove(
    position: Position,
    path: str | os.PathLike[str],
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int = 1 << 30,
    threads: int | None = None,
    databases: str = "best",
    progress: Progress = None,
) -> Solution:
    """Solves a position and writes a certificate of the result.

    >>> import os, tempfile
    >>> from lastmove import Amazons, prove, verify
    >>> path = os.path.join(tempfile.mkdtemp(), "4x4.cert")
    >>> prove(Amazons("4x4"), path, databases="none").winner
    'black'
    >>> verify(path, "amazons 4x4 black").valid
    True
    """
    if not isinstance(position, Position):
        raise TypeError(f"position: expected Amazons or Domineering, found {type(position).__name__}")
    with reporter(progress) as report:
        text = _native.solve(
            position.game,
            str(position),
            time=time,
            nodes=nodes,
            memory=memory,
            threads=threads,
            databases=databases,
            proof=os.fspath(path),
            progress=report,
        )
    return Solution._read(text)


def verify(
    path: str | os.PathLike[str],
    expect: str | None = None,
    *,
    time: float | None = None,
    memory: int = 1 << 30,
    threads: int | None = None,
    progress: Progress = None,
) -> Answer:
    """Checks a certificate, and that it proves what is expected, such as ``"amazons 4x5 black"``.

    Raises :class:`InvalidCertificate` if it proves nothing, or something else.
    """
    settings: dict[str, Any] = {"time": time, "memory": memory, "threads": threads}
    with reporter(progress) as report:
        return Answer._read(_native.verify(os.fspath(path), expect, **settings, progress=report))

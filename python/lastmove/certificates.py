"""Certificates: proofs that anyone can check."""

from __future__ import annotations

import os
from typing import Any

from . import _native
from ._progress import Progress, reporter
from .answers import Answer, Solution
from .position import Amazons, Domineering, Position


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
            position._board,
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
    """Checks a certificate, and that it proves the expected claim, such as ``"amazons 4x5 black"``.

    Raises :class:`InvalidCertificate` if it is invalid or proves another claim.
    """
    settings: dict[str, Any] = {"time": time, "memory": memory, "threads": threads}
    with reporter(progress) as report:
        return Answer._read(_native.verify(os.fspath(path), expect, **settings, progress=report))


class Proof:
    """A checked certificate to play against: choose any moves for the losing side, and
    :meth:`answer` returns the winner's reply, without search.

    >>> import os, tempfile
    >>> from lastmove import Amazons, Proof, prove
    >>> path = os.path.join(tempfile.mkdtemp(), "4x4.cert")
    >>> solution = prove(Amazons("4x4"), path, databases="none")
    >>> proof = Proof(path)
    >>> proof.claim.winner, proof.start == Amazons("4x4")
    ('black', True)
    >>> position = proof.start
    >>> while True:
    ...     position = position.play(position.moves()[0])
    ...     answer = proof.answer(position)
    ...     position = position.play(answer.move)
    ...     if not position.moves():
    ...         break
    >>> position.side
    'white'
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        expect: str | None = None,
        *,
        time: float | None = None,
        memory: int = 1 << 30,
        threads: int | None = None,
        progress: Progress = None,
    ) -> None:
        settings: dict[str, Any] = {"time": time, "memory": memory, "threads": threads}
        with reporter(progress) as report:
            self._native = _native.Proof(os.fspath(path), expect, **settings, progress=report)
        #: The claim: ``game``, ``position``, ``to_move``, ``winner``, with the numbers of
        #: ``positions`` and of stored ``moves``.
        self.claim: Answer = Answer._read(self._native.claim())

    @property
    def start(self) -> Position:
        """The position that the claim is about."""
        kind = Amazons if self.claim["game"] == "amazons" else Domineering
        return kind(self.claim["position"])

    def answer(self, position: Position) -> Answer | None:
        """The winner's ``move``; ``source`` is ``"stored"`` (with ``below``, the number of moves
        stored below it, counted up to 500), ``"ahead"`` if the checker sees it one move ahead,
        ``"mirrored"`` if it is the image of the loser's move in the negative of that area, or
        ``"plain"`` if the position is plainly won. ``None`` if it is the loser's turn, or if play
        by the certificate does not lead here."""
        found = self._native.answer(position._board)
        return None if found is None else Answer(zip(("move", "source", "below"), found))

    def __repr__(self) -> str:
        return f"<Proof: {self.claim['winner']} wins {self.claim['position']}>"

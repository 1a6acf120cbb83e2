"""Positions of both games."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from . import _native
from ._limits import settings
from ._native import Thermograph, Value
from ._progress import Progress, reporter
from .answers import Analysis, Answer, Evaluation, Picture, Solution, Worth

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._limits import ValueLimits

P = TypeVar("P", bound="Position")


class Position:
    """A position. Positions are immutable; :meth:`play` returns a new one."""

    game: ClassVar[str]
    _sides: ClassVar[dict[str, str]]
    _letters: ClassVar[dict[Any, str]]

    __slots__ = ("_board",)

    def __init__(self, board: Any, side: str | None = None) -> None:
        text = board if isinstance(board, str) else _text_of(board, self._letters)
        if side is not None:
            if not isinstance(side, str) or side.lower() not in self._sides:
                raise ValueError(
                    f"side {side!r}: expected one of {', '.join(map(repr, self._sides))}"
                )
            rows = _native.Board(self.game, text).rows
            text = f"{'/'.join(rows)} {self._sides[side.lower()]}"
        self._board = _native.Board(self.game, text)

    @classmethod
    def _of(cls: type[P], board: _native.Board) -> P:
        position = cls.__new__(cls)
        position._board = board
        return position

    def __str__(self) -> str:
        return self._board.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.game, str(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self),))

    @property
    def rows(self) -> list[str]:
        """The rows from the top, one letter for each square."""
        return self._board.rows

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def side(self) -> str | None:
        """The side to move, or ``None`` if the position does not name it."""
        return self._board.side

    def with_side(self: P, side: str | None) -> P:
        """The same board with another side to move."""
        return type(self)("/".join(self.rows), side)

    # moves

    def moves(self) -> list[str]:
        """The moves of the side to move."""
        return [name for name, _ in self._board.moves()]

    def children(self: P) -> dict[str, P]:
        """The position after each move, by the move's name."""
        return {name: self._of(board) for name, board in self._board.moves()}

    def count_moves(self) -> int:
        """The number of moves; quicker than listing them."""
        return self._board.count()

    def play(self: P, *moves: str) -> P:
        """The position after these moves."""
        board = self._board
        for move in moves:
            board = board.play(move)
        return self._of(board)

    def perft(self, depth: int, *, time: float | None = None, progress: Progress = None) -> int:
        """The number of move sequences of this length."""
        with reporter(progress) as report:
            return self._board.perft(depth, time, report)

    def symmetries(self: P) -> list[P]:
        """The different images of the board with the same value, this one first."""
        images = []
        for rows in self._images():
            image = type(self)("/".join(rows), self.side)
            if image not in images:
                images.append(image)
        return images

    def _images(self) -> list[list[str]]:
        rows = self.rows
        upside = rows[::-1]
        return [rows, upside, [r[::-1] for r in rows], [r[::-1] for r in upside]]

    # values and evaluations

    def value(self, **limits: Unpack[ValueLimits]) -> Value:
        """The combinatorial value; the side to move does not matter."""
        with settings(limits) as given:
            return _native.value(self._board, given)

    def appraise(self, *others: Position, **limits: Unpack[ValueLimits]) -> Worth:
        """All that is known of the value, or of the sum with other positions. If the canonical form
        is too large, the fields that could still be computed."""
        for other in others:
            if not isinstance(other, type(self)):
                found = type(other).__name__
                raise TypeError(f"expected {type(self).__name__}, found {found}; add values instead")
        boards = [self._board, *(other._board for other in others)]
        with settings(limits) as given:
            return Worth._read(_native.appraise(boards, given))

    def thermograph(self, **limits: Unpack[ValueLimits]) -> Thermograph:
        """The thermograph, even if the canonical form is too large."""
        with settings(limits) as given:
            return _native.thermograph([self._board], given)

    def options(self, **limits: Unpack[ValueLimits]) -> Answer:
        """The values of all options, and which are dominated or reversible: ``left`` and
        ``right``, each a list of ``{value, merit, moves, …}``, and the incentives."""
        with settings(limits) as given:
            return Answer._read(_native.options(self._board, given))

    def evaluate(self, *, databases: str = "none", progress: Progress = None) -> Evaluation:
        """An evaluation without search: areas and bounds, or covers and cuts."""
        with reporter(progress) as report:
            return Evaluation._read(_native.evaluate(self._board, databases, report))

    # search

    def solve(
        self,
        *,
        moves: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        memory: int = 1 << 30,
        threads: int | None = None,
        databases: str = "best",
        progress: Progress = None,
    ) -> Solution:
        """Finds the winner and a winning move."""
        with reporter(progress) as report:
            text = _native.solve(
                self._board,
                moves=moves,
                time=time,
                nodes=nodes,
                memory=memory,
                threads=threads,
                databases=databases,
                progress=report,
            )
        return Solution._read(text)

    def best_move(self, *, time: float = 1.0, **others: Any) -> str | None:
        """The move that the player chooses in ``time`` seconds; ``None`` if there is none."""
        return self.analyse(time=time, **others).best_move

    def analyse(
        self,
        *,
        time: float = 1.0,
        nodes: int | None = None,
        memory: int = 1 << 28,
        threads: int | None = None,
        level: int | None = None,
        seed: int = 1,
        databases: str = "none",
        progress: Progress = None,
    ) -> Analysis:
        """The player's analysis after ``time`` seconds."""
        with reporter(progress) as report:
            text = _native.analyse(
                self._board,
                time=time,
                nodes=nodes,
                memory=memory,
                threads=threads,
                level=level,
                seed=seed,
                databases=databases,
                progress=report,
            )
        return Analysis._read(text)

    # pictures

    def svg(self, highlight: list[str] | None = None) -> Picture:
        """A drawing, with some squares marked."""
        return Picture(self._board.svg(highlight or []))

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self, ascii: bool = False) -> str:
        """A drawing as text."""
        return self._board.drawing(ascii)


class Amazons(Position):
    """A position of Amazons: a size such as ``"5x6"`` (width x height), a position string, or rows
    of squares (nested lists, strings, or an array).

    In rows ``"Q"`` or 1 is a white amazon, ``"q"`` or -1 a black one, ``"*"`` or 2 is burnt, and
    ``"."`` or 0 is empty.

    >>> from lastmove import Amazons
    >>> position = Amazons([["q", ".", "Q"]], side="white")
    >>> position
    Amazons('q1Q w')
    >>> position.moves()
    ['c1-b1/c1']
    >>> position.value()
    Value('*')
    """

    game = "amazons"
    _sides = {"white": "w", "black": "b", "w": "w", "b": "b"}
    _letters = {0: ".", 1: "Q", -1: "q", 2: "*", "": "."}
    __slots__ = ()

    def _images(self) -> list[list[str]]:
        images = super()._images()
        turned = ["".join(column) for column in zip(*self.rows)]
        up = turned[::-1]
        return images + [turned, up, [r[::-1] for r in turned], [r[::-1] for r in up]]

    def areas(self) -> list[list[str]]:
        """The squares of each area that is still in play."""
        return [area["squares"] for area in self.evaluate().areas]

    def graph(self) -> Picture:
        """The line segment graph of a small area, as a drawing."""
        return Picture(self._board.graph_svg())

    @classmethod
    def from_sgf(cls, source: str | bytes | os.PathLike[str]) -> Amazons:
        """The end of the main line of a game record: its text, or the path of a file."""
        return cls._of(_native.sgf_read(_sgf_bytes(source))[2])

    @staticmethod
    def read_sgf(source: str | bytes | os.PathLike[str]) -> tuple[Amazons, list[str]]:
        """The start of a game record and the moves of its main line."""
        start, moves, _ = _native.sgf_read(_sgf_bytes(source))
        return Amazons._of(start), moves

    def to_sgf(self, moves: list[str] | tuple[str, ...] = ()) -> str:
        """A game record that starts here.

        >>> from lastmove import Amazons
        >>> record = Amazons("q1Q w").to_sgf(["c1-b1/c1"])
        >>> Amazons.from_sgf(record)
        Amazons('qQ* b')
        """
        return _native.sgf_write(self._board, list(moves))


class Domineering(Position):
    """A position of Domineering: a size such as ``"4x5"`` (rows x columns), a position string, or
    rows of squares, where ``"*"``, 1 or ``True`` is occupied and ``"."`` or 0 is free.

    >>> from lastmove import Domineering
    >>> Domineering([[0, 0, 0], [0, 0, 0]]) == Domineering("2x3")
    True
    >>> Domineering("4x4").solve()["class"]
    '1'
    """

    game = "domineering"
    _sides = {"vertical": "v", "horizontal": "h", "v": "v", "h": "h"}
    _letters = {0: ".", 1: "*", False: ".", True: "*", "": "."}
    __slots__ = ()


def _sgf_bytes(source: str | bytes | os.PathLike[str]) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and source.lstrip().startswith("("):
        return source.encode()
    with open(os.fspath(source), "rb") as file:
        return file.read(1 << 21)


def _text_of(board: Any, letters: dict[Any, str]) -> str:
    """Rows of squares as a position string."""
    if isinstance(board, Position):
        return str(board)
    if hasattr(board, "tolist"):
        board = board.tolist()
    if not isinstance(board, (list, tuple)):
        raise TypeError(f"board: expected a text or rows of squares, found {type(board).__name__}")
    if len(board) > 128:
        raise ValueError("board: expected at most 128 squares")
    rows = []
    for y, row in enumerate(board):
        if hasattr(row, "tolist"):
            row = row.tolist()
        if not isinstance(row, (list, tuple, str)):
            raise TypeError(f"row {y + 1}: expected a list or a text, found {type(row).__name__}")
        if len(row) > 128:
            raise ValueError("board: expected at most 128 squares")
        cells = ""
        for x, cell in enumerate(row):
            if isinstance(cell, str) and len(cell) == 1 and cell in ".*#QqBb":
                cells += cell
                continue
            try:
                cells += letters[cell]
            except (KeyError, TypeError):
                raise ValueError(
                    f"row {y + 1}, column {x + 1}: {cell!r} is not a square"
                ) from None
        rows.append(cells)
    return "/".join(rows)

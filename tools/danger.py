#!/usr/bin/env python3
"""Does a player see danger in time?

    tools/danger.py GAMES NAME WITNESS PLAYER [POSITIONS] [REPLAY] [TIME] [LONG]

GAMES is a folder of games (SGF) of 10x10 or smaller, as `lastmove match --sgf` writes them, NAME the
player in it whose games are looked at ("strong", or the beginning of "gtp:..."), WITNESS a program that
judges every position in which that player was to move (REPLAY milliseconds each, 200 by default), as it
was in the game. A position is dangerous if the witness gives a chance of 0.6 or more there and within
four plies 0.3 less. From the first dangerous position of each game, POSITIONS (20) in all, PLAYER searches
TIME milliseconds of processor time (1,000). It has seen the danger if it gives a chance below 0.6, or plays a move that
a search of LONG milliseconds (60,000) rates at least 0.15 better than the move of the game.

WITNESS and PLAYER are programs with `gtp`, such as target/release/lastmove. Everything is printed as a table
in Markdown, a line for each position.
"""

import re
import subprocess
import sys
from pathlib import Path

HIGH, FALL, BETTER = 0.6, 0.3, 0.15


class Engine:
    """A program that is spoken to by the Go Text Protocol."""

    def __init__(self, program, milliseconds, *more):
        command = [program, "gtp", "--databases", "none", "--threads", "1", *more]
        command += ["--time-per-move", f"{milliseconds}ms"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            if not line:
                raise SystemExit(f"the engine ended at: {command}")
            lines.append(line.strip())
        if lines[0].startswith("?"):
            raise SystemExit(f"{command}: {lines[0]}")
        return lines

    def set_up(self, size, moves):
        self.ask(f"boardsize {size}")
        self.ask("clear_board")
        for ply, move in enumerate(moves):
            self.ask(f"play {colour(ply)} {move}")

    def think(self, ply):
        """The chance of the side to move, and its move; the position stays as it is."""
        lines = self.ask(f"lz-genmove_analyze {colour(ply)} 100000")
        text = " ".join(lines)
        move = re.search(r"play (\S+)", text).group(1)
        rates = re.findall(r"info move (\S+) visits \d+ winrate (\d+)", text)
        last = [int(rate) for name, rate in rates if name == move]
        if move != "resign":
            self.ask("undo")
        return (last[-1] / 10000 if last else 0.0), move


def colour(ply):
    return "white" if ply % 2 == 0 else "black"


def square(letters, size):
    return f"{letters[0]}{size - (ord(letters[1]) - ord('a'))}"


def read(path):
    """Size, players by ply, moves."""
    text = path.read_text()
    size = int(re.search(r"SZ\[(\d+)", text).group(1))
    names = [re.search(rf"P{side}\[((?:\\.|[^\]])*)", text).group(1) for side in "WB"]
    moves = []
    for move in re.findall(r";[WB]\[([a-z]{6})\]", text):
        start, end, arrow = (square(move[i : i + 2], size) for i in (0, 2, 4))
        moves.append(f"{start}-{end}/{arrow}")
    return size, names, moves


def danger(witness, size, moves, first):
    """The first ply at which the witness is confident and within four plies no more."""
    chances = {}
    for ply in range(first, len(moves), 2):
        witness.set_up(size, moves[:ply])
        chances[ply] = witness.think(ply)[0]
        for before in (ply - 4, ply - 2):
            if chances.get(before, 0) >= HIGH and chances[before] - chances[ply] >= FALL:
                return before, chances[before], chances[ply]
    return None


def main():
    if len(sys.argv) < 5:
        raise SystemExit(__doc__)
    folder, name, witness, player = sys.argv[1:5]
    wanted, replay, short, long = (int(n) for n in (sys.argv[5:] + ["20", "200", "1000", "60000"][len(sys.argv) - 5 :]))
    witness = Engine(witness, replay)
    quick, slow = (Engine(player, time, "--count", "cpu") for time in (short, long))
    print("| game | ply | chance by the witness | after at most four plies | chance now | move of the game | move now | rated | seen |")
    print("| --- | ---: | ---: | ---: | ---: | --- | --- | --- | --- |")
    found = seen = 0
    for path in sorted(Path(folder).glob("*.sgf")):
        size, names, moves = read(path)
        first = next((ply for ply in (0, 1) if names[ply].startswith(name)), None)
        place = first is not None and danger(witness, size, moves, first)
        if not place:
            continue
        ply, before, after = place
        quick.set_up(size, moves[:ply])
        chance, move = quick.think(ply)
        rated, good = "", chance < HIGH
        if not good and move != moves[ply]:
            values = []
            for each in (moves[ply], move):
                slow.set_up(size, moves[:ply] + [each])
                values.append(1 - slow.think(ply + 1)[0])
            rated = f"{values[0]:.2f} and {values[1]:.2f}"
            good = values[1] - values[0] >= BETTER
        found += 1
        seen += good
        verdict = "yes" if good else "no"
        row = [path.stem, ply, f"{before:.2f}", f"{after:.2f}", f"{chance:.2f}", moves[ply], move, rated, verdict]
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)
        if found == wanted:
            break
    print(f"\nseen in time: {seen} of {found}")


if __name__ == "__main__":
    main()

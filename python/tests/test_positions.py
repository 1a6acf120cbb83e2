"""Positions: construction, moves, search, certificates, the player."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import lastmove
from lastmove import Amazons, Domineering, InvalidCertificate, LimitReached, cgsuite


def test_construction():
    expected = Amazons("q1Q w")
    assert Amazons([["q", ".", "Q"]], "white") == expected
    assert Amazons(["q.Q"], side="w") == expected
    assert Amazons(numpy.array([[-1, 0, 1]]), side="w") == expected
    assert Amazons("x.o").with_side("white") == expected
    assert Domineering(numpy.zeros((2, 3), dtype=bool)) == Domineering("2x3")
    assert Domineering([[0, 1], [0, 0]]).rows == [".*", ".."]
    assert (expected.width, expected.height, expected.side) == (3, 1, "white")
    for bad in ["", "4x", "9999x9999", "q?Q", "1" * 10_000]:
        with pytest.raises(ValueError):
            Amazons(bad)
    for bad in [None, 3, {}, [[]], [[None]], [[[0]]], [["qq"]]]:
        with pytest.raises((TypeError, ValueError)):
            Amazons(bad)
    with pytest.raises(ValueError, match="side"):
        Amazons("q1Q", side="red")


def test_moves():
    start = Amazons("4x4")
    assert len(start.moves()) == start.count_moves() == start.perft(1)
    assert start.perft(2) == 4336
    move = start.moves()[0]
    assert start.play(move) == start.children()[move]
    with pytest.raises(ValueError, match="move"):
        start.play("a1-a1/a1")
    assert Domineering("2x2", "v").moves() == ["1,1", "1,2"]
    assert len(Amazons("q1Q").symmetries()) == 4
    assert len({p.value() for p in Amazons("q2/Q1*").symmetries()}) == 1
    with pytest.raises(LimitReached):
        Amazons("10x10").perft(4, time=0.2)


def test_sgf():
    start = Amazons("5x5")
    move = start.moves()[3]
    record = start.to_sgf([move])
    assert Amazons.from_sgf(record) == start.play(move)
    assert Amazons.read_sgf(record.encode())[1] == [move]
    with pytest.raises(ValueError):
        Amazons.from_sgf("(;")
    with pytest.raises(OSError):
        Amazons.from_sgf("/nowhere.sgf")


def test_values():
    assert str(Domineering("2x3").value()) == "{2|-1/2}"
    options = Domineering("2x3").options()
    assert [group["merit"] for group in options.left] == ["good", "dominated"]
    assert Domineering("6x6").appraise(max_positions=1000).outcome == "N"
    assert Amazons("4x4").appraise(max_positions=1000).canonical == "0"
    assert Domineering("1x100").appraise(Domineering("100x1")).canonical == "0"
    assert Amazons("q3/4/3Q").thermograph(max_forms=100).mean == 0
    with pytest.raises(LimitReached, match="max_positions"):
        Domineering("6x6").value(max_positions=100)
    area = Amazons("q1*1Q w")
    assert len(area.areas()) == 2 and area.evaluate().bounds["lower"] == "0"
    assert Domineering("3x3").evaluate().bounds


def test_headline_boards():
    assert Amazons("4x4").solve(databases="none").winner == "black"
    solved = Amazons("5x5").solve(databases="quick")
    assert solved.winner == "white" and solved.best_move in Amazons("5x5").moves()
    classes = {"2x2": "1", "4x4": "1", "5x5": "2", "6x6": "1", "8x8": "1", "4x5": "V", "5x4": "H"}
    for board, expected in classes.items():
        assert Domineering(board).solve()["class"] == expected, board
    results = Domineering("2x2", "vertical").solve(moves=True)
    assert results.winner == "vertical"


def test_certificates(tmp_path):
    path = tmp_path / "4x4.cert"
    solved = lastmove.prove(Amazons("4x4"), path, databases="none")
    assert solved.proof == str(path)
    report = lastmove.verify(path, "amazons 4x4 black")
    assert report.claims[0]["winner"] == "black"
    with pytest.raises(InvalidCertificate):
        lastmove.verify(path, "amazons 4x4 white")
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(InvalidCertificate):
        lastmove.verify(tmp_path / "damaged")
    with pytest.raises(lastmove.Error):
        lastmove.verify(tmp_path / "missing")


def test_player_and_counts():
    analysis = Amazons("6x6").analyse(time=0.2, threads=1)
    assert analysis.best_move in Amazons("6x6").moves() and 0 <= analysis.win <= 1
    assert Domineering("3 v").best_move(time=0.1) is None
    assert lastmove.regions(5).regions == 94
    assert lastmove.databases("none") == []
    with pytest.raises(ValueError):
        lastmove.regions(100)


def test_limits_and_progress():
    seen = []
    with pytest.raises(LimitReached, match="nodes searched"):
        Amazons("8x8").solve(
            time=0.5, databases="none", progress=lambda *event: seen.append(event)
        )
    assert seen and seen[0][0] == "solving"
    with pytest.raises(LimitReached, match="node limit"):
        Amazons("5x5").solve(nodes=100, databases="none")
    for settings in [{"memory": 1 << 62}, {"memory": 1}, {"threads": 0}, {"time": -1.0}]:
        with pytest.raises(ValueError):
            Amazons("4x4").solve(databases="none", **settings)

    def broken(*_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Amazons("8x8").solve(time=5, databases="none", progress=broken)


def test_other_threads_run_meanwhile():
    ticks = 0
    done = False

    def tick():
        nonlocal ticks
        while not done:
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(LimitReached):
        Amazons("8x8").solve(time=0.5, databases="none", threads=1)
    done = True
    thread.join()
    assert ticks > 10


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c():
    code = (
        "from lastmove import Amazons\n"
        "print('go', flush=True)\n"
        "try:\n"
        "    Amazons('10x10').solve(databases='none')\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "go\n"
    time.sleep(0.7)
    started = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert out == "stopped\n" and time.monotonic() - started < 5


def test_pictures_and_cgsuite():
    assert Amazons("4x4")._repr_svg_().startswith("<svg")
    assert "<svg" in Domineering("2x3").svg(highlight=["1,1"])
    assert "Q" in Amazons("q1Q").text(ascii=True)
    assert "<svg" in Amazons("q1*1Q").evaluate()._repr_svg_()
    assert "<svg" in Amazons("q2/Q2").graph()._repr_svg_()
    with pytest.raises(ValueError, match="small box"):
        Amazons("10x10").graph()
    assert cgsuite.amazons("x..|o..") == Amazons("q2/Q2")
    assert cgsuite.values("{^,{1,2|0}}") == [lastmove.Value("^"), lastmove.Value("{1,2|0}")]

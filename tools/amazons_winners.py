#!/usr/bin/env python3
"""Solves boards with one and two amazons a side, for the chart of `lastmove winners amazons`.

    tools/amazons_winners.py LASTMOVE [--nodes N] [--moves N] [BOARD...]

Adds to crates/solver/src/amazons/winners/boards.tsv each board such as 5x5-two that falls within --nodes (5 million unless
given) and that the file does not list yet. Without boards: all from 4x4-two to 6x6-two and from 3x3-one to 7x7-one, small
ones first. Prints winner, nodes and core seconds as rows of a table. One thread, 2 GiB, no databases. All first moves are
listed if that takes no more nodes than --moves (2 million), else one that wins. A certificate goes to proofs/ if it takes
no more nodes than --nodes and has at most 10,000 bytes. At the end the charts of the page's gallery are written anew.
"""
import argparse, json, pathlib, re, resource, shutil, subprocess, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHART = ROOT / "crates/solver/src/amazons/winners/boards.tsv"
GALLERY = ROOT / "crates/web/page/data/gallery.json"
LAYOUTS = {"": "Four a side", "-two": "Two a side", "-one": "One a side"}
LARGEST_CERTIFICATE = 10_000
SOLVED, LIMIT_REACHED = 0, 3  # exit codes


def all_boards():
    sizes = lambda least, most: [(w, h) for w in range(least, most + 1) for h in range(least, most + 1)]
    boards = [(w, h, "one") for w, h in sizes(3, 7)] + [(w, h, "two") for w, h in sizes(4, 6)]
    return [f"{w}x{h}-{layout}" for w, h, layout in sorted(boards, key=lambda board: board[0] * board[1])]


def solve(program, board, nodes, *arguments):
    """The answer within a number of nodes, or None; and the core seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "solve", "amazons", board, "--databases", "none", "--threads", "1", "--memory", "2G",
               "--nodes", str(nodes), "--json", "--quiet", *arguments]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode not in (SOLVED, LIMIT_REACHED): raise SystemExit(f"{' '.join(command)}: {result.stderr}")
    answer = json.loads(result.stdout) if result.returncode == SOLVED else None
    return answer, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def winning_moves(program, board, answer, nodes):
    """The winning first moves that are known, and whether these are all."""
    if answer["winner"] == "black": return [], True
    every, _ = solve(program, board, nodes, "--moves")
    if every is None: return [answer["best_move"]], False
    return [move["move"] for move in every["moves"] if move["winner"] == "white"], True


def certificate(program, board, nodes):
    """The path of the certificate in the repository, or a dash if it is too large or takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        draft, name = pathlib.Path(folder) / "draft.proof", f"proofs/amazons-{board}.proof"
        answer, _ = solve(program, board, nodes, "--proof", str(draft))
        if answer is None or draft.stat().st_size > LARGEST_CERTIFICATE: return "-"
        subprocess.run([program, "verify", draft, "--expect", f"amazons {board} {answer['winner']}", "--quiet"], check=True,
                       stdout=subprocess.PIPE)
        shutil.copyfile(draft, ROOT / name)
        return name


def write_gallery():
    """The charts of the page: for each layout the size of the first cell, and a letter for each board, row by row."""
    winners = {}
    for line in CHART.read_text().splitlines()[1:]:
        start, winner = line.split("\t")[:2]
        width, height, layout = re.fullmatch(r"(\d+)x(\d+)(.*)", start).groups()
        winners.setdefault(layout, {})[int(width), int(height)] = winner[0].upper()
    charts = []
    for layout, title in LAYOUTS.items():
        found = winners.get(layout, {})
        widths, heights = (range(min(sides), max(sides) + 1) for sides in zip(*found))
        rows = ["".join(found.get((w, h), ".") for w in widths) for h in heights]
        charts.append({"title": title, "layout": layout, "width": widths[0], "height": heights[0], "rows": rows})
    gallery = json.loads(GALLERY.read_text())
    gallery["groups"][0]["charts"] = charts
    GALLERY.write_text(json.dumps(gallery, indent=1, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="LASTMOVE")
    parser.add_argument("boards", metavar="BOARD", nargs="*")
    parser.add_argument("--nodes", type=int, default=5_000_000)
    parser.add_argument("--moves", type=int, default=2_000_000)
    arguments = parser.parse_intermixed_args()
    known = {line.split("\t")[0] for line in CHART.read_text().splitlines()}
    for board in arguments.boards or all_boards():
        if board in known: continue
        answer, seconds = solve(arguments.program, board, arguments.nodes)
        if answer is None:
            print(f"| {board} | open | | {seconds:.2f} |", flush=True)
            continue
        print(f"| {board} | {answer['winner']} | {answer['nodes']:,} | {seconds:.2f} |", flush=True)
        moves, are_all = winning_moves(arguments.program, board, answer, arguments.moves)
        fields = [board, answer["winner"], str(answer["nodes"]), "none",
                  certificate(arguments.program, board, arguments.nodes), "searched here",
                  "all" if are_all else "some", " ".join(moves)]
        with CHART.open("a") as chart: chart.write("\t".join(fields) + "\n")
    write_gallery()


main()

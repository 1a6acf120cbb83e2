#!/usr/bin/env python3
"""Checks certificates of solved Amazons and Domineering positions, with the standard library only.

Follows the manual's chapter on certificates and shares no code with Lastmove. Prints one line a file, and exits
with 1 if a file is rejected."""
import argparse, functools, hashlib, itertools, random, re, struct, sys, zlib
NODE_LIMIT, NONE, LEAVES = 10_000, -10_000, ("settled", "walks", "search")
SIDES = {"amazons": {"w": "white", "b": "black"}, "domineering": {"v": "vertical", "h": "horizontal"}}
class Rejected(Exception): """A word for the reason, and the details."""
def need(condition, word, details=""):
    if not condition: raise Rejected(word, details)
def in_front(item, known): return [item] + [other for other in known if other != item][:7]
def squares(bits):
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
class Rules:
    """A game on one board with the winner's side fixed. A state is three sets of squares: the winner's amazons, the
    loser's amazons, the empty squares. Each game defines

    moves(state, winner_moves, first): pairs of a move and the state after it, first those of the list `first` that
        are legal, then the others in the order of their numbers
    wins(state, winner_moves): whether the count or the cut wins
    key(state), state(key): the key of the normal form, and the state of a key
    danger(state): a guess at how good a move was that led here, the least for the best """
    def __init__(self, width, height, winner, version):
        self.w, self.n, self.all, self.version = width, width * height, (1 << width * height) - 1, version
        self.across, left = winner == "horizontal", sum(1 << y * width for y in range(height))
        self.not_left, self.not_right = self.all & ~left, self.all & ~(left << width - 1)
        inside = {(x, y): 1 << y * width + x for y in range(height) for x in range(width)}
        self.lines = [[[inside[p] for i in range(1, self.n) if (p := (x + i * dx, y + i * dy)) in inside]
                       for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
                      for y in range(height) for x in range(width)]
        self.stars = [sum(map(sum, lines)) for lines in self.lines]
        self.recent = []  # moves of the winner after which positions were plainly won
        self.images = []  # for each symmetry one table a byte: eight squares at a time
        for kind in range(8 if self.diagonals and width == height else 4):
            xs, ys = range(width)[::-1 if kind & 1 else 1], range(height)[::-1 if kind & 2 else 1]
            to = [inside[(y, x) if kind & 4 else (x, y)] for y in ys for x in xs]
            self.images.append([[sum(bit for i, bit in enumerate(to[p:p + 8]) if byte >> i & 1)
                                 for byte in range(256)] for p in range(0, self.n, 8)])
    def grow(self, bits):
        wide = bits | (bits & self.not_right) << 1 | (bits & self.not_left) >> 1
        tall = wide if self.diagonals else bits
        return (wide | tall << self.w | tall >> self.w) & self.all
    def flood(self, start, through):
        reached, before = self.grow(start) & through, None
        while reached != before: reached, before = self.grow(reached) & through, reached
        return reached
    def least_image(self, high, low):
        return min(sum(table[high >> 8 * i & 255] << self.n | table[low >> 8 * i & 255]
                       for i, table in enumerate(tables)) for tables in self.images)
    def search(self, state, winner_moves, depth, nodes=None):
        nodes = [0] * NODE_LIMIT if nodes is None else nodes
        after, still_open = [new for _, new in self.moves(state, winner_moves)], []
        for new in after:
            nodes.pop()
            if not self.plain(new, not winner_moves): still_open.append(new)
            elif winner_moves: return True
        if not winner_moves: return all(self.search(new, True, depth, nodes) for new in still_open)
        return depth > 0 and any(self.search(new, False, depth - 1, nodes) for new in after)
    def plain(self, state, winner_moves):
        if self.wins(state, winner_moves): return True
        for move, new in self.moves(state, True, self.recent) if winner_moves and self.tries_moves else ():
            if self.wins(new, False):
                self.recent = in_front(move, self.recent)  # the order does not matter, but this one often wins again
                return True
        return False
    def sees_ahead(self, state):
        """Whether the winner has a move after which all replies are plainly won. Likely moves are tried first."""
        refuting = []  # replies that refuted other moves
        for _, after in sorted(self.moves(state, True), key=lambda option: self.danger(option[1])):
            for reply, new in self.moves(after, False, refuting):
                if not self.plain(new, True):
                    refuting = in_front(reply, refuting)
                    break
            else: return True
        return False
    def holds(self, leaf, state, winner_moves):
        try: return getattr(self, LEAVES[leaf[0] - 1])(state, winner_moves, *leaf[1:])
        except IndexError: return False  # out of nodes
def share(sets):
    """Gives each square to one of the sets that have it: to the smallest so far, the first of those."""
    once = twice = 0
    for own in sets: once, twice = once | own, twice | once & own
    shared = [own & ~twice for own in sets]
    for s in squares(twice):
        to = min((i for i, own in enumerate(sets) if own >> s & 1), key=lambda i: shared[i].bit_count())
        shared[to] |= 1 << s
    return shared
@functools.cache
def box_game(boxes):
    """How many claims the winner makes with the loser to move, and with himself."""
    alive = [i for i, (steps, *_) in enumerate(boxes) if steps]
    with_ways = lambda old, i, new: box_game(tuple(sorted(old[:i] + (new,) + old[i + 1:])))
    hit = lambda old, i: old[:i] + (tuple(max(n - 1, 0) for n in old[i]),) + old[i + 1:]
    second = [box_game(tuple(sorted(hit(hit(boxes, i), j))))[1] for i in alive for j in alive if i <= j]
    first = [1 + with_ways(boxes, i, (boxes[i][2] if boxes[i][1] else 0, 0, 0))[0] for i in alive]
    return min(second, default=0), max(first, default=0)
class Amazons(Rules):
    move_bytes, diagonals = 3, True
    def __init__(self, width, height, winner, version):
        super().__init__(width, height, winner, version)
        self.tries_moves = version > 1
        for name in ("seen", "claims", "shapes"): setattr(self, name, functools.lru_cache(1 << 18)(getattr(self, name)))
    def seen(self, square, free):
        return sum(bit for line in self.lines[square] for bit in itertools.takewhile(free.__and__, line))
    def queen(self, square, free): return self.seen(square, free & self.stars[square])
    def walk(self, amazons, free, guarded=0, steps=False):
        """All moves, and what they leave of amazons and free squares. A guarded amazon shoots back."""
        for a in squares(amazons):
            for b in squares(self.grow(1 << a) & free if steps else self.queen(a, free)):
                for c in [a] if guarded >> a & 1 else squares(self.queen(b, (free | 1 << a) & ~(1 << b))):
                    yield (a, b, c), amazons ^ (1 << a | 1 << b), (free | 1 << a) & ~(1 << b | 1 << c)
    def known(self, amazons, free, moves):
        """The same for those of some moves that are legal."""
        for a, b, c in moves:
            left = (free | 1 << a) & ~(1 << b)
            if amazons >> a & 1 and self.queen(a, free) >> b & 1 and self.queen(b, left) >> c & 1:
                yield (a, b, c), amazons ^ (1 << a | 1 << b), left & ~(1 << c)
    def moves(self, state, winner_moves, first=()):
        amazons, free = state[not winner_moves], state[2]
        others = (found for found in self.walk(amazons, free) if found[0] not in first)
        for move, moved, rest in itertools.chain(self.known(amazons, free, first), others):
            yield move, (moved, state[1], rest) if winner_moves else (state[0], moved, rest)
    def shapes(self, winner, loser, empty):
        """The eight images of an area as sets of places and what is there, moved to the corner."""
        at = [(s % self.w, s // self.w, "wle"[i]) for i, bits in enumerate((winner, loser, empty)) for s in squares(bits)]
        images, corner = [], lambda at: (min(x for x, *_ in at), min(y for _, y, _ in at))
        for _ in range(4):
            at = [(-y, x, what) for x, y, what in at]
            for image in at, [(-x, y, what) for x, y, what in at]:
                left, top = corner(image)
                images.append(frozenset((x - left, y - top, what) for x, y, what in image))
        return images
    def without_pairs(self, winner, loser, empty):
        """The state without areas and their negatives; each area is paired with the first before it that is left."""
        rest, single = winner | loser | empty, []
        while rest:
            area = rest & -rest | self.flood(rest & -rest, rest)
            own, rest = (winner & area, loser & area, empty & area), rest & ~area
            negative = self.shapes(own[1], own[0], own[2])[0] if single or rest else None
            pair = next((other for other in single if negative in self.shapes(*other)), None)
            if pair: single.remove(pair)
            else: single.append(own)
        return [sum(area[i] for area in single) for i in range(3)]
    def key(self, state):
        amazons = state[0] | state[1]
        empty = self.flood(amazons, state[2])
        alive = (beside := self.grow(empty) & amazons) | self.flood(beside, amazons)
        if self.version > 4:
            winner, loser, empty = self.without_pairs(alive & state[0], alive & state[1], empty)
            state, alive = (winner, loser, empty), winner | loser
        return self.least_image(alive, self.all & ~(empty | alive & state[0]))
    def state(self, key):
        high, low = key >> self.n, key & self.all
        return None if high > self.all else (high & ~low, high & low, self.all & ~(high | low))
    def can_walk(self, amazons, free, guarded, moves):
        """Whether a walk of so many moves is found, each of them keeping as much within reach as it can."""
        reach = self.flood(amazons, free).bit_count()
        for left in range(moves, 0, -1):
            best = -1, 0, 0
            for _, moved, rest in self.walk(amazons, free, guarded, True) if reach >= left else ():
                best = max(best, (self.flood(moved, rest).bit_count(), moved, rest), key=lambda walk: walk[0])
                if best[0] + 1 >= reach: break
            if best[0] < 0: return False
            reach, amazons, free = best
        return True
    def boxes(self, claimers, area):
        """What each claimer has of its own: squares to step to, of these the good ones, and what they have beside them."""
        near = share([self.grow(1 << a) & area for a in squares(claimers)])
        far = share([self.grow(own) & area & ~sum(near) for own in near])
        for own, more in zip(near, far):
            on = [(self.grow(1 << s) & (own | more)).bit_count() - 1 for s in squares(own)]
            ways = [(sum(n >= then for n in on), then) for then in range(max(on, default=0), 0, -1)]
            yield (len(on), *max(ways, key=lambda way: min(way[0], max(way[1] - 2, 0)), default=(0, 0)))
    def claims(self, claimers, area): return box_game(tuple(sorted(self.boxes(claimers, area))))
    def wins(self, state, winner_moves):
        """A walk of some amazons, and claims of the others, each of which also takes a square from the loser."""
        amazons, loser, empty = state
        area = self.flood(loser, empty)
        free, guarded, need = empty & ~area, self.grow(area | loser), area.bit_count() + winner_moves
        if self.version == 1: return self.can_walk(amazons, free, guarded, need)
        claimers = sum(1 << a for a in itertools.islice(squares(amazons & self.grow(area)), 4))
        if 4 * claimers.bit_count() + free.bit_count() < need: return False  # nobody claims more than twice
        gained = lambda who: 2 * self.claims(who, area)[winner_moves]
        if (most := gained(claimers)) >= need or most + free.bit_count() < need: return most >= need
        either = [1 << a for a in squares(claimers & self.grow(free))]
        for claiming in (claimers & ~sum(some) for n in range(len(either) + 1) for some in itertools.combinations(either, n)):
            if self.can_walk(amazons & ~claiming, free, guarded, need - gained(claiming)): return True
        return False
    def danger(self, state):
        area = self.flood(state[1], state[2])
        return area.bit_count() - self.flood(state[0], state[2] & ~area).bit_count()
    def can_make(self, amazons, free, target, nodes):
        if target == 0 or self.flood(amazons, free).bit_count() < target: return target == 0
        nodes.pop()
        return any(self.can_make(moved, rest, target - 1, nodes) for _, moved, rest in self.walk(amazons, free))
    def most_moves(self, amazons, free):  # and whether that is exact: else it is an upper bound
        total, exact, nodes, left = 0, True, [0] * NODE_LIMIT, amazons
        while left:
            area = left & -left | self.flood(left & -left, free | amazons)
            left, most = left & ~area, (free & area).bit_count()
            try:
                while not self.can_make(amazons & area, free & area, most, nodes): most -= 1
            except IndexError: exact = False  # out of nodes
            total += most
        return total, exact
    def settled(self, state, winner_moves):
        (winner, loser, empty), left = state, state[0]
        while left:
            left &= ~(area := left & -left | self.flood(left & -left, sum(state)))
            if area & loser:
                if area & empty: return False
                winner, loser = winner & ~area, loser & ~area
        walk, exact = self.most_moves(winner, empty)
        return exact and walk >= self.most_moves(loser, empty)[0] + winner_moves
    def walks(self, state, winner_moves, witness):
        winner, loser, empty = state
        area = self.flood(loser, empty)
        for wanted in witness:
            legal = [left for move, *left in self.walk(winner, empty & ~area) if move == wanted]
            if not legal: return False
            winner, empty = legal[0][0], legal[0][1] | area
            if self.flood(loser, empty) != area: return False
        spare = len(witness) - winner_moves
        return spare >= area.bit_count() or spare >= self.most_moves(loser, area)[0]
class Domineering(Rules):
    """Numbers are in quarters of a move; a bound is (a, b, True) for {a | b}, or (x, x, False). A sum is a number
    and a sorted tuple of atoms; an atom is a place in self.atoms, which has the options of winner and loser."""
    move_bytes, diagonals = 1, False
    def __init__(self, width, height, winner, version):
        super().__init__(width, height, winner, version)
        line, step = (self.all & ~self.not_left, 1) if self.across else ((1 << width) - 1, width)
        self.lines = [line << i * step for i in range(width if self.across else height)]
        self.tries_moves, self.largest, self.atoms = version > 2, 18 if version > 2 else 16, {}
        for name in ("part", "worth_of", "switch_of", "bounds"):
            setattr(self, name, functools.cache(getattr(self, name)))
    def pairs(self, bits, across): return bits & ((bits & self.not_left) >> 1 if across else bits >> self.w)
    def alive(self, bits):
        return bits & ((bits & self.not_right) << 1 | (bits & self.not_left) >> 1 | bits << self.w | bits >> self.w)
    def moves(self, state, winner_moves, first=()):
        step = 1 if (across := winner_moves == self.across) else self.w
        fits = self.pairs(state[2], across)
        for s in itertools.chain((s for s in first if fits >> s & 1), (s for s in squares(fits) if s not in first)):
            yield s, (0, 0, self.alive(state[2] & ~(1 << s | 1 << s + step)))
    def danger(self, state):
        return self.pairs(state[2], not self.across).bit_count() - self.pairs(state[2], self.across).bit_count()
    def key(self, state): return self.least_image(0, self.all & ~self.alive(state[2]))
    def state(self, key): return None if key > self.all else (0, 0, self.all & ~key)
    def parts(self, bits):  # in the order of their first squares
        while bits:
            bits &= ~(part := bits & -bits | self.flood(bits & -bits, bits))
            yield part
    def below(self, x): return x - 2 + x % 2 if x % 4 else x - 4 if x > 0 else NONE
    def sum_of(self, bits):  # of all parts of a set
        number, atoms = 0, ()
        for part in self.parts(bits):
            while part & ((1 << self.w) - 1) == 0: part >>= self.w
            while part & self.not_left == part: part >>= 1
            number, atoms = number + self.part(part)[0], atoms + self.part(part)[1]
        second, first, _ = self.worth((number, atoms := tuple(sorted(atoms))))
        return (second, ()) if first < second else (number, atoms)
    def part(self, bits):  # a connected set as a sum: a number or one atom
        winner, loser = ({self.sum_of(rest) for _, (*_, rest) in self.moves((0, 0, bits), side)}
                         for side in (True, False))
        moved = max((self.worth(option)[0] for option in winner), default=NONE)
        least = min((self.worth(option)[1] for option in loser), default=2 * bits.bit_count())
        second, first, _ = self.worth_by(moved, least)
        if first < second: return second, ()
        winner = {o for o in winner if self.worth(o)[1] >= moved or self.worth(o)[0] == moved}
        loser = {o for o in loser if self.worth(o)[0] <= least or self.worth(o)[1] == least}
        options = frozenset(winner), frozenset(loser)
        return 0, (self.atoms.setdefault(options, (len(self.atoms), *options)),)
    def options(self, atoms, side):  # what a side (1 for the winner, 2 for the loser) can make of a sum of atoms
        for i, atom in enumerate(atoms):
            if atom not in atoms[:i]:
                for number, more in atom[side]: yield number, tuple(sorted(atoms[:i] + atoms[i + 1:] + more))
    def worth_by(self, moved, x):
        """What the winner is sure of with the loser to move, with himself, and after his best move."""
        while self.below(x) > moved: x -= 1
        return x, max(moved, x - 1 - x % 2), moved
    def worth(self, total):
        second, first, moved = self.worth_of(total[1])
        if first < second: return self.worth_by(self.below(second + total[0]), second + total[0])
        return second + total[0], first + total[0], moved + total[0]
    def worth_of(self, atoms):
        return self.worth_by(max((self.worth(option)[0] for option in self.options(atoms, 1)), default=NONE),
                             min((self.worth(option)[1] for option in self.options(atoms, 2)), default=0))
    def switch(self, total, a): return total[0] + self.switch_of(total[1], a - total[0])
    def switch_of(self, atoms, a):
        if self.worth_of(atoms)[1] < a: return 2 * NONE
        return min((max([self.worth((number, rest))[0]] + [self.switch((number + n, answer), a)
                    for n, answer in self.options(rest, 1)]) for number, rest in self.options(atoms, 2)), default=a)
    def bounds(self, stripe):  # of all parts the bound of greatest mean, and all bounds; None if one is too large
        found = []
        for part in self.parts(stripe):
            if not self.pairs(part, self.across): x = a = -4 * (part.bit_count() // 2)
            elif part.bit_count() > self.largest: return None
            else: x, _, a = self.worth(total := self.sum_of(part))
            number = x, x, False
            if a < x or not self.pairs(part, self.across):
                found.append((number, [number]))
                continue
            wide = cool = a, min(a, self.switch(total, a)), True
            while self.version > 2 and (a := a - 2) >= x and cool[1] < x:
                switch = a, min(a, self.switch(total, a)), True
                wide, cool = max(wide, switch, key=lambda s: s[0] + s[1]), max(cool, switch, key=lambda s: s[1])
            best = wide if wide[0] + wide[1] > 2 * x else number
            found.append((best, [number, wide, cool] if self.version > 2 else [best]))
        return found
    def wins(self, state, winner_moves):  # by a cut
        best = [(0, [])]  # up to each line, the greatest sum of means, and the bounds of the parts
        for end in range(1, len(self.lines) + 1):
            best.append((NONE, []))
            for start in range(end - 1, -1, -1):
                bounds = self.bounds(state[2] & sum(self.lines[start:end]))
                if bounds is None: break
                mean = best[start][0] + sum(a + b for (a, b, _), _ in bounds)
                if mean > best[end][0]: best[end] = mean, bounds + best[start][1]
        def result():  # positive if the winner wins
            number, turn = sum(x for x, _, hot in chosen if not hot), winner_moves
            for a, b in sorted(((a, b) for a, b, hot in chosen if hot), key=lambda s: s[1] - s[0]):
                number, turn = number + (a if turn else b), not turn
            return 2 * number + (not turn)
        chosen, old = [bound for bound, _ in best[-1][1]], None
        most = result()
        while old != most and most <= 0:
            old = most
            for i, (_, bounds) in enumerate(best[-1][1]):
                for bound in bounds:
                    chosen[i], kept = bound, chosen[i]
                    if (now := result()) > most: most = now
                    else: chosen[i] = kept
        return most > 0
    settled, walks = Rules.plain, lambda *_: False
RULES = {"amazons": functools.cache(Amazons), "domineering": functools.cache(Domineering)}
class Bytes:
    """Bytes read one after another; `short` is the reason to reject if they do not suffice."""
    def __init__(self, data, short): self.data, self.at, self.short = data, 0, short
    def take(self, count):
        self.at += count
        need(self.at <= len(self.data), self.short, f"at byte {len(self.data)}")
        return self.data[self.at - count:self.at]
    def number(self):
        value, shift, byte = 0, 0, 128
        while byte >= 128:
            byte = self.take(1)[0]
            need(shift <= 256 and (byte or not shift), "malformed", "a number is too long")
            value, shift = value | (byte & 127) << shift, shift + 7
        return value
def parse_claim(line):
    found = re.fullmatch(r"(amazons|domineering) ([0-9Qq*/]+) ([wbvh]) ([a-z]+)", line)
    game, board, side, winner = found.groups() if found else ("amazons", "", "", "")
    rows = [re.sub(r"\d+", lambda run: "." * int(run[0][:4]), row) for row in board.split("/")]
    cells, width = "".join(rows), len(rows[0])
    spelling = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    need(spelling == board and {len(row) for row in rows} == {width} and 0 < len(cells) <= 128
         and side in SIDES[game] and winner in SIDES[game].values()
         and (game == "amazons" or not set(cells) - set(".*")), "header", "not a claim: " + line)
    return game, width, len(rows), cells, SIDES[game][side], winner
def read_file(data):  # the claims as text and parsed, and for each of them its levels: lists of blocks
    need(data[:8] == b"LMPROOF\n", "foreign")
    file = Bytes(data, "cut")
    version, length = struct.unpack("<8xHH", file.take(12))
    need(0 < version <= 5, "version", f"version {version}")
    text = file.take(length)
    need(struct.unpack("<I", file.take(4))[0] == zlib.crc32(data[:12 + length]), "altered", "header")
    lines = text.decode("ascii", "replace").split("\n")
    need(lines.pop() == "" and 0 < len(lines) <= 2, "header", "one or two lines are expected")
    claims = [parse_claim(line) for line in lines]
    one, other = claims[0], claims[-1]  # two are about one Domineering position, with either player first
    need(len(claims) == 1 or one[0] == "domineering" and one[:4] == other[:4] and one[4] != other[4], "header", text)
    need(version in ((2, 3, 4) if claims[0][0] == "domineering" else (1, 2, 4, 5)), "version", f"version {version}")
    levels, current = [[] for _ in claims], 0
    while (tag := file.take(1)[0]) != 0:
        place, header = f"block at byte {file.at - 1}", bytes([tag]) + file.take(23)
        claim, level, count, raw, packed, crc, own = struct.unpack("<xBHIIIII", header)
        need(zlib.crc32(header[:20]) == own, "altered", place)
        need(tag == 1 and 0 < count <= 1 << 16 and max(raw, packed) <= 1 << 25, "malformed", place)
        need(zlib.crc32(body := file.take(packed)) == crc, "altered", place)
        need(claim < len(claims), "malformed", place)
        need(claim >= current and 0 <= level - len(levels[claim]) + 1 <= 1, "level-order", place)
        current, levels[claim][level:] = claim, levels[claim][level:] or [[]]
        levels[claim][level].append((count, raw, body))
    need(hashlib.sha256(data[:file.at]).digest() == file.take(32), "altered", "hash")
    need(file.at == len(data), "trailing", f"after byte {file.at}")
    return version, "; ".join(lines), claims, levels
def unpack(raw, body):
    unpacker = zlib.decompressobj(-15)
    try: data = unpacker.decompress(body, raw + 1)
    except zlib.error as error: raise Rejected("malformed", str(error)) from None
    need(len(data) == raw and unpacker.eof and not unpacker.unused_data, "malformed", "packed bytes")
    return Bytes(data, "malformed")
def read_moves(count, raw, body):  # of a block of version 4 or 5: for each position 0 or the number of the move plus 1
    data = unpack(raw, body)
    moves = [data.number() for _ in range(count)]
    need(max(moves) < 1 << 64 and data.at == len(data.data), "malformed", "bytes left over, or a number is too large")
    return moves
def read_stored(rules, blocks):  # a level of an older version: from key to (move number or None, leaf or None)
    level = {}
    for count, raw, body in blocks:
        data = unpack(raw, body)
        keys = list(itertools.accumulate(data.number() for _ in range(count)))
        need(len(set(keys)) == count, "malformed", "a position twice")
        need(keys[0] > max(level, default=-1), "position-order", f"position {keys[0]}")
        for key in keys:
            code = data.number()
            need(0 < code < 1 << 64, "malformed", "neither move nor leaf")
            leaf = (code & 3,) if code & 3 else None
            if leaf == (2,):
                need((length := data.number()) <= 128, "malformed", "a witness is too long")
                leaf = 2, [tuple(data.take(rules.move_bytes)) for _ in range(length)]
                need(all(s < rules.n for move in leaf[1] for s in move), "malformed", "off the board")
            elif leaf == (3,): leaf = 3, data.take(1)[0]
            level[key] = (code >> 2) - 1 if code >> 2 else None, leaf
        need(data.at == len(data.data), "malformed", "bytes left over")
    return level
class Index:
    """The keys of all levels, as a file lists them; each level is read once."""
    def __init__(self, path): self.lines = open(path, encoding="ascii", errors="replace")
    def level(self, number, count):
        title = f"level {number} {count}"
        need(next(self.lines, "").strip() == title, "index", "no line " + title)
        before = -1
        for _ in range(count):
            line = next(self.lines, "the end").strip()
            key = int(line, 16) if re.fullmatch("[0-9a-f]{1,64}", line) else before
            need(key > before, "index", f"{line} in level {number}")
            yield (before := key)
def replies_to(rules, keys):  # the normal forms after all moves of the loser
    return {rules.key(new) for key in keys for _, new in rules.moves(rules.state(key), False)}
def after_move(rules, key, number, place):  # the normal form after the winner's move of this number
    after = [new for i, (_, new) in enumerate(rules.moves(rules.state(key), True)) if i == number]
    need(after, "illegal-move", f"number {number} in {place}")
    return rules.key(after[0])
def check_normal(rules, key, place):
    need((state := rules.state(key)) and rules.key(state) == key, "not-normal", place)
def check_levels(rules, replies, blocks, sample, index):
    """From version 4: the positions of a level are the replies that are not plainly won. Returns how many are checked."""
    checked, is_open = 0, lambda key: not rules.plain(rules.state(key), True)
    for number, level in enumerate([*blocks, []]):
        listed = index.level(number, sum(count for count, *_ in level)) if index and level else None
        keys = sorted(filter(is_open, replies)) if number == 0 or not listed else listed
        need(number or not listed or keys == list(listed), "index", "other keys of level 0")
        keys, goes_on = iter(keys), set()
        for block in level:
            moves = read_moves(*block)
            some = list(itertools.islice(keys, len(moves)))
            need(len(some) == len(moves), "stray", f"in level {number}")
            replies.difference_update(some)
            for key, move in zip(some, moves):
                checked += (drawn := sample is None or sample.random() < 0.01)
                if listed and not drawn: continue
                place = f"position {key} of level {number}"
                if listed:
                    check_normal(rules, key, place)
                    need(is_open(key), "stray", place)
                if move:
                    after = after_move(rules, key, move - 1, place)
                    if not rules.plain(rules.state(after), False): goes_on.add(after)
                elif drawn: need(rules.sees_ahead(rules.state(key)), "false-look", place)
        for key in itertools.chain(keys, filter(is_open, replies) if listed else ()):
            raise Rejected("missing-reply", f"position {key} in level {number}")
        replies = replies_to(rules, goes_on)
    return checked
def check_stored(rules, replies, blocks, sample):
    """The same for the versions that store positions and have leaves."""
    checked = 0
    for number in range(len(blocks) + 1):
        level = read_stored(rules, blocks[number]) if number < len(blocks) else {}
        chosen = [key for key in level if sample is None or sample.random() < 0.01]
        for key in chosen: check_normal(rules, key, f"position {key} of level {number}")
        checked += len(chosen)
        for key in sorted(replies - level.keys()):
            need(rules.plain(rules.state(key), True), "missing-reply", f"position {key} in level {number}")
        need(sample or level.keys() <= replies, "stray", f"in level {number}")
        goes_on = set()
        for key in chosen:
            (move, leaf), place = level[key], f"position {key} of level {number}"
            after = key if move is None else after_move(rules, key, move, place)
            state = rules.state(after)
            if leaf: need(rules.holds(leaf, state, move is None), "false-" + LEAVES[leaf[0] - 1], place)
            elif not rules.plain(state, False): goes_on.add(after)
        replies = replies_to(rules, goes_on)
    return checked
def is_transposed(claim, other):  # one follows from the other: rows and columns are exchanged, and with them the players
    game, width, height, cells, to_move, winner = claim
    turned = "".join(cells[x::width] for x in range(width))
    return game == "domineering" and other[:4] == (game, height, width, turned) and to_move != other[4] and winner != other[5]
def check_claim(version, claim, blocks, sample, index):
    game, width, height, cells, to_move, winner = claim
    rules = RULES[game](width, height, winner, version)
    white, black, empty = (sum(1 << i for i, c in enumerate(cells) if c == kind) for kind in "Qq.")
    root = rules.key((white, black, empty) if winner == "white" else (black, white, empty))
    plain = rules.plain(rules.state(root), to_move == winner)
    replies = set() if plain else {root} if to_move == winner else replies_to(rules, [root])
    if version < 4: return check_stored(rules, replies, blocks, sample)
    return check_levels(rules, replies, blocks, sample, index)
def met(text, claims):  # whether they are what a text such as "amazons 4x5 black" or "domineering 4x4 1" names
    game, board, *side, winner = text.split()
    if size := re.fullmatch(r"(\d+)x(\d+)(-corner|-inner|-two|-one)?", board):
        w, h = (int(size[1]), int(size[2])) if game == "amazons" else (int(size[2]), int(size[1]))
        k = 4 if w == h == 10 else 3 if w == h and (w in (7, 8) or size[3] == "-inner") else 2
        k = 2 if size[3] == "-corner" else k
        white = {"-two": [(0, 2), (w - 1, 2)], "-one": [((w - 1) // 2, 1)]}.get(size[3], [(0, k), (k - 1, 1), (w - k, 1), (w - 1, k)])
        cells = ["Q" if (x, h - y) in white else "q" if (w - 1 - x, y + 1) in white else "." for y in range(h) for x in range(w)]
        side, cells = (side or ["w"], "".join(cells)) if game == "amazons" else (side, "." * (w * h))
    else:
        board = re.sub(r"\.+", lambda run: str(len(run[0])), board.replace("#", "*").replace("|", "/"))
        _, w, h, cells, *_ = parse_claim(f"{game} {board} {'w white' if game == 'amazons' else 'v vertical'}")
    both = {"1": lambda c: c[5] == c[4], "2": lambda c: c[5] != c[4], "v": lambda c: c[5] == "vertical",
            "h": lambda c: c[5] == "horizontal"}.get(winner.lower()) if game == "domineering" else None
    first = [c[4] for c in claims]
    return all(c[:4] == (game, w, h, cells) and (both(c) if both else c[5] == winner.lower()) for c in claims) \
        and ([SIDES[game][s] for s in side] == first if side else not both or len(set(first)) == 2)
def check_file(path, expect, seed, index):
    try:
        with open(path, "rb") as file: version, text, claims, levels = read_file(file.read())
        need(expect is None or met(expect, claims), "other-claim", text)
        sample = random.Random(seed) if seed else None
        index = Index(index) if index and seed and version > 3 else None
        if version == 4 and len(claims) > 1 and not levels[1] and is_transposed(*claims): del levels[1]  # it follows from the first
        checked = sum(check_claim(version, *claim, sample, index) for claim in zip(claims, levels))
        need(not index or next(index.lines, None) is None, "index", "it goes on after the last level")
        total = sum(count for claim in levels for blocks in claim for count, *_ in blocks)
        print(f"{path}: no fault found in a sample of {checked} of {total} positions, seed {seed}" if seed else
              f"{path}: valid: {text} ({checked} positions)", flush=True)
        return True
    except (Rejected, OSError) as reason:
        print(f"{path}: rejected: {reason.args[0]}: {reason.args[1]}", flush=True)
if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a certificate, as `lastmove solve --proof` writes it")
    parser.add_argument("--expect", metavar="CLAIM", help='what it must prove, such as "amazons 4x5 black"')
    parser.add_argument("--sample", metavar="SEED", help="""check one position in a hundred, drawn with this seed.
        This is no proof. From version 4 all moves are followed nevertheless, since the positions derive from them, and the sample
        is of the positions without a move""")
    parser.add_argument("--index", metavar="FILE", help="""for --sample from version 4: the positions of all levels, so
        that moves are followed in the sample only. For each level the file has a line `level NUMBER COUNT` and then the keys
        in ascending order, one hexadecimal number a line. Ignored without --sample""")
    options = parser.parse_args()
    sys.exit(not all([check_file(path, options.expect, options.sample, options.index) for path in options.files]))

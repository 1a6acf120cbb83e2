// Position strings and squares. Which moves are legal is for the server to say; here moves that
// are known to be legal are only carried out.

/** @typedef {"amazons" | "domineering"} GameName */

/**
 * A board with something on each square: `.` empty, `Q` white, `q` black, `*` burnt.
 * @typedef {{ width: number, height: number, cells: string[], side: string | null }} Diagram
 */

/** @param {string} text @returns {Diagram} */
export function parse(text) {
  const [board, side] = text.trim().split(/\s+/);
  const rows = board.split("/").map((row) => {
    const cells = [];
    for (const part of row.match(/\d+|[^\d]/g) ?? []) {
      if (/\d/.test(part)) for (let i = 0; i < Number(part); i++) cells.push(".");
      else cells.push(part);
    }
    return cells;
  });
  return { width: rows[0].length, height: rows.length, cells: rows.flat(), side: side ?? null };
}

/** @param {Diagram} diagram */
export function format({ width, height, cells, side }) {
  const rows = [];
  for (let y = 0; y < height; y++) {
    let row = "";
    let run = 0;
    for (let x = 0; x <= width; x++) {
      const cell = x < width ? cells[y * width + x] : "end";
      if (cell === ".") run++;
      else {
        if (run) row += run;
        run = 0;
        if (x < width) row += cell;
      }
    }
    rows.push(row);
  }
  return rows.join("/") + (side ? ` ${side}` : "");
}

/** @param {string} side */
export function opponent(side) {
  return { w: "b", b: "w", v: "h", h: "v" }[side] ?? side;
}

/** @param {string | null} side */
export function sideName(side) {
  return { w: "White", b: "Black", v: "Vertical", h: "Horizontal" }[side ?? ""] ?? "";
}

/** The side that begins. @param {GameName} game */
export function firstSide(game) {
  return game === "amazons" ? "w" : "v";
}

/**
 * The position after a legal move.
 * @param {GameName} game @param {string} position @param {number[]} squares
 */
export function play(game, position, squares) {
  const diagram = parse(position);
  const side = diagram.side ?? firstSide(game);
  if (game === "amazons") {
    const [from, to, arrow] = squares;
    const piece = diagram.cells[from];
    diagram.cells[from] = ".";
    diagram.cells[to] = piece;
    diagram.cells[arrow] = "*";
  } else {
    for (const square of squares) diagram.cells[square] = "*";
  }
  diagram.side = opponent(side);
  return format(diagram);
}

/**
 * The name of a square: `a6`, or `1,1`.
 * @param {GameName} game @param {{ width: number, height: number }} size @param {number} square
 */
export function squareName(game, { width, height }, square) {
  const [x, y] = [square % width, Math.floor(square / width)];
  return game === "amazons" ? String.fromCharCode(97 + x) + (height - y) : `${y + 1},${x + 1}`;
}

/** @param {GameName} game @param {{ width: number, height: number }} size @param {string} name */
export function squareNumber(game, { width, height }, name) {
  if (game === "amazons") {
    return (height - Number(name.slice(1))) * width + name.charCodeAt(0) - 97;
  }
  const [row, column] = name.split(",").map(Number);
  return (row - 1) * width + column - 1;
}

/**
 * The name of a move.
 * @param {GameName} game @param {{ width: number, height: number }} size @param {number[]} squares
 */
export function moveName(game, size, squares) {
  const names = squares.map((square) => squareName(game, size, square));
  return game === "amazons" ? `${names[0]}-${names[1]}/${names[2]}` : names[0];
}

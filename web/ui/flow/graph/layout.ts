/* A layered layout from top to bottom, as Sugiyama's: rows, order within rows, then places. */

export interface Box {
  id: string;
  width: number;
  height: number;
}
export interface Line {
  from: string;
  to: string;
  /** The way out, from the left; those of one box fan out in this order. */
  port: number;
}
export interface Place {
  x: number;
  y: number;
}
export interface LayoutGaps {
  /** px between boxes of a row and between rows. */
  column: number;
  row: number;
}

interface Cell {
  id: string;
  width: number;
  /** The middle. */
  x: number;
  up: { cell: Cell; port: number; ports: number }[];
  down: { cell: Cell; port: number; ports: number }[];
}

/** Lines that lead back to a box on the way to itself: they take no part in the rows. */
function forwardLines(boxes: readonly Box[], lines: readonly Line[], first: string | null): Line[] {
  const out = new Map<string, Line[]>(boxes.map(({ id }) => [id, []]));
  for (const line of lines) if (out.has(line.to)) out.get(line.from)?.push(line);
  for (const list of out.values()) list.sort((a, b) => a.port - b.port);
  const state = new Map<string, 'open' | 'done'>();
  const forward: Line[] = [];
  const visit = (id: string): void => {
    state.set(id, 'open');
    for (const line of out.get(id) ?? []) {
      if (state.get(line.to) === 'open') continue;
      forward.push(line);
      if (!state.has(line.to)) visit(line.to);
    }
    state.set(id, 'done');
  };
  const order = [...boxes].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  for (const { id } of order) if (!state.has(id)) visit(id);
  return forward;
}

/** The row of each box: one below the lowest that leads to it. */
function rowsOf(boxes: readonly Box[], lines: readonly Line[]): Map<string, number> {
  const into = new Map<string, string[]>();
  for (const { from, to } of lines) into.set(to, [...(into.get(to) ?? []), from]);
  const rows = new Map<string, number>();
  const rowOf = (id: string): number => {
    const known = rows.get(id);
    if (known !== undefined) return known;
    const row = Math.max(-1, ...(into.get(id) ?? []).map(rowOf)) + 1;
    rows.set(id, row);
    return row;
  };
  for (const { id } of boxes) rowOf(id);
  return rows;
}

/** Cells by row. A line over several rows passes through narrow cells, so that nothing lies on it. */
function cellsOf(boxes: readonly Box[], lines: readonly Line[], rows: ReadonlyMap<string, number>): Cell[][] {
  const grid: Cell[][] = [];
  const byId = new Map<string, Cell>();
  const put = (row: number, id: string, width: number): Cell => {
    const cell: Cell = { id, width, x: 0, up: [], down: [] };
    while (grid.length <= row) grid.push([]);
    grid[row]!.push(cell);
    return cell;
  };
  const outs = new Map<string, Line[]>();
  for (const line of lines) outs.set(line.from, [...(outs.get(line.from) ?? []), line]);
  const place = (box: Box) => byId.set(box.id, put(rows.get(box.id)!, box.id, box.width));
  for (const box of boxes) place(box);
  for (const list of outs.values()) {
    const sorted = [...list].sort((a, b) => a.port - b.port);
    for (const [port, line] of sorted.entries()) {
      let above = byId.get(line.from)!;
      let [at, ports] = [port, sorted.length];
      for (let row = rows.get(line.from)! + 1; row <= rows.get(line.to)!; row++) {
        const below =
          row === rows.get(line.to) ? byId.get(line.to)! : put(row, `${line.from} ${line.port} ${row}`, 24);
        above.down.push({ cell: below, port: at, ports });
        below.up.push({ cell: above, port: at, ports });
        [above, at, ports] = [below, 0, 1];
      }
    }
  }
  return grid;
}

/** Where a way out stands beside the middle of its box, in parts of the box. */
const lean = (port: number, ports: number): number => (port + 0.5) / ports - 0.5;

function crossings(grid: readonly Cell[][]): number {
  let count = 0;
  for (const row of grid) {
    const place = new Map<Cell, number>();
    const below = grid[grid.indexOf(row as Cell[]) + 1] ?? [];
    for (const [at, cell] of below.entries()) place.set(cell, at);
    const ends = row.flatMap(({ down }) =>
      [...down].sort((a, b) => a.port - b.port).map(({ cell }) => place.get(cell)!),
    );
    for (let one = 0; one < ends.length; one++)
      for (let other = one + 1; other < ends.length; other++) if (ends[one]! > ends[other]!) count++;
  }
  return count;
}

/** Orders the cells of each row so that few lines cross. */
function ordered(grid: Cell[][]): Cell[][] {
  let best = grid.map((row) => [...row]);
  let fewest = crossings(best);
  const now = best.map((row) => [...row]);
  const sort = (row: Cell[], near: readonly Cell[], side: 'up' | 'down') => {
    const at = new Map(near.map((cell, index) => [cell, index]));
    const pull = new Map(
      row.map((cell, index) => {
        const seen = cell[side].filter(({ cell: other }) => at.has(other));
        if (seen.length === 0) return [cell, index] as const;
        const sum = seen.reduce(
          (total, { cell: other, port, ports }) =>
            total + at.get(other)! + (side === 'up' ? lean(port, ports) : 0),
          0,
        );
        return [cell, sum / seen.length] as const;
      }),
    );
    row.sort((a, b) => pull.get(a)! - pull.get(b)!);
  };
  for (let turn = 0; turn < 8 && (fewest > 0 || turn < 2); turn++) {
    for (let row = 1; row < now.length; row++) sort(now[row]!, now[row - 1]!, 'up');
    if (crossings(now) <= fewest) {
      fewest = crossings(now);
      best = now.map((row) => [...row]);
    }
    for (let row = now.length - 2; row >= 0; row--) sort(now[row]!, now[row + 1]!, 'down');
  }
  return best;
}

/** Moves the cells of a row as near as can be to where they want to be, in their order and without touching. */
function settle(row: readonly Cell[], wanted: readonly number[], gap: number): void {
  const shifts: number[] = [0];
  for (let at = 1; at < row.length; at++)
    shifts.push(shifts[at - 1]! + (row[at - 1]!.width + row[at]!.width) / 2 + gap);
  // The least squares with an order to keep: neighbours that would change places are moved as one.
  const blocks: { sum: number; count: number }[] = [];
  for (const [at, want] of wanted.entries()) {
    blocks.push({ sum: want - shifts[at]!, count: 1 });
    while (blocks.length > 1) {
      const [before, last] = blocks.slice(-2) as [(typeof blocks)[0], (typeof blocks)[0]];
      if (before.sum / before.count <= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  }
  let at = 0;
  for (const { sum, count } of blocks)
    for (let one = 0; one < count; one++, at++) row[at]!.x = sum / count + shifts[at]!;
}

function placed(grid: readonly Cell[][], gap: number): void {
  for (const row of grid)
    settle(
      row,
      row.map(() => 0),
      gap,
    );
  const fan = (cell: Cell, port: number, ports: number) =>
    ports > 1 ? lean(port, ports) * cell.width * 0.8 : 0;
  for (let turn = 0; turn < 24; turn++) {
    const down = turn % 2 === 0;
    for (const row of down ? grid : [...grid].reverse()) {
      const wanted = row.map((cell) => {
        const pulls = [
          ...cell.up.map(({ cell: other, port, ports }) => other.x + fan(other, port, ports)),
          ...(down ? [] : cell.down.map(({ cell: other, port, ports }) => other.x - fan(cell, port, ports))),
        ];
        return pulls.length === 0 ? cell.x : pulls.reduce((sum, x) => sum + x, 0) / pulls.length;
      });
      settle(row, wanted, gap);
    }
  }
}

/** The upper left corner of each box. Boxes that nothing leads to or from stand beside the rest. */
export function layered(
  boxes: readonly Box[],
  lines: readonly Line[],
  first: string | null,
  gaps: LayoutGaps,
): Map<string, Place> {
  const forward = forwardLines(boxes, lines, first);
  const rows = rowsOf(boxes, forward);
  // In the order in which the ways meet them.
  const met = new Set([first ?? '', ...forward.map(({ from }) => from), ...forward.map(({ to }) => to)]);
  const inOrder = [...met].flatMap((id) => boxes.find((box) => box.id === id) ?? []);
  const grid = ordered(cellsOf([...inOrder, ...boxes.filter(({ id }) => !met.has(id))], forward, rows));
  placed(grid, gaps.column);
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const places = new Map<string, Place>();
  let y = 0;
  for (const row of grid) {
    const heights = row.map(({ id }) => byId.get(id)?.height ?? 0);
    for (const { id, x, width } of row) if (byId.has(id)) places.set(id, { x: Math.round(x - width / 2), y });
    y += Math.max(0, ...heights) + gaps.row;
  }
  const left = Math.min(0, ...[...places.values()].map(({ x }) => x));
  for (const place of places.values()) place.x -= left;
  return places;
}

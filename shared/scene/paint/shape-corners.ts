type Corner = readonly [x: number, y: number];

/** The corners of a regular polygon, the first one on top, stretched to touch its box on all sides. */
function regular(count: number, turn = 0): Corner[] {
  const corners = Array.from({ length: count }, (_, i): Corner => {
    const angle = (i * 2 * Math.PI) / count - Math.PI / 2 + turn;
    return [Math.cos(angle), Math.sin(angle)];
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return corners.map(([x, y]) => [(x - left) / wide, (y - top) / high]);
}

const third = 1 / 3;

/** Shapes of straight edges in a box whose sides are 1, clockwise. */
export const shapeCorners = {
  'right-triangle': [
    [0, 0],
    [1, 1],
    [0, 1],
  ],
  diamond: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  pentagon: regular(5),
  hexagon: [
    [0.25, 0],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0.25, 1],
    [0, 0.5],
  ],
  octagon: regular(8, Math.PI / 8),
  parallelogram: [
    [0.25, 0],
    [1, 0],
    [0.75, 1],
    [0, 1],
  ],
  trapezoid: [
    [0.2, 0],
    [0.8, 0],
    [1, 1],
    [0, 1],
  ],
  cross: [
    [third, 0],
    [2 * third, 0],
    [2 * third, third],
    [1, third],
    [1, 2 * third],
    [2 * third, 2 * third],
    [2 * third, 1],
    [third, 1],
    [third, 2 * third],
    [0, 2 * third],
    [0, third],
    [third, third],
  ],
  'block-arrow': [
    [0, 0.25],
    [0.6, 0.25],
    [0.6, 0],
    [1, 0.5],
    [0.6, 1],
    [0.6, 0.75],
    [0, 0.75],
  ],
  chevron: [
    [0, 0],
    [0.7, 0],
    [1, 0.5],
    [0.7, 1],
    [0, 1],
    [0.3, 0.5],
  ],
  'speech-bubble': [
    [0, 0],
    [1, 0],
    [1, 0.75],
    [0.45, 0.75],
    [0.2, 1],
    [0.22, 0.75],
    [0, 0.75],
  ],
} as const satisfies Record<string, readonly Corner[]>;

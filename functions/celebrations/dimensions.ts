/** The longer side of stills and videos, px. */
const side = 1280;

/** What a sign is drawn at: of its own shape, and even, as videos want their sides; px. */
export function dimensionsOf({ width, height }: { width: number; height: number }) {
  const scale = side / Math.max(width, height);
  const even = (length: number) => Math.max(16, 2 * Math.round((length * scale) / 2));
  return { width: even(width), height: even(height) };
}

/* The demo projects' pictures, drawn as SVG so that they are sharp at any size and weigh next to nothing. */

/** A small generator with a seed, so that the same art is made every time (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

/** Rays from a centre that fade outwards: what stands behind a deal that has closed. */
export function sunburst(): string {
  const rays = Array.from({ length: 28 }, (_, at) => {
    const from = ((at * 2 - 0.5) * Math.PI) / 28;
    const to = ((at * 2 + 0.5) * Math.PI) / 28;
    const point = (angle: number) =>
      `${(800 + Math.cos(angle) * 1200).toFixed(1)} ${(800 + Math.sin(angle) * 1200).toFixed(1)}`;
    return `<path d="M800 800 L${point(from)} L${point(to)}Z"/>`;
  });
  return svg(
    1600,
    1600,
    `<defs><radialGradient id="f" gradientUnits="userSpaceOnUse" cx="800" cy="800" r="800">
<stop offset="0" stop-color="#ffd27a" stop-opacity=".55"/><stop offset=".55" stop-color="#f5a524" stop-opacity=".16"/>
<stop offset="1" stop-color="#f5a524" stop-opacity="0"/></radialGradient></defs><g fill="url(#f)">${rays.join('')}</g>`,
  );
}

/** Confetti that thins out downwards. */
export function confetti(): string {
  const next = random(20);
  const colors = ['#f5a524', '#ffd27a', '#5b8def', '#3ecf8e', '#f76d8e', '#ffffff'];
  const pieces = Array.from({ length: 190 }, () => {
    // Along the sides and the top: the middle is for the words.
    const side = next() < 0.78;
    const depth = next() ** 1.7;
    const x = side ? (next() < 0.5 ? depth * 460 : 1920 - depth * 460) : 460 + next() * 1000;
    const y = side ? next() ** 1.4 * 1020 : depth * 150;
    const [wide, high] = [8 + next() * 16, 6 + next() * 10];
    const turn = Math.round(next() * 180);
    const color = colors[Math.floor(next() * colors.length)];
    const round = next() > 0.72;
    const opacity = (0.95 - (y / 1000) * 0.55).toFixed(2);
    return round
      ? `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(high / 2).toFixed(1)}" fill="${color}" opacity="${opacity}"/>`
      : `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}" rx="2" fill="${color}" opacity="${opacity}" transform="rotate(${turn} ${x.toFixed(0)} ${y.toFixed(0)})"/>`;
  });
  return svg(1920, 1080, pieces.join(''));
}

/** The bell of the product's mark, with its amber clapper. */
export function bell(): string {
  return svg(
    400,
    400,
    `<defs><linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/>
<stop offset="1" stop-color="#c9d4ea"/></linearGradient></defs>
<path d="M200 40c-12 0-20 9-20 20v12c-58 10-96 58-96 122v58c0 18-9 34-24 47-9 8-4 25 9 25h262c13 0 18-17 9-25-15-13-24-29-24-47v-58c0-64-38-112-96-122V60c0-11-8-20-20-20z" fill="url(#b)"/>
<circle cx="200" cy="352" r="30" fill="#f5a524"/>`,
  );
}

/** Layered hills at dawn: a quiet background for a lobby. */
export function hills(): string {
  const layers = [
    { base: 800, height: 90, color: '#f0a878', seed: 3 },
    { base: 860, height: 90, color: '#c9766a', seed: 8 },
    { base: 920, height: 80, color: '#7d4d6b', seed: 13 },
    { base: 985, height: 70, color: '#3d3460', seed: 21 },
    { base: 1040, height: 50, color: '#191f3d', seed: 34 },
  ];
  const paths = layers.map(({ base, height, color, seed }) => {
    const next = random(seed);
    const points = Array.from({ length: 9 }, (_, at) => ({ x: at * 240, y: base - next() * height }));
    const curve = points
      .slice(1)
      .map((point, at) => {
        const before = points[at]!;
        const middle = (before.x + point.x) / 2;
        return `C${middle} ${before.y.toFixed(0)} ${middle} ${point.y.toFixed(0)} ${point.x} ${point.y.toFixed(0)}`;
      })
      .join(' ');
    return `<path d="M0 ${points[0]!.y.toFixed(0)} ${curve} V1080 H0Z" fill="${color}"/>`;
  });
  return svg(
    1920,
    1080,
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#16213f"/>
<stop offset=".42" stop-color="#4b3a66"/><stop offset=".64" stop-color="#b8606c"/><stop offset=".8" stop-color="#ffc98c"/></linearGradient>
<radialGradient id="d"><stop offset="0" stop-color="#fff6df"/><stop offset=".35" stop-color="#fff1cf" stop-opacity=".9"/>
<stop offset="1" stop-color="#ffe3ae" stop-opacity="0"/></radialGradient></defs>
<rect width="1920" height="1080" fill="url(#s)"/><circle cx="1400" cy="740" r="280" fill="url(#d)"/>${paths.join('')}`,
  );
}

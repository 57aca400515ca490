import { withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';

/** A small picture that is drawn many times: painted once per size, then copied. */
export interface Sprite {
  /** Names everything that the painting depends on. */
  key: string;
  width: number;
  height: number;
  /** Drawn larger than this on the canvas, in its dots, painting costs less than enlarging a bitmap. */
  paintedFrom?: number;
  /** Paints with (0, 0) in the middle, within half a width and height on each side. */
  paint(ctx: SceneContext): void;
}

/** A bitmap that is kept, with the time of its last use as a count of all uses. */
interface Kept {
  bitmap: ImageBitmap | undefined;
  used: number;
}

/** Pixels kept in all bitmaps together (4 bytes each), enough for an effect in 4K; the longest unused go first. */
const keptPixels = 40_000_000;
/** Longest side of a painted sprite in pixels. */
const longestSide = 2048;

const painted = new Map<string, Kept>();
let pixels = 0;
let uses = 0;

/** Gives up what has not been used for the longest time. */
function makeRoom(): void {
  const oldest = [...painted].sort(([, a], [, b]) => a.used - b.used);
  for (const [key, kept] of oldest.slice(0, -1)) {
    if (pixels <= keptPixels) return;
    painted.delete(key);
    pixels -= kept.bitmap!.width * kept.bitmap!.height;
    kept.bitmap = undefined;
  }
}

function keep(
  key: string,
  width: number,
  height: number,
  paint: (ctx: SceneContext) => void,
): Kept | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const known = painted.get(key);
  if (known) {
    known.used = ++uses;
    return known;
  }
  const canvas = new OffscreenCanvas(width, height);
  const ctx = canvas.getContext('2d') as unknown as SceneContext | null;
  if (!ctx) return undefined;
  paint(ctx);
  const kept = { bitmap: canvas.transferToImageBitmap(), used: ++uses };
  painted.set(key, kept);
  pixels += width * height;
  if (pixels > keptPixels) makeRoom();
  return kept;
}

/**
 * A bitmap painted once and kept under a key that names everything the painting depends on. Undefined where there
 * is no canvas to paint on, as in a test: the caller then paints in place, stroke by stroke.
 */
export const bitmapFor = (
  key: string,
  width: number,
  height: number,
  paint: (ctx: SceneContext) => void,
): ImageBitmap | undefined => keep(key, width, height, paint)?.bitmap;

/** The bitmap that a sprite was drawn with last, which is mostly the one for its next drawing too. */
const lastOf = new WeakMap<Sprite, { density: number; kept: Kept }>();

/** The sprite as a bitmap of `density` dots per unit. */
function bitmapOf(sprite: Sprite, density: number): ImageBitmap | undefined {
  const last = lastOf.get(sprite);
  if (last?.density === density && last.kept.bitmap) {
    last.kept.used = ++uses;
    return last.kept.bitmap;
  }
  const width = Math.max(1, Math.ceil(sprite.width * density));
  const height = Math.max(1, Math.ceil(sprite.height * density));
  const kept = keep(`${sprite.key}@${density}`, width, height, (ctx) => {
    ctx.translate(width / 2, height / 2);
    ctx.scale(width / sprite.width, height / sprite.height);
    sprite.paint(ctx);
  });
  if (kept) lastOf.set(sprite, { density, kept });
  return kept?.bitmap;
}

/** Colours whose sprites are remembered, and sprites of one colour: the glyphs of some sizes. */
const remembered = { colors: 200, ofColor: 5000 };

/**
 * Sprites of one kind, each described once: by a colour and up to two numbers, of which the first is below 65,536.
 */
export function sprites(
  describe: (css: string, n: number, m: number) => Sprite,
): (css: string, n?: number, m?: number) => Sprite {
  const known = new Map<string, Map<number, Sprite>>();
  return (css, n = 0, m = 0) => {
    let ofColor = known.get(css);
    if (!ofColor) {
      if (known.size >= remembered.colors) known.clear();
      ofColor = new Map();
      known.set(css, ofColor);
    }
    const name = n + m * 65_536;
    let sprite = ofColor.get(name);
    if (!sprite) {
      if (ofColor.size >= remembered.ofColor) ofColor.clear();
      sprite = describe(css, n, m);
      ofColor.set(name, sprite);
    }
    return sprite;
  };
}

/** A power of two: a drawn sprite is halved or enlarged by a quarter at most, so that it needs no mipmaps. */
const densityFor = (wanted: number) => 2 ** Math.min(4, Math.max(-4, Math.ceil(Math.log2(wanted) - 0.3)));

/** Draws sprites into one element; keeps the transform and opacity that the element began with. */
export class Stamps {
  readonly #ctx: SceneContext;
  readonly #base: { a: number; b: number; c: number; d: number; e: number; f: number };
  readonly #alpha: number;
  readonly #pixelScale: number;
  #moved = false;
  /** The transform is the picture's own, for `place`. */
  #onDots = false;

  constructor(ctx: SceneContext) {
    this.#ctx = ctx;
    this.#alpha = ctx.globalAlpha;
    const { a, b, c, d, e, f } = ctx.getTransform();
    this.#base = { a, b, c, d, e, f };
    this.#pixelScale = Math.sqrt(Math.abs(a * d - b * c)) || 1;
  }

  /** Back to the element's own box and opacity, to draw something else. */
  reset(): void {
    const { a, b, c, d, e, f } = this.#base;
    if (this.#moved) this.#ctx.setTransform(a, b, c, d, e, f);
    this.#moved = false;
    this.#ctx.globalAlpha = this.#alpha;
  }

  /** Sets an opacity within the element's own. */
  fade(alpha: number): void {
    this.#ctx.globalAlpha = this.#alpha * alpha;
  }

  /** Moves the context to (x, y), turned, then stretched, then slanted. */
  move(x: number, y: number, scaleX: number, scaleY: number, angle: number, slant = 0): void {
    const { a, b, c, d, e, f } = this.#base;
    const [cos, sin] = angle === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
    const [ma, mb] = [cos * scaleX + -sin * slant, sin * scaleX + cos * slant];
    const [mc, md] = [-sin * scaleY, cos * scaleY];
    this.#ctx.setTransform(
      a * ma + c * mb,
      b * ma + d * mb,
      a * mc + c * md,
      b * mc + d * md,
      a * x + c * y + e,
      b * x + d * y + f,
    );
    this.#moved = true;
    this.#onDots = false;
  }

  #density(sprite: Sprite, size: number): number {
    const side = Math.max(sprite.width, sprite.height);
    return densityFor(Math.min(this.#pixelScale * size, longestSide / side / 2));
  }

  /** Draws a sprite centred on (x, y). */
  put(sprite: Sprite, x: number, y: number, scaleX = 1, alpha = 1, angle = 0, scaleY = scaleX): void {
    if (alpha <= 0.004 || scaleX === 0 || scaleY === 0) return;
    const { width, height, paintedFrom = Infinity } = sprite;
    const size = Math.max(Math.abs(scaleX), Math.abs(scaleY));
    const isLarge = Math.max(width, height) * size * this.#pixelScale > paintedFrom;
    const bitmap = isLarge ? undefined : bitmapOf(sprite, this.#density(sprite, size));
    this.fade(Math.min(1, alpha));
    if (!bitmap || angle !== 0 || scaleX < 0 || scaleY < 0) {
      this.move(x, y, scaleX, scaleY, angle);
      if (bitmap) this.#ctx.drawImage(bitmap, -width / 2, -height / 2, width, height);
      else this.#paint(sprite);
      return;
    }
    if (this.#moved) {
      const { a, b, c, d, e, f } = this.#base;
      this.#ctx.setTransform(a, b, c, d, e, f);
      this.#moved = false;
    }
    const [w, h] = [width * scaleX, height * scaleY];
    this.#ctx.drawImage(bitmap, x - w / 2, y - h / 2, w, h);
  }

  /**
   * Draws a sprite at its own size on whole dots, at half the cost of `put`: for what stands still or jumps. Only
   * the element's own transform counts.
   */
  place(sprite: Sprite, x: number, y: number, alpha = 1): void {
    const { a, b, c, d, e, f } = this.#base;
    const bitmap = b === 0 && c === 0 && a > 0 && a === d ? bitmapOf(sprite, a) : undefined;
    if (!bitmap) {
      this.put(sprite, x, y, 1, alpha);
      return;
    }
    if (!this.#moved || !this.#onDots) this.#ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#moved = this.#onDots = true;
    this.fade(alpha);
    this.#ctx.drawImage(
      bitmap,
      Math.round(a * x + e - bitmap.width / 2),
      Math.round(d * y + f - bitmap.height / 2),
    );
  }

  /**
   * Draws a glow on whole dots, in one of a ladder of sizes: for many fast sparks, a quarter of the cost of `put`.
   * @param size of the whole glow, in px
   */
  spark(css: string, core: number, x: number, y: number, size: number, alpha: number): void {
    if (alpha <= 0.004) return;
    const rung = Math.round(Math.log(Math.max(0.5, size)) / ladder);
    this.place(glowOfSize(css, core, rung), x, y, Math.min(1, alpha));
  }

  /**
   * Draws an upright strip of a sprite, from `from` to `to` of its width, where the context has been moved to with
   * `move`; the strip keeps its place within the sprite.
   */
  strip(sprite: Sprite, from: number, to: number, size: number): void {
    const { width, height } = sprite;
    const left = (from - 0.5) * width;
    const wide = (to - from) * width;
    const bitmap = bitmapOf(sprite, this.#density(sprite, size));
    if (bitmap) {
      const source = bitmap.width;
      this.#ctx.drawImage(
        bitmap,
        from * source,
        0,
        (to - from) * source,
        bitmap.height,
        left,
        -height / 2,
        wide,
        height,
      );
      return;
    }
    this.#ctx.save();
    this.#ctx.beginPath();
    this.#ctx.rect(left, -height / 2, wide, height);
    this.#ctx.clip();
    sprite.paint(this.#ctx);
    this.#ctx.restore();
  }

  #paint(sprite: Sprite): void {
    this.#ctx.save();
    sprite.paint(this.#ctx);
    this.#ctx.restore();
  }
}

/** Each size of `spark` is this much larger than the one before, as a logarithm. */
const ladder = 0.14;

/** Opacity of a glow from its middle to its edge: a bell, so that it has no visible rim. */
const bell = [1, 0.78, 0.47, 0.24, 0.1, 0.03, 0] as const;

/** A soft round light, 64 wide. `core` is how much of its middle is white, from 0 to 1. */
export const glow = sprites((css, core) => ({
  key: `glow:${css}:${core}`,
  width: 64,
  height: 64,
  paintedFrom: 160,
  paint: (ctx) => {
    const light = ctx.createRadialGradient(0, 0, 0, 0, 0, 32);
    bell.forEach((alpha, i) => {
      light.addColorStop(i / (bell.length - 1), withAlpha(css, alpha));
    });
    ctx.fillStyle = light;
    ctx.fillRect(-32, -32, 64, 64);
    if (core === 0) return;
    const heart = ctx.createRadialGradient(0, 0, 0, 0, 0, 32 * core);
    heart.addColorStop(0, 'rgba(255, 255, 255, 1)');
    heart.addColorStop(0.4, 'rgba(255, 255, 255, 0.85)');
    heart.addColorStop(1, 'rgba(255, 255, 255, 0)');
    ctx.fillStyle = heart;
    ctx.fillRect(-32 * core, -32 * core, 64 * core, 64 * core);
  },
}));

/** The glow on the ladder's rung, whose size it has. */
const glowOfSize = sprites((css, core, rung) => {
  const size = Math.exp(rung * ladder);
  return {
    key: `spark:${css}:${core}:${rung}`,
    width: size,
    height: size,
    paint: (ctx) => {
      ctx.scale(size / 64, size / 64);
      glow(css, core).paint(ctx);
    },
  };
});

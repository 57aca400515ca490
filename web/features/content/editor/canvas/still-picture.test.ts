import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext } from '#shared/scene/env.ts';
import { box, Stage } from '../testing/stage.ts';
import { StillPicture, stillLimits } from './still-picture.ts';

/** A context that draws nothing and notes which bitmaps were laid on it. */
function context(): SceneContext & { laid: number } {
  const nothing = () => {};
  const canvas = { laid: 0 };
  return new Proxy(canvas, {
    get: (target, key) =>
      key === 'laid' ? target.laid : key === 'drawImage' ? () => target.laid++ : nothing,
    set: () => true,
  }) as unknown as SceneContext & { laid: number };
}

/** A picture of a field of elements, each of which takes `cost` ms to draw. */
class Field {
  readonly drawn: string[] = [];
  readonly stage: Stage;
  readonly picture: StillPicture;
  sharper = 0;
  #time = 0;
  #frames: (() => void)[] = [];
  #rest: (() => void) | undefined;

  /** @param opened whether its first frame has been shown, as before all that is done with it */
  constructor(side: number, cost: number, opened = true) {
    const all = Array.from({ length: side * side }, (_, index) =>
      box(`e${index}`, (index % side) * 200, Math.floor(index / side) * 200),
    );
    this.stage = new Stage(all);
    const { document } = this.stage.editor;
    this.picture = new StillPicture(
      {
        elementsIn: (area: Box) => document.paintedIn(area),
        extent: () => document.extent({ x: 0, y: 0, width: 100, height: 100 }),
        drawBackground: () => {},
        draw: (_ctx: SceneContext, element: Element) => {
          this.drawn.push(element.id);
          this.#time += cost;
        },
      },
      {
        make: (width, height) => ({ image: {} as CanvasImageSource, ctx: context(), width, height }),
        nextFrame: (callback) => this.#frames.push(callback),
        after: (callback) => {
          this.#rest = callback;
          return () => {
            this.#rest = undefined;
          };
        },
        now: () => this.#time,
        onSharper: () => this.sharper++,
      },
    );
    if (opened) this.picture.show(context(), { x: 9000, y: 9000, scale: 1 }, 1, 1);
  }

  /** @returns how many elements were drawn for it */
  show(x: number, y: number, scale: number): number {
    this.drawn.length = 0;
    this.picture.show(context(), { x, y, scale }, 1000, 800);
    return this.drawn.length;
  }

  rest(): void {
    const callback = this.#rest;
    this.#rest = undefined;
    callback?.();
  }

  frame(): number {
    const before = this.drawn.length;
    this.#frames.shift()?.();
    return this.drawn.length - before;
  }

  get isWorking(): boolean {
    return this.#frames.length > 0;
  }
}

describe('panning', () => {
  it('draws nothing within the margin, and only strips beyond it', () => {
    const field = new Field(60, 0.01);
    const first = field.show(-4000, -4000, 1);
    expect(first).toBeGreaterThan(20);
    expect(field.show(-4000 + stillLimits.margin, -4000, 1)).toBe(0);
    const strip = field.show(-4000 + stillLimits.margin + 30, -4000, 1);
    expect(strip).toBeGreaterThan(0);
    expect(strip).toBeLessThan(first);
  });
});

describe('the first frame', () => {
  it('is drawn straight onto the screen, and the bitmap made with the next one', () => {
    const field = new Field(5, 0.01, false);
    const ctx = context();
    field.picture.show(ctx, { x: 0, y: 0, scale: 1 }, 1000, 800);
    expect(field.drawn.length).toBeGreaterThan(15);
    expect(ctx.laid).toBe(0);
    expect(field.picture.isSharp).toBe(true);
    expect(field.picture.hasPicture).toBe(false);
    expect(field.show(0, 0, 1)).toBe(25);
    expect(field.picture.hasPicture).toBe(true);
    expect(field.show(0, 0, 1)).toBe(0);
  });

  it('of much that is in sight makes the bitmap at once, as drawing it twice would take long', () => {
    const field = new Field(60, 0.2, false);
    expect(field.show(0, 0, 0.1)).toBeGreaterThan(2000);
    expect(field.picture.hasPicture).toBe(true);
    expect(field.show(0, 0, 0.1)).toBe(0);
  });
});

describe('an edit', () => {
  it('redraws the place it touched', () => {
    const field = new Field(60, 0.01);
    const whole = field.show(-4000, -4000, 1);
    field.drawn.length = 0;
    field.picture.invalidate([{ x: 4400, y: 4400, width: 100, height: 100 }]);
    expect(field.drawn.length).toBeGreaterThan(0);
    expect(field.drawn.length).toBeLessThan(whole / 4);
  });

  it('outside the picture draws nothing', () => {
    const field = new Field(60, 0.01);
    field.show(0, 0, 1);
    field.drawn.length = 0;
    field.picture.invalidate([{ x: 9000, y: 9000, width: 100, height: 100 }]);
    expect(field.drawn).toEqual([]);
  });
});

describe('zooming', () => {
  it('draws a small scene sharp at once', () => {
    const field = new Field(5, 0.01);
    field.show(0, 0, 1);
    expect(field.show(0, 0, 0.9)).toBe(25);
    expect(field.isWorking).toBe(false);
  });

  it('shows a large one scaled, and draws it sharp in frames that stay short once it rests', () => {
    const field = new Field(60, 0.2);
    field.show(-4000, -4000, 1);
    expect(field.show(-1200, -1200, 0.3)).toBe(0);
    expect(field.isWorking).toBe(false);
    field.rest();
    let frames = 0;
    while (field.isWorking) {
      expect(field.frame() * 0.2).toBeLessThan(stillLimits.workBudget + 4);
      frames++;
    }
    expect(frames).toBeGreaterThan(1);
    expect(field.sharper).toBe(1);
    expect(field.show(-1200, -1200, 0.3)).toBe(0);
  });

  it('scales the coarse picture only around the last sharp one', () => {
    const field = new Field(60, 0.2);
    field.show(-4000, -4000, 1);
    field.picture.prepareOverview();
    while (field.isWorking) field.frame();
    const laidAt = (scale: number) => {
      const ctx = context();
      const centred = { x: 500 - 4500 * scale, y: 400 - 4400 * scale, scale };
      field.picture.show(ctx, centred, 1000, 800);
      return ctx.laid;
    };
    expect(laidAt(1.2)).toBe(1);
    // Above, below and on both sides.
    expect(laidAt(0.5)).toBe(5);
  });

  it('brings an edit that happens meanwhile into the sharp picture', () => {
    const field = new Field(60, 0.2);
    field.show(-4000, -4000, 1);
    field.show(-1200, -1200, 0.3);
    field.rest();
    field.frame();
    field.picture.invalidate([{ x: 4400, y: 4400, width: 10, height: 10 }]);
    while (field.isWorking) field.frame();
    const last = field.drawn.slice(-12);
    expect(last.some((id) => field.stage.editor.document.get(id)!.position.x === 4400)).toBe(true);
  });
});

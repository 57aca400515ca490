import { describe, expect, it } from 'vitest';
import { recordingContext } from '#shared/scene/testing/recording-context.ts';
import { testEnv } from '#shared/scene/testing/scene-env.ts';
import { box, Stage } from '../testing/stage.ts';
import { ScenePainter } from './scene-painter.ts';

const screen = { width: 1000, height: 800 };
const filled = (id: string, x: number, fill: string) =>
  box(id, x, 0, { properties: { customElementType: 'shape', shape: 'rectangle', fill } });

function open(stage: Stage) {
  const bitmaps: ReturnType<typeof recordingContext>[] = [];
  const painter = new ScenePainter(stage.editor, () => testEnv(), {
    make: (width, height) => {
      const recording = recordingContext({ width, height });
      bitmaps.push(recording);
      return { image: {} as CanvasImageSource, ctx: recording.ctx, width, height };
    },
    nextFrame: () => {},
    after: () => () => {},
    now: () => 0,
    onSharper: () => {},
  });
  stage.editor.document.subscribe((diff) => painter.changed(diff));
  // The first frame is drawn without a bitmap.
  painter.paint(recordingContext(screen).ctx);
  /** The colours that one painting put on the screen, in their order, and on bitmaps behind it. */
  const paint = () => {
    const target = recordingContext(screen);
    for (const bitmap of bitmaps) bitmap.calls.length = 0;
    painter.paint(target.ctx);
    const colours = (calls: readonly (readonly unknown[])[]) =>
      calls.flat().filter((value) => typeof value === 'string' && /^#(f00000|00f000|0000f0)$/.test(value));
    return {
      screen: colours(target.calls),
      bitmaps: bitmaps.flatMap(({ calls }) => colours(calls)),
      laid: target.named('drawImage').length,
    };
  };
  return { painter, paint };
}

describe('a gesture', () => {
  const three = () =>
    new Stage([filled('back', 0, '#f00000'), filled('middle', 50, '#00f000'), filled('far', 800, '#0000f0')]);

  it('of few elements is drawn in its true order among its neighbours, and nothing else is', () => {
    const stage = three();
    const { paint } = open(stage);
    expect(paint().bitmaps).toEqual(['#f00000', '#00f000', '#0000f0']);
    stage.down(10, 10).move(30, 10);
    paint();
    stage.move(40, 10);
    const during = paint();
    expect(during.screen).toEqual(['#f00000', '#00f000']);
    expect(during.bitmaps).toEqual([]);
    expect(during.laid).toBe(1);
  });

  it('leaves its elements where they were let go, or where they were on Escape', () => {
    const stage = three();
    const { paint } = open(stage);
    paint();
    stage.down(10, 10).move(300, 10);
    paint();
    stage.up();
    const after = paint();
    expect(after.screen).toEqual([]);
    expect(after.bitmaps).toContain('#f00000');
    stage.down(310, 10).move(400, 10);
    paint();
    stage.editor.escape();
    expect(paint().bitmaps).toContain('#f00000');
  });

  it('of hundreds is one picture that is drawn once and then shifted', () => {
    const many = Array.from({ length: 300 }, (_, index) => filled(`e${index}`, index * 3, '#f00000'));
    const stage = new Stage(many);
    const { paint } = open(stage);
    paint();
    stage.editor.select(stage.editor.document.order.get());
    stage.down(10, 10).move(30, 10);
    expect(paint().bitmaps).toHaveLength(300);
    stage.move(40, 10);
    const during = paint();
    expect(during.bitmaps).toEqual([]);
    expect(during.screen).toEqual([]);
    expect(during.laid).toBe(2);
  });
});

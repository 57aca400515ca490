import { describe, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { box, Stage } from '../../testing/stage.ts';

describe('clicking', () => {
  it('selects the frontmost element, and nothing on the empty canvas', () => {
    const stage = new Stage([box('back', 0, 0), box('front', 50, 50)]);
    expect(stage.click(75, 75).selected).toEqual(['front']);
    expect(stage.click(500, 500).selected).toEqual([]);
  });

  it('hits a rotated element where it is drawn, not where its box was', () => {
    const stage = new Stage([box('bar', 100, 100, { size: { width: 200, height: 20 }, rotation: 90 })]);
    expect(stage.click(110, 110).selected).toEqual([]);
    expect(stage.click(200, 30).selected).toEqual(['bar']);
  });

  it('toggles with Ctrl', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 0)]);
    stage.click(10, 10).click(210, 10, { ctrl: true });
    expect(stage.selected).toEqual(['a', 'b']);
    expect(stage.click(10, 10, { ctrl: true }).selected).toEqual(['b']);
  });

  it('comes down to one of several by a quick click only', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 0)]);
    stage.editor.select(['a', 'b']);
    expect(stage.down(10, 10).wait(200).up().selected).toEqual(['a', 'b']);
    expect(stage.down(10, 10).wait(199).up().selected).toEqual(['a']);
  });
});

describe('dragging', () => {
  it('begins above 5 px and moves by the whole distance', () => {
    const stage = new Stage([box('a', 0, 0)]);
    stage.down(50, 50).move(55, 50);
    expect(stage.editor.tool.state).toBe('pointing-element');
    stage.move(56, 50).move(80, 90).up();
    expect(stage.at('a')).toEqual([30, 40]);
  });

  it('leaves the document alone until it ends, and is one step of the history', () => {
    const stage = new Stage([box('a', 0, 0)]);
    let changes = 0;
    stage.editor.document.subscribe(() => changes++);
    stage.down(50, 50).move(60, 50).move(70, 50).move(150, 50);
    expect(changes).toBe(0);
    expect(stage.editor.shown('a')!.position.x).toBe(100);
    stage.up();
    expect(changes).toBe(1);
    expect(stage.editor.history.state.get().steps.map(({ label }) => label)).toEqual(['Move']);
    stage.editor.undo();
    expect(stage.at('a')).toEqual([0, 0]);
  });

  it('goes back where it was on Escape', () => {
    const stage = new Stage([box('a', 0, 0)]);
    stage.down(50, 50).move(90, 90);
    stage.editor.escape();
    expect(stage.at('a')).toEqual([0, 0]);
    expect(stage.editor.history.canUndo).toBe(false);
    expect(stage.editor.moving.get()).toBeUndefined();
  });

  it('takes the whole selection along, but not what is locked', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 200, 0), box('c', 400, 0, { isLocked: true })]);
    stage.editor.select(['a', 'b', 'c']);
    stage.down(50, 50).move(60, 70).move(60, 75).up();
    expect([stage.at('a'), stage.at('b'), stage.at('c')]).toEqual([
      [10, 25],
      [210, 25],
      [400, 0],
    ]);
  });

  it('does not move a locked element', () => {
    const stage = new Stage([box('a', 0, 0, { isLocked: true })]);
    stage.down(50, 50).move(150, 150).up();
    expect(stage.at('a')).toEqual([0, 0]);
    expect(stage.selected).toEqual(['a']);
  });

  it('counts canvas px when zoomed', () => {
    const stage = new Stage([box('a', 0, 0)]);
    stage.editor.camera.zoomAt({ x: 0, y: 0 }, 2);
    stage.down(100, 100).move(140, 100).up();
    expect(stage.at('a')).toEqual([20, 0]);
  });
});

describe('snapping', () => {
  const smart = { settings: { smartSnap: true } };

  it('goes to the edge of another element within 8 px and shows the guide only while dragging', () => {
    const stage = new Stage([box('a', 0, 0), box('b', 300, 500)], smart);
    stage.down(50, 50).move(344, 90);
    expect(stage.editor.shown('a')!.position.x).toBe(300);
    expect(stage.editor.guides.get().some(({ axis, at }) => axis === 'x' && at === 300)).toBe(true);
    stage.up();
    expect(stage.at('a')).toEqual([300, 40]);
    expect(stage.editor.guides.get()).toEqual([]);
  });

  it('has a tolerance of 8 px on the screen: half of it on the canvas at zoom 2', () => {
    const near = new Stage([box('a', 0, 200), box('b', 300, 500)], smart);
    near.editor.camera.zoomAt({ x: 0, y: 0 }, 2);
    // 294 is 6 canvas px away from 300, which at zoom 2 is 12 px on the screen.
    near
      .down(100, 500)
      .move(100 + 588, 500)
      .up();
    expect(near.at('a')[0]).toBe(294);
  });

  it('snaps to the middle of the canvas', () => {
    const stage = new Stage([box('a', 0, 0)], {
      settings: { smartSnap: true },
      fields: { canvasSize: { width: 800, height: 600 } },
    });
    stage.down(50, 50).move(405, 303).up();
    expect(stage.at('a')).toEqual([350, 250]);
  });

  it('goes to the 20 px grid where no guide is near', () => {
    const stage = new Stage([box('a', 3, 3)], { settings: { snapToGrid: true } });
    stage
      .down(50, 50)
      .move(50 + 171, 50 + 96)
      .up();
    expect(stage.at('a')).toEqual([180, 100]);
  });
});

describe('marquee', () => {
  it('selects what overlaps it', () => {
    const stage = new Stage([box('a', 100, 100), box('b', 300, 100), box('c', 600, 600)]);
    stage.down(50, 50).move(310, 120);
    expect(stage.editor.brush.get()).toEqual({ x: 50, y: 50, width: 260, height: 70 });
    expect(stage.up().selected).toEqual(['a', 'b']);
    expect(stage.editor.brush.get()).toBeUndefined();
  });

  it('gives the earlier selection back on Escape', () => {
    const stage = new Stage([box('a', 100, 100), box('b', 300, 100)]);
    stage.editor.select(['b']);
    stage.down(50, 50).move(150, 150);
    expect(stage.selected).toEqual(['a']);
    stage.editor.escape();
    expect(stage.selected).toEqual(['b']);
  });
});

describe('panning', () => {
  it('follows the middle button and Alt with the left one, and selects nothing', () => {
    const stage = new Stage([box('a', 0, 0)]);
    stage.down(10, 10, { button: 'middle' }).move(40, 30).up();
    expect(stage.editor.camera.view.get()).toEqual({ x: 30, y: 20, zoom: 1 });
    stage.down(40, 40, { alt: true }).move(30, 40).up();
    expect(stage.editor.camera.view.get()).toEqual({ x: 20, y: 20, zoom: 1 });
    expect(stage.selected).toEqual([]);
  });
});

describe('resizing', () => {
  it('pulls a corner of the selected element', () => {
    const stage = new Stage([box('a', 0, 0)]);
    stage.editor.select(['a']);
    stage.down(100, 100).move(150, 130).up();
    expect(stage.editor.document.get('a')!.size).toEqual({ width: 150, height: 130 });
  });

  it('keeps the proportions with Shift', () => {
    const stage = new Stage([box('a', 0, 0, { size: { width: 200, height: 100 } })]);
    stage.editor.select(['a']);
    stage.down(200, 100).move(300, 110, { shift: true }).up();
    expect(stage.editor.document.get('a')!.size).toEqual({ width: 300, height: 150 });
  });

  it('stops at the bounds of the type', () => {
    const stage = new Stage([box('a', 0, 0)]);
    stage.editor.select(['a']);
    stage.down(100, 100).move(-500, -500).up();
    expect(stage.editor.document.get('a')!.size).toEqual({ width: 20, height: 20 });
  });

  it('has no handles on a locked element', () => {
    const stage = new Stage([box('a', 0, 0, { isLocked: true })]);
    stage.editor.select(['a']);
    stage.down(100, 100).move(150, 150).up();
    expect(stage.editor.document.get('a')!.size).toEqual({ width: 100, height: 100 });
  });
});

describe('a line', () => {
  const line = (more = {}) => newElement('arrow', { id: 'l', x: 100, y: 100, layerOrder: 0, ...more });

  it('is pulled at its end, the start staying where it is', () => {
    const stage = new Stage([line()]);
    stage.editor.select(['l']);
    // From (100, 112) to (400, 112): the end goes straight below the start.
    stage.down(400, 112).move(300, 200).move(100, 412).up();
    const { position, size, rotation } = stage.editor.document.get('l')!;
    expect([rotation, size.width, size.height]).toEqual([90, 300, 24]);
    expect([position.x + size.width / 2, position.y + size.height / 2]).toEqual([100, 262]);
    expect(stage.editor.history.state.get().steps).toHaveLength(1);
  });

  it('is pulled at its start, and with Shift lies at a multiple of 15 degrees', () => {
    const stage = new Stage([line()]);
    stage.editor.select(['l']);
    stage.down(100, 112).move(100, 20, { shift: true }).up();
    const { rotation, position, size } = stage.editor.document.get('l')!;
    expect(rotation).toBe(15);
    const half = size.width / 2;
    const centre = { x: position.x + half, y: position.y + 12 };
    expect(centre.x + half * Math.cos((15 * Math.PI) / 180)).toBeCloseTo(400, 0);
  });

  it('has no handles at its corners and none to turn it', () => {
    const stage = new Stage([line()]);
    stage.editor.select(['l']);
    stage.down(250, 76).move(300, 76).up();
    expect(stage.editor.document.get('l')!.rotation).toBe(0);
  });
});

it('an icon, which is square, is pulled at its corners alone', () => {
  const icon = newElement('icon', { id: 'i', x: 100, y: 100, layerOrder: 0 });
  const stage = new Stage([icon]);
  stage.editor.select(['i']);
  expect(stage.editor.frame()?.cornersOnly).toBe(true);
  stage.down(220, 220).move(260, 240).up();
  expect(stage.editor.document.get('i')!.size).toEqual({ width: 160, height: 160 });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SpaceKey } from './space-key.ts';
import { box, Stage } from './testing/stage.ts';

let stage: Stage;
let keys: EventTarget;
let space: SpaceKey;
const run = vi.fn();

beforeEach(() => {
  stage = new Stage([box('a', 0, 0)]);
  keys = new EventTarget();
  run.mockReset();
  const screen = { get: () => ({ dialog: undefined }) };
  space = new SpaceKey({ editor: stage.editor, screen, run } as never, keys as never);
});

const press = (repeat = false) => space.press({ preventDefault: () => {}, repeat });
const release = () => keys.dispatchEvent(Object.assign(new Event('keyup'), { code: 'Space' }));

describe('the Space key', () => {
  it('opens the quick menu when it is tapped', () => {
    press();
    expect(run).not.toHaveBeenCalled();
    release();
    expect(run).toHaveBeenCalledOnce();
  });

  it('moves the view by a drag while it is held, and opens nothing then', () => {
    press();
    press(true);
    stage.down(50, 50).move(150, 90).up();
    expect(stage.editor.camera.view.get()).toMatchObject({ x: 100, y: 40 });
    expect(stage.at('a')).toEqual([0, 0]);
    release();
    expect(run).not.toHaveBeenCalled();
    stage.down(150, 90).move(250, 90).up();
    expect(stage.at('a')[0]).toBe(100);
  });

  it('opens nothing when it was held for long', () => {
    press();
    stage.wait(2_000);
    release();
    expect(run).not.toHaveBeenCalled();
  });

  it('is let go when the window is left', () => {
    press();
    keys.dispatchEvent(new Event('blur'));
    expect(stage.editor.panning.get()).toBe(false);
    release();
    expect(run).not.toHaveBeenCalled();
  });
});

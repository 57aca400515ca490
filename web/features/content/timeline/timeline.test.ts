import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { box, Stage } from '../editor/testing/stage.ts';
import { begunAt, lasting, retyped, staggered, startedAt } from './changes.ts';
import { TimelineEdits } from './edits.ts';
import { clockText, lengthOf, rulerStep } from './moments.ts';
import { describe as described, easingLabel } from './names.ts';
import { motionPresets } from './presets.ts';
import { barsOf, edgesOf, rowsBetween, rowsOf } from './rows.ts';
import { snapSpan, snapTime } from './snapping.ts';
import { Timeline } from './timeline.ts';

const animated = (id: string, animations: Element['animations'], x = 0) => box(id, x, 0, { animations });

/** Frames that run when the test says so. */
class Reel {
  ms = 0;
  #next: (() => void) | undefined;
  now = () => this.ms;
  next = (callback: () => void) => {
    this.#next = callback;
    return () => {
      this.#next = undefined;
    };
  };
  to(ms: number): this {
    this.ms = ms;
    const run = this.#next;
    this.#next = undefined;
    run?.();
    return this;
  }
  get runs(): boolean {
    return this.#next !== undefined;
  }
}

const opened = (elements: readonly Element[] = []) => {
  const reel = new Reel();
  const { editor, toasts } = new Stage(elements);
  const timeline = new Timeline(editor, reel);
  return { reel, editor, timeline, toasts, edits: new TimelineEdits(editor, timeline) };
};

describe('snapping', () => {
  it('lands on tenths, on an edge that is near, and nowhere while Alt is held', () => {
    expect(snapTime(1.234, [], 0.05)).toEqual({ time: 1.2 });
    expect(snapTime(1.234, [1.27], 0.05)).toEqual({ time: 1.27, at: 1.27 });
    expect(snapTime(1.234, [1.27], 0.05, true)).toEqual({ time: 1.234 });
    expect(snapTime(1.234, [1.2, 1.25], 0.05)).toEqual({ time: 1.25, at: 1.25 });
  });

  it('of a whole bar takes whichever end is nearer to something', () => {
    expect(snapSpan(0.93, 0.6, [1.55], 0.05)).toEqual({ time: 0.95, at: 1.55 });
    expect(snapSpan(0.93, 0.6, [0.92, 1.55], 0.05)).toEqual({ time: 0.92, at: 0.92 });
  });
});

describe('rows', () => {
  it('give bars that overlap a lane of their own, and others the same', () => {
    const element = animated('a', [
      { type: 'fadeIn', delay: 0, duration: 1 },
      { type: 'shake', delay: 0.5, duration: 0.4, iterations: 1 },
      { type: 'fadeOut', delay: 1, duration: 1 },
    ]);
    expect(barsOf(element).map(({ lane }) => lane)).toEqual([0, 1, 0]);
    const rows = rowsOf([box('b', 0, 0), element, box('c', 0, 0)]);
    expect(rows.map(({ height }) => height)).toEqual([32, 56, 32]);
    expect(rowsBetween(rows, 33, 80).map((row) => row.element.id)).toEqual(['a']);
    expect(rowsBetween(rows, 0, 1_000)).toHaveLength(3);
    expect(edgesOf(rows, { elementId: 'a', index: 1 })).toEqual([0, 0, 1, 1, 1, 2, 2]);
  });
});

describe('changes of one animation', () => {
  const fade = { type: 'fadeIn', delay: 1, duration: 2 } as const;
  it('keep to the limits of what can be stored', () => {
    expect(startedAt(fade, -3).delay).toBe(0);
    expect(lasting(fade, 0).duration).toBe(0.05);
    expect(begunAt(fade, 1.5)).toEqual({ type: 'fadeIn', delay: 1.5, duration: 1.5 });
    expect(begunAt(fade, 9)).toEqual({ type: 'fadeIn', delay: 2.95, duration: 0.05 });
  });

  it('to another type keep when and how long, and drop what it does not have', () => {
    const slide = { ...fade, type: 'slideIn', direction: 'up', iterations: 3 } as const;
    expect(retyped(slide, 'zoomIn')).toEqual({ ...slide, type: 'zoomIn' });
    expect(retyped(slide, 'pulse')).toEqual({ type: 'pulse', delay: 1, duration: 2 });
  });

  it('one after the other along the canvas leave other kinds alone', () => {
    const list: Element['animations'] = [
      { type: 'fadeIn', delay: 1 },
      { type: 'fadeOut', delay: 8 },
    ];
    const elements = [animated('right', list, 900), box('still', 400, 0), animated('left', list, 100)];
    const result = staggered(elements, { kind: 'entrance', order: 'leftToRight', step: 0.25 });
    expect([...result]).toEqual([
      ['left', list],
      ['right', [{ type: 'fadeIn', delay: 1.25 }, list[1]]],
    ]);
  });
});

describe('edits', () => {
  it('are steps of the history that undo takes back', () => {
    const { editor, edits, timeline } = opened([box('a', 0, 0), box('b', 0, 0)]);
    edits.add(editor.document.all(), 'slideIn');
    expect(editor.document.get('b')!.animations).toEqual([{ type: 'slideIn', delay: 0 }]);
    expect(timeline.chosen.get()).toEqual({ elementId: 'a', index: 0 });
    edits.add([editor.document.get('a')!], 'fadeOut');
    expect(editor.document.get('a')!.animations[1]).toEqual({ type: 'fadeOut', delay: 9.4 });
    edits.remove({ elementId: 'a', index: 0 });
    expect(editor.history.state.get().steps.map(({ label }) => label)).toEqual([
      'Animate: Slide in',
      'Animate: Fade out',
      'Remove Slide in',
    ]);
    editor.undo();
    editor.undo();
    editor.undo();
    expect(editor.document.all().flatMap(({ animations }) => animations)).toEqual([]);
  });

  it('leave locked elements and full lists alone', () => {
    const full = Array.from({ length: 10 }, () => ({ type: 'fadeIn' as const }));
    const { editor, edits, toasts } = opened([box('a', 0, 0, { isLocked: true }), animated('b', full)]);
    edits.add(editor.document.all(), 'fadeIn');
    expect(editor.history.state.get().steps).toEqual([]);
    expect(toasts).toEqual(['An element can have at most 10 animations.']);
  });

  it('a preset takes the place of its own kinds', () => {
    const { editor, edits } = opened([
      animated('a', [{ type: 'zoomIn' }, { type: 'bounce' }, { type: 'zoomOut', delay: 5 }]),
    ]);
    edits.preset(editor.document.all(), motionPresets.find(({ name }) => name === 'In and out')!);
    expect(editor.document.get('a')!.animations).toEqual([
      { type: 'bounce' },
      { type: 'fadeIn', delay: 0 },
      { type: 'fadeOut', delay: 9.4 },
    ]);
  });
});

describe('playing', () => {
  it('runs with the clock, begins again at the end, and stops there without a loop', () => {
    const { timeline, reel } = opened();
    expect(timeline.length).toBe(10);
    timeline.play();
    expect(reel.to(2_500) && timeline.time.get()).toBe(2.5);
    expect(reel.to(10_500) && timeline.time.get()).toBe(0.5);
    timeline.loop.set(false);
    timeline.seek(9);
    reel.to(13_000);
    expect([timeline.time.get(), timeline.playing.get(), reel.runs]).toEqual([10, false, false]);
    timeline.play();
    expect(timeline.time.get()).toBe(0);
    timeline.rest();
    expect([timeline.time.get(), timeline.playing.get(), reel.runs]).toEqual([undefined, false, false]);
  });

  it('comes to rest when somebody types, and keeps within its length', () => {
    const { timeline, editor } = opened([box('a', 0, 0)]);
    timeline.seek(99);
    expect(timeline.time.get()).toBe(10);
    editor.editingText.set('a');
    expect(timeline.time.get()).toBeUndefined();
  });

  it('is as long as what ends by itself, and ten seconds at least', () => {
    expect(lengthOf([animated('a', [{ type: 'pulse', delay: 4 }])])).toBe(10);
    expect(lengthOf([animated('a', [{ type: 'fadeOut', delay: 30, duration: 1 }])])).toBe(33);
  });

  it('shows what a pull makes of an element before the document has it', () => {
    const { timeline, editor } = opened([animated('a', [{ type: 'fadeIn' }])]);
    const animations: Element['animations'] = [{ type: 'fadeIn', delay: 3 }];
    timeline.pulled.set({ elementId: 'a', animations, caughtAt: undefined });
    expect(timeline.shown(editor.document.get('a')!).animations).toBe(animations);
    expect(editor.document.get('a')!.animations).toEqual([{ type: 'fadeIn' }]);
  });
});

it('moments, curves and bars are told in words', () => {
  expect([0, 3.2, 63.25, 600].map(clockText)).toEqual(['0:00.0', '0:03.2', '1:03.25', '10:00.0']);
  expect([480, 84, 8].map(rulerStep)).toEqual([0.2, 1, 10]);
  expect(easingLabel('easeInOutBack')).toBe('Back, in and out');
  expect(described({ type: 'pulse', delay: 0.5 }, 'Price')).toBe(
    'Pulse of Price, starts at 0.5 s, lasts 1.2 s, again and again',
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowGraph, FlowStep } from '#shared/model/flow.ts';
import { mergeGraphs as merge } from './merge.ts';

/** Of dial plans, where a way that is not connected is over. */
const mergeGraphs = <S extends FlowStep>(base: FlowGraph<S>, mine: FlowGraph<S>, theirs: FlowGraph<S>) =>
  merge({ openWays: 'over' }, base, mine, theirs);

interface Step extends FlowStep {
  data: Record<string, unknown>;
}
const step = (
  id: string,
  next: Record<string, string | null> = {},
  data: Record<string, unknown> = {},
): Step => ({
  id,
  type: 'playback',
  position: { x: 0, y: 0 },
  data,
  next,
});
const graph = (...steps: Step[]): FlowGraph<Step> => ({ steps, entry: steps[0]?.id ?? null });
const changed = (of: FlowGraph<Step>, id: string, changes: Partial<Step>): FlowGraph<Step> => ({
  ...of,
  steps: of.steps.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});
const base = graph(
  step('a', { next: 'b' }, { text: 'Hello', voice: 'Amy' }),
  step('b', { true: null, false: null }),
);

describe('two drawings of the same', () => {
  it('come together where each has changed another step, setting or way', () => {
    const mine = changed(changed(base, 'a', { data: { text: 'Hi', voice: 'Amy' } }), 'b', {
      next: { true: 'a', false: null },
    });
    const theirs = changed(changed(base, 'a', { data: { text: 'Hello', voice: 'Joanna' } }), 'b', {
      next: { true: null, false: 'a' },
    });
    expect(mergeGraphs(base, mine, theirs)).toEqual(
      graph(step('a', { next: 'b' }, { text: 'Hi', voice: 'Joanna' }), step('b', { true: 'a', false: 'a' })),
    );
  });

  it('keep what either has added, in the order of who saved first', () => {
    const mine = { ...base, steps: [...base.steps, step('mine')] };
    const theirs = { ...base, steps: [...base.steps, step('theirs')] };
    expect(mergeGraphs(base, mine, theirs)?.steps.map(({ id }) => id)).toEqual(['a', 'b', 'theirs', 'mine']);
  });

  it('lose what one has removed and the other only moved, with the ways to it', () => {
    const mine = changed(base, 'b', { position: { x: 9, y: 9 } });
    const theirs = { ...base, steps: base.steps.filter(({ id }) => id !== 'b') };
    const merged = graph(step('a', { next: null }, { text: 'Hello', voice: 'Amy' }));
    expect(mergeGraphs(base, mine, theirs)).toEqual(merged);
    expect(mergeGraphs(base, theirs, mine)).toEqual(merged);
  });

  it('lead nowhere where the first step is gone', () => {
    const theirs = { ...base, steps: base.steps.filter(({ id }) => id !== 'a'), entry: null };
    expect(mergeGraphs(base, base, theirs)?.entry).toBeNull();
  });

  it('has a step where I have moved it, where both have', () => {
    const at = (x: number) => changed(base, 'a', { position: { x, y: 0 } });
    expect(mergeGraphs(base, at(1), at(2))?.steps[0]?.position.x).toBe(1);
    expect(mergeGraphs(base, base, at(2))?.steps[0]?.position.x).toBe(2);
  });

  const text = (value: string) => changed(base, 'a', { data: { text: value, voice: 'Amy' } });
  it.each([
    ['one setting', text('One'), text('Two')],
    ['one way', changed(base, 'a', { next: { next: null } }), changed(base, 'a', { next: { next: 'a' } })],
    ['where it begins', { ...base, entry: 'b' }, { ...base, entry: null }],
    ['a step that is gone', text('One'), { ...base, steps: base.steps.filter(({ id }) => id !== 'a') }],
    [
      'a step of the same id',
      graph(...base.steps, step('c')),
      graph(...base.steps, step('c', {}, { text: 'Other' })),
    ],
  ])('are for people to settle where both have changed %s', (_, mine, theirs) => {
    expect(mergeGraphs(base, mine, theirs)).toBeUndefined();
    expect(mergeGraphs(base, theirs, mine)).toBeUndefined();
    expect(mergeGraphs(base, mine, mine)).toEqual(mine);
  });

  it('keep a way that goes on as the first again, where one that is not connected does', () => {
    const stopped = changed(base, 'b', { next: { true: 'a', false: null } });
    const mine = changed(base, 'b', { next: { true: 'a' } });
    const theirs = changed(stopped, 'a', { data: { text: 'Hi', voice: 'Amy' } });
    const merged = merge({ openWays: 'first' }, stopped, mine, theirs);
    expect(merged?.steps.map(({ next }) => next)).toEqual([{ next: 'b' }, { true: 'a' }]);
    expect(merge({ openWays: 'first' }, mine, stopped, mine)?.steps[1]?.next).toEqual({
      true: 'a',
      false: null,
    });
  });

  it('are the same whoever saves first, and nothing else where only one has changed anything', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const anyStep = fc.record({
      id: fc.constantFrom(...ids),
      type: fc.constant('playback'),
      position: fc.constant({ x: 0, y: 0 }),
      data: fc.record({
        text: fc.constantFrom('1', '2'),
        list: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
      }),
      next: fc.record({ next: fc.constantFrom(null, ...ids) }),
    });
    const anyGraph = fc
      .uniqueArray(anyStep, { selector: ({ id }) => id, maxLength: 4 })
      .chain((steps) =>
        fc.record({ steps: fc.constant(steps), entry: fc.constantFrom(null, ...steps.map(({ id }) => id)) }),
      )
      // As a drawing is: no way leads to a step that is not there.
      .map(({ steps, entry }) => {
        const there = steps.map(({ id }) => id);
        return {
          entry,
          steps: steps.map((one) => ({
            ...one,
            next: { next: one.next.next && there.includes(one.next.next) ? one.next.next : null },
          })),
        };
      });
    const inOrder = (of: FlowGraph<Step> | undefined) =>
      of && { ...of, steps: [...of.steps].sort((one, other) => one.id.localeCompare(other.id)) };
    fc.assert(
      fc.property(anyGraph, anyGraph, anyGraph, (was, mine, theirs) => {
        expect(inOrder(mergeGraphs<Step>(was, mine, theirs))).toEqual(
          inOrder(mergeGraphs<Step>(was, theirs, mine)),
        );
        expect(inOrder(mergeGraphs<Step>(was, mine, was))).toEqual(inOrder(mine));
        expect(inOrder(mergeGraphs<Step>(was, was, theirs))).toEqual(inOrder(theirs));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { FlowStep } from '#shared/model/flow.ts';
import type { FlowKind } from '../kind.ts';
import { changesBetween, isSame } from './changes.ts';

const kind = (openWays: 'first' | 'over') => ({ openWays }) as FlowKind;
const step = (id: string, next: FlowStep['next'], data: object = {}, x = 0): FlowStep & { data: object } => ({
  id,
  type: 'wait',
  position: { x, y: 0 },
  data,
  next,
});
const before = { steps: [step('a', { next: 'b' }, { delay: 1, name: 'x' }), step('b', {})], entry: 'a' };

describe('what differs between two drawings', () => {
  it('are steps that came, went, or are otherwise now', () => {
    const after = { steps: [step('a', { next: 'c' }, { delay: 1, name: 'x' }), step('c', {})], entry: 'c' };
    expect(changesBetween(kind('over'), before, after)).toEqual({
      added: ['c'],
      removed: ['b'],
      changed: ['a'],
      isEntryOther: true,
    });
    const slower = { ...before, steps: [step('a', { next: 'b' }, { delay: 2, name: 'x' }), step('b', {})] };
    expect(changesBetween(kind('over'), before, slower)).toMatchObject({ changed: ['a'], added: [] });
  });

  it('is not where cards lie, nor how fields are sorted, nor a way that is over either way', () => {
    const same = {
      entry: 'a',
      steps: [step('b', { next: null }), step('a', { next: 'b' }, { name: 'x', delay: 1 }, 300)],
    };
    expect(isSame(changesBetween(kind('over'), before, same))).toBe(true);
    expect(changesBetween(kind('first'), before, same).changed).toEqual(['b']);
  });
});

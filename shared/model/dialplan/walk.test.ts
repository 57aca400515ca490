import { describe, expect, it } from 'vitest';
import type { Condition } from './condition.ts';
import type { PlanSteps } from './steps.ts';
import { byFacts, DialTurns, ringOrder, walk, wayOfUnanswered } from './walk.ts';

const to = ['101', '102', '103'].map((extension) => ({ extension }));
const order = (strategy: Parameters<typeof ringOrder>[0]['strategy'], turn: number, random?: () => number) =>
  ringOrder({ strategy, to }, () => turn, random).map((target) =>
    'extension' in target ? target.extension : '',
  );

describe('a dial', () => {
  it.each(['sequential', 'simultaneous'] as const)(
    'rings as it is written, whoever calls: %s',
    (strategy) => {
      for (const turn of [0, 1]) expect(order(strategy, turn)).toEqual(['101', '102', '103']);
    },
  );

  it('rings in turn from the next one on, and begins again after the last', () => {
    const firsts = [0, 1, 2, 3, 1_000_000].map((turn) => order('roundrobin', turn));
    expect(firsts.map(([first]) => first)).toEqual(['101', '102', '103', '101', '102']);
    expect(firsts[1]).toEqual(['102', '103', '101']);
    expect(ringOrder({ strategy: 'roundrobin', to: [] }, () => 3)).toEqual([]);
  });

  it('rings by chance each order as often as any other', () => {
    const ranks = [0.5, 0.9, 0.1];
    expect(order('random', 0, () => ranks.shift()!)).toEqual(['103', '101', '102']);
    const counts = new Map<string, number>();
    const tries = 6_000;
    for (let n = 0; n < tries; n++) {
      const drawn = order('random', n).join();
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    // 1,000 of each are expected; seven standard deviations of 29 off would be one in a billion.
    expect([...counts.values()].filter((count) => Math.abs(count - 1_000) < 200)).toHaveLength(6);
  });

  it('takes a turn only where it rings in turn', () => {
    const turns = new DialTurns();
    for (const strategy of ['sequential', 'simultaneous', 'random', 'roundrobin'] as const)
      ringOrder({ strategy, to }, () => turns.next('a'));
    expect(turns.next('a')).toBe(1);
  });

  it('leaves its list of whom it rings as it is', () => {
    for (const strategy of ['sequential', 'roundrobin', 'random'] as const)
      ringOrder({ strategy, to }, () => 1).shift();
    expect(to).toHaveLength(3);
  });

  it('counts the callers of each dial by itself', () => {
    const turns = new DialTurns();
    expect([turns.next('a'), turns.next('a'), turns.next('b'), turns.next('a')]).toEqual([0, 1, 0, 2]);
  });

  it.each([
    [['busy', 'no-answer', 'failed'], 'noanswer'],
    [['failed', 'busy'], 'busy'],
    [['failed'], 'failed'],
    [[], 'failed'],
  ])('is left after %j by %s', (results, way) => {
    expect(wayOfUnanswered(results)).toBe(way);
  });
});

describe('a condition that asks for the language', () => {
  const spanish: Condition = { type: 'variable', name: 'language', test: 'is', value: 'es' };
  const steps: PlanSteps = [
    { id: 'start', type: 'start', ways: { next: 'first' } },
    { id: 'first', type: 'condition', condition: spanish, ways: { true: 'end', false: 'es' } },
    { id: 'es', type: 'language', language: 'es', ways: { next: 'second' } },
    { id: 'second', type: 'condition', condition: spanish, ways: { true: 'en', false: 'end' } },
    { id: 'en', type: 'language', language: 'en', ways: { next: 'third' } },
    { id: 'third', type: 'condition', condition: spanish, ways: { true: 'end', false: null } },
    { id: 'end', type: 'hangup', cause: 16, ways: {} },
  ];

  it('is answered by what the caller came through last, and by English before', () => {
    const facts = { at: 0, callerNumber: '', callerName: '', calledNumber: '', lead: null, waiting: {} };
    const walked = walk(
      steps,
      byFacts(facts, () => 'true'),
    );
    expect(walked.steps.filter(({ type }) => type === 'condition').map(({ way }) => way)).toEqual([
      'false',
      'true',
      'false',
    ]);
  });
});

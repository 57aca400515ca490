import { describe, expect, it } from 'vitest';
import { type Graph, graphProblems, mainLine, stepWays } from '#shared/model/journey/graph.ts';
import { newStep, type Step } from '#shared/model/journey/steps/index.ts';
import {
  added,
  addedAfter,
  connected,
  connectionsOf,
  copiesOf,
  insertedOn,
  moved,
  removed,
  swappedWithNext,
  withCopies,
} from './edits.ts';

const wait = (id: string, next: Step['next'] = {}): Step => ({ ...newStep('wait', `stp_${id}`), next });
const call = (id: string, next: Step['next'] = {}): Step => ({ ...newStep('call', `stp_${id}`), next });
const end = (id: string): Step => newStep('end', `stp_${id}`);
const graph = (...steps: Step[]): Graph => ({ steps, entry: steps[0]?.id ?? null });
const line = (of: Graph) => mainLine(of).map(({ id }) => id.slice(4));

const abc = graph(wait('a', { next: 'stp_b' }), wait('b', { next: 'stp_c' }), wait('c'));

describe('editing a journey', () => {
  it('begins with the first step that is added', () => {
    expect(added({ steps: [], entry: null }, wait('a')).entry).toBe('stp_a');
  });

  it('inserts on a way and goes on with what was there', () => {
    expect(line(insertedOn(stepWays, abc, { from: 'stp_a', output: 'next' }, wait('x')))).toEqual([
      'a',
      'x',
      'b',
      'c',
    ]);
    expect(line(insertedOn(stepWays, abc, { from: null, output: '' }, wait('x')))).toEqual([
      'x',
      'a',
      'b',
      'c',
    ]);
    expect(line(addedAfter(stepWays, abc, 'stp_c', wait('x')))).toEqual(['a', 'b', 'c', 'x']);
    expect(line(addedAfter(stepWays, abc, null, wait('x')))).toEqual(['x', 'a', 'b', 'c']);
  });

  it('leaves a step alone that follows the end', () => {
    const of = addedAfter(stepWays, graph(wait('a', { next: 'stp_e' }), end('e')), 'stp_e', wait('x'));
    expect(graphProblems(of)).toEqual([{ stepId: 'stp_x', text: 'No way leads here.' }]);
  });

  it('joins what was around steps that are removed', () => {
    expect(line(removed(stepWays, abc, ['stp_b']))).toEqual(['a', 'c']);
    expect(line(removed(stepWays, abc, ['stp_a', 'stp_b']))).toEqual(['c']);
    expect(removed(stepWays, abc, ['stp_a', 'stp_b', 'stp_c'])).toEqual({ steps: [], entry: null });
  });

  it('tells the end of the journey from a way that is not connected', () => {
    const of = graph(call('a', { answered: 'stp_b', busy: 'stp_b' }), wait('b'));
    expect(connectionsOf(stepWays, of).map(({ output }) => output)).toEqual(['answered', 'busy']);
    const over = connected(of, { from: 'stp_a', output: 'busy' }, null);
    expect(over.steps[0]!.next).toEqual({ answered: 'stp_b', busy: null });
    expect(connected(over, { from: 'stp_a', output: 'busy' }, undefined).steps[0]!.next).toEqual({
      answered: 'stp_b',
    });
  });

  it('does not show a way that the step no longer has', () => {
    expect(connectionsOf(stepWays, graph(call('a', { voicemail: 'stp_b' }), wait('b')))).toEqual([]);
  });

  it('copies steps with the ways between them, and no others', () => {
    let at = 0;
    const copies = copiesOf(abc.steps.slice(0, 2), { x: 10, y: 20 }, () => `stp_copy${at++}`);
    expect(copies.map(({ id, next }) => [id, next])).toEqual([
      ['stp_copy0', { next: 'stp_copy1' }],
      ['stp_copy1', {}],
    ]);
    expect(copies[0]!.position).toEqual({ x: 10, y: 20 });
    expect(line(withCopies(abc, copies))).toEqual(['a', 'b', 'c']);
  });

  it('lets neighbours change places, whoever leads to them', () => {
    expect(line(swappedWithNext(stepWays, abc, 'stp_a'))).toEqual(['b', 'a', 'c']);
    expect(line(swappedWithNext(stepWays, abc, 'stp_b'))).toEqual(['a', 'c', 'b']);
    expect(swappedWithNext(stepWays, abc, 'stp_c')).toBe(abc);
    const led = { ...abc, steps: [...abc.steps, call('d', { busy: 'stp_b' })] };
    expect(swappedWithNext(stepWays, led, 'stp_b').steps.at(-1)!.next).toEqual({ busy: 'stp_c' });
    const ends = graph(wait('a', { next: 'stp_e' }), end('e'));
    expect(swappedWithNext(stepWays, ends, 'stp_a')).toBe(ends);
  });

  it('never loses or doubles a step while neighbours change places in a circle', () => {
    const circle = graph(wait('a', { next: 'stp_b' }), wait('b', { next: 'stp_a' }));
    expect(line(swappedWithNext(stepWays, circle, 'stp_a'))).toEqual(['b', 'a']);
  });

  it('keeps places whole', () => {
    const of = moved(abc, new Map([['stp_a', { x: 1.4, y: -2.6 }]]));
    expect(of.steps[0]!.position).toEqual({ x: 1, y: -3 });
    expect(of.steps[1]).toBe(abc.steps[1]);
  });
});

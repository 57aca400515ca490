import { describe, expect, it } from 'vitest';
import { type Graph, stepWays } from '#shared/model/journey/graph.ts';
import { newStep, type Step } from '#shared/model/journey/steps/index.ts';
import { type OutlineLine, outlineOf } from './outline.ts';

const wait = (id: string, next: Step['next'] = {}): Step => ({ ...newStep('wait', `stp_${id}`), next });
const call = (id: string, next: Step['next'] = {}): Step => ({ ...newStep('call', `stp_${id}`), next });
const end = (id: string): Step => newStep('end', `stp_${id}`);

const text = (line: OutlineLine) => {
  const indent = '  '.repeat(line.depth);
  if (line.kind === 'step') return `${indent}${line.step.id.slice(4)}`;
  if (line.kind === 'way') return `${indent}[${line.label}]`;
  const way = 'label' in line && line.label ? `[${line.label}] ` : '';
  if (line.kind === 'goesTo') return `${indent}${way}→ ${line.step.id.slice(4)}`;
  return `${indent}${way}(${line.kind})`;
};
const drawn = (graph: Graph) => outlineOf(stepWays, graph).map(text);

describe('the outline', () => {
  it('reads a line from top to bottom and says where it is over', () => {
    const steps = [wait('a', { next: 'stp_b' }), wait('b')];
    expect(drawn({ steps, entry: 'stp_a' })).toEqual(['a', 'b', '(over)']);
  });

  it('indents further ways and writes once what they share', () => {
    const steps = [
      call('a', { answered: 'stp_d', noAnswer: 'stp_b', busy: null }),
      wait('b', { next: 'stp_d' }),
      wait('d', { next: 'stp_e' }),
      end('e'),
    ];
    expect(drawn({ steps, entry: 'stp_a' })).toEqual([
      'a',
      '  [No answer]',
      '    b',
      '    → d',
      '  [Busy] (over)',
      'd',
      'e',
    ]);
  });

  it('stops where a way comes back', () => {
    const steps = [wait('a', { next: 'stp_b' }), wait('b', { next: 'stp_a' })];
    expect(drawn({ steps, entry: 'stp_a' })).toEqual(['a', 'b', '→ a']);
  });

  it('lists what no way leads to', () => {
    const steps = [end('a'), wait('x', { next: 'stp_y' }), wait('y')];
    expect(drawn({ steps, entry: 'stp_a' })).toEqual(['a', '(loose)', 'x', 'y', '(over)']);
  });

  it('has every step once', () => {
    const steps = Array.from({ length: 30 }, (_, at) =>
      call(`n${at}`, {
        answered: at % 4 === 0 ? null : `stp_n${(at * 7 + 1) % 30}`,
        busy: `stp_n${(at * 3 + 2) % 30}`,
      }),
    );
    const lines = outlineOf(stepWays, { steps, entry: 'stp_n0' });
    const ids = lines.flatMap((line) => (line.kind === 'step' ? [line.step.id] : []));
    expect(new Set(ids).size).toBe(30);
    expect(ids).toHaveLength(30);
  });
});

import { describe, expect, it } from 'vitest';
import { planConfig } from '#shared/model/dialplan/plan.ts';
import { configOf, type DrawnNode, graphOf, planWays } from './graph.ts';

const position = { x: 10, y: 20 };
const node = (id: string, type: string) => ({ id, type, position });
const edge = (source: string, sourceHandle: string, target: string) => ({
  id: `${source}:${sourceHandle}`,
  source,
  sourceHandle,
  target,
});
const config = planConfig.parse({
  nodes: [node('start', 'start'), node('menu', 'ivr'), node('bye', 'hangup')],
  edges: [edge('start', 'next', 'menu'), edge('menu', 'option-7', 'bye'), edge('menu', 'timeout', 'bye')],
});
const labels = (node: DrawnNode, ways: ReturnType<typeof planWays>) =>
  ways.outputsOf(node).map(({ key, label }) => `${key}=${label}`);

describe('a plan in the builder', () => {
  it('comes out as it went in', () => {
    expect(configOf(graphOf(config), position)).toEqual(config);
  });

  it('loses no node that is called as the start is', () => {
    const graph = graphOf({
      ...config,
      nodes: [...config.nodes.map((one) => ({ ...one })), node('Start', 'hangup') as never],
    });
    const out = configOf(graph, position);
    expect(new Set(out.nodes.map(({ id }) => id.toLowerCase())).size).toBe(4);
    expect(out.edges[0]).toMatchObject({ source: 'start-0', target: 'menu' });
  });

  it('has the ways of the menu’s keys, and those that are drawn though the menu has no such key', () => {
    const menu = graphOf(config).steps.find(({ id }) => id === 'menu')!;
    const known = planWays(() => [
      { digit: '1', label: 'Sales' },
      { digit: '7', label: '' },
    ]);
    expect(labels(menu, known)).toEqual([
      'option-1=1 Sales',
      'option-7=Key 7',
      'timeout=Timeout',
      'invalid=Invalid',
    ]);
    expect(
      labels(
        menu,
        planWays(() => undefined),
      ),
    ).toEqual(['option-7=Key 7', 'timeout=Timeout', 'invalid=Invalid']);
  });
});

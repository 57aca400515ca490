import { describe, expect, it } from 'vitest';
import { type PlanConfig, planConfig } from './plan.ts';
import type { PlanResources } from './resolve.ts';
import { partedWords, runWalk, type WalkInput } from './saved-walk.ts';

const position = { x: 0, y: 0 };
const node = (id: string, type: string, data: object = {}) => ({ id, type, position, data });
const edge = (source: string, sourceHandle: string, target: string) => ({
  id: `${source}:${sourceHandle}`,
  source,
  sourceHandle,
  target,
});
const miami = { type: 'callerArea', areaCodes: ['305'] };
const area = (areaCodes: string[]) => node('area', 'condition', { condition: { ...miami, areaCodes } });
const others = [node('start', 'start'), node('queue', 'queue', { queueId: 'que_a' }), node('bye', 'hangup')];
const edges = [
  edge('start', 'next', 'area'),
  edge('area', 'true', 'queue'),
  edge('area', 'false', 'bye'),
  edge('queue', 'timeout', 'bye'),
];
const draw = (nodes: object[], ways: object[]): PlanConfig => planConfig.parse({ nodes, edges: ways });
const resources: PlanResources = {
  menus: new Map(),
  queues: new Map([['que_a', { name: 'Sales' }]]),
  extensions: new Map(),
  dids: new Map(),
  recordings: new Map(),
  templates: new Map(),
  endpoints: new Map(),
  plans: new Map(),
};
const fromMiami = {
  callerNumber: '+13055550123',
  callerName: '',
  calledNumber: '',
  at: '2026-11-26T15:00:00Z',
};
const waited: WalkInput = {
  name: 'Miami waits in vain',
  call: fromMiami,
  steps: [
    { nodeId: 'start', way: 'next' },
    { nodeId: 'area', way: 'true' },
    { nodeId: 'queue', way: 'timeout' },
    { nodeId: 'bye', way: null },
  ],
  end: 'hangup',
  to: null,
};
const words = (config: PlanConfig, walk = waited) => {
  const parted = runWalk(config, resources, walk);
  return parted && partedWords(parted, (id) => config.nodes.find((one) => one.id === id)?.id);
};

describe('a saved walk', () => {
  it('ends as it did while the plan is the same, also with a node put in between', () => {
    expect(words(draw([...others, area(['305'])], edges))).toBeUndefined();
    const between = [...edges.slice(1), edge('start', 'next', 'hello'), edge('hello', 'next', 'area')];
    expect(words(draw([...others, area(['305']), node('hello', 'answer')], between))).toBeUndefined();
  });

  it.each([
    [draw([...others, area(['212'])], edges), 'After “area” it goes on to “bye”, not to “queue”.'],
    [
      draw([...others, area(['305'])], edges.slice(0, 3)),
      'After “queue” the call ends, instead of going on to “bye”.',
    ],
    [
      draw(
        [...others, area(['305']), node('box', 'dial')],
        [...edges.slice(0, 3), edge('queue', 'timeout', 'box')],
      ),
      'After “queue” it comes to “box”, which is not finished.',
    ],
    [
      draw(
        [...others, area(['305']), node('two', 'queue', { queueId: 'que_a' })],
        [...edges.slice(0, 3), edge('queue', 'timeout', 'two')],
      ),
      'After “queue” it comes to “two”, where nobody chose what happens.',
    ],
  ])('tells where it parted: %#', (config, sentence) => {
    expect(words(config)).toBe(sentence);
  });

  it('takes conditions as they were chosen where no call is described, and tells of another end', () => {
    const config = draw([...others, area(['212'])], edges);
    expect(words(config, { ...waited, call: null })).toBeUndefined();
    expect(words(config, { ...waited, call: null, end: 'open' })).toBe(
      'After “bye” the call ends otherwise than it did.',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type PlanConfig, planConfig } from './plan.ts';
import { inOrder, play } from './play.ts';
import type { PlanResources } from './resolve.ts';

const position = { x: 0, y: 0 };
const config: PlanConfig = planConfig.parse({
  nodes: [
    { id: 'start', type: 'start', position },
    {
      id: 'sales',
      type: 'condition',
      position,
      data: { condition: { type: 'callerArea', areaCodes: ['305'] } },
    },
    { id: 'wait', type: 'queue', position, data: { queueId: 'que_a' } },
    { id: 'box', type: 'voicemail', position },
    { id: 'bye', type: 'hangup', position },
  ],
  edges: [
    { id: '1', source: 'start', sourceHandle: 'next', target: 'sales' },
    { id: '2', source: 'sales', sourceHandle: 'true', target: 'wait' },
    { id: '3', source: 'sales', sourceHandle: 'false', target: 'bye' },
    { id: '4', source: 'wait', sourceHandle: 'timeout', target: 'box' },
  ],
});
const resources: PlanResources = {
  menus: new Map(),
  queues: new Map([['que_a', { name: 'Sales' }]]),
  extensions: new Map(),
  recordings: new Map(),
  templates: new Map(),
  endpoints: new Map(),
  plans: new Map(),
  dids: new Map(),
};
const facts = (callerNumber: string) => ({
  at: 0,
  callerNumber,
  callerName: '',
  calledNumber: '',
  lead: null,
  waiting: {},
});
const ids = (steps: readonly { id: string }[]) => steps.map(({ id }) => id);

describe('the simulator', () => {
  it('asks at each node where something may happen, and goes on by the choice', () => {
    const first = play(config, resources, inOrder([]), null);
    expect(ids(first.steps)).toEqual(['start']);
    expect(first.asks).toEqual({ nodeId: 'sales', ways: ['true', 'false'] });
    const second = play(config, resources, inOrder(['true']), null);
    expect(ids(second.steps)).toEqual(['start', 'sales']);
    expect(second.asks?.nodeId).toBe('wait');
    expect(play(config, resources, inOrder(['true', 'answered']), null).end).toEqual({
      end: 'open',
      to: null,
    });
    expect(play(config, resources, inOrder(['false']), null).end?.end).toBe('hangup');
  });

  it('answers conditions by what is known of the call', () => {
    expect(play(config, resources, inOrder([]), facts('+13055550123')).asks?.nodeId).toBe('wait');
    expect(play(config, resources, inOrder([]), facts('+12125550123')).end?.end).toBe('hangup');
  });

  it('stops at a node that is not finished, and at no other for its sake', () => {
    const { steps, stuck, end } = play(config, resources, inOrder(['true', 'timeout']), null);
    expect(ids(steps)).toEqual(['start', 'sales', 'wait']);
    expect(stuck).toEqual({ nodeId: 'box', text: 'Please choose a mailbox.' });
    expect(end).toBeNull();
  });

  it('asks again where a choice is no way of its node any more', () => {
    expect(play(config, resources, inOrder(['busy']), null).asks?.nodeId).toBe('sales');
  });
});

import { afterEach, beforeEach } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from './tenant.ts';
import { withExchange } from './test-exchange.ts';

const { dialplans } = api;
const position = { x: 0, y: 0 };
export const planNode = (id: string, type: string, data: object = {}) => ({ id, type, position, data });
export const planEdge = (source: string, target: string, sourceHandle = 'next') => ({
  id: `${source}:${sourceHandle}`,
  source,
  sourceHandle,
  target,
});

/** A plan that hangs up for a reason: another reason is another drawing. */
export const smallPlan = (reason: string) => ({
  nodes: [planNode('start', 'start'), planNode('end', 'hangup', { reason })],
  edges: [planEdge('start', 'end')],
});

/** A test file's exchange, and workspaces with a plan that can be deployed to it. */
export function withPlanExchange() {
  const exchange = withExchange();
  beforeEach(() => {
    exchange.isDown = false;
  });
  afterEach(() => {
    exchange.refusesPlans = false;
    exchange.losesAnswers = false;
  });
  /** @param number whose target is told */
  const workspace = async (number = '+13055550177') => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const made = await admin.call(dialplans.create, {
      name: 'Main line',
      config: smallPlan('normal'),
    } as never);
    const planId = made.body.id;
    return {
      tenant,
      admin,
      agent: as(tenant.agent),
      id: planId,
      deploy: () => admin.call(dialplans.deploy, { id: planId }),
      get: async () => (await admin.call(dialplans.get, { id: planId })).body,
      redraw: (reason: string) =>
        admin.call(dialplans.update, { id: planId, config: smallPlan(reason) } as never),
      onExchange: () => exchange.plans.get(`${tenant.id}/${planId}`)?.sha256,
      target: () => exchange.numbers.get(`${tenant.id}/${number}`)?.to,
      inTenant: <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work),
    };
  };
  return { exchange, workspace };
}

import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import {
  planEdge as edge,
  planNode as node,
  smallPlan,
  withPlanExchange,
} from '#tests/support/deployed-plan.ts';

/* Plans in which calls go on from one to another. */

const { dialplans } = api;
const { exchange, workspace } = withPlanExchange();

/** Goes on in a plan at once. */
const jumping = (planId: string) => ({
  nodes: [node('start', 'start'), node('on', 'jump', { planId })],
  edges: [edge('start', 'on')],
});
/** Goes on in a plan once the caller has typed something. */
const askingFirst = (planId: string) => ({
  nodes: [
    node('start', 'start'),
    node('ask', 'collect', { type: 'file', filePath: 'beep' }),
    node('on', 'jump', { planId }),
  ],
  edges: [edge('start', 'ask'), edge('ask', 'on', 'collected')],
});

/** A workspace with “Main line”, and “Evening”, which takes calls. */
async function two() {
  const main = await workspace();
  const { admin } = main;
  const made = await admin.call(dialplans.create, { name: 'Evening', config: smallPlan('busy') } as never);
  const evening = made.body.id;
  const draw = (id: string, config: object) => admin.call(dialplans.update, { id, config } as never);
  const deploy = (id: string) => admin.call(dialplans.deploy, { id });
  expect((await deploy(evening)).status).toBe(200);
  return { ...main, evening, draw, deployPlan: deploy };
}

describe('a plan in which calls go on in another', () => {
  it('names the other by its id alone: what is deployed there later takes effect by itself', async () => {
    const { id, evening, draw, deploy, deployPlan, admin, onExchange } = await two();
    expect((await draw(id, jumping(evening))).status).toBe(200);
    expect((await deploy()).status).toBe(200);
    const served = onExchange();
    const { body } = await admin.call(dialplans.preview, { id });
    expect(body.text).not.toContain(evening.replace('dlp_', ''));
    await draw(evening, smallPlan('rejected'));
    expect((await deployPlan(evening)).status).toBe(200);
    expect(onExchange()).toBe(served);
    expect((await admin.call(dialplans.preview, { id })).body).toEqual(body);
  });

  it('is not deployed while the other takes no calls, is not chosen, or is gone', async () => {
    const { id, evening, draw, deploy, admin } = await two();
    const refused = async () => (await deploy()).body.error;
    await draw(id, { ...jumping(evening), nodes: [node('start', 'start'), node('on', 'jump')] });
    expect(await refused()).toBe('Please choose in which plan the call goes on.');
    await admin.call(dialplans.deactivate, { id: evening });
    await draw(id, jumping(evening));
    expect(await refused()).toBe('The plan “Evening” takes no calls. Deploy it first.');
    expect((await draw(id, jumping('dlp_gone'))).status).toBe(400);
  });

  it('names no plan of another workspace', async () => {
    const [one, other] = [await two(), await two()];
    const { status } = await one.draw(one.id, jumping(other.evening));
    expect(status).toBe(400);
    expect(exchange.plans.has(`${one.tenant.id}/${other.evening}`)).toBe(false);
  });

  it('may come back where somebody does something in between, and not at once', async () => {
    const { id, evening, draw, deploy, deployPlan } = await two();
    const endless =
      'That plan leads back to this one without anybody doing something: the call would never end.';
    await draw(id, jumping(id));
    expect((await deploy()).body.error).toBe(endless);
    await draw(id, jumping(evening));
    expect((await deploy()).status).toBe(200);
    await draw(evening, jumping(id));
    expect((await deployPlan(evening)).body.error).toBe(endless);
    await draw(evening, askingFirst(id));
    expect((await deployPlan(evening)).status).toBe(200);
  });

  it('keeps the other from being taken off, and its drawing keeps it from being removed', async () => {
    const { id, evening, draw, deploy, admin } = await two();
    await draw(id, jumping(evening));
    await deploy();
    const kept = await admin.call(dialplans.deactivate, { id: evening });
    expect([kept.status, kept.body]).toMatchObject([
      409,
      {
        code: 'plan_in_use',
        error: 'Calls go on in this plan from “Main line”. Deploy them without that first.',
        details: { plans: [{ id, name: 'Main line' }] },
      },
    ]);
    await admin.call(dialplans.deactivate, { id });
    expect((await admin.call(dialplans.deactivate, { id: evening })).status).toBe(200);
    const removed = await admin.call(dialplans.remove, { id: evening });
    expect([removed.status, removed.body.code]).toEqual([409, 'plan_in_use']);
    await draw(id, smallPlan('normal'));
    expect((await admin.call(dialplans.remove, { id: evening })).status).toBe(200);
  });
});

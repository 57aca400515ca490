import { describe, expect, it } from 'vitest';
import { commit } from '#functions/kernel/table.ts';
import { exchangePushWork, markWrites } from '#functions/pbx/api.ts';
import { api } from '#shared/api/index.ts';
import { planVersionLimits } from '#shared/model/dialplan/version.ts';
import { planEdge, planNode, smallPlan, withPlanExchange } from '#tests/support/deployed-plan.ts';
import { deploymentOf, deploymentWrites } from './deployment-store.ts';
import { findVersion, removeVersions, versionWrites } from './version-store.ts';
import { pruneVersions } from './versions.ts';

const { dialplans } = api;
const { exchange, workspace } = withPlanExchange();

async function deployedTwice() {
  const made = await workspace();
  const { admin, deploy, redraw, id } = made;
  await deploy();
  await redraw('busy');
  await deploy();
  const versions = async () => (await admin.call(dialplans.versions, { id })).body.versions;
  return {
    ...made,
    versions,
    rollBack: (number: number) => admin.call(dialplans.deployVersion, { id, number }),
  };
}

describe('the versions of a dial plan', () => {
  it('are what was deployed, by whom, and the same drawing again is no other one', async () => {
    const { versions, deploy, tenant, agent, admin, id } = await deployedTwice();
    await deploy();
    expect(await versions()).toMatchObject([
      { number: 2, name: null, isServing: true, deployedBy: tenant.admin.userId, nodeCount: 2 },
      { number: 1, name: null, isServing: false },
    ]);
    const { body } = await agent.call(dialplans.version, { id, number: 1 });
    expect(body).toMatchObject({ number: 1, config: smallPlan('normal') });
    expect((await admin.call(dialplans.version, { id, number: 3 })).status).toBe(404);
    expect((await admin.call(dialplans.get, { id })).body).toMatchObject({ deployedNumber: 2 });
  });

  it('are named by admins, and found by no other workspace', async () => {
    const { versions, agent, admin, id } = await deployedTwice();
    const naming = { id, number: 1, name: 'Before the holidays' };
    expect((await agent.call(dialplans.nameVersion, naming)).status).toBe(403);
    expect((await admin.call(dialplans.nameVersion, naming)).body).toMatchObject({ name: naming.name });
    expect((await versions())[1]).toMatchObject({ number: 1, name: naming.name });
    const other = await workspace();
    for (const call of [dialplans.version, dialplans.deployVersion])
      expect((await other.admin.call(call, { id, number: 1 })).status).toBe(404);
    expect((await other.admin.call(dialplans.versions, { id })).status).toBe(404);
    expect((await other.admin.call(dialplans.nameVersion, naming)).status).toBe(404);
  });

  it('an earlier one takes calls again, and the drawing stays', async () => {
    const { rollBack, versions, get, onExchange, deploy } = await deployedTwice();
    const later = onExchange();
    const { status, body } = await rollBack(1);
    expect([status, body]).toMatchObject([200, { isActive: true, deployedNumber: 1 }]);
    expect(body.deployedVersion).not.toBe(body.version);
    expect(onExchange()).not.toBe(later);
    expect((await get()).config).toEqual(smallPlan('busy'));
    expect((await versions()).map(({ number, isServing }) => [number, isServing])).toEqual([
      [2, false],
      [1, true],
    ]);
    // The drawing is deployed again: a version of its own, as what takes calls is another.
    expect((await deploy()).body).toMatchObject({ deployedNumber: 3 });
  });

  it('an earlier one that cannot be run any more is refused with the reason', async () => {
    const { admin, id, deploy, redraw } = await workspace();
    const queue = await admin.call(api.pbx.createQueue, { number: '600', name: 'Sales' });
    const nodes = [planNode('start', 'start'), planNode('end', 'queue', { queueId: queue.body.id })];
    await admin.call(dialplans.update, { id, config: { ...smallPlan('normal'), nodes } } as never);
    await deploy();
    await redraw('normal');
    await deploy();
    await admin.call(api.pbx.removeQueue, { id: queue.body.id });
    const { status, body } = await admin.call(dialplans.deployVersion, { id, number: 1 });
    expect([status, body.code, body.error]).toEqual([409, 'invalid', 'Its queue is gone.']);
    expect((await admin.call(dialplans.get, { id })).body).toMatchObject({ deployedNumber: 2 });
  });

  it('one that the exchange never took calls by is none', async () => {
    const { deploy, redraw, versions, inTenant, id } = await deployedTwice();
    await redraw('rejected');
    exchange.refusesPlans = true;
    expect((await deploy()).status).toBe(409);
    exchange.refusesPlans = false;
    exchange.isDown = true;
    expect((await deploy()).status).toBe(503);
    exchange.isDown = false;
    expect((await versions()).map(({ number }) => number)).toEqual([2, 1]);
    expect(await inTenant(() => findVersion(id, 3))).toBeUndefined();
    expect((await deploy()).body).toMatchObject({ isActive: true, deployedNumber: 5 });
  });

  it('one on its way is shown once it takes calls, whoever carries it there', async () => {
    const { versions, inTenant, id, get } = await deployedTwice();
    await inTenant(async () => {
      const { config } = await get();
      const version = {
        planId: id,
        number: 3,
        name: null,
        nodeCount: 2,
        deployedAt: '',
        deployedBy: 'usr_x',
      };
      const text = {
        sha256: 'a'.repeat(64),
        planVersion: 2,
        at: '',
        recordingIds: [],
        jumpsTo: [],
        goesOnIn: [],
      };
      const pending = { ...text, number: 3, isPinned: true };
      await commit(
        ...deploymentWrites(await deploymentOf(id), { pending, versions: 3 }),
        ...versionWrites(version, config),
        markWrites([{ kind: 'plan', name: id }]),
      );
    });
    expect((await versions()).map(({ number }) => number)).toEqual([2, 1]);
    await inTenant(() => exchangePushWork.look(`plan:${id}`));
    expect((await versions())[0]).toMatchObject({ number: 3, isServing: true });
  });

  it('a plan that was deployed before they were kept has none, and makes its first by the next deploy', async () => {
    const { admin, id, deploy, inTenant, get } = await workspace();
    await deploy();
    await inTenant(async () => {
      const { serving, ...before } = await deploymentOf(id);
      const { number: _, isPinned: _pinned, ...old } = serving!;
      await commit(...deploymentWrites({ ...before, serving }, { serving: old, versions: 0 }));
      await removeVersions(id);
    });
    expect(await get()).toMatchObject({ isActive: true, deployedNumber: null });
    expect((await admin.call(dialplans.versions, { id })).body.versions).toEqual([]);
    await deploy();
    expect((await admin.call(dialplans.versions, { id })).body.versions).toMatchObject([
      { number: 1, isServing: true },
    ]);
  });

  it('go with their plan, and the oldest without a name when there are too many', async () => {
    const { admin, id, inTenant, versions } = await deployedTwice();
    await admin.call(dialplans.nameVersion, { id, number: 1, name: 'Kept' });
    const more = planVersionLimits.kept;
    await inTenant(async () => {
      for (let number = 3; number <= more + 2; number++)
        await commit(
          ...versionWrites(
            { planId: id, number, name: null, nodeCount: 2, deployedAt: '', deployedBy: 'usr_x' },
            smallPlan('normal') as never,
          ),
        );
      await pruneVersions(id);
    });
    const numbers = (await versions()).map(({ number }) => number);
    expect(numbers).toHaveLength(more);
    expect(numbers.slice(-3)).toEqual([5, 2, 1]);
    await admin.call(dialplans.deactivate, { id });
    expect((await admin.call(dialplans.remove, { id })).status).toBe(200);
    expect(await inTenant(() => findVersion(id, 1))).toBeUndefined();
  });
});

describe('the saved walks of a dial plan', () => {
  const walk = {
    name: 'Hung up at once',
    call: null,
    steps: [
      { nodeId: 'start', way: 'next' },
      { nodeId: 'end', way: null },
    ],
    end: 'hangup' as const,
    to: null,
  };

  it('stop a deploy in which one ends otherwise, with its name and where it parted, unless it is confirmed', async () => {
    const { admin, agent, id, deploy, get } = await workspace();
    await deploy();
    expect((await agent.call(dialplans.addWalk, { id, ...walk })).status).toBe(403);
    const added = await admin.call(dialplans.addWalk, { id, ...walk });
    expect(added.status).toBe(201);
    expect((await deploy()).status).toBe(200);
    const nodes = [planNode('start', 'start'), planNode('ring', 'answer')];
    const edges = [{ id: 'start:next', source: 'start', sourceHandle: 'next', target: 'ring' }];
    await admin.call(dialplans.update, { id, config: { nodes, edges } } as never);
    const refused = await deploy();
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'walks_failed',
        error: expect.stringContaining(
          '“Hung up at once” does not end as it is to: After “Start” it goes on',
        ),
        details: { walks: [{ id: added.body.id, name: walk.name, nodeId: 'start' }] },
      },
    ]);
    expect(await get()).toMatchObject({ deployedNumber: 1 });
    const confirmed = await admin.call(dialplans.deploy, { id, confirmWalks: true });
    expect([confirmed.status, confirmed.body.deployedNumber]).toEqual([200, 2]);
    // The earlier version ends as it is to.
    expect((await admin.call(dialplans.deployVersion, { id, number: 1 })).status).toBe(200);
  });

  it('name the endpoint of another system by its name where they part there', async () => {
    const { admin, id, deploy } = await workspace();
    const { body: crm } = await admin.call(api.webhooks.createEndpoint, {
      name: 'Our CRM',
      url: 'https://hooks.dealbell.test/crm',
      events: ['lead.created'],
    });
    await admin.call(dialplans.addWalk, { id, ...walk });
    const nodes = [planNode('start', 'start'), planNode('ask', 'webhook', { endpointId: crm.id })];
    const config = { nodes, edges: [planEdge('start', 'ask')] };
    await admin.call(dialplans.update, { id, config } as never);
    expect((await deploy()).body.error).toContain('it comes to “Our CRM”, where nobody chose');
  });

  it('are changed, removed, and another workspace’s nobody’s', async () => {
    const { admin, id } = await workspace();
    const walkId = (await admin.call(dialplans.addWalk, { id, ...walk })).body.id;
    const renamed = await admin.call(dialplans.changeWalk, { id, walkId, name: 'At once' });
    expect(renamed.body).toEqual({ ...walk, id: walkId, name: 'At once' });
    const other = await workspace();
    expect((await other.admin.call(dialplans.walks, { id })).status).toBe(404);
    expect(
      (await other.admin.call(dialplans.changeWalk, { id: other.id, walkId, name: 'Mine' })).status,
    ).toBe(404);
    expect((await admin.call(dialplans.removeWalk, { id, walkId })).status).toBe(200);
    expect((await admin.call(dialplans.walks, { id })).body.walks).toEqual([]);
    expect((await admin.call(dialplans.removeWalk, { id, walkId })).status).toBe(404);
  });
});

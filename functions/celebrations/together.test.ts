import { describe, expect, it, vi } from 'vitest';
import { reconcile } from '#functions/signage/reconcile.ts';
import { api } from '#shared/api/index.ts';
import { openOffice } from '#tests/support/celebrations.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { celebrate, celebrationWork, undo } from './celebrate.ts';
import { signDataOfAll } from './sign-data.ts';
import { dueIdOf } from './store.ts';

/* Many sales at once: one sign for those that wait. */

const { celebrations } = api;
const sandbox = withSandbox();

/** An office with one display, whose rule shows sales together. */
async function office() {
  const own = await openOffice(sandbox);
  const { rule, system, time, seen, floor, records } = own;
  await rule({ seconds: 20, together: true, all: false, displayIds: [floor] });
  /** What the display tells, one turn after the other. */
  const turns = async () => {
    const told: unknown[] = [];
    for (let turn = 0; turn < 6; turn++) {
      await system(() => reconcile(floor));
      const now = await seen();
      if (!now) break;
      told.push([now[1], now[2]]);
      time.forward({ seconds: 20 });
    }
    return told;
  };
  const of = async (amount: number) => (await records()).find((record) => record.amount === amount)!;
  return { ...own, turns, of };
}

describe('sales that are won while another waits', () => {
  it('are shown with it on one sign, after the one that is on', async () => {
    const { sell, turns, today } = await office();
    await sell('Ada', 100);
    await sell('Grace', 200);
    await sell('Katherine', 400);
    await sell('Mary', 800);
    expect(await turns()).toEqual([
      [100, 'Ada Lovelace'],
      [1400, 'Grace Lovelace, Katherine Lovelace and Mary Lovelace'],
    ]);
    const { wins, total } = await today();
    expect(total).toBe(1500);
    expect(wins.map(({ state }) => state)).toEqual(Array(4).fill('celebrated'));
    expect(wins.at(-2)!.note).toBe('On Sales floor. With 2 other sales.');
    expect(wins[0]!.note).toBe('On one sign with other sales.');
  });

  it('are each shown by itself where the rule does not say so', async () => {
    const { admin, sell, turns } = await office();
    const { rules } = (await admin.call(celebrations.listRules, {})).body;
    await admin.call(celebrations.updateRule, { id: rules[0]!.id, together: false });
    for (const name of ['Ada', 'Grace', 'Katherine']) await sell(name, 100);
    expect(await turns()).toHaveLength(3);
  });

  it('are on one sign once, however often they are told and whoever died in between', async () => {
    const { sell, lead, setStatus, hear, told, turns, of, system } = await office();
    await sell('Ada', 100);
    await sell('Grace', 200);
    const id = await lead('Katherine', 400);
    await setStatus(id, 'won');
    const events = await told(id);
    await Promise.all([hear(events), hear(events)]);
    await hear(events);
    // A worker that died after it had written both down, and before it showed anything.
    const [leader, other] = [await of(200), await of(400)];
    expect(leader.members).toHaveLength(1);
    await system(() => celebrationWork.look(dueIdOf(other)));
    await system(() => celebrationWork.look(dueIdOf(leader)));
    expect(await turns()).toEqual([
      [100, 'Ada Lovelace'],
      [600, 'Grace Lovelace and Katherine Lovelace'],
    ]);
  });

  it('are shown by the sweeper where the provider was away as one came', async () => {
    const { sell, of, system, turns } = await office();
    await sell('Ada', 100);
    await sell('Grace', 200);
    const direct = globalThis.fetch;
    const push = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (at, request) =>
        String(request?.body).includes('saveAsset')
          ? Promise.reject(new Error('The connection was cut.'))
          : direct(at, request),
      );
    await sell('Katherine', 400);
    push.mockRestore();
    const leader = await of(200);
    expect(leader).toMatchObject({ state: 'chosen', round: 1 });
    await system(() => celebrationWork.look(dueIdOf(leader)));
    expect(await turns()).toEqual([
      [100, 'Ada Lovelace'],
      [600, 'Grace Lovelace and Katherine Lovelace'],
    ]);
  });

  it('lose the one that is called off, and keep the others', async () => {
    const { sell, turns, of, system, today } = await office();
    for (const [name, amount] of [
      ['Ada', 100],
      ['Grace', 200],
      ['Katherine', 400],
      ['Mary', 800],
    ] as const)
      await sell(name, amount);
    const katherine = await of(400);
    await system(() => undo(katherine, 'Called off.'));
    await system(() => celebrate(katherine));
    expect(await turns()).toEqual([
      [100, 'Ada Lovelace'],
      [1000, 'Grace Lovelace and Mary Lovelace'],
    ]);
    expect((await today()).total).toBe(1100);
  });

  it('go by themselves where the one that they waited with is called off', async () => {
    const { sell, turns, of, system } = await office();
    await sell('Ada', 100);
    await sell('Grace', 200);
    await sell('Katherine', 400);
    await sell('Mary', 800);
    const grace = await of(200);
    await system(() => undo(grace, 'Called off.'));
    expect(await turns()).toEqual([
      [100, 'Ada Lovelace'],
      [400, 'Katherine Lovelace'],
      [800, 'Mary Lovelace'],
    ]);
  });

  it('are not shown again where one is called off after its sign', async () => {
    const { sell, turns, of, system } = await office();
    await sell('Ada', 100);
    await sell('Grace', 200);
    await sell('Katherine', 400);
    expect(await turns()).toHaveLength(2);
    const grace = await of(200);
    const katherine = await of(400);
    await system(() => undo(katherine, 'Called off.'));
    await system(() => undo(grace, 'Called off.'));
    expect(await turns()).toEqual([]);
  });

  it('of several reps name them all, and show the face of who sold the most', async () => {
    const { tenant, system } = await office();
    const ann = await tenant.user('agent', { username: 'ann' });
    const sale = { leadId: null, customer: 'Hopper', repId: tenant.agent.userId, amount: 10 };
    const data = await system(() =>
      signDataOfAll([sale, { ...sale, customer: 'Lee', repId: ann.userId, amount: 20 }]),
    );
    expect(data).toMatchObject({
      rep: { name: 'Agent Tester and Ann Tester', email: ann.email },
      lead: { name: 'Hopper and Lee', dealAmount: 30 },
      deal: { amount: 30 },
    });
  });
});

import { expect, it } from 'vitest';
import { asSystem, runAs, type SignedIn } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { createLead } from '#functions/leads/api.ts';
import { api } from '#shared/api/index.ts';
import type { CallingResult } from '#shared/model/calling-list.ts';
import { leadFields } from '#shared/model/lead.ts';
import { sweepDue } from '#tests/support/due.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { callingListWork, callingTurnWork } from './api.ts';
import { nextLead, turnMs } from './draw.ts';
import { noteResult } from './results.ts';
import { entriesOf } from './store.ts';

/* LEADS=10000 AGENTS=50 npm test -- --project unit functions/callingLists/many-agents */

const leads = Number(process.env.LEADS ?? 100);
const agents = Number(process.env.AGENTS ?? 10);

/** The same numbers in each run. */
function* chances(seed: number) {
  for (let state = seed; ; yield state / 2 ** 32) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
}

it(`${leads} leads go to ${agents} agents, each to one at a time, also when agents vanish`, {
  timeout: 1_800_000,
}, async () => {
  const time = timeTravel('2026-11-23T16:00:00Z');
  const tenant = await freshTenant();
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  for (let at = 0; at < leads; at += 20)
    await inTenant(() =>
      Promise.all(
        Array.from({ length: Math.min(20, leads - at) }, (_, n) =>
          createLead(leadFields.parse({ firstName: 'Lee', phones: [`+1305${String(2_000_000 + at + n)}`] })),
        ),
      ),
    );
  const made = await as(tenant.admin).call(api.callingLists.create, {
    name: 'All',
    filter: { all: [] },
    maxAttempts: 2,
    retryMinutes: 15,
  });
  const { id } = made.body;

  /** Who has which lead, as the agents themselves know it. */
  const holders = new Map<string, string>();
  const doubles: string[] = [];
  let results = 0;
  let vanished = 0;

  /** An agent's hour: they draw until there is nothing to draw. One in twenty draws, they vanish with the lead. */
  async function work(agentId: string, chance: Generator<number>): Promise<void> {
    const who: SignedIn = {
      kind: 'user',
      tenantId: tenant.id,
      userId: agentId,
      role: 'agent',
      username: agentId,
      permissions: {},
      sessionId: 'test',
    };
    await runAs(who, async () => {
      for (;;) {
        const { turn, lookAgainAt } = await nextLead(id);
        if (!turn) {
          if (lookAgainAt && Date.parse(lookAgainAt) <= clock.now()) continue;
          return;
        }
        const { leadId } = turn;
        const holder = holders.get(leadId);
        if (holder && holder !== agentId) doubles.push(leadId);
        holders.set(leadId, agentId);
        const roll = chance.next().value as number;
        if (roll < 0.05) {
          vanished++;
          return;
        }
        const result: CallingResult = roll < 0.4 ? 'finished' : roll < 0.9 ? 'called' : 'skipped';
        holders.delete(leadId);
        await noteResult(id, leadId, result, undefined);
        results++;
      }
    });
  }

  const team = Array.from({ length: agents }, (_, n) => ({
    agentId: `usr_agent${n}`,
    chance: chances(n + 1),
  }));
  for (let hour = 0; hour < 40; hour++) {
    await Promise.all(team.map(({ agentId, chance }) => work(agentId, chance)));
    const open = (await inTenant(() => entriesOf(id))).filter(({ state }) => state !== 'done');
    if (open.length === 0 && holders.size === 0) break;
    time.forward({ seconds: turnMs / 1000 + 1 });
    await inTenant(() => sweepDue({ callingList: callingListWork, callingTurn: callingTurnWork }));
    holders.clear();
  }

  const entries = await inTenant(() => entriesOf(id));
  expect(doubles).toEqual([]);
  expect(entries).toHaveLength(leads);
  expect(entries.filter(({ state }) => state !== 'done')).toEqual([]);
  expect(Math.max(...entries.map(({ attempts }) => attempts))).toBeLessThanOrEqual(2);
  expect(vanished).toBeGreaterThan(0);
  expect(results).toBeGreaterThanOrEqual(leads);
});

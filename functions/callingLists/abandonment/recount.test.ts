import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordPlaced } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { lineOf } from '#functions/telephony/line.ts';
import { signatureOf } from '#functions/telephony/signature.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/* The gauge of a list beside a count by hand of what the exchange told. No code that counts is imported here. */

const now = '2026-11-23T16:00:00.000Z';
const dayMs = 86_400_000;

interface Told {
  event: 'agent-answered' | 'answered' | 'ended';
  at: string;
  seq: number;
  by?: 'human' | 'machine';
  result?: string;
}

/** A call of some day: whether and when it was answered, and when an agent was there. */
interface Played {
  daysAgo: number;
  by: 'human' | 'machine' | null;
  /** Ms after the answer; null: no agent came. */
  agentAfter: number | null;
  /** The order in which the events come, some of them twice. */
  order: number[];
}
const played: fc.Arbitrary<Played> = fc.record({
  daysAgo: fc.integer({ min: 0, max: 34 }),
  by: fc.constantFrom('human', 'human', 'human', 'machine', null),
  agentAfter: fc.oneof(
    fc.constantFrom(null, -900, 0, 1_999, 2_000, 2_001),
    fc.integer({ min: -20_000, max: 9_000 }),
  ),
  order: fc.array(fc.nat(2), { maxLength: 3 }).map((some) => [...some, 2, 1, 0].slice(0, 6)),
});

function eventsOf({ daysAgo, by, agentAfter }: Played): Told[] {
  const at = Date.parse(now) - 3_600_000 - daysAgo * dayMs;
  const iso = (ms: number) => new Date(at + ms).toISOString();
  const result = by === null ? 'no-answer' : by === 'machine' ? 'voicemail' : 'answered';
  const told: Omit<Told, 'seq'>[] = [];
  if (by) told.push({ event: 'answered', at: iso(0), by });
  if (agentAfter !== null) told.push({ event: 'agent-answered', at: iso(agentAfter) });
  told.sort((one, other) => one.at.localeCompare(other.at));
  told.push({ event: 'ended', at: iso(60_000), result });
  return told.map((one, n) => ({ ...one, seq: n + 1 }));
}

/** 47 CFR 64.1200(a)(7), read anew: whom a person's call was answered by two seconds later. */
function byHand(calls: readonly (readonly Told[])[]): { live: number; abandoned: number } {
  const first = new Date(Date.parse(now) - 29 * dayMs).toISOString().slice(0, 10);
  let live = 0;
  let abandoned = 0;
  for (const told of calls) {
    const greeted = told.find((one) => one.event === 'answered' && one.by === 'human');
    if (!greeted || greeted.at.slice(0, 10) < first) continue;
    live++;
    const isInTime = told.some(
      (one) => one.event === 'agent-answered' && Date.parse(one.at) - Date.parse(greeted.at) <= 2_000,
    );
    if (!isInTime) abandoned++;
  }
  return { live, abandoned };
}

describe('the abandonment gauge of a list', () => {
  it('equals a count by hand of what the exchange told, in whatever order and how often it came', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(played, { minLength: 1, maxLength: 12 }), async (calls) => {
        timeTravel(now);
        const tenant = await freshTenant();
        const admin = as(tenant.admin);
        const { body: list } = await admin.call(api.callingLists.create, {
          name: 'Spring',
          filter: { all: [] },
        });
        const { key, secret } = await asSystem(tenant.id, 'test', lineOf);
        const tell = async (callId: string, told: Told) => {
          const body = JSON.stringify({ callId, ...told });
          const timestamp = String(clock.seconds());
          const signature = signatureOf(secret, timestamp, Buffer.from(body));
          const { status } = await anybody().send('telephony', {
            method: 'POST',
            path: `/telephony/events/${key}`,
            headers: { 'exchange-timestamp': timestamp, 'exchange-signature': signature },
            body,
          });
          expect(status).toBe(200);
        };
        const all = calls.map(eventsOf);
        for (const [n, told] of all.entries()) {
          const id = `cal_counted${n}`;
          const origin = { kind: 'agent' as const, id: tenant.agent.userId, listId: list.id };
          await asSystem(tenant.id, 'test', () =>
            recordPlaced({ id, to: `+1305555${1000 + n}`, callerId: null, lead: undefined, origin }),
          );
          for (const at of calls[n]!.order) if (told[at]) await tell(id, told[at]);
        }
        const { body } = await admin.call(api.callingLists.progress, { id: list.id });
        expect(body.abandonment).toMatchObject(byHand(all));
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

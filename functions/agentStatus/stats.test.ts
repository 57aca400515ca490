import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { builtInStatuses, standardConfig } from '#shared/model/agent-status.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { agentSignedIn, agentSignedOut } from './api.ts';
import { daysBetween, stretchesBetween } from './stats.ts';

const [pause, lunch] = standardConfig.statuses;
const { available, offline } = builtInStatuses;

describe('statistics of statuses', () => {
  it.each([
    ['2026-03-08', 23],
    ['2026-07-01', 24],
    ['2026-11-01', 25],
  ])('count the hours of %s in New York as %d', (date, hours) => {
    const [day] = daysBetween('America/New_York', date, date);
    expect((day!.until - day!.from) / 3_600_000).toBe(hours);
  });

  it('are what a count of every second gives', () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 16807) % 2147483647;
      return seed % most;
    };
    const all = [available, pause!, lunch!, offline];
    for (let round = 0; round < 50; round++) {
      const places = Array.from({ length: random(8) }, () => random(500)).sort((a, b) => a - b);
      let last = all[random(4)]!;
      const first = last;
      const changes = places.map((second) => {
        const from = last;
        last = all[random(4)]!;
        return { at: new Date(second * 1000).toISOString(), from, to: last };
      });
      const [from, until] = [random(200), 200 + random(400)];
      const inside = changes.filter(
        ({ at }) => Date.parse(at) >= from * 1000 && Date.parse(at) < until * 1000,
      );
      const statusAt = (second: number) =>
        changes.findLast(({ at }) => Date.parse(at) <= second * 1000)?.to ?? first;
      const counted = new Map<string, number>();
      for (let second = from; second < until; second++) {
        const { key } = statusAt(second);
        counted.set(key, (counted.get(key) ?? 0) + 1000);
      }
      const found = new Map<string, number>();
      for (const { status, from: begin, until: end } of stretchesBetween(
        from * 1000,
        until * 1000,
        inside,
        statusAt(from),
      ))
        found.set(status.key, (found.get(status.key) ?? 0) + end - begin);
      expect(found, `round ${round}`).toEqual(counted);
    }
  });

  it('are split at midnight of the tenant, go on until now, and leave out who is signed out', async () => {
    const time = timeTravel('2026-11-01T03:00:00.000Z');
    const tenant = await freshTenant();
    const { userId } = tenant.agent;
    const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
    await inTenant(() => agentSignedIn(userId));
    time.forward({ minutes: 120 });
    const agent = as(tenant.agent);
    await agent.call(api.agentStatus.setMine, { status: 'lunch' });
    time.forward({ minutes: 30 });
    const stats = async (input: object) =>
      (await as(tenant.admin).call(api.agentStatus.stats, { agentId: userId, ...input })).body;
    const both = await stats({ from: '2026-10-31', to: '2026-11-01' });
    const rows = both.days.map(({ date, statuses }) => [
      date,
      ...statuses.map(({ status, minutes }) => [status, Math.round(minutes)]),
    ]);
    // Midnight of New York is 04:00 UTC on the day on which the clock goes back.
    expect(rows).toEqual([
      ['2026-10-31', ['available', 60]],
      ['2026-11-01', ['available', 60], ['lunch', 30]],
    ]);
    expect(both.totals).toMatchObject([
      { status: 'available', isAvailable: true, isPaid: true },
      { status: 'lunch', isAvailable: false, isPaid: false },
    ]);
    await inTenant(() => agentSignedOut(userId));
    time.forward({ days: 2 });
    expect((await stats({ from: '2026-11-02' })).days).toEqual([]);
    const whole = await stats({ from: '2026-11-01' });
    expect(whole.agents[0]!.statuses.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(90, 0);
  });

  it('are those of a day on which nothing changed', async () => {
    const time = timeTravel('2026-11-10T15:00:00.000Z');
    const tenant = await freshTenant();
    await asSystem(tenant.id, 'test', () => agentSignedIn(tenant.agent.userId));
    time.forward({ days: 3 });
    await asSystem(tenant.id, 'test', () => agentSignedOut(tenant.agent.userId));
    const { body } = await as(tenant.agent).call(api.agentStatus.stats, { from: '2026-11-11' });
    expect(body.agents).toMatchObject([{ statuses: [{ status: 'available', minutes: 1440 }] }]);
  });

  it.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, 'The last day lies before the first.'],
    [{ from: '2026-10-01', to: '2026-11-01' }, 'Statistics cover at most 31 days.'],
  ])('refuse %j', async (period, sentence) => {
    const tenant = await freshTenant();
    const { status, body } = await as(tenant.agent).call(api.agentStatus.stats, period);
    expect([status, body.error]).toEqual([400, sentence]);
  });
});

import { expect, it } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { asSystem, onBehalfOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import type { Report } from '#shared/model/report.ts';
import { type MeasureName, measures } from '#shared/model/report-measures.ts';
import { chartAskedBy } from '#shared/model/sign-reports.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { toldBy } from '#tests/support/raw-items.ts';
import { countAll } from '#tests/support/report-figures.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { signCharts } from './sign-charts.ts';

/*
 * A figure of today is the same wherever somebody meets it: on the dashboard, its leaderboard, the day at a glance, the call
 * log's statistics, in a report by any grouping, in a file, on a sign and in a goal. What the recount holds of reports so
 * holds of all of these.
 */

// Needs a process of its own: it makes things in 2027, and ids never go back to today.

const { calls, dashboard, goals, leads, reports } = api;

/** Of an agent and a colleague: seven calls, of which one is handed over, and three leads, of which two are won. */
async function floor() {
  // A Thursday, noon in New York.
  timeTravel('2027-06-10T16:00:00.000Z');
  const tenant = await freshTenant();
  const second = await tenant.user('agent');
  const admin = as(tenant.admin);
  const at = new Date(clock.now() - 5 * 60_000).toISOString();
  const end = new Date(clock.now() - 4 * 60_000).toISOString();
  for (let n = 0; n < 6; n++)
    await as(n % 2 ? tenant.agent : second).call(calls.create, {
      phone: `+1305555010${n}`,
      direction: n % 3 ? 'outbound' : 'inbound',
      startedAt: at,
      ...(n === 4 ? { status: 'no-answer' } : { talkSeconds: 61 + n }),
    });
  const leg = (agentId: string) => ({ agentId, startedAt: at, answeredAt: at, endedAt: end });
  await admin.call(calls.create, {
    phone: '+13055550109',
    status: 'completed',
    startedAt: at,
    legs: [leg(tenant.agent.userId), leg(second.userId)],
  });
  for (let n = 0; n < 3; n++) {
    const { body } = await admin.call(leads.create, {
      lastName: `Ito ${n}`,
      ownerId: second.userId,
      dealAmount: 100.25,
    });
    if (n > 0) await admin.call(leads.update, { id: body.id, status: 'won' });
  }
  await countAll(await toldBy(tenant.id));
  return { tenant, admin };
}

const wanted = {
  calls: 7,
  callsAnswered: 6,
  inbound: 2,
  outbound: 5,
  talkSeconds: 61 + 62 + 63 + 64 + 66 + 120,
  leadsCreated: 3,
  dealsWon: 2,
  dealAmount: 200.5,
} as const;
const ofCalls = ['calls', 'callsAnswered', 'inbound', 'outbound', 'talkSeconds'] as const;
const ofLeads = ['leadsCreated', 'dealsWon', 'dealAmount'] as const;
const pick = (from: object, names: readonly MeasureName[]) =>
  Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]));
const expectedOf = (names: readonly MeasureName[]) => pick(wanted, names);

it('is one wherever it is read', async () => {
  const { tenant, admin } = await floor();
  await setQueue('JOBS');
  const stats = (await admin.call(dashboard.stats, {})).body;
  expect(pick(stats.today, [...ofCalls, ...ofLeads])).toEqual(wanted);
  const { hours } = (await admin.call(dashboard.hourly, {})).body;
  const summed = (name: keyof typeof wanted) => hours.reduce((sum, hour) => sum + hour[name], 0);
  expect(Object.fromEntries([...ofCalls, ...ofLeads].map((name) => [name, summed(name)]))).toEqual(wanted);

  const day = (await admin.call(reports.daily, {})).body;
  expect(pick({ ...day.calls, ...day.leads }, [...ofCalls, ...ofLeads])).toEqual(wanted);
  const log = (await admin.call(calls.stats, { from: day.date, to: day.date })).body;
  expect({ ...log, calls: log.total, callsAnswered: log.answered }).toMatchObject(expectedOf(ofCalls));

  for (const groupBy of ['day', 'week', 'month', 'agent', 'source'] as const) {
    const { totals } = (await admin.call(reports.calls, { groupBy })).body;
    expect(pick(totals, ofCalls), `calls by ${groupBy}`).toEqual(expectedOf(ofCalls));
  }
  // The parts of agents are what the leaderboard has; the call that was handed over is in two of them.
  const agents = (await admin.call(reports.agents, {})).body;
  expect(agents.totals.calls).toBe(wanted.calls + 1);
  const names = [...ofCalls, 'dealsWon', 'dealAmount'] as const;
  expect(new Map(agents.rows.map(({ keys, values }) => [keys[0], pick(values, names)]))).toEqual(
    new Map(stats.leaderboard.map((place) => [place.agentId, pick(place, names)])),
  );
  // Records are read by an index, which tells of the newest a moment late.
  await eventually(async () => {
    for (const groupBy of ['day', 'agent'] as const) {
      const { totals } = (await admin.call(reports.leads, { groupBy })).body;
      expect(pick(totals, ofLeads), `leads by ${groupBy}`).toEqual(expectedOf(ofLeads));
    }
    const custom = { source: 'calls' as const, groupBy: ['hour', 'direction'], fields: [...ofCalls] };
    const { totals } = (await admin.call(reports.custom, custom)).body as Report;
    expect(pick(totals, ofCalls)).toEqual(expectedOf(ofCalls));
  });

  const begun = await admin.call(reports.export, {
    report: { report: 'calls', groupBy: 'day' },
    format: 'csv',
  });
  await asSystem(tenant.id, 'jobs', () => workOn({ jobId: begun.body.id }));
  const { downloadUrl } = (await admin.call(reports.getExport, { id: begun.body.id })).body;
  const lines = (await (await fetch(downloadUrl!)).text()).split('\r\n').filter(Boolean);
  const cells = (line: string | undefined) => line!.slice(1, -1).split('","');
  const heads = cells(lines.find((line) => line.startsWith('"Day"')));
  const total = cells(lines.at(-1));
  for (const name of ofCalls) {
    const { label, unit } = measures[name];
    expect(total[heads.indexOf(unit === 'seconds' ? `${label} (s)` : label)], name).toBe(
      String(wanted[name]),
    );
  }

  for (const measure of [...ofCalls, ...ofLeads]) {
    const source = (ofLeads as readonly string[]).includes(measure) ? ('leads' as const) : ('calls' as const);
    const { body } = await admin.call(goals.create, {
      ...{ name: measure, source, measure, span: 'day' as const, condition: 'reach' as const, target: 1_000 },
    });
    expect(body.value, `goal of ${measure}`).toBe(wanted[measure]);
  }
  const { userId, role, username } = tenant.admin;
  const charts = await asSystem(tenant.id, 'test', () =>
    onBehalfOf({ userId, role, username }, 'test', () =>
      signCharts(
        [...ofCalls, ...ofLeads].map((measure) => chartAskedBy({ measure, groupBy: 'day', period: 'today' })),
      ),
    ),
  );
  expect(Object.fromEntries(charts.map(({ key, total: sum }) => [key.split(' ')[0], sum]))).toEqual(wanted);
});

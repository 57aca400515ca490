import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { streamXlsxRows } from 'hucre/xlsx';
import { expect, it, onTestFinished, vi } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { figureText } from '#shared/model/figure-text.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { toldBy } from '#tests/support/raw-items.ts';
import { countAll } from '#tests/support/report-figures.ts';
import { expectRowsBehind, rowsBehind } from '#tests/support/report-rows.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

// Needs a process of its own: it makes things in 2027, and ids never go back to today.

vi.mock('./options.ts', () => ({ reading: { atOnce: 5, ofPage: 10, pageMs: 20_000 } }));

const { calls, leads, reports, tenants } = api;
const period = { from: '2027-03-12', to: '2027-03-16' };
const zone = 'America/New_York';

/** Two agents' calls, some of them handed over, leads and deals, about the day on which the clock is put forward. */
async function company() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const second = await tenant.user('agent');
  const { version } = (await admin.call(tenants.get, { id: tenant.id })).body;
  await admin.call(tenants.update, { id: tenant.id, timeZone: zone, version });
  const clock = timeTravel('2027-03-12T12:00:00.000Z');
  const agents = [tenant.agent.userId, second.userId];
  const made: string[] = [];
  for (let n = 0; n < 7; n++) {
    clock.forward({ minutes: 9 * 60 });
    const ownerId = n === 6 ? null : agents[n % 2]!;
    const source = n % 3 ? 'Website' : '';
    const { body } = await admin.call(leads.create, {
      lastName: `Ito ${n}`,
      source,
      dealAmount: 100.1,
      ownerId,
    });
    made.push(body.id);
  }
  for (const at of [1, 2, 6]) await admin.call(leads.update, { id: made[at]!, status: 'won' });
  // Won by the first agent, and the other's lead since.
  await admin.call(leads.update, { id: made[2]!, ownerId: second.userId });
  clock.forward({ days: 2 });
  for (let n = 0; n < 20; n++) {
    const startedAt = new Date(Date.parse('2027-03-13T03:40:00Z') + n * 131 * 60_000).toISOString();
    const end = (minutes: number) => new Date(Date.parse(startedAt) + minutes * 60_000).toISOString();
    const [one, other] = n % 2 ? agents : agents.toReversed();
    const legs = [
      { agentId: one!, startedAt, answeredAt: n % 3 ? startedAt : null, endedAt: end(1 + (n % 4)) },
      ...(n % 5 ? [] : [{ agentId: other!, startedAt: end(5), answeredAt: end(5), endedAt: end(7) }]),
    ];
    const { status, body } = await admin.call(calls.create, {
      phone: `+1305555${2000 + n}`,
      direction: n % 3 === 1 ? 'inbound' : 'outbound',
      ownNumber: n % 4 ? '+13055550100' : '+13055550101',
      status: n % 3 || n % 5 === 0 ? 'completed' : 'no-answer',
      source: n % 2 ? 'manual' : 'list',
      startedAt,
      legs,
    });
    expect(status, JSON.stringify(body)).toBe(201);
  }
  await countAll(await toldBy(tenant.id));
  await eventually(async () => {
    const { body } = await admin.call(reports.leads, { ...period, groupBy: 'source' });
    expect(body.totals).toMatchObject({ leadsCreated: 7, leadsConverted: 3 });
    expect(body.rows).toHaveLength(2);
  });
  return { clock, tenant, admin, made };
}

const custom = (source: 'calls' | 'leads', change: object) => ({ custom: { source, ...period, ...change } });

it('as many rows are behind each figure as it says, to an agent their own', async () => {
  const { tenant, admin, made } = await company();
  const asked = [
    ...(['day', 'agent', 'source'] as const).map((groupBy) => ({
      report: { report: 'calls', ...period, groupBy },
    })),
    ...(['agent', 'day'] as const).map((groupBy) => ({ report: { report: 'agents', ...period, groupBy } })),
    ...(['source', 'week'] as const).map((groupBy) => ({ report: { report: 'dids', ...period, groupBy } })),
    ...(['day', 'agent', 'source'] as const).map((groupBy) => ({
      report: { report: 'leads', ...period, groupBy },
    })),
    custom('calls', {
      fields: ['calls', 'talkSeconds', 'callsMissed'],
      groupBy: ['agent', 'hour'],
      filter: [{ field: 'direction', op: 'notIn', values: ['inbound'] }],
    }),
    custom('calls', {
      fields: ['calls', 'callsAnswered', 'talkSeconds'],
      groupBy: ['day'],
      filter: [{ field: 'agent', op: 'in', values: [tenant.agent.userId] }],
    }),
    custom('leads', { fields: ['leadsCreated', 'leadsConverted'], groupBy: ['source', 'week'], filter: [] }),
  ];
  for (const caller of [admin, as(tenant.agent)]) {
    let checked = 0;
    for (const one of asked) {
      const { body, status } =
        'report' in one
          ? await caller.call(reports[one.report.report as 'calls'], {
              from: one.report.from,
              to: one.report.to,
              groupBy: one.report.groupBy,
            })
          : await caller.call(reports.custom, one.custom as never);
      expect(status, JSON.stringify(body)).toBe(200);
      checked += await expectRowsBehind(caller, one, body, caller === admin ? 4 : 2);
    }
    expect(checked).toBeGreaterThan(50);
  }
  // The agent's deal whose lead went to the other agent is listed, but not whose it is.
  const deals = await rowsBehind(
    as(tenant.agent),
    { report: { report: 'leads', ...period } },
    'dealsWon',
    [],
  );
  expect(deals.map(({ id, path, values }) => [id, path, values.name])).toEqual([
    [made[2], null, 'A lead of somebody else by now'],
  ]);
  // A ratio has all of what it is divided by.
  const rate = await rowsBehind(admin, { report: { report: 'calls', ...period } }, 'answerRate', []);
  expect(new Set(rate.map(({ id }) => id)).size).toBe(20);
});

it('several groups are listed together, each page once, and a mended or strange question is refused', async () => {
  const { tenant, admin } = await company();
  const asked = custom('calls', { fields: ['calls'], groupBy: ['day', 'hour'], filter: [] });
  const { body } = await admin.call(reports.custom, asked.custom as never);
  const some = body.rows.slice(1, 5).map(({ keys }) => keys);
  const rows = await rowsBehind(admin, asked, 'calls', some, 2);
  const said = body.rows.slice(1, 5).reduce((sum, { values }) => sum + Number(values.calls), 0);
  expect(rows.length).toBe(said);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(said);
  const ask = (change: object) =>
    admin.call(reports.rows, { ...asked, measure: 'calls', groups: some, ...change } as never);
  const { body: answer } = await ask({});
  expect(answer.filters.map(({ words }) => words)).toEqual([
    'Calls',
    expect.stringMatching(/^2027-03-1\d/),
    expect.stringMatching(/^Day is 2027-03-1/),
    expect.stringMatching(/^Hour of day is \d\d:00/),
  ]);
  for (const [change, status] of [
    [{ measure: 'dealsWon' }, 400],
    [{ groups: [['2027-03-13']] }, 400],
    [{ cursor: 'bm9uc2Vuc2U' }, 400],
    [{ report: { report: 'calls' } }, 400],
  ] as const)
    expect((await ask(change)).status, JSON.stringify(change)).toBe(status);
  const webhooks = { report: { report: 'webhooks' as const }, measure: 'deliveries' as const };
  expect((await as(tenant.agent).call(reports.rows, webhooks)).status).toBe(403);
  const stranger = as((await freshTenant()).admin);
  expect((await stranger.call(reports.rows, { ...asked, measure: 'calls' } as never)).body.rows).toEqual([]);
});

it('are a file of all of them, by pages that come twice, which says what it is of', async () => {
  const { tenant, admin } = await company();
  await setQueue('JOBS');
  const rows = { measure: 'callsAnswered' as const, groups: [] };
  const report = { report: 'calls' as const, ...period, groupBy: 'source' as const };
  const refused = await admin.call(reports.export, { report, rows, format: 'pdf' });
  expect(refused.status).toBe(400);
  const { body, status } = await admin.call(reports.export, { report, rows, format: 'csv' });
  expect(status, JSON.stringify(body)).toBe(202);
  const work = () => asSystem(tenant.id, 'jobs', () => workOn({ jobId: body.id }));
  for (let page = 0; page < 5; page++) await Promise.all([work(), work()]);
  const done = (await admin.call(reports.getExport, { id: body.id })).body;
  expect(done.job, JSON.stringify(done.job)).toMatchObject({ status: 'completed' });
  expect(done.filename).toBe('Answered, rows of Calls by how it came about 2027-03-12 to 2027-03-16.csv');
  const lines = (await (await fetch(done.downloadUrl!)).text()).split('\r\n');
  const figure = (await admin.call(reports.calls, { ...period, groupBy: 'source' })).body.totals
    .callsAnswered;
  const head = lines.findIndex((line) => line.startsWith('"Began"'));
  expect(lines).toContain(`"Rows","${figure}"`);
  expect(lines).toContain(`"Total","${figure}"`);
  expect(lines.slice(head + 1).filter(Boolean)).toHaveLength(figure!);
  expect(new Set(lines.slice(head + 1)).size).toBe(figure! + 1);
});

it('say in their file what the figure is, also a sum, a share and that of a group', async () => {
  const { tenant, admin } = await company();
  await setQueue('JOBS');
  const report = { report: 'calls' as const, ...period, groupBy: 'source' as const };
  const {
    totals,
    rows: groups,
    columns,
  } = (await admin.call(reports.calls, { ...period, groupBy: 'source' })).body;
  const unitOf = (name: string) => columns.find(({ key }) => key === name)!.unit;
  const totalOf = async (measure: 'talkSeconds' | 'answerRate' | 'calls', keys: string[][] = []) => {
    const { body } = await admin.call(reports.export, {
      report,
      format: 'csv',
      rows: { measure, groups: keys },
    });
    for (let page = 0; page < 6; page++) await asSystem(tenant.id, 'jobs', () => workOn({ jobId: body.id }));
    const done = (await admin.call(reports.getExport, { id: body.id })).body;
    const text = await (await fetch(done.downloadUrl!)).text();
    return /"Total","([^"]*)"/.exec(text)?.[1];
  };
  for (const measure of ['talkSeconds', 'answerRate'] as const)
    expect(await totalOf(measure)).toBe(figureText(totals[measure]!, unitOf(measure)));
  const [group] = groups;
  expect(await totalOf('calls', [group!.keys])).toBe(String(group!.values.calls));
});

it('are a workbook as well, with times of the clock, and are whole where its writer is killed', async () => {
  const { clock, tenant, admin } = await company();
  await setQueue('JOBS');
  const rows = { measure: 'callsAnswered' as const, groups: [] };
  const report = { report: 'calls' as const, ...period, groupBy: 'source' as const };
  const { body } = await admin.call(reports.export, { report, rows, format: 'xlsx' });
  const state = async () => (await admin.call(reports.getExport, { id: body.id })).body;
  // The process dies twice when a part has just gone: what it did is not written down, and is done once more.
  const send = S3Client.prototype.send as (command: never) => Promise<unknown>;
  let kills = 0;
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(async function (this: S3Client, command: never) {
    const answer = await send.call(this, command);
    if ((command as object) instanceof DeleteObjectCommand && kills++ < 2) throw new Error('killed');
    return answer;
  } as never);
  onTestFinished(() => void vi.restoreAllMocks());
  for (let turn = 0; turn < 12 && (await state()).job.status === 'running'; turn++) {
    await asSystem(tenant.id, 'jobs', () => workOn({ jobId: body.id })).catch(() => undefined);
    clock.forward({ minutes: 5 });
  }
  expect(kills).toBeGreaterThan(2);
  const done = await state();
  expect(done.job, JSON.stringify(done.job)).toMatchObject({ status: 'completed' });
  const bytes = new Uint8Array(await (await fetch(done.downloadUrl!)).arrayBuffer());
  const lines: unknown[][] = [];
  for await (const { values } of streamXlsxRows(bytes)) lines.push(values);
  const head = lines.findIndex(([first]) => first === 'Began');
  const figure = (await admin.call(reports.calls, { ...period, groupBy: 'source' })).body.totals
    .callsAnswered;
  expect(lines.slice(head + 1)).toHaveLength(figure!);
  // 21:09 UTC, on the day when New York has put its clocks forward.
  expect(lines[head + 1]![0]).toEqual(new Date('2027-03-14T17:09:00Z'));
});

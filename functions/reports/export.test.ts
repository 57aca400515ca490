import { strFromU8, unzipSync } from 'fflate';
import { streamXlsxRows } from 'hucre/xlsx';
import { expect, it, vi } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import type { ReportFormat } from '#shared/model/report.ts';
import { setQueue } from '#tests/support/queue.ts';
import { toldBy } from '#tests/support/raw-items.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { handler as jobsWorker } from '../jobs/worker.ts';

vi.mock('./options.ts', () => ({ reading: { atOnce: 4, ofPage: 8, pageMs: 20_000 } }));
vi.mock(import('#shared/model/report.ts'), async (original) => {
  const real = await original();
  return { ...real, reportLimits: { ...real.reportLimits, rowsAtOnce: 12 as never } };
});

const { calls, jobs, reports } = api;
const day = '2026-06-10';
const evil = '=HYPERLINK("http://evil.example")';

async function team() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const queue = await setQueue('JOBS');
  const log = async (n: number) => {
    const { status } = await agent.call(calls.create, {
      phone: `+1305555${3000 + n}`,
      startedAt: `${day}T${String(14 + (n % 6)).padStart(2, '0')}:30:00.000Z`,
      talkSeconds: 61,
      disposition: n % 3 === 0 ? evil : 'Interested',
    });
    expect(status).toBe(201);
  };
  await Promise.all(Array.from({ length: 21 }, (_, n) => log(n)));
  const custom = {
    source: 'calls' as const,
    from: day,
    to: day,
    fields: ['calls' as const, 'talkSeconds' as const, 'answerRate' as const],
    groupBy: ['disposition' as const],
    sort: { field: 'calls', direction: 'desc' as const },
  };
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'jobs', work);
  const fileOf = async (format: ReportFormat, caller = admin, change: object = {}) => {
    const begun = await caller.call(reports.export, { custom: { ...custom, ...change }, format });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    const jobId = begun.body.id;
    for (let page = 0; page < 4; page++) await system(() => workOn({ jobId }));
    const { body } = await caller.call(reports.getExport, { id: jobId });
    expect(body.job, JSON.stringify(body.job)).toMatchObject({ status: 'completed' });
    return { body, bytes: await (await fetch(body.downloadUrl!)).arrayBuffer() };
  };
  return { tenant, admin, agent, custom, system, fileOf, queue };
}

it('a report of more records than a request reads is refused, and exported whole, by pages that come twice', async () => {
  const { admin, tenant, custom, system, queue } = await team();
  const refused = await admin.call(reports.custom, custom);
  expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_records' } });
  expect(refused.body.error).toMatch(/^More than 12 calls would have to be read\./);
  const { body } = await admin.call(reports.export, { custom, format: 'csv' });
  const jobId = body.id;
  await Promise.all([system(() => workOn({ jobId })), system(() => workOn({ jobId }))]);
  expect((await admin.call(jobs.get, { id: jobId })).body).toMatchObject({ status: 'running', seen: 8 });
  await queue.work(jobsWorker);
  await system(() => workOn({ jobId }));
  const done = (await admin.call(reports.getExport, { id: jobId })).body;
  expect(done.job).toMatchObject({ status: 'completed', seen: 21, changed: 21 });
  const text = await (await fetch(done.downloadUrl!)).text();
  expect(text).toContain('"Total","21","1281","1"');
  expect((await as(tenant.agent).call(reports.getExport, { id: jobId })).status).toBe(404);
  expect((await as((await freshTenant()).admin).call(reports.getExport, { id: jobId })).status).toBe(404);
});

it('files say what they are of, have the totals of the screen, and no formula', async () => {
  const { fileOf, admin, agent } = await team();
  const { body, bytes } = await fileOf('csv', agent);
  expect(body.filename).toBe('Calls by disposition 2026-06-10.csv');
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '"Report","Calls by disposition"',
      '"Period","2026-06-10"',
      '"Time zone","America/New_York"',
      '"Filters","None"',
      '"Note","These are your own figures."',
      '"Disposition","Calls","Talk time (s)","Answer rate"',
      '"Interested","14","854","1"',
      `"'=HYPERLINK(""http://evil.example"")","7","427","1"`,
      '"Total","21","1281","1"',
    ]),
  );
  const xlsx = await fileOf('xlsx');
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(new Uint8Array(xlsx.bytes))) rows.push(values);
  // A spreadsheet has time as a fraction of a day.
  const minutes = (at: string) => new Date(`1899-12-31T00:${at}.000Z`);
  expect(rows.at(-1)).toEqual(['Total', 21, minutes('21:21'), 1]);
  expect(rows.at(-2)).toEqual([evil, 7, minutes('07:07'), 1]);
  const sheet = strFromU8(unzipSync(new Uint8Array(xlsx.bytes))['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<c ');
  expect(sheet).not.toContain('<f>');
  const narrow = await fileOf('csv', admin, {
    filter: [{ field: 'disposition', op: 'notIn', values: [evil] }],
    groupBy: ['hour'],
    sort: undefined,
  });
  const text = new TextDecoder().decode(narrow.bytes);
  expect(text).toContain(`"Disposition is not ${evil.replaceAll('"', '""')}"`);
  expect(text).toContain('"14:00"');
  expect(text).toContain('"Total","14","854","1"');
});

it('a PDF is printed from the document that the job lays down, and handed out when it is there', async () => {
  const { admin, agent, custom, system, tenant } = await team();
  const { body } = await agent.call(reports.export, { custom, format: 'pdf' });
  const jobId = body.id;
  for (let page = 0; page < 4; page++) await system(() => workOn({ jobId }));
  const now = async () => (await admin.call(reports.getExport, { id: jobId })).body;
  expect(await now()).toMatchObject({ job: { status: 'running', seen: 21 }, downloadUrl: null });
  const asked = (await toldBy(tenant.id)).filter(({ type }) => type === 'document.print.requested');
  expect(asked).toHaveLength(1);
  const { documentKey, fileKey } = asked[0]!.data as Record<string, string>;
  const html = (await system(() => bucket('exports').get(documentKey!)))!.toString('utf8');
  expect(html).toContain('<td>=HYPERLINK(&quot;http://evil.example&quot;)</td>');
  expect(html).toMatch(/<tfoot><tr><td>Total<\/td><td class="n">21<\/td>/);
  await system(() => bucket('exports').put(fileKey!, '%PDF', 'application/pdf'));
  await system(() => workOn({ jobId }));
  const done = await now();
  expect(done.job.status).toBe('completed');
  expect(await (await fetch(done.downloadUrl!)).text()).toBe('%PDF');
});

it('tells what cannot be asked for', async () => {
  const { admin, agent, custom } = await team();
  const refusal = async (input: object) =>
    (await admin.call(reports.custom, { ...custom, ...input } as never)).body;
  expect((await refusal({ fields: ['dealsWon'] })).error).toMatch(/has no “Deals won”/);
  expect((await refusal({ groupBy: ['brand'] })).error).toMatch(/cannot be grouped or filtered by brand/);
  expect((await refusal({ sort: { field: 'entered' } })).error).toMatch(/one of its own columns/);
  expect((await refusal({ from: '2026-06-11' })).error).toBe('The last day lies before the first.');
  expect((await refusal({ from: undefined, to: '9999-12-31' })).error).toMatch(/from 2000 to 2099/);
  const strange = [
    { field: 'month', values: ['May'] },
    { field: 'week', values: ['2020-01-06'] },
  ];
  expect(
    (
      await admin.call(reports.custom, {
        ...custom,
        to: undefined,
        from: '2026-06-09',
        filter: strange,
      } as never)
    ).body,
  ).toMatchObject({ rows: [], filters: ['Month is May', 'Week is 2020-01-06'] });
  const get = async (input: object) => (await admin.call(reports.calls, input)).body;
  expect((await get({ from: '2026-01-01', to: '2026-04-03' })).error).toMatch(/^By day .* 92 days/);
  expect((await get({ from: '2025-01-01', to: '2026-01-02', groupBy: 'week' })).error).toBe(
    'A report covers at most 366 days.',
  );
  expect((await get({ from: '2025-01-01', to: '2026-01-01', groupBy: 'week' })).rows).toHaveLength(53);
  expect((await admin.call(reports.dids, { groupBy: 'agent' })).status).toBe(400);
  expect(await agent.call(reports.webhooks, {})).toMatchObject({
    status: 403,
    body: { error: 'Access denied. admin role required.' },
  });
  expect((await admin.call(reports.export, { format: 'csv' })).status).toBe(400);
});

import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { turn } from '#functions/leads/imports/turns.ts';
import { api } from '#shared/api/index.ts';
import type { ImportMapping } from '#shared/model/lead-import.ts';
import type { Report } from '#shared/model/report.ts';
import { eventually } from '#tests/support/eventually.ts';
import { toldBy } from '#tests/support/raw-items.ts';
import { countAll } from '#tests/support/report-figures.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { upload } from '#tests/support/upload-leads.ts';

// Needs a process of its own: it makes things in 2027, and ids never go back to today.

const { leads, reports, tenants } = api;

/** Figures of a report's rows by their first key, without rows of nothing. */
const rowsOf = ({ rows }: Report, ...names: string[]) =>
  new Map(
    rows
      .map(({ keys, values }): [string, Record<string, unknown>] => [
        keys[0]!,
        Object.fromEntries(names.map((name) => [name, values[name]])),
      ])
      .filter(([, figures]) => Object.values(figures).some((figure) => figure !== 0)),
  );

const dayMs = 86_400_000;

/** A company two days before a change of the clock. Ids count on with time, so time only goes on. */
async function company(zone: string, changeDay: string) {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const second = await tenant.user('agent');
  const { version } = (await admin.call(tenants.get, { id: tenant.id })).body;
  await admin.call(tenants.update, { id: tenant.id, timeZone: zone, version });
  const midnight = Date.parse(`${changeDay}T00:00:00Z`);
  const clock = timeTravel(new Date(midnight - 2 * dayMs).toISOString());
  return { tenant, admin, second, clock, midnight };
}

it('a report by stage counts a lead in every stage up to its last one, and once in the totals', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const histories = [[], ['contacted'], ['proposal', 'contacted'], ['won'], ['qualified', 'lost'], ['lost']];
  for (const [n, statuses] of histories.entries()) {
    const { body } = await admin.call(leads.create, {
      lastName: `Ito ${n}`,
      source: n < 3 ? 'Website' : 'Fair',
      dealAmount: 50,
    });
    for (const status of statuses) await admin.call(leads.update, { id: body.id, status });
  }
  const asked: { source: 'leads'; groupBy: string[]; fields: ('leadsCreated' | 'wonAmount')[] } = {
    source: 'leads',
    groupBy: ['stage'],
    fields: ['leadsCreated', 'wonAmount'],
  };
  const report = async (more: object = {}) =>
    (await admin.call(reports.custom, { ...asked, ...more })).body as Report;
  const figures = ({ rows }: Report) => rows.map(({ values }) => [values.stage, values.leadsCreated]);
  const all = await eventually(async () => {
    const made = await report();
    expect(made.totals).toEqual({ leadsCreated: 6, wonAmount: 50 });
    return made;
  });
  expect(figures(all)).toEqual([
    ['New', 6],
    ['Contacted', 4],
    ['Qualified', 3],
    ['Proposal', 2],
    ['Won', 1],
  ]);
  expect(all.rows.map(({ values }) => values.wonAmount)).toEqual([50, 50, 50, 50, 50]);
  expect(all.columns[0]!.order).toEqual(['new', 'contacted', 'qualified', 'proposal', 'won']);
  const ofSite = await report({ filter: [{ field: 'source', op: 'in', values: ['Website'] }] });
  expect(figures(ofSite).map(([, count]) => count)).toEqual([3, 2, 1, 1, 0]);
  const notQualified = await report({ filter: [{ field: 'stage', op: 'notIn', values: ['qualified'] }] });
  expect(figures(notQualified).map(([, count]) => count)).toEqual([3, 1, 0, 0, 0]);
  const behind = await admin.call(reports.rows, {
    custom: asked,
    measure: 'leadsCreated',
    groups: [['proposal']],
  });
  expect(behind.body.rows).toHaveLength(2);
  const byTwo = await admin.call(reports.custom, { ...asked, groupBy: ['stage', 'source'] });
  expect(byTwo.status).toBe(400);
});

describe.each([
  ['America/New_York', '2027-03-14', '2027-03-12', '2027-03-17'],
  ['Australia/Lord_Howe', '2027-04-04', '2027-04-02', '2027-04-07'],
])('reports of a company in %s about the change of its clock', (zone, changeDay, from, to) => {
  it('say of leads what is there and what was, without an import that was undone', async () => {
    const { tenant, admin, second, clock } = await company(zone, changeDay);
    clock.forward({ minutes: 20 });
    const made: string[] = [];
    for (let n = 0; n < 8; n++) {
      clock.forward({ minutes: 7 * 60 + 11 });
      const ownerId = n % 2 ? tenant.agent.userId : n === 4 ? null : second.userId;
      const { body } = await admin.call(leads.create, {
        lastName: `Ito ${n}`,
        source: n % 3 ? 'Website' : '',
        dealAmount: 100.1,
        ownerId,
      });
      made.push(body.id);
    }
    await admin.call(leads.remove, { id: made[1]!, force: 'true' });
    for (const at of [2, 3, 4]) await admin.call(leads.update, { id: made[at]!, status: 'won' });
    await admin.call(leads.update, { id: made[3]!, status: 'lost' });
    const uploadId = await upload(admin, 'First name,Mobile\nAnn,3055557001\nBob,3055557002\n');
    const { body: reading } = await admin.call(leads.previewImport, { uploadId });
    const mapping = reading.mapping as ImportMapping;
    const begun = await admin.call(leads.startImport, { uploadId, filename: 'list.csv', mapping });
    const work = async (status: string) => {
      for (let n = 0; n < 20; n++) {
        await asSystem(tenant.id, 'imports', () => turn(begun.body.id));
        const now = (await admin.call(leads.getImport, { id: begun.body.id })).body;
        if (now.status === status) return;
      }
      throw new Error(`The import does not become ${status}.`);
    };
    await work('completed');
    await admin.call(leads.undoImport, { id: begun.body.id });
    await work('undone');
    const told = await toldBy(tenant.id);
    await countAll(told);
    clock.forward({ days: 3 });
    const byDay = (await admin.call(reports.leads, { from, to })).body;
    expect(byDay.totals).toMatchObject({ leadsCreated: 8, dealsWon: 2, dealAmount: 200.2 });
    // The index of leads tells of the newest a moment late.
    const bySource = await eventually(async () => {
      const { body } = await admin.call(reports.leads, { from, to, groupBy: 'source' });
      expect(body.rows).toHaveLength(3);
      return body;
    });
    expect(
      bySource.rows.map(({ values }) => [values.source, values.leadsCreated, values.leadsConverted]),
    ).toEqual([
      ['Website', 4, 2],
      ['No source', 3, 0],
      ['Deleted since', 1, 0],
    ]);
    expect(bySource.totals).toMatchObject({ leadsCreated: 8, leadsConverted: 2 });
    const byAgent = (await admin.call(reports.leads, { from, to, groupBy: 'agent' })).body;
    expect(byAgent.totals).toEqual(byDay.totals);
    expect(rowsOf(byAgent, 'leadsCreated', 'dealsWon')).toEqual(
      new Map([
        [tenant.agent.userId, { leadsCreated: 3, dealsWon: 0 }],
        [second.userId, { leadsCreated: 3, dealsWon: 1 }],
        ['', { leadsCreated: 1, dealsWon: 1 }],
        ['\u0000rest', { leadsCreated: 1, dealsWon: 0 }],
      ]),
    );
    const own = (await as(second).call(reports.leads, { from, to })).body;
    expect(own.totals).toMatchObject({ leadsCreated: 3, dealsWon: 1, dealAmount: 100.1 });
    const [{ link }] = bySource.rows as [Report['rows'][number]];
    const listed = await admin.call(leads.query, { filter: JSON.parse(link!.query.filter!) });
    expect(listed.body.leads).toHaveLength(4);
  });
});

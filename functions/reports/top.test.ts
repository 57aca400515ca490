import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { othersKey, type Report } from '#shared/model/report.ts';
import { eventually } from '#tests/support/eventually.ts';
import { rowsBehind } from '#tests/support/report-rows.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/*
 * Needs a process of its own: ids never go back in time within one, so that leads made after a test whose clock was
 * ahead would count as of that day, and not as of today.
 */

const { leads, reports } = api;

it('a report shows its first rows, and all others as one whose figures and rows are theirs', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const counts = { Fair: 4, Website: 3, Flyer: 2, Radio: 1, '': 1 };
  for (const [source, count] of Object.entries(counts))
    for (let n = 0; n < count; n++) {
      const { body } = await admin.call(leads.create, { lastName: `Ito ${n}`, source, dealAmount: 10.1 });
      // One each of Flyer and Radio is won, so the share of all others is two of four.
      if (n === 0 && ['Flyer', 'Radio'].includes(source))
        await admin.call(leads.update, { id: body.id, status: 'won' });
    }
  const fields = ['leadsCreated', 'leadsConverted', 'conversionRate', 'wonAmount'] as const;
  const asked = { source: 'leads' as const, groupBy: ['source'], fields: [...fields] };
  const report = async (more: object) =>
    (await admin.call(reports.custom, { ...asked, ...more })).body as Report;
  const figures = ({ rows }: Report) =>
    rows.map(({ keys, values }) => [keys[0], values.source, ...fields.map((name) => values[name])]);
  const top = await eventually(async () => {
    const made = await report({ top: 2 });
    expect(made.totals).toMatchObject({ leadsCreated: 11, leadsConverted: 2 });
    return made;
  });
  expect(figures(top)).toEqual([
    ['Fair', 'Fair', 4, 0, 0, 0],
    ['Website', 'Website', 3, 0, 0, 0],
    [othersKey, '3 others', 4, 2, 0.5, 20.2],
  ]);
  // The rows behind all others are those of their groups.
  const { groups = [] } = top.rows[2]!;
  expect(groups.flat().sort()).toEqual(['', 'Flyer', 'Radio']);
  const of = { custom: { ...asked, top: 2 } };
  expect(await rowsBehind(admin, of, 'leadsCreated', groups)).toHaveLength(4);
  // The first by another figure; what has none comes last both ways.
  const best = await report({ top: 1, sort: { field: 'conversionRate', direction: 'desc' } });
  expect(figures(best).map(([key]) => key)).toEqual(['Radio', othersKey]);
  const whole = await report({ top: 5 });
  expect(whole.rows.map(({ keys }) => keys[0])).toEqual(['Fair', 'Website', 'Flyer', '', 'Radio']);
  for (const more of [{ groupBy: ['source', 'agent'] }, { groupBy: ['day'] }, { groupBy: ['stage'] }])
    expect((await admin.call(reports.custom, { ...asked, top: 2, ...more })).body).toMatchObject({
      error: expect.stringContaining('Only a report by one thing'),
    });
  for (const number of [0, 101, 1.5])
    expect((await admin.call(reports.custom, { ...asked, top: number })).status).toBe(400);
});

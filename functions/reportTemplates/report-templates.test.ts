import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

const { calls, reportTemplates } = api;
/** A Wednesday, noon in New York. */
const noon = '2026-06-10T16:00:00.000Z';

const ownCalls = (...groupBy: string[]) => ({
  source: 'calls' as const,
  fields: ['calls' as const],
  groupBy,
});
const weekly = { name: 'Calls', report: 'calls' as const, parameters: { period: 'lastWeek' as const } };

async function floor() {
  const tenant = await freshTenant();
  const other = await tenant.user('agent');
  return { tenant, admin: as(tenant.admin), agent: as(tenant.agent), other: as(other) };
}

describe('templates of reports', () => {
  it('are of whoever made them until they are shared, and admins see all', async () => {
    const { admin, agent, other } = await floor();
    const { body: made } = await agent.call(reportTemplates.create, { ...weekly, columns: ['calls'] });
    expect(made).toMatchObject({
      columns: ['calls'],
      shared: false,
      isMine: true,
      mayEdit: true,
      schedule: null,
    });
    const names = async (who: typeof agent) =>
      (await who.call(reportTemplates.list, {})).body.templates.map(({ name }) => name);
    expect([await names(agent), await names(other), await names(admin)]).toEqual([['Calls'], [], ['Calls']]);
    for (const call of [reportTemplates.get, reportTemplates.remove, reportTemplates.execute] as const)
      expect((await other.call(call, { id: made.id })).status).toBe(404);
    const shared = await agent.call(reportTemplates.update, {
      id: made.id,
      shared: true,
      version: made.version,
    });
    expect(shared.body).toMatchObject({ name: 'Calls', columns: ['calls'], shared: true, version: 2 });
    expect(await names(other)).toEqual(['Calls']);
    expect((await other.call(reportTemplates.get, { id: made.id })).body).toMatchObject({
      isMine: false,
      mayEdit: false,
    });
    for (const change of [{ name: 'Mine' }, { shared: false }])
      expect((await other.call(reportTemplates.update, { id: made.id, ...change })).status).toBe(403);
    expect((await other.call(reportTemplates.remove, { id: made.id })).status).toBe(403);
    const late = await agent.call(reportTemplates.update, { id: made.id, name: 'Late', version: 1 });
    expect(late.status).toBe(409);
    expect((await admin.call(reportTemplates.remove, { id: made.id })).body.message).toMatch(/“Calls”/);
    expect(await names(agent)).toEqual([]);
  });

  it('have the star of each by themselves, and those with it come first', async () => {
    const { admin, agent, other } = await floor();
    const ids: string[] = [];
    for (const name of ['Calls', 'Deals', 'Texts'])
      ids.push((await admin.call(reportTemplates.create, { ...weekly, name, shared: true })).body.id);
    const star = (who: typeof agent, n: number, starred: boolean) =>
      who.call(reportTemplates.star, { id: ids[n]!, starred });
    const listed = async (who: typeof agent) =>
      (await who.call(reportTemplates.list, {})).body.templates.map(
        ({ name, isStarred }) => `${name}${isStarred ? '*' : ''}`,
      );
    // Done twice it is done once.
    for (const _ of [1, 2]) expect((await star(agent, 2, true)).body).toMatchObject({ isStarred: true });
    expect(await listed(agent)).toEqual(['Texts*', 'Calls', 'Deals']);
    expect(await listed(other)).toEqual(['Calls', 'Deals', 'Texts']);
    for (const _ of [1, 2]) await star(agent, 2, false);
    expect(await listed(agent)).toEqual(['Calls', 'Deals', 'Texts']);
    const own = await agent.call(reportTemplates.create, { ...weekly, name: 'Mine' });
    expect((await other.call(reportTemplates.star, { id: own.body.id, starred: true })).status).toBe(404);
    const stranger = as((await freshTenant()).admin);
    expect((await stranger.call(reportTemplates.star, { id: ids[0]!, starred: true })).status).toBe(404);
  });

  it.each([
    [
      'a grouping it has not',
      { report: 'webhooks', parameters: { period: 'today', groupBy: 'agent' } },
      /grouped by agent/,
    ],
    ['a column it has not', { columns: ['dealsWon'] }, /no column “dealsWon”/],
    ['no figures of its own', { report: 'custom' }, /what the report counts/],
    [
      'a pivot table of one grouping',
      {
        report: 'custom',
        parameters: { period: 'today', custom: ownCalls('day'), pivot: { figure: 'calls' } },
      },
      /two groupings/,
    ],
    [
      'a pivot table of a figure it has not',
      {
        report: 'custom',
        parameters: { period: 'today', custom: ownCalls('day', 'agent'), pivot: { figure: 'talkSeconds' } },
      },
      /no figure “talkSeconds”/,
    ],
    [
      'a pivot table of a report by its name',
      { parameters: { period: 'today', pivot: { figure: 'calls' } } },
      /two groupings/,
    ],
    [
      'days that end before they begin',
      { parameters: { period: { from: '2026-06-02', to: '2026-06-01' } } },
      /before/,
    ],
    ['a field that there is not', { colour: 'red' }, /./],
  ])('are refused with %s', async (_, given, says) => {
    const { agent } = await floor();
    const { status, body } = await agent.call(reportTemplates.create, { ...weekly, ...given } as never);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(says);
  });

  it('make their report of the days that their period means now, with their columns', async () => {
    const { agent, admin } = await floor();
    timeTravel(noon);
    for (const phone of ['+13055550201', '+13055550202'])
      await agent.call(calls.create, { phone, talkSeconds: 30, startedAt: '2026-06-04T15:00:00.000Z' });
    const own = {
      source: 'calls' as const,
      fields: ['calls' as const, 'talkSeconds' as const],
      groupBy: ['day'],
    };
    const { body: made } = await agent.call(reportTemplates.create, {
      name: 'Own',
      report: 'custom',
      parameters: { period: 'lastWeek', custom: own },
      columns: ['talkSeconds'],
      shared: true,
    });
    const { body } = await agent.call(reportTemplates.execute, { id: made.id });
    expect(body).toMatchObject({
      from: '2026-06-01',
      to: '2026-06-07',
      run: null,
      totals: { talkSeconds: 60 },
    });
    if (!('columns' in body)) throw new Error('It answered no report.');
    expect(body.columns.map(({ key }) => key)).toEqual(['day', 'talkSeconds']);
    const today = await admin.call(reportTemplates.execute, { id: made.id, period: 'today' });
    expect(today.body).toMatchObject({ from: '2026-06-10', to: '2026-06-10' });
  });

  it('keep that they are shown as a pivot table', async () => {
    const { agent } = await floor();
    const parameters = {
      period: 'lastWeek' as const,
      custom: ownCalls('agent', 'day'),
      pivot: { figure: 'calls' },
    };
    const made = await agent.call(reportTemplates.create, { name: 'Table', report: 'custom', parameters });
    expect(made.status).toBe(201);
    const { body } = await agent.call(reportTemplates.get, { id: made.body.id });
    expect(body.parameters.pivot).toEqual({ figure: 'calls' });
  });
});

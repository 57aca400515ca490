import { beforeAll, expect, it } from 'vitest';
import { chartsOfSigns } from '#functions/content/api.ts';
import { publishNow } from '#functions/content/publications/snapshot.ts';
import { chartsNow } from '#functions/content/variables/charts.ts';
import { asSystem, onBehalfOf } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { newElement } from '#shared/scene/registry.ts';
import { toldBy } from '#tests/support/raw-items.ts';
import { countAll } from '#tests/support/report-figures.ts';
import { anybody, as, freshTenant, type TestUser } from '#tests/support/tenant.ts';
import { signChartsOf } from './sign-charts.ts';

const { calls, content, users } = api;
beforeAll(() => {
  chartsOfSigns.register(signChartsOf);
});

let count = 0;
const elementOf = (properties: JsonMap) => {
  const id = `elm_chart_${process.pid}_${count++}`;
  const { version: _, ...element } = newElement('report_chart', { id, x: 0, y: 0, layerOrder: count });
  return { ...element, properties: { ...element.properties, ...properties } };
};

/** Two agents with calls of today: the first has two, the second one. */
async function floor() {
  const tenant = await freshTenant();
  const second = await tenant.user('agent');
  const at = new Date(Date.now() - 60_000).toISOString();
  for (const [n, user] of [tenant.agent, tenant.agent, second].entries())
    await as(user).call(calls.create, { phone: `+1305555010${n}`, startedAt: at, talkSeconds: 60 });
  await countAll(await toldBy(tenant.id));
  const admin = as(tenant.admin);
  /** Publishes a sign as somebody, and asks for its figures as a visitor. */
  const chartsOf = async (by: TestUser | undefined, ...shown: JsonMap[]) => {
    const { body } = await admin.call(content.create, { name: 'Wall', elements: shown.map(elementOf) });
    await asSystem(tenant.id, 'test', () =>
      by
        ? onBehalfOf({ userId: by.userId, role: by.role, username: by.username }, 'test', () =>
            publishNow(body.id),
          )
        : publishNow(body.id),
    );
    const { publicId } = (await admin.call(content.get, { id: body.id })).body;
    const ask = () => anybody(tenant.address).call(content.publicCharts, { publicId: publicId! });
    return { ask, publicId: publicId! };
  };
  return { tenant, admin, second, chartsOf };
}

const callsByAgent = { measure: 'calls', groupBy: 'agent', period: 'today' };

it('a published sign is told the figures that its charts show, as the reports have them, and no others', async () => {
  const { tenant, admin, chartsOf } = await floor();
  const twice = { measure: 'dealsWon', groupBy: 'source', period: 'today' };
  const { ask, publicId } = await chartsOf(tenant.admin, callsByAgent, callsByAgent, twice);
  const { status, body, headers } = await ask();
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=30');
  const { rows, totals } = (await admin.call(api.reports.agents, {})).body;
  expect(body.charts).toEqual([
    {
      key: 'calls agent today',
      problem: '',
      rows: rows.map(({ values }) => ({ label: values.agent, value: values.calls })),
      total: totals.calls,
    },
    {
      key: 'dealsWon source today',
      problem: '“Deals won” cannot be shown by source.',
      rows: [],
      total: null,
    },
  ]);
  expect(body.charts[0]!.rows[0]!.value).toBe(2);
  expect(body.charts[0]!.total).toBe(3);
  const none = await chartsOf(tenant.admin);
  expect((await none.ask()).body).toEqual({ charts: [] });
  const guessed = publicId.replace(/_[^_]+$/, '_nothing');
  expect((await anybody().call(content.publicCharts, { publicId: guessed })).status).toBe(404);
});

it('an agent’s sign has their own rows, and nobody’s once they have left', async () => {
  const { second, admin, chartsOf } = await floor();
  const { ask } = await chartsOf(second, callsByAgent);
  const own = (await ask()).body.charts[0]!;
  expect(own.rows.filter(({ value }) => value > 0).map(({ value }) => value)).toEqual([1]);
  expect(own.total).toBe(1);
  const { version } = (await admin.call(users.get, { id: second.userId })).body;
  await admin.call(users.update, { id: second.userId, isActive: false, version });
  expect((await ask()).body.charts[0]).toMatchObject({
    rows: [],
    problem: expect.stringMatching(/need somebody/),
  });
  const { ask: nobodys } = await chartsOf(undefined, callsByAgent);
  expect((await nobodys()).body.charts[0]).toMatchObject({
    rows: [],
    problem: expect.stringMatching(/need somebody/),
  });
});

it('an export has them as whoever asks for it sees them', async () => {
  const { tenant, second } = await floor();
  const seenBy = ({ userId, role, username }: TestUser) =>
    asSystem(tenant.id, 'test', () =>
      onBehalfOf({ userId, role, username }, 'test', () => chartsNow([elementOf(callsByAgent) as never])),
    );
  const sum = (data: Record<string, unknown>) =>
    (data.reports as Record<string, { rows: { value: number }[] }>)['calls agent today']!.rows.reduce(
      (all, { value }) => all + value,
      0,
    );
  expect([sum(await seenBy(tenant.admin)), sum(await seenBy(second))]).toEqual([3, 1]);
  expect(await asSystem(tenant.id, 'test', () => chartsNow([]))).toEqual({});
});

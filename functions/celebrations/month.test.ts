import { describe, expect, it } from 'vitest';
import { recordsOf } from '#functions/content/personalised/records.ts';
import { findBatch } from '#functions/content/personalised/store.ts';
import { clock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { openOffice } from '#tests/support/celebrations.ts';
import { formOf, plain } from '#tests/support/rep-photos.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { as } from '#tests/support/tenant.ts';

/* Who won how much in a month, and a video for each of the best. */

const { celebrations, repPhotos } = api;
const sandbox = withSandbox();

/** An office in which two agents rang bells, and somebody's sale was called off. */
async function office() {
  const own = await openOffice(sandbox);
  const { tenant, admin, agent, ring, time } = own;
  const ann = await tenant.user('agent', { username: 'ann' });
  const rung = async (who: typeof admin, amount: number) => {
    const { body } = await ring(who, { customer: 'Hopper', amount });
    time.forward({ seconds: 1 });
    return body.id;
  };
  await rung(agent, 100);
  await rung(agent, 50);
  await rung(as(ann), 400);
  await admin.call(celebrations.undo, { id: await rung(agent, 9000) });
  const month = async (wanted?: string) =>
    (await admin.call(celebrations.month, wanted ? { month: wanted } : {})).body;
  return { ...own, ann, rung, month };
}

describe('the best of a month', () => {
  it('are those who won the most, without what was called off', async () => {
    const { tenant, ann, month } = await office();
    expect(await month()).toEqual({
      month: '2026-06',
      months: ['2026-06', '2026-05'],
      winners: [
        { repId: ann.userId, repName: 'Ann Tester', repPhoto: null, sales: 1, amount: 400 },
        { repId: tenant.agent.userId, repName: 'Agent Tester', repPhoto: null, sales: 2, amount: 150 },
      ],
      sales: 3,
      amount: 550,
    });
  });

  it('are of the month by the workspace’s calendar, and of this one and the last alone', async () => {
    const { admin, agent, rung, month, time } = await office();
    // The first of July in UTC, and the last of June in New York.
    time.forward({ seconds: (Date.parse('2026-07-01T03:59:50Z') - clock.now()) / 1000 });
    await rung(agent, 1000);
    time.forward({ minutes: 1 });
    await rung(agent, 7);
    expect((await month()).winners).toMatchObject([{ amount: 7 }]);
    expect((await month('2026-06')).winners).toMatchObject([{ amount: 1150 }, { amount: 400 }]);
    const old = await admin.call(celebrations.month, { month: '2026-05' });
    expect([old.status, JSON.stringify(old.body)]).toEqual([
      400,
      expect.stringContaining('kept for 90 days'),
    ]);
    expect((await admin.call(celebrations.month, { month: '2026-13' })).status).toBe(400);
  });

  it('have a video each, of one sign with their faces and sums, once for one request', async () => {
    const { tenant, admin, agent, system, projectId, ann } = await office();
    const form = await formOf({ photo: await plain(), repEmail: ann.email });
    const { body: photo } = await admin.call(repPhotos.upload, {}, form);
    const wanted = { requestId: 'best-of-june', month: '2026-06', projectId, winners: 5, seconds: 4 };
    const first = await agent.call(celebrations.monthVideos, wanted);
    expect([first.status, first.body]).toMatchObject([202, { total: 2, name: 'Best of June 2026' }]);
    expect((await agent.call(celebrations.monthVideos, wanted)).body.id).toBe(first.body.id);
    const batch = (await system(() => findBatch(first.body.id)))!;
    expect(batch.options).toMatchObject({ exportType: 'video', duration: 4, dimensions: { width: 1280 } });
    const records = await system(() => recordsOf(batch));
    expect(records).toMatchObject([
      {
        name: 'Ann Tester',
        data: {
          rep: { name: 'Ann Tester', photo: photo.previewUrls.large },
          lead: { name: '1 sale in June 2026', dealAmount: 400 },
          deal: { amount: 400 },
          external: { month: 'June 2026', place: 1, sales: 1 },
        },
      },
      { name: 'Agent Tester', data: { lead: { name: '2 sales in June 2026' }, deal: { amount: 150 } } },
    ]);
    const usage = (await admin.call(repPhotos.usage, {})).body;
    expect(usage.usageByFeature.celebrationVideos).toBe(2);
    const { history } = (await admin.call(repPhotos.history, {})).body;
    expect(
      history
        .filter(({ action }) => action === 'video')
        .map(({ repEmail }) => repEmail)
        .sort(),
    ).toEqual([ann.email, tenant.agent.email].sort());
  });

  it('are none where nobody has won, and a vendor hears of neither', async () => {
    const { admin, projectId, tenant } = await openOffice(sandbox);
    const wanted = { requestId: 'best-of-june', month: '2026-06', projectId };
    const none = await admin.call(celebrations.monthVideos, wanted);
    expect([none.status, JSON.stringify(none.body)]).toEqual([
      409,
      expect.stringContaining('Nobody has won anything in June 2026.'),
    ]);
    const vendor = as(tenant.vendor);
    expect((await vendor.call(celebrations.month, {})).status).toBe(403);
    expect((await vendor.call(celebrations.monthVideos, wanted)).status).toBe(403);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { workOn } from '#functions/jobs/worker.ts';
import { findLead } from '#functions/leads/api.ts';
import { api } from '#shared/api/index.ts';
import type { RetentionRun } from '#shared/model/retention.ts';
import { killedAfter } from '#tests/support/killed.ts';
import { days, makeCall, makeLead, makeSubmission, months, office } from '#tests/support/retention.ts';
import { retentionWork } from './due.ts';
import { runLimits } from './run.ts';
import { findRun } from './store.ts';

const then = '2024-05-05T12:00:00.000Z';
const most = { ...runLimits };
afterEach(() => void Object.assign(runLimits, most));

/** A run over leads, calls and forms that is about to begin, some of it to stay. */
async function begun() {
  const world = await office();
  const leadIds = [await makeLead(world, then), await makeLead(world, then)];
  const held = await makeLead(world, then);
  await world.admin.call(api.privacy.setHold, { id: held, onHold: true });
  await makeCall(world, '2024-05-06T12:00:00.000Z', { leadId: held });
  await makeCall(world, '2024-05-06T12:00:00.000Z');
  await makeSubmission(world, then);
  for (const kind of ['leads', 'callNotes', 'submissions']) await world.setRule(kind, months(12));
  return { ...world, leadIds, held };
}

/** What a certificate says, but for the moments at which it was worked. */
const figures = ({ results }: RetentionRun) =>
  results.map(({ kind, found, erased, spared, failed }) => ({ kind, found, erased, spared, failed }));

const certificate = [
  { kind: 'leads', found: 3, erased: 2, spared: [{ reason: 'legalHold', count: 1 }], failed: 0 },
  { kind: 'callNotes', found: 2, erased: 1, spared: [{ reason: 'legalHold', count: 1 }], failed: 0 },
  { kind: 'submissions', found: 1, erased: 1, spared: [], failed: 0 },
];

describe('a run', () => {
  it('that nothing disturbs has this certificate', async () => {
    const { night, system, leadIds } = await begun();
    expect(figures(await night())).toEqual(certificate);
    for (const id of leadIds) expect(await system(() => findLead(id))).toBeUndefined();
  }, 60_000);

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16])(
    'that is killed after %i transactions and then worked twice at once has the same certificate',
    async (transactions) => {
      const { nightFalls, finish, jobOf, system, time, leadIds, held } = await begun();
      const runId = (await nightFalls())!;
      const jobId = await jobOf(runId);
      const revive = killedAfter(transactions);
      await system(() => workOn({ jobId })).catch(() => undefined);
      revive();
      // The lease of whoever was killed runs out.
      time.forward(61_000);
      await Promise.allSettled([system(() => workOn({ jobId })), system(() => workOn({ jobId }))]);
      time.forward(61_000);
      expect(figures(await finish(runId))).toEqual(certificate);
      await system(() => workOn({ jobId }));
      expect(figures(await finish(runId))).toEqual(certificate);
      for (const id of leadIds) expect(await system(() => findLead(id))).toBeUndefined();
      expect(await system(() => findLead(held))).toBeDefined();
    },
    60_000,
  );

  it('begins once however often the sweeper looks, also where it was killed between', async () => {
    const { nightFalls, system, runs, setRule, finish } = await office();
    await setRule('leads', months(12));
    const runId = (await nightFalls())!;
    await Promise.all([1, 2, 3].map(() => system(() => retentionWork.look('turn'))));
    expect((await runs()).map(({ id }) => id)).toEqual([runId]);
    expect((await finish(runId)).status).toBe('completed');
  });

  it('begins once where two sweepers look at the same instant', async () => {
    const { time, system, runs, setRule, overview } = await office();
    await setRule('leads', months(12));
    time.set((await overview()).kinds[0]!.nextRunAt!);
    await Promise.allSettled([1, 2, 3].map(() => system(() => retentionWork.look('turn'))));
    expect(await runs()).toHaveLength(1);
  });

  it('waits a night while the one before goes on', async () => {
    const { nightFalls, runs, setRule } = await office();
    await setRule('leads', months(12));
    const first = await nightFalls();
    expect(first).not.toBeNull();
    expect(await nightFalls()).toBeNull();
    expect(await runs()).toHaveLength(1);
  });

  it('takes so much and no more, and the next one goes on where it stopped', async () => {
    runLimits.items = 100;
    const { setRule, night, ...world } = await office();
    for (let n = 0; n < 130; n++) await makeSubmission({ setRule, night, ...world }, then);
    await setRule('submissions', days(30));
    expect((await night()).results[0]).toMatchObject({ erased: 100, goesOn: true });
    expect((await night()).results[0]).toMatchObject({ erased: 30, goesOn: false });
    expect((await night()).results[0]).toMatchObject({ found: 0, goesOn: false });
  }, 60_000);

  it('lets stay what somebody has touched between its plan and its erasure', async () => {
    const world = await office();
    const { nightFalls, finish, jobOf, system, time, setRule, admin } = world;
    const [goes, stays] = [await makeLead(world, then), await makeLead(world, then)];
    await setRule('leads', months(12));
    const runId = (await nightFalls())!;
    const jobId = await jobOf(runId);
    // The plan is written down, and then the worker dies.
    const revive = killedAfter(2);
    await system(() => workOn({ jobId })).catch(() => undefined);
    revive();
    expect(await system(() => findLead(goes))).toBeDefined();
    await admin.call(api.leads.update, { id: stays, company: 'Back again' });
    time.forward(61_000);
    const { results } = await finish(runId);
    expect(results[0]).toMatchObject({ found: 2, erased: 1, spared: [{ reason: 'contacted', count: 1 }] });
    expect(await system(() => findLead(stays))).toMatchObject({ company: 'Back again' });
    expect((await system(() => findRun(runId)))!.endedAt).not.toBeNull();
  }, 60_000);
});

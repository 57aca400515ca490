import { describe, expect, it, vi } from 'vitest';
import { enrol } from '#functions/journeys/enrol.ts';
import { findEnrolment } from '#functions/journeys/store/enrolments.ts';
import { openEnrolments } from '#functions/journeys/store/memberships.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { removeLead } from '#functions/leads/write.ts';
import { api } from '#shared/api/index.ts';
import { expectNoneDue } from '#tests/support/due.ts';
import { hours, line, setUp } from '#tests/support/journeys.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { timeTravel } from '#tests/support/time.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';
import { attemptCall, callEnded } from './call.ts';
import { findRun } from './call-store.ts';
import { effectsOf } from './effects.ts';
import { resumeOnTags } from './resume-on-tags.ts';

/* What a webhook's work hears twice or late, and what can never succeed. */

const sandbox = withSandbox();

/** A webhook that calls at noon in New York. */
async function caller(callConfig: object, phone: string) {
  const time = timeTravel('2026-06-10T16:00:00.000Z');
  const hook = await withWebhook({ webhookType: 'call', callConfig: { enabled: true, ...callConfig } });
  const done = await hook.deliver({ phone, name: 'Ada Lovelace' });
  const runId = deterministicId('wcr', done.id, '0');
  const run = () => hook.system(() => findRun(runId)).then((found) => found!);
  return { ...hook, time, done, runId, run };
}

describe('the calls of a webhook', () => {
  it('count the end of each once, also one that is told again after the next', async () => {
    const { system, run, runId, time } = await caller(
      { maxAttempts: 4, delayBetweenCalls: 60 },
      '+13055550171',
    );
    const first = (await run()).callId!;
    await system(() => callEnded(runId, first, 'no-answer'));
    time.forward({ seconds: 61 });
    await system(() => attemptCall(runId));
    const second = (await run()).callId!;
    await system(() => callEnded(runId, second, 'no-answer'));
    await system(() => callEnded(runId, first, 'no-answer'));
    expect(await run()).toMatchObject({ state: 'waiting', ended: 2 });
  });

  it('are given up when their lead is gone', async () => {
    const { system, run, runId, time, done } = await caller(
      { maxAttempts: 4, delayBetweenCalls: 60 },
      '+13055550172',
    );
    await system(async () => callEnded(runId, (await findRun(runId))!.callId!, 'busy'));
    await system(() => removeLead(done.results[0]!.leadId!, false));
    time.forward({ seconds: 61 });
    await system(() => attemptCall(runId));
    expect(await run()).toMatchObject({
      state: 'given_up',
      due: 'idle',
      note: expect.stringMatching(/lead/i),
    });
    await system(() => expectNoneDue('webhookCall'));
  });

  it('are not made later when the row has said that they cannot be made', async () => {
    vi.stubEnv('SANDBOX_URL', '');
    try {
      const { run, done } = await caller({}, '+13055550173');
      expect(await run()).toMatchObject({ state: 'given_up', due: 'idle' });
      expect(done.results[0]!.notes.join(' ')).toMatch(/No telephone exchange/);
    } finally {
      vi.stubEnv('SANDBOX_URL', sandbox().origin);
    }
  });
});

it('a row that is worked twice is in its journey once, even where leads may come in at any time', async () => {
  const { tenant, id, publish, system } = await setUp(line(hours(1)), { reentry: { rule: 'always' } });
  await publish();
  const hook = await withWebhook({ autoEnrollJourneyId: id }, tenant);
  const { id: deliveryId, results } = await hook.deliver({ phone: number(1), name: 'Ada Lovelace' });
  const leadId = results[0]!.leadId!;
  const { body: fields } = await hook.admin.call(api.webhooks.get, { id: hook.webhook.id });
  await system(() =>
    effectsOf({ id: hook.webhook.id, fields }, Date.now).enrol(id, leadId, `${deliveryId}#0`),
  );
  expect(await system(() => openEnrolments(leadId))).toHaveLength(1);
});

it('a tag that the lead had already does not end its pause', async () => {
  const { tenant, id, publish, lead, system } = await setUp(line(hours(1)));
  await publish();
  const phone = number(7);
  const leadId = await lead({ phones: [phone], tags: ['back'] });
  const enrolmentId = (await system(() => enrol(id, [leadId], { how: 'manual' })))[0]!.enrolmentId!;
  const pauseConfig = { resumeTag: 'back', until: { kind: 'manual' } };
  const hook = await withWebhook({ webhookType: 'pause', pauseConfig, tags: ['asked'] }, tenant);
  expect((await hook.deliver({ phone })).results).toMatchObject([{ outcome: 'paused' }]);
  const told = (before: string[], after: string[]) =>
    system(() =>
      resumeOnTags({
        type: 'lead.updated',
        eventId: 'evt_1',
        entityId: leadId,
        at: new Date().toISOString(),
        data: { changes: [{ field: 'tags', before, after }] },
      }),
    );
  const status = () => system(async () => (await findEnrolment(enrolmentId))!.status);
  // What the webhook's own tag tells.
  await told(['back'], ['back', 'asked']);
  expect(await status()).toBe('paused');
  await told(['asked'], ['asked', 'back']);
  expect(await status()).toBe('active');
});

it('deliveries with large payloads are all listed', async () => {
  const { post, admin, webhook } = await withWebhook();
  for (let n = 0; n < 6; n++)
    expect((await post({ phone: number(20 + n), note: 'x'.repeat(290_000), n })).status).toBe(202);
  const listed = async (query: object) => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await admin.call(api.webhooks.deliveries, {
        id: webhook.id,
        ...query,
        ...(cursor ? { cursor } : {}),
      });
      ids.push(...body.deliveries.map((one) => one.id));
      if (!body.nextCursor) return ids;
      cursor = body.nextCursor;
    }
  };
  expect(await listed({ limit: 50 })).toHaveLength(6);
  expect(await listed({ limit: 2 })).toHaveLength(6);
  expect(await listed({ limit: 2, status: 'received' })).toHaveLength(6);
});

import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';

const ada = { phone: number(1), name: 'Ada Lovelace', email: 'ada@example.com' };

describe('a webhook of the type go', () => {
  it('makes leads by its mapping, with its brand, source and tags', async () => {
    const hook = await withWebhook({
      fieldMapping: {
        phone: 'data.contact.phone_number',
        name: 'data.contact["full name"]',
        email: 'data.emails[0]',
        more: [{ path: 'data.company', field: 'company' }],
      },
      tags: ['web'],
      tagRules: [
        { field: 'data.budget', op: 'atLeast', value: '1000', tags: ['large'] },
        { field: 'data.budget', op: 'atMost', value: '10', tags: ['small'] },
      ],
    });
    const done = await hook.deliver({
      data: {
        contact: { phone_number: '(305) 555-0001', 'full name': 'Ada Lovelace' },
        emails: ['ADA@example.com'],
        company: 'Analytical',
        budget: 5000,
      },
    });
    expect(done).toMatchObject({ status: 'succeeded', succeeded: 1, failed: 0 });
    expect(done.results).toMatchObject([{ outcome: 'created', phone: number(1), tags: ['web', 'large'] }]);
    expect(await hook.leads()).toMatchObject([
      {
        id: done.results[0]!.leadId,
        firstName: 'Ada',
        lastName: 'Lovelace',
        phone: number(1),
        email: 'ada@example.com',
        company: 'Analytical',
        brand: 'Northwind',
        source: 'Website',
        tags: ['web', 'large'],
        createdBy: hook.webhook.id,
      },
    ]);
  });

  it('tells row by row what is wrong, and brings in the others', async () => {
    const hook = await withWebhook({ validationRules: { requireName: true, requireEmail: true } });
    const done = await hook.deliver([
      ada,
      { name: 'No phone', email: 'a@example.com' },
      { phone: '12', name: 'Short', email: 'a@example.com' },
      { phone: number(3), email: 'a@example.com' },
      { phone: number(4), name: 'No mail' },
      { phone: number(5), name: 'Bad mail', email: 'nonsense' },
      'text',
    ]);
    expect(done).toMatchObject({ status: 'partial', rows: 7, done: 7, succeeded: 1, failed: 6 });
    expect(done.results.map(({ error }) => error)).toEqual([
      null,
      'A phone number is required.',
      '12 is not a phone number.',
      'A name is required.',
      'An e-mail address is required.',
      'E-mail: Please enter a valid e-mail address.',
      'The entry is not a JSON object.',
    ]);
    expect(await hook.leads()).toHaveLength(1);
  });

  it('brings a lead up to date that is there, and empties nothing', async () => {
    const hook = await withWebhook({ tags: ['again'] });
    const made = await hook.admin.call(api.leads.create, {
      firstName: 'Ada',
      phones: [number(1)],
      emails: ['old@example.com'],
      company: 'Analytical',
      source: 'Fair',
      tags: ['vip'],
    });
    const done = await hook.deliver(ada);
    expect(done.results).toMatchObject([{ outcome: 'updated', leadId: made.body.id }]);
    expect(await hook.leads()).toMatchObject([
      {
        lastName: 'Lovelace',
        company: 'Analytical',
        source: 'Fair',
        emails: ['old@example.com', 'ada@example.com'],
        tags: ['vip', 'again'],
      },
    ]);
  });

  it('takes names of every script, and cuts none in the middle of a letter', async () => {
    const hook = await withWebhook();
    const names = ['山𠮷', '😀😀', 'عبد الله', `${'𠮷'.repeat(60)}`, 'José\ud800'];
    const done = await hook.deliver(names.map((name, n) => ({ phone: number(n), name })));
    expect(done).toMatchObject({ succeeded: 5 });
    expect((await hook.leads()).map(({ fullName }) => fullName)).toContain('山𠮷');
  });

  it('leaves it as it is where the webhook says so', async () => {
    const hook = await withWebhook({ validationRules: { onDuplicate: 'skip' } });
    await hook.admin.call(api.leads.create, { firstName: 'First', phones: [number(1)] });
    expect((await hook.deliver(ada)).results).toMatchObject([{ outcome: 'skipped' }]);
    expect(await hook.leads()).toMatchObject([{ firstName: 'First', lastName: '' }]);
  });

  it('makes one lead of many deliveries with one phone at the same instant', async () => {
    const hook = await withWebhook();
    const posted = await Promise.all(
      Array.from({ length: 10 }, (_, n) => hook.post({ ...ada, company: `Company ${n}` })),
    );
    await Promise.all(posted.map(({ body }) => hook.work(body.deliveryId)));
    expect(await hook.leads()).toHaveLength(1);
    const outcomes = await Promise.all(
      posted.map(async ({ body }) => (await hook.delivery(body.deliveryId)).results[0]!.outcome),
    );
    expect(outcomes.filter((one) => one === 'created')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'updated')).toHaveLength(9);
  });
});

describe('where the tenant lets several leads have one phone', () => {
  const allowing = async (fields: Record<string, unknown>) => {
    const hook = await withWebhook(fields);
    const { body } = await hook.admin.call(api.leads.settings, {});
    await hook.admin.call(api.leads.updateSettings, { ...body, allowDuplicatePhones: true });
    const posted = await Promise.all([1, 2, 3, 4].map((n) => hook.post({ ...ada, company: `Company ${n}` })));
    await Promise.all(posted.map(({ body: one }) => hook.work(one.deliveryId)));
    return hook.leads();
  };

  it('a webhook that does not still makes one of many at once', async () =>
    expect(await allowing({})).toHaveLength(1));

  it('a webhook that does makes each', async () =>
    expect(await allowing({ validationRules: { allowDuplicatePhone: true } })).toHaveLength(4));
});

describe('a delivery', () => {
  it('that is worked twice changes nothing the second time', async () => {
    const hook = await withWebhook();
    const { body } = await hook.post([ada, { ...ada, phone: number(2) }]);
    await Promise.all([hook.work(body.deliveryId), hook.work(body.deliveryId)]);
    await hook.work(body.deliveryId);
    expect(await hook.leads()).toHaveLength(2);
    expect(await hook.delivery(body.deliveryId)).toMatchObject({
      done: 2,
      succeeded: 2,
      status: 'succeeded',
    });
  });

  it('whose worker died after its leads were made is made good by the next', async () => {
    const hook = await withWebhook();
    const { body } = await hook.post(ada);
    // The lead of the first row, as a worker had made it that died before it could note so.
    const { workRow } = await import('./row.ts');
    const { effectsOf } = await import('./effects.ts');
    const { leadSettings } = await import('#functions/leads/settings.ts');
    const { findWebhook } = await import('../store.ts');
    await hook.system(async () => {
      const webhook = { id: hook.webhook.id, fields: (await findWebhook(hook.webhook.id))!.fields };
      await workRow(
        {
          webhook,
          settings: await leadSettings(),
          effects: effectsOf(webhook, Date.now),
          deliveryId: body.deliveryId,
        },
        ada,
        0,
      );
    });
    await hook.work(body.deliveryId);
    expect(await hook.leads()).toHaveLength(1);
    expect(await hook.delivery(body.deliveryId)).toMatchObject({ results: [{ outcome: 'created' }] });
  });

  it('of many leads is worked in chunks that may come in any order, twice', async () => {
    const hook = await withWebhook();
    const rows = Array.from({ length: 60 }, (_, n) => ({ phone: number(n), name: `Lead ${n}` }));
    const { body } = await hook.post(rows);
    const { workChunk } = await import('./deliver.ts');
    for (const chunk of [2, 0, 2, 1, 0])
      await hook.system(() => workChunk({ webhookId: hook.webhook.id, deliveryId: body.deliveryId, chunk }));
    const done = await hook.delivery(body.deliveryId);
    expect(done).toMatchObject({ status: 'succeeded', done: 60, succeeded: 60 });
    expect(done.results.map(({ index }) => index)).toEqual(rows.map((_, n) => n));
    expect(await hook.leads()).toHaveLength(60);
  });

  it('is found by phone, e-mail, status and time, and can be replayed', async () => {
    const hook = await withWebhook({ payloadMinutes: 0 });
    const first = await hook.deliver(ada);
    const second = await hook.deliver({ phone: 'nonsense', email: 'x@example.com' });
    const find = async (query: object) =>
      (await hook.admin.call(api.webhooks.deliveries, { id: hook.webhook.id, ...query })).body.deliveries.map(
        ({ id }) => id,
      );
    expect(await find({})).toEqual([second.id, first.id]);
    expect(await find({ search: '(305) 555-0001' })).toEqual([first.id]);
    expect(await find({ search: 'X@example.com' })).toEqual([second.id]);
    expect(await find({ status: 'failed' })).toEqual([second.id]);
    expect(await find({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await find({ from: new Date(Date.now() - 60_000).toISOString() })).toHaveLength(2);

    const replay = await hook.admin.call(api.webhooks.replay, { id: hook.webhook.id, deliveryId: first.id });
    expect(replay.status).toBe(202);
    await hook.work(replay.body.deliveryId);
    expect(await hook.delivery(replay.body.deliveryId)).toMatchObject({
      replayOf: first.id,
      results: [{ outcome: 'updated' }],
    });
    expect((await hook.delivery(first.id)).replays).toEqual([replay.body.deliveryId]);
    expect(await hook.leads()).toHaveLength(1);
  });

  it('teaches which paths there are', async () => {
    const hook = await withWebhook();
    await hook.deliver({ contact: { fullName: 'Ada Lovelace', cell: number(1), mail: 'ada@example.com' } });
    const { body } = await hook.admin.call(api.webhooks.fields, { id: hook.webhook.id });
    expect(body.payloads).toBe(1);
    expect(body.fields.map(({ path, guess }) => [path, guess])).toEqual([
      ['contact.fullName', 'name'],
      ['contact.cell', 'phone'],
      ['contact.mail', 'email'],
    ]);
  });
});

describe('a webhook of the type stop', () => {
  it('marks, tags and opts out who is named, by phone or e-mail', async () => {
    const hook = await withWebhook({
      webhookType: 'stop',
      validationRules: { requirePhone: false },
      stopConfig: { markStatus: 'lost', tags: ['stopped'], optOut: ['sms', 'call'] },
    });
    await hook.admin.call(api.leads.create, {
      firstName: 'Ada',
      phones: [number(1)],
      emails: ['ada@example.com'],
    });
    const done = await hook.deliver({ phone: number(1), tenantId: hook.tenant.id, stopReason: 'Told us so' });
    expect(done.results).toMatchObject([{ outcome: 'stopped', error: null }]);
    const [lead] = await hook.leads();
    expect(lead).toMatchObject({
      status: 'lost',
      tags: ['stopped'],
      consent: {
        sms: { state: 'withdrawn', how: 'Told us so' },
        call: { state: 'withdrawn' },
        email: { state: 'unknown' },
      },
    });
    const check = await hook.admin.call(api.tcpa.check, { phone: number(1), channel: 'sms' });
    expect(check.body.reasons.map(({ code }) => code)).toContain('opted_out');
    expect((await hook.deliver({ email: 'ADA@example.com' })).results).toMatchObject([
      { outcome: 'stopped' },
    ]);
    expect((await hook.deliver({ phone: number(9) })).results).toMatchObject([
      { outcome: 'failed', error: 'No lead has this phone number or e-mail address.' },
    ]);
  });
});

describe('a test', () => {
  it('answers what a delivery would, and writes nothing', async () => {
    const hook = await withWebhook({ tags: ['web'] });
    await hook.admin.call(api.leads.create, { firstName: 'There', phones: [number(2)] });
    const before = JSON.stringify(await hook.leads());
    const { status, body } = await hook.admin.call(api.webhooks.test, {
      id: hook.webhook.id,
      payload: [ada, { phone: number(2), name: 'There Already' }, {}],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      validCount: 2,
      errorCount: 1,
      webhookType: 'go',
      stopActions: null,
      callActions: null,
    });
    expect(body.rows).toMatchObject([
      { outcome: 'created', name: 'Ada Lovelace', tags: ['web'] },
      { outcome: 'updated', tags: ['web'] },
      { outcome: 'failed', error: 'A phone number is required.' },
    ]);
    expect(JSON.stringify(await hook.leads())).toBe(before);
    expect((await hook.admin.call(api.webhooks.deliveries, { id: hook.webhook.id })).body.deliveries).toEqual(
      [],
    );
  });

  it('of a configuration that is not saved tells what a stop and a call would do', async () => {
    const tenant = await freshTenant();
    const agent = as(tenant.agent);
    await agent.call(api.leads.create, { phones: [number(1)] });
    const test = (webhook: object) =>
      agent.call(api.webhooks.testUnsaved, {
        webhook: { name: 'x', brand: 'x', source: 'x', ...webhook },
        payload: { phone: number(1) },
      });
    expect((await test({ webhookType: 'stop' })).body.stopActions).toEqual({
      stoppedLeads: 1,
      journeysRemoved: 0,
      executionsCancelled: 0,
    });
    const { callActions } = (await test({ webhookType: 'call' })).body;
    expect(callActions!.callsInitiated).toMatchObject([{ phone: number(1) }]);
    expect((await agent.call(api.calls.list, {})).body.calls).toEqual([]);
  });
});

describe('a configuration', () => {
  it('falls back to the defaults where its numbers are out of range', async () => {
    const hook = await withWebhook({ callConfig: { enabled: true, maxAttempts: 99, delayBetweenCalls: 5 } });
    expect(hook.webhook.callConfig).toMatchObject({
      maxAttempts: 3,
      delayBetweenCalls: 300,
      amd: false,
      playPosition: false,
      skipPositionAnnouncement: true,
      ivrFile: null,
      recordingId: null,
    });
  });

  it('names what is missing', async () => {
    const tenant = await freshTenant();
    const admin = as(tenant.admin);
    const answer = await admin.call(api.webhooks.create, { name: '', brand: 'x', source: 'x' });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body.error).toContain('Name is required.');
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant, type TestTenant } from '#tests/support/tenant.ts';
import { withWebhook } from '#tests/support/webhooks.ts';

/** Payloads: all 10,000 by FUZZ=10000. */
const runs = Number(process.env.FUZZ ?? 150);

let hook: Awaited<ReturnType<typeof withWebhook>>;
let other: TestTenant;
beforeAll(async () => {
  // The limit is held by a test of its own; a key makes each payload a delivery of its own.
  hook = await withWebhook({ perMinute: 60_000, payloadMinutes: 0 });
  other = await freshTenant();
  await as(other.admin).call(api.webhooks.create, { name: 'Other', brand: 'x', source: 'x' });
});

const words = fc.constantFrom(
  ...[
    'phone',
    'name',
    'email',
    'tenantId',
    'leadId',
    'webhookId',
    'id',
    'tags',
    'data',
    '__proto__',
    'constructor',
  ],
  ...[
    '+13055550142',
    '3055550142',
    '1.3E+10',
    "'; DROP TABLE leads",
    '=cmd|calc',
    '{{lead.name}}',
    '\ud800',
    '',
    '￿',
  ],
);
const scalar = fc.oneof(
  words,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(words, fc.string({ maxLength: 12 })), tie('value'), { maxKeys: 6 }),
  ),
}));
const lead = fc.record(
  {
    phone: fc.oneof(words, fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }), value),
    name: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), value),
    email: fc.oneof(fc.emailAddress(), value),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: lead.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: fc.array(lead, { maxLength: 30 }).map((all) => JSON.stringify(all)) },
  { weight: 3, arbitrary: value.map((one) => JSON.stringify(one) ?? 'null') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 5_000 }).map((deep) => '['.repeat(deep) + ']'.repeat(deep)),
  },
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-8',
      'text/plain',
      'multipart/form-data',
      '',
    ),
    'idempotency-key': fc.string({ minLength: 1, maxLength: 300 }),
    authorization: fc.oneof(fc.constant('Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'), fc.string({ maxLength: 40 })),
    'x-tenant-id': fc.integer().map(String),
    'webhook-signature': fc.string({ maxLength: 40 }),
  },
  { requiredKeys: [] },
);

const answers = new Map<number, number>();
let worked = 0;

it(
  `takes or refuses ${runs} payloads, whatever they are`,
  async () => {
    await fc.assert(
      fc.asyncProperty(body, headers, async (text, given) => {
        const { status, body: answer } = await hook.post(text, given as Record<string, string>);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status !== 202) {
          expect(status, text).toBeGreaterThanOrEqual(400);
          expect(status, text).toBeLessThan(500);
          expect(answer.error, text).toMatch(/\S/);
          return;
        }
        const kept = await hook.delivery(answer.deliveryId);
        if (answer.duplicate) return;
        expect(kept).toMatchObject({ status: 'received', rows: answer.rows });
        expect(await hook.isTold(answer.deliveryId)).toBe(true);
        // Every third is worked as well: the worker takes what the sender was promised.
        if (++worked % 3 !== 0) return;
        await hook.work(answer.deliveryId, answer.rows);
        const done = await hook.delivery(answer.deliveryId);
        expect(done.done, text).toBe(answer.rows);
        expect(done.status, text).not.toBe('received');
      }),
      { numRuns: runs, endOnFailure: true },
    );
  },
  Math.max(60_000, runs * 120),
);

afterAll(async () => {
  const everywhere = await as(other.admin).call(api.leads.list, {});
  expect(everywhere.body.leads).toEqual([]);
  console.log(
    `fuzz: ${[...answers]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  );
});

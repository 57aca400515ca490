import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sent } from './outbox-store.ts';
import { TestSandbox } from './sandbox-testing.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

const post = async (n: number) => (await sandbox.ask('POST', '/sandbox/hooks/crm', { n })).status;
const received = async () =>
  (await sandbox.ask<{ sent: Sent[] }>('GET', '/sandbox/mail.json')).body.sent
    .map(({ body }) => JSON.parse(body).n)
    .sort();

it('a receiver of webhooks that is out of order takes nothing, so many times', async () => {
  await sandbox.script({ match: 'hooks', provider: { down: true, status: 503, times: 2 } });
  expect([await post(1), await post(2), await post(3)]).toEqual([503, 503, 200]);
  expect(await received()).toEqual([3]);
});

it('a receiver whose answer is lost has taken what it was sent', async () => {
  await sandbox.script({ match: 'hooks', provider: { down: true, lost: true, times: 1 } });
  expect([await post(4), await post(5)]).toEqual([503, 200]);
  expect(await received()).toEqual([3, 4, 5]);
});

it('a receiver that fails for good takes what it was sent, and the page shows the headers', async () => {
  expect((await sandbox.ask('POST', '/sandbox/hooks/fail/503', { n: 0 })).status).toBe(503);
  const { sent } = (await sandbox.ask<{ sent: Sent[] }>('GET', '/sandbox/mail.json')).body;
  const failed = sent.find(({ target }) => target.endsWith('/fail/503'))!;
  expect(JSON.parse(failed.headers)).toMatchObject({ 'content-type': 'application/json' });
  const page = await (await fetch(`${sandbox.origin}/sandbox/mail`)).text();
  expect(page).toContain('content-type: application/json');
});

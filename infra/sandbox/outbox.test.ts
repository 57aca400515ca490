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

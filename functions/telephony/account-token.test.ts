import { afterEach, expect, test, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { tenantOfToken } from '#infra/bridge/tokens.ts';
import { accountToken } from './account-token.ts';

afterEach(() => vi.unstubAllEnvs());

test('a bridge knows the tenant by its token', async () => {
  vi.stubEnv('EXCHANGE_SECRET', 'a secret of the bridge');
  const token = await asSystem(7, 'exchange', async () => accountToken());
  expect(tenantOfToken('a secret of the bridge', `Bearer ${token}`)).toBe(7);
});

test('the sandbox is told the tenant’s number', async () => {
  vi.stubEnv('EXCHANGE_SECRET', '');
  expect(await asSystem(7, 'exchange', async () => accountToken())).toBe('sandbox-7');
});

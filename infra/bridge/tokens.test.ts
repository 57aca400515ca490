import { expect, test } from 'vitest';
import { tenantOfToken, tokenOf } from './tokens.ts';

const secret = 'a secret of the bridge';

test('a token opens its own tenant’s account', () => {
  expect(tenantOfToken(secret, `Bearer ${tokenOf(secret, 7)}`)).toBe(7);
});

test('a token does not open another account, nor one of another bridge', () => {
  const proof = tokenOf(secret, 7).split('.')[1];
  expect(tenantOfToken(secret, `Bearer t8.${proof}`)).toBeUndefined();
  expect(tenantOfToken('another secret here', `Bearer ${tokenOf(secret, 7)}`)).toBeUndefined();
  expect(tenantOfToken(secret, undefined)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { send } from '#functions/kernel/queue.ts';
import { seal, unseal } from '#functions/kernel/secrets.ts';

it('seals a tenant’s secret for that tenant and that use alone', async () => {
  const sealed = await asSystem(1, 'test', () => seal('sms', 'the key'));
  expect(sealed).not.toContain('the key');
  expect(await asSystem(1, 'test', () => unseal('sms', sealed))).toBe('the key');
  await expect(asSystem(2, 'test', () => unseal('sms', sealed))).rejects.toThrow();
  await expect(asSystem(1, 'test', () => unseal('mail', sealed))).rejects.toThrow();
});

it('keeps each tenant’s files apart', async () => {
  await asSystem(1, 'test', () => bucket('media').put('a.txt', 'one', 'text/plain'));
  expect(await asSystem(1, 'test', async () => String(await bucket('media').get('a.txt')))).toBe('one');
  expect(await asSystem(2, 'test', () => bucket('media').get('a.txt'))).toBeUndefined();
});

it('takes messages for its queues', async () => {
  await expect(send('RENDER', 1, { exportId: 'exp_1' })).resolves.toBeUndefined();
});

import { expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { fileTime } from './file-time.ts';

it('names a file by the workspace’s day, which in New York begins five hours later', async () => {
  const { id } = await freshTenant();
  const at = Date.parse('2026-01-05T03:07:00.000Z');
  expect(await asSystem(id, 'test', () => fileTime(at))).toEqual({
    day: '2026-01-04',
    moment: '2026-01-04 22.07',
  });
});

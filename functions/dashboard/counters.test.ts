import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { count, countersOf } from './counters.ts';

const day = '2026-06-10';

it('calls that went through many hands are counted within what one expression may hold', async () => {
  const { id } = await freshTenant();
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  onTestFinished(() => send.mockRestore());
  const events = Array.from({ length: 20 }, (_, call) => ({
    eventId: `evt_${id}_${call}`,
    day,
    counts: new Map([
      ['h:09:calls', 1],
      ...Array.from({ length: 60 }, (_, agent): [string, number] => [`a:usr_${call}_${agent}:calls`, 1]),
    ]),
  }));
  await asSystem(id, 'test', () => count(events));
  const lengths = send.mock.calls
    .flatMap(([command]) => (command instanceof TransactWriteCommand ? command.input.TransactItems! : []))
    .map(({ Update }) => Update?.UpdateExpression?.length ?? 0);
  expect(Math.max(...lengths)).toBeLessThan(4_096);
  const counted = (await asSystem(id, 'test', () => countersOf(day, day))).get(day)!;
  expect([counted.get('h:09:calls'), counted.size]).toEqual([20, 1 + 20 * 60]);
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { bookContact } from '#functions/compliance/contact.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { client } from '#functions/kernel/table.ts';
import { freshTenant } from '#tests/support/tenant.ts';
import { addToList } from './list.ts';

const person = { phone: '+12125550188', state: 'NY' };

type Read = { input: { RequestItems?: Record<string, { Keys?: object[]; ConsistentRead?: boolean }> } };

/** Watches the batches that are read, and may answer one in the table's place. */
function watching(answer: (request: Read) => object | undefined) {
  const real = client.send.bind(client) as (command: Read) => Promise<unknown>;
  const spy = vi
    .spyOn(client, 'send')
    .mockImplementation((async (command: Read) => answer(command) ?? real(command)) as never);
  onTestFinished(() => spy.mockRestore());
}

const keysOf = ({ input }: Read) => Object.values(input.RequestItems ?? {}).filter(({ Keys }) => Keys);

it('the gate reads what holds somebody back as it is now', async () => {
  const { id } = await freshTenant();
  const consistent: unknown[] = [];
  watching((request) => {
    consistent.push(...keysOf(request).map(({ ConsistentRead }) => ConsistentRead));
    return undefined;
  });
  await asSystem(id, 'test', () => bookContact(person, 'email', 'a').catch(() => undefined));
  await asSystem(id, 'test', () => bookContact(person, 'sms', 'a'));
  expect(consistent.length).toBeGreaterThan(1);
  expect(new Set(consistent)).toEqual(new Set([true]));
});

it('the gate lets nobody through of whom the table did not answer', async () => {
  const { id } = await freshTenant();
  await asSystem(id, 'test', () => addToList([person.phone], 'asked to'));
  watching(({ input }) =>
    keysOf({ input }).length > 0 ? { Responses: {}, UnprocessedKeys: input.RequestItems } : undefined,
  );
  await expect(asSystem(id, 'test', () => bookContact(person, 'sms', 'b'))).rejects.toThrow(/too busy/);
});

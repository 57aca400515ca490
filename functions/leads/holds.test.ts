import { expect, it, onTestFinished, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { client } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import type { ImportMapping } from '#shared/model/lead-import.ts';
import { setQueue } from '#tests/support/queue.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { upload } from '#tests/support/upload-leads.ts';
import { findHold } from './holds.ts';
import { turn } from './imports/turns.ts';
import { findLead } from './store.ts';

const { leads, privacy } = api;

/** Lets something happen right before the first transaction that names a thing is written: all was read by then. */
function rightBefore(named: string, happens: () => Promise<unknown>): void {
  const real = client.send.bind(client) as (command: { input: object }) => Promise<unknown>;
  let isOpen = true;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
    if (isOpen && 'TransactItems' in command.input && JSON.stringify(command.input).includes(named)) {
      isOpen = false;
      await happens();
    }
    return real(command);
  }) as never);
  onTestFinished(() => spy.mockRestore());
}

async function office() {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const lead = async () => (await admin.call(leads.create, { firstName: 'Ann' })).body.id;
  const hold = (id: string) => admin.call(privacy.setHold, { id, onHold: true, reason: 'A claim' });
  const stateOf = (id: string) => system(async () => (await findLead(id))?.state);
  return { tenant, admin, system, lead, hold, stateOf };
}

it.each([{}, { force: 'true' as const }])(
  'a hold of the same instant wins over a deletion %j',
  async (how) => {
    const { admin, lead, hold, stateOf } = await office();
    const id = await lead();
    let held: number | undefined;
    rightBefore(id, async () => {
      held = (await hold(id)).status;
    });
    const { status, body } = await admin.call(leads.remove, { id, ...how });
    expect([held, status, body]).toMatchObject([200, 409, { code: 'on_hold' }]);
    expect(await stateOf(id)).toBe('live');
  },
);

it('a deletion that is first leaves no hold behind', async () => {
  const { admin, lead, hold, stateOf, system } = await office();
  const id = await lead();
  rightBefore(id, () => admin.call(leads.remove, { id }));
  expect((await hold(id)).status).toBe(409);
  expect(await stateOf(id)).toBe('deleted');
  expect(await system(() => findHold(id))).toBeUndefined();
});

it('an import that is undone leaves who is put on hold in its midst', async () => {
  const { admin, system, hold, stateOf } = await office();
  await setQueue('IMPORTS');
  const uploadId = await upload(admin, 'First name,Mobile\nAnn,3055557001\nBob,3055557002\n');
  const { body: reading } = await admin.call(leads.previewImport, { uploadId });
  const mapping = reading.mapping as ImportMapping;
  const { body } = await admin.call(leads.startImport, { uploadId, filename: 'list.csv', mapping });
  const work = async (status: string) => {
    for (let n = 0; n < 20; n++) {
      await system(() => turn(body.id));
      if ((await admin.call(leads.getImport, { id: body.id })).body.status === status) return;
    }
    throw new Error(`The import does not become ${status}.`);
  };
  await work('completed');
  const { body: found } = await admin.call(leads.query, {
    filter: { field: 'importId', op: 'is', value: body.id },
  });
  const ids = found.leads.map(({ id }) => id);
  const [held, other] = ids as [string, string];
  rightBefore(`"state":"deleted"`, () => hold(held));
  await admin.call(leads.undoImport, { id: body.id });
  await work('undone');
  expect([await stateOf(held), await stateOf(other)]).toEqual(['live', 'deleted']);
});

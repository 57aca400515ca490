import { describe, expect, it } from 'vitest';
import { publishNow } from '#functions/content/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';

/* Today's wins on a sign that anybody may fetch: what it shows, and no more. */

const { celebrations, content } = api;

async function wall(properties: object, elementType = 'todays_wins') {
  const time = timeTravel('2026-06-10T16:00:00.000Z');
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const { id } = (await admin.call(content.create, { name: 'Wall' })).body;
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement(elementType, { id: 'elm_1', x: 0, y: 0, layerOrder: 0 });
  const given = { ...element, properties: { ...element.properties, ...properties } };
  const added = await admin.call(content.createElement, { id, element: given as never });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  await asSystem(tenant.id, 'test', () => publishNow(id));
  const { publicId } = (await admin.call(content.get, { id })).body;
  let bells = 0;
  const ring = async (customer: string, amount: number) => {
    const bell = { requestId: `bell-number-${++bells}`, customer, amount };
    const { body } = await as(tenant.agent).call(celebrations.ring, bell);
    time.forward({ seconds: 1 });
    return body.id;
  };
  const seen = async () => (await anybody().call(content.publicWins, { publicId: publicId! })).body;
  return { tenant, admin, publicId: publicId!, ring, seen, time };
}

describe('a wall of today’s wins', () => {
  it('shows them, the latest first, without those that were called off', async () => {
    const { admin, ring, seen, time } = await wall({ rows: 2 });
    expect(await seen()).toEqual({ wins: [], total: 0 });
    await ring('Ada', 100);
    const grace = await ring('Grace', 200);
    await ring('Katherine', 300);
    const row = (customer: string, amount: number) => ({
      rep: 'Agent Tester',
      photo: null,
      amount,
      customer,
    });
    expect(await seen()).toEqual({ wins: [row('Katherine', 300), row('Grace', 200)], total: 600 });
    await admin.call(celebrations.undo, { id: grace });
    expect(await seen()).toEqual({ wins: [row('Katherine', 300), row('Ada', 100)], total: 400 });
    time.forward({ days: 1 });
    expect(await seen()).toEqual({ wins: [], total: 0 });
  });

  it('is sent nothing that it does not show', async () => {
    const { ring, seen } = await wall({ showCustomer: false, showAmount: false, showTotal: false });
    await ring('Ada', 100);
    expect(await seen()).toEqual({
      wins: [{ rep: 'Agent Tester', photo: null, amount: null, customer: '' }],
      total: null,
    });
  });

  it('is none where no element shows it, nor under an address that is not published', async () => {
    const { ring, seen, publicId } = await wall({}, 'text');
    await ring('Ada', 100);
    expect(await seen()).toEqual({ wins: [], total: null });
    const other = await freshTenant();
    const guessed = publicId.replace(/^pub_\d+_/, `pub_${other.id}_`);
    expect((await anybody().call(content.publicWins, { publicId: guessed })).status).toBe(404);
  });
});

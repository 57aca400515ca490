import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { openOffice } from '#tests/support/celebrations.ts';
import { sweepMinutes } from '#tests/support/due.ts';
import { withSandbox } from '#tests/support/sandbox.ts';
import { anybody } from '#tests/support/tenant.ts';
import { goalCrossingWork, goalWork } from './api.ts';

/* What people in the office see of a goal: its sign on the displays that were chosen for it. */

const { calls, content, goals } = api;
const sandbox = withSandbox();

it('shows the sign of a goal that was reached on its displays, once, with the figure', async () => {
  const { admin, system, time, floor, lobby, address } = await openOffice(sandbox);
  const { id: projectId } = (await admin.call(content.create, { name: 'Goal' })).body;
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', { id: 'elm_1', x: 0, y: 0, layerOrder: 0 });
  const text =
    '{{external.headline}}: {{external.value}} of {{external.target}} {{external.measure}}, {{external.goal}}';
  await admin.call(content.createElement, {
    id: projectId,
    element: { ...element, properties: { ...element.properties, text } } as never,
  });
  const before = await address(floor);
  for (let n = 0; n < 2; n++) await admin.call(calls.create, { phone: `+1305555020${n}`, talkSeconds: 30 });
  const made = await admin.call(goals.create, {
    name: 'Calls of the day',
    source: 'calls',
    measure: 'calls',
    // With a filter its records are read: no counter is waited for.
    filter: [{ field: 'direction', values: ['outbound'] }],
    span: 'day',
    condition: 'reach',
    target: 2,
    announcement: { projectId, displayIds: [floor], minutes: 5 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const kinds = { goal: goalWork, goalCrossing: goalCrossingWork };
  await sweepMinutes(3, { kinds, clock: time, inTenant: system });
  const { crossings } = (await admin.call(goals.get, { id: made.body.id })).body;
  expect(crossings).toMatchObject([
    { kind: 'reached', value: 2, tellings: [{ channel: 'displays', state: 'sent', reason: '' }] },
  ]);
  const shown = await address(floor);
  expect(shown).toBeDefined();
  expect(shown).not.toBe(before);
  expect(await address(lobby)).toBeUndefined();
  const { data } = (await anybody().call(content.publicContent, { publicId: shown! })).body;
  expect((data as { external: object }).external).toEqual({
    goal: 'Calls of the day',
    headline: 'Goal reached: Calls of the day, 2',
    value: '2',
    target: '2',
    measure: 'Calls',
  });
  // Looked at again it is on the display no longer than was asked for.
  await sweepMinutes(2, { kinds, clock: time, inTenant: system });
  expect(await address(floor)).toBe(shown);
});

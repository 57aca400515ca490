import { expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { sampleLimits } from '#shared/model/sample-record.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;

it('a project keeps records of its own to be drawn with', async () => {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const { id } = (await agent.call(content.create, {})).body;
  const record = { name: 'The long name', data: { lead: { name: 'Maximiliane von Hohenstein' } } };
  const made = await agent.call(content.createSample, { id, ...record });
  expect(made).toMatchObject({ status: 201, body: record });
  const sampleId = made.body.id;
  await agent.call(content.updateSample, { id, sampleId, name: 'Long' });
  const list = async () => (await agent.call(content.listSamples, { id })).body.samples;
  expect(await list()).toMatchObject([{ id: sampleId, name: 'Long', data: record.data }]);

  const heavy = { lead: { name: 'x'.repeat(sampleLimits.bytes) } };
  expect((await agent.call(content.createSample, { id, name: 'Heavy', data: heavy })).status).toBe(400);
  expect((await agent.call(content.updateSample, { id, sampleId, data: heavy })).status).toBe(400);
  const poisoned = JSON.parse('{"lead": {"__proto__": {"x": 1}}}');
  expect((await agent.call(content.createSample, { id, name: 'Bad', data: poisoned })).status).toBe(400);

  for (let n = 1; n < sampleLimits.perProject; n++)
    await agent.call(content.createSample, { id, name: `Record ${n}`, data: {} });
  const beyond = await agent.call(content.createSample, { id, name: 'One more', data: {} });
  expect(beyond).toMatchObject({ status: 409, body: { code: 'too_many' } });

  expect((await agent.call(content.removeSample, { id, sampleId })).status).toBe(200);
  expect((await agent.call(content.removeSample, { id, sampleId })).status).toBe(404);
  expect(await list()).toHaveLength(sampleLimits.perProject - 1);
  await agent.call(content.remove, { id });
  expect((await agent.call(content.listSamples, { id })).status).toBe(404);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/*
 * What the stories in a browser seldom or never come to, by the API of the whole product: receivers out of order,
 * payloads too large for the table, versions that are removed, journeys paused at the last moment. Functions need
 * permissions of their own for it, which `npm run grants` finds used here.
 */

let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
});
afterAll(() => product?.stop());

/** Whoever webhooks go out to answers the next one with this status. */
const receiverAnswersOnce = (status: number) =>
  fetch(`${product.origin}/sandbox/script`, {
    method: 'POST',
    body: JSON.stringify({ match: 'hooks', provider: { down: true, status, times: 1 } }),
  });

const newLead = (fields: object) =>
  admin.ask<{ id: string }>('POST', '/leads', { lastName: 'Rare', ...fields });

const projectWith = (elements: object[]) =>
  admin.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Open house',
    canvasSize: { width: 1280, height: 720 },
    elements,
  });
const { version: _version, ...form } = newElement('survey_form', {
  id: 'elm_form',
  x: 40,
  y: 40,
  layerOrder: 0,
});

it('hands a form on again, by hand, whose receiver had refused it', async () => {
  const properties = { ...form.properties, webhookUrl: 'https://hooks.dealbell.test/lobby' };
  const { id } = await projectWith([{ ...form, properties }]);
  const { displays } = await admin.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  const published = await admin.ask<{ asset: { publicUrl: string } }>(
    'POST',
    `/content/projects/${id}/publish`,
    { displayIds: [displays[0]!.id] },
  );
  const publicId = new URL(published.asset.publicUrl).pathname.split('/').at(-1)!;
  const path = `/content/public/${publicId}`;
  const elementId = form.id;
  const { body: given } = await product.call<{ pass: string }>('POST', `${path}/form-pass`, {
    body: { elementId },
  });
  await receiverAnswersOnce(404);
  const body = { elementId, pass: given.pass, answers: { q1_1: 5, q1_2: 'Yes' } };
  // It is refused as too fast for a second and a half.
  await expect.poll(async () => (await product.call('POST', `${path}/survey`, { body })).status).toBe(200);

  interface Submission {
    id: string;
    delivery: { status: string; error: string | null };
  }
  const submission = async () =>
    (await admin.ask<{ submissions: Submission[] }>('GET', `/content/projects/${id}/submissions`))
      .submissions[0];
  await expect.poll(async () => (await submission())?.delivery.error).toBe('The webhook answered 404.');
  await admin.ask('POST', `/content/submissions/${(await submission())!.id}/retry`, {});
  await expect.poll(async () => (await submission())?.delivery.status).toBe('delivered');
});

it('tells an endpoint again by itself that was out of order', async () => {
  const { id } = await admin.ask<{ id: string }>('POST', '/webhook-endpoints', {
    name: 'CRM',
    url: 'https://hooks.dealbell.test/crm',
    events: ['lead.created'],
  });
  await receiverAnswersOnce(503);
  await newLead({ phones: ['+13055550199'] });
  const sent = async () => {
    const { messages } = await admin.ask<{
      messages: { status: string; attempts: { status: number }[] }[];
    }>('GET', `/webhook-endpoints/${id}/messages`);
    return messages.map(({ status, attempts }) => [status, ...attempts.map((one) => one.status)]);
  };
  await expect.poll(sent).toEqual([['delivered', 503, 200]]);
  await admin.ask('DELETE', `/webhook-endpoints/${id}`);
});

it('keeps a payload beside the table that is too large for it, and works it', async () => {
  const { id, url } = await admin.ask<{ id: string; url: string }>('POST', '/webhooks', {
    name: 'Till',
    brand: 'Northwind',
    source: 'Shop',
  });
  const payload = JSON.stringify({ name: 'Ada Lovelace', phone: '+13055550142', note: 'x'.repeat(400_000) });
  const headers = { 'content-type': 'application/json' };
  const posted = await fetch(url, { method: 'POST', headers, body: payload });
  expect(posted.status).toBe(202);
  const { deliveryId } = (await posted.json()) as { deliveryId: string };
  const delivery = () =>
    admin.ask<{ status: string; payload: string; payloadTruncated: boolean }>(
      'GET',
      `/webhooks/${id}/deliveries/${deliveryId}`,
    );
  await expect.poll(async () => (await delivery()).status).toBe('succeeded');
  const { payload: shown, payloadTruncated } = await delivery();
  expect([payload.startsWith(shown), payloadTruncated]).toEqual([true, true]);
});

it('holds a lead whose step is run by hand while its journey is paused', async () => {
  const { id } = await admin.ask<{ id: string }>('POST', '/journeys', {
    name: 'Second look',
    entry: 'stp_1',
    steps: [
      {
        id: 'stp_1',
        type: 'wait',
        name: 'Wait',
        config: { amount: 1, unit: 'hours' },
        next: { next: 'stp_2' },
      },
      { id: 'stp_2', type: 'tag', name: 'Tag', config: { add: ['looked-at'] }, next: {} },
    ],
  });
  await admin.ask('POST', `/journeys/${id}/publish`, {});
  const lead = await newLead({ phones: ['+13055550177'] });
  await admin.ask('POST', `/journeys/${id}/enroll`, { leadIds: [lead.id] });
  const coming = async () =>
    (await admin.ask<{ executions: { id: string }[] }>('GET', `/journey-executions/pending?journeyId=${id}`))
      .executions[0];
  await expect.poll(coming).toBeDefined();
  const executionIds = [(await coming())!.id];
  await admin.ask('PATCH', `/journeys/${id}/toggle`, { status: 'paused' });
  await admin.ask('POST', '/journey-executions/process', { executionIds });
  const { leads } = await admin.ask<{ leads: object[] }>('GET', `/journeys/${id}/leads`);
  expect(leads).toMatchObject([{ status: 'held', stepId: 'stp_1' }]);
});

it('gives a lead the thread that there was with its address before', async () => {
  const address = 'sam@stranger.example';
  interface Thread {
    address: string;
    leadId: string | null;
  }
  const thread = async () => {
    const path = '/sms/unified/conversations';
    const { conversations } = await admin.ask<{ conversations: Thread[] }>('GET', path);
    return conversations.find((one) => one.address === address);
  };
  await admin.ask('POST', '/email/send', { to: address, subject: 'Your roof', body: 'Shall we look?' });
  await expect.poll(thread).toMatchObject({ leadId: null });
  const { id } = await newLead({ firstName: 'Sam', emails: [address] });
  await expect.poll(thread).toMatchObject({ leadId: id });
});

it('texts a list in the background, at once or when the hour comes', async () => {
  const leadIds = [(await newLead({ firstName: 'Hedy', phones: ['+13055550155'] })).id];
  const { id } = await admin.ask<{ id: string }>('POST', '/sms/send-blast', {
    name: 'Spring',
    message: 'Hi {{ lead.firstName }}',
    leadIds,
  });
  const status = async () => (await admin.ask<{ status: string }>('GET', `/sms/blast/${id}/status`)).status;
  await expect.poll(status).toMatch(/^(waiting|completed)$/);
});

it('looks at a file of contacts and keeps nothing of it', async () => {
  const body = new FormData();
  body.append(
    'file',
    new File(['Name,Mobile\nAda Lovelace,+13055550142\n'], 'spring.csv', { type: 'text/csv' }),
  );
  const looked = await fetch(`${product.origin}/api/sms/upload/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body,
  });
  expect([looked.status, await looked.json()]).toMatchObject([200, { count: 1, hasPhone: true }]);
});

it('draws a version that was kept, and removes it with its file', async () => {
  const { id } = await projectWith([form]);
  const path = `/content/projects/${id}/versions`;
  const kept = await admin.ask<{ id: string }>('POST', path, { name: 'As approved' });
  const canvasBackground = { type: 'solid', color: '#102030' };
  await admin.ask('PUT', `/content/projects/${id}`, { canvasBackground });
  // The newest cannot be removed.
  await admin.ask('POST', path, { name: 'Darker' });
  const { elements } = await admin.ask<{ elements: { id: string }[] }>('GET', `${path}/${kept.id}`);
  expect(elements.map((element) => element.id)).toEqual([form.id]);
  await admin.ask('DELETE', `${path}/${kept.id}`);
  expect((await product.call('GET', `${path}/${kept.id}`, { token: admin.token })).status).toBe(404);
});

it('deploys a dial plan twice, has a caller walk it, counts them, and takes it off again', async () => {
  const drawing = (reason: string) => ({
    nodes: [
      { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} },
      { id: 'end', type: 'hangup', position: { x: 0, y: 0 }, data: { reason } },
    ],
    edges: [{ id: 'start:next', source: 'start', sourceHandle: 'next', target: 'end' }],
  });
  const { id } = await admin.ask<{ id: string }>('POST', '/dialplans', {
    name: 'Nobody is here',
    config: drawing('busy'),
  });
  await admin.ask('POST', `/dialplans/${id}/deploy`);
  await admin.ask('PUT', `/dialplans/${id}`, { config: drawing('rejected'), goalNodeId: 'end' });
  const plan = await admin.ask('POST', `/dialplans/${id}/deploy`);
  expect(plan).toMatchObject({ isActive: true, version: 2, deployedVersion: 2 });
  const phoneNumber = '+12175550166';
  const did = await admin.ask<{ id: string }>('POST', '/dids', {
    phoneNumber,
    route: { kind: 'plan', planId: id },
  });
  const called = await fetch(`${product.origin}/sandbox/phone/call`, {
    method: 'POST',
    body: JSON.stringify({ from: '+13055550166', to: phoneNumber }),
  });
  expect(called.status).toBe(201);
  await expect
    .poll(() => admin.ask('GET', `/dialplans/${id}/stats`))
    .toMatchObject({
      calls: 1,
      success: { callers: 1, rate: 1 },
      edges: [{ nodeId: 'start', way: 'next', visits: 1 }],
    });
  expect(await admin.ask('POST', `/dialplans/${id}/deactivate`)).toMatchObject({ isActive: false });
  await admin.ask('DELETE', `/dids/${did.id}`);
  await admin.ask('DELETE', `/dialplans/${id}`);
});

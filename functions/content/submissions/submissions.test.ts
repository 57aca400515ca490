import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock as now } from '#functions/kernel/clock.ts';
import { createSandbox, type Sandbox } from '#infra/sandbox/index.ts';
import type { Sent } from '#infra/sandbox/outbox-store.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lambdaContext } from '#tests/support/gateway.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { publishedSnapshot } from '../publications/read.ts';
import { snapshotKey, snapshots } from '../publications/snapshot.ts';
import { deliver } from './deliver.ts';
import { rates, retryAfterSeconds } from './limits.ts';
import { handler } from './worker.ts';

/* From the visitor's form to the outbox of the real sandbox, which speaks SES's own protocol. */

const { content, signage } = api;
const dir = mkdtempSync(join(tmpdir(), 'dealbell-forms-'));
let sandbox: Sandbox;
let server: Server;
let origin: string;
/** When set, third parties answer nothing but this status. */
let broken: number | undefined;

beforeAll(async () => {
  sandbox = createSandbox({ dir, publicOrigin: 'http://localhost:3000' });
  server = createServer((request, response) => {
    if (broken && request.method === 'POST' && !request.url!.includes('graphql'))
      response.writeHead(broken).end();
    else void sandbox.handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  Object.assign(process.env, {
    SANDBOX_URL: origin,
    AWS_ENDPOINT_URL_SESV2: `${origin}/ses`,
    AWS_MAX_ATTEMPTS: '1',
    MAIL_FROM: 'no-reply@dealbell.example',
  });
});

afterAll(() => {
  for (const name of ['SANDBOX_URL', 'AWS_ENDPOINT_URL_SESV2', 'AWS_MAX_ATTEMPTS', 'MAIL_FROM'])
    delete process.env[name];
  server.close();
  sandbox.close();
  rmSync(dir, { recursive: true });
});

const outbox = async () =>
  ((await (await fetch(`${origin}/sandbox/mail.json`)).json()) as { sent: Sent[] }).sent;

let count = 0;
/**
 * A published sign with one form, and a visitor before it.
 * @param earlier what the form was published with when forms that reach nobody still could be
 */
async function sign(
  type: 'contact_form' | 'survey_form',
  properties: Record<string, unknown> = {},
  earlier?: Record<string, unknown>,
) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const elementId = `elm_form_${process.pid}_${count++}`;
  const { version: _version, ...element } = newElement(type, { id: elementId, x: 0, y: 0, layerOrder: 0 });
  const given = {
    recipient: 'sales@example.com',
    webhookUrl: 'https://hooks.dealbell.test/lobby',
    ...properties,
  };
  const form = { ...element, properties: { ...element.properties, ...given } };
  const { body: project } = await agent.call(content.create, { name: 'Open house', elements: [form] });
  const { displays } = (await agent.call(signage.displays)).body;
  const publish = () => agent.call(content.publish, { id: project.id, displayIds: [displays[0]!.id] });
  const publicId = new URL((await publish()).body.asset.publicUrl).pathname.split('/').at(-1)!;
  if (earlier)
    await asSystem(tenant.id, 'publisher', async () => {
      const { content: published } = await publishedSnapshot(publicId);
      Object.assign(published.elements[0]!.properties, earlier);
      const file = snapshotKey(publicId, published.version);
      await snapshots().put(file, JSON.stringify(published), 'application/json');
    });
  const visitor = anybody(tenant.address);
  const clock = timeTravel();
  const pass = async () => {
    const { body } = await visitor.call(content.formPass, { publicId, elementId });
    clock.forward({ seconds: 5 });
    return body.pass;
  };
  const send = async (answers: object, more: object = {}) => {
    const call = type === 'contact_form' ? content.sendContact : content.sendSurvey;
    return visitor.call(call, { publicId, elementId, pass: await pass(), answers, ...more });
  };
  const listed = async () => (await agent.call(content.listSubmissions, { id: project.id })).body;
  /** The submission, once the index of the list has it. */
  const first = () =>
    eventually(async () => {
      const found = (await listed()).submissions[0];
      expect(found).toBeDefined();
      return found!;
    });
  /** Waits until the list tells of a delivery in that state. */
  const told = (delivery: object) =>
    eventually(async () => expect((await first()).delivery).toMatchObject(delivery));
  const again: { seconds: number; submissionId: string }[] = [];
  const hand = (id: string) =>
    asSystem(tenant.id, 'forms', () =>
      deliver(id, async (submissionId, seconds) => {
        again.push({ seconds, submissionId });
      }),
    );
  return {
    tenant,
    agent,
    project,
    publicId,
    elementId,
    visitor,
    pass,
    send,
    listed,
    first,
    told,
    hand,
    again,
    clock,
    publish,
  };
}

const message = { name: 'Jo Doe', email: 'jo@example.com', message: 'Hello\nthere' };

describe('a contact form', () => {
  it('is kept, told of, and sent as an e-mail that can be answered', async () => {
    const { send, first, told, listed, tenant } = await sign('contact_form');
    const { status, body } = await send(message);
    expect([status, body]).toEqual([200, { message: 'Thank you. We will be in touch soon.' }]);
    const submission = await first();
    expect((await listed()).pagination.total).toBe(1);
    expect(submission).toMatchObject({
      kind: 'contact',
      fields: [
        { name: 'name', label: 'Name', answer: 'Jo Doe' },
        { name: 'email', label: 'E-mail', answer: 'jo@example.com' },
        { name: 'message', label: 'Message', answer: 'Hello\nthere' },
      ],
      delivery: { action: 'email', target: 'sales@example.com', status: 'pending', attempts: 0 },
    });
    expect(JSON.stringify(submission)).not.toContain(tenant.address);
    const { id } = submission;
    const detail = { tenantId: tenant.id, data: { projectId: 'prj_x', submissionId: id } };
    const event = { 'detail-type': 'content.form.submitted', detail };
    const records = [{ messageId: 'm1', body: JSON.stringify(event) }];
    const answer = await handler({ Records: records } as unknown as SQSEvent, lambdaContext());
    expect(answer.batchItemFailures).toEqual([]);
    const mail = (await outbox()).find(({ body: text }) => text.includes('Jo Doe'))!;
    expect(mail).toMatchObject({
      kind: 'mail',
      target: 'sales@example.com',
      subject: 'New message from “Open house”',
    });
    expect(mail.notes).toContain('reply to jo@example.com');
    await told({ status: 'delivered', attempts: 1, error: null });
  });

  it.each([
    [{ ...message, email: 'jo' }, 'Please enter an e-mail address in “E-mail”.'],
    [{ name: 'Jo', email: 'jo@example.com' }, 'Please answer “Message”.'],
    [{ ...message, other: 'x' }, 'The form has no such field.'],
    [{ ...message, name: 'x'.repeat(400) }, '“Name” may have at most 320 characters.'],
  ])('tells what is wrong: %#', async (answers, error) => {
    const { send, listed } = await sign('contact_form');
    const { status, body } = await send(answers);
    expect([status, body.error, body.code]).toEqual([400, error, 'invalid_answers']);
    expect((await listed()).submissions).toEqual([]);
  });

  it('refuses answers larger than anybody types', async () => {
    const { send } = await sign('contact_form');
    expect((await send({ ...message, message: 'x'.repeat(5_001) })).status).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, 'x']));
    expect((await send(many)).status).toBe(400);
  });

  it('does not tell visitors where it sends', async () => {
    const { visitor, publicId } = await sign('contact_form', {
      webhookUrl: 'https://secret.example.com/hook',
    });
    const { body } = await visitor.call(content.publicContent, { publicId });
    expect(JSON.stringify(body)).toContain('Send message');
    expect(JSON.stringify(body)).not.toMatch(/sales@example\.com|secret\.example/);
  });

  it('is what was published, and gone when that is', async () => {
    const { visitor, publicId, agent, project, pass, elementId } = await sign('contact_form');
    expect((await visitor.call(content.formPass, { publicId, elementId: 'elm_other' })).status).toBe(404);
    const input = { publicId, elementId, pass: await pass(), answers: message };
    expect((await visitor.call(content.sendSurvey, input)).status).toBe(404);
    await agent.call(content.unpublish, { id: project.id });
    expect((await visitor.call(content.sendContact, input)).status).toBe(404);
  });

  it('goes with its project', async () => {
    const { send, agent, project, hand, first } = await sign('contact_form');
    await send(message);
    const { id } = await first();
    await agent.call(content.remove, { id: project.id });
    expect((await agent.call(content.listSubmissions, { id: project.id })).status).toBe(404);
    await expect(hand(id)).resolves.toBeUndefined();
  });
});

describe('against programs', () => {
  it('a filled trap is thanked and forgotten', async () => {
    const { send, listed } = await sign('contact_form');
    expect((await send(message, { website: 'https://spam.example' })).status).toBe(200);
    expect((await listed()).submissions).toEqual([]);
  });

  it('a form is not filled in within a blink', async () => {
    const { visitor, publicId, elementId } = await sign('contact_form');
    const { body } = await visitor.call(content.formPass, { publicId, elementId });
    const answer = await visitor.call(content.sendContact, {
      publicId,
      elementId,
      pass: body.pass,
      answers: message,
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a pass is good for its form, for some hours, and for one submission', async () => {
    const other = await sign('contact_form');
    const foreign = await other.pass();
    const { pass, publicId, elementId, visitor, first, listed, clock } = await sign('contact_form');
    const input = { publicId, elementId, pass: await pass() };
    for (const answers of [message, { ...message, message: 'Again' }])
      expect((await visitor.call(content.sendContact, { ...input, answers })).status).toBe(200);
    expect((await first()).fields[2]!.answer).toBe('Hello\nthere');
    expect((await listed()).submissions).toHaveLength(1);
    const refused = async (given: string) =>
      (await visitor.call(content.sendContact, { ...input, answers: message, pass: given })).body.code;
    expect(await refused('x.y.z')).toBe('pass_invalid');
    expect(await refused(foreign)).toBe('pass_invalid');
    const late = await pass();
    clock.forward({ minutes: 5 * 60 });
    expect(await refused(late)).toBe('pass_invalid');
  });

  it('one address may send so many, others still may', async () => {
    const { visitor, pass, publicId, elementId, clock } = await sign('contact_form');
    // From the beginning of a window, so that none ends on the way.
    clock.forward({ seconds: rates.address.window - (now.seconds() % rates.address.window) });
    const statuses: number[] = [];
    let last: { headers: Record<string, string> } | undefined;
    for (let i = 0; i <= rates.address.most; i++) {
      const answer = await visitor.call(content.sendContact, {
        publicId,
        elementId,
        pass: await pass(),
        answers: message,
      });
      statuses.push(answer.status);
      last = answer;
    }
    expect(statuses).toEqual([...Array(rates.address.most).fill(200), 429]);
    expect(Number(last!.headers['retry-after'])).toBeLessThanOrEqual(rates.address.window);
    const neighbour = anybody('198.51.100.7');
    const input = { publicId, elementId, pass: await pass(), answers: message };
    expect((await neighbour.call(content.sendContact, input)).status).toBe(200);
  });
});

describe('a survey', () => {
  it('calls its webhook with the answers', async () => {
    const { send, first, told, hand } = await sign('survey_form', {
      webhookUrl: 'https://hooks.dealbell.test/lobby',
    });
    expect((await send({ q1_1: 5, q1_2: 'Yes', q2_1: 'A friend' })).status).toBe(200);
    const { id, delivery } = await first();
    expect(delivery.action).toBe('webhook');
    await hand(id);
    await told({ status: 'delivered' });
    const hook = (await outbox()).find(({ notes }) => notes.includes(id))!;
    expect(JSON.parse(hook.body)).toMatchObject({
      type: 'content.form.submitted',
      id,
      answers: { q1_1: 5, q1_2: 'Yes', q2_1: 'A friend' },
      form: { kind: 'survey' },
    });
    // The same message again sends nothing again.
    const before = (await outbox()).length;
    await hand(id);
    expect(await outbox()).toHaveLength(before);
  });

  it('takes only answers that it offers', async () => {
    const { send } = await sign('survey_form');
    expect((await send({ q1_1: 6, q1_2: 'Yes' })).body.error).toContain('1 to 5 stars');
    expect((await send({ q1_1: 3, q1_2: 'Yes', q2_1: 'Television' })).status).toBe(400);
  });
});

describe('publishing a form', () => {
  it.each([
    ['contact_form', { recipient: '' }, 'It has no e-mail address to write to.'],
    ['contact_form', { recipient: 'sales@' }, '“sales@” is not an e-mail address.'],
    ['survey_form', { webhookUrl: '' }, 'It has no webhook to call.'],
  ] as const)('%s with %j is refused with the reason, and nothing goes out', async (type, wrong, why) => {
    const { agent } = await freshTenant().then((tenant) => ({ agent: as(tenant.agent) }));
    const { version: _version, ...form } = newElement(type, {
      id: `elm_form_${process.pid}_${count++}`,
      x: 0,
      y: 0,
      layerOrder: 0,
    });
    const element = { ...form, properties: { ...form.properties, title: 'Call me', ...wrong } };
    const { body: project } = await agent.call(content.create, { elements: [element] });
    const { displays } = (await agent.call(signage.displays)).body;
    const refused = await agent.call(content.publish, { id: project.id, displayIds: [displays[0]!.id] });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'form_reaches_nobody',
      error: `The form “Call me” reaches nobody. ${why}`,
      details: { problems: [{ elementId: element.id, form: 'Call me', problem: why }] },
    });
    expect((await agent.call(content.publication, { id: project.id })).body.status).toBe('not_published');
  });
});

describe('a delivery', () => {
  it('that fails for now is tried again, later each time, and ends on the dead-letter queue', async () => {
    const { send, first, told, hand, again } = await sign('survey_form', {
      webhookUrl: 'https://hooks.dealbell.test/busy',
    });
    await send({ q1_1: 1, q1_2: 'No' });
    const { id } = await first();
    broken = 503;
    try {
      for (const _ of retryAfterSeconds) await hand(id);
      expect(again.map(({ seconds }) => seconds)).toEqual([...retryAfterSeconds]);
      await told({ status: 'retrying', error: 'The webhook answered 503.' });
      await expect(hand(id)).rejects.toThrow('The webhook answered 503.');
      await told({ status: 'failed', attempts: retryAfterSeconds.length + 1 });
    } finally {
      broken = undefined;
    }
    // Redriven by people, it arrives.
    await hand(id);
    await told({ status: 'delivered', error: null });
  });

  it.each([
    [{ webhookUrl: 'http://example.com/' }, /https/],
    [{ webhookUrl: 'https://169.254.169.254/latest/' }, /public internet/],
    [{ webhookUrl: 'https://localhost/' }, /public internet/],
    [{ webhookUrl: '' }, /no valid address/],
    [{ submitAction: 'email', recipient: 'nobody' }, /no valid e-mail address/],
  ])('that can never succeed says why: %j', async (properties, why) => {
    const { send, first, told, hand, again } = await sign('survey_form', {}, properties);
    await send({ q1_1: 1, q1_2: 'No' });
    const { id } = await first();
    await hand(id);
    expect(again).toEqual([]);
    await told({ status: 'failed', error: expect.stringMatching(why) });
  });
});

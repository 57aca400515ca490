import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notePosition } from '#functions/sweeper/store.ts';
import { api } from '#shared/api/index.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { forgetStatus } from './installation.ts';
import { Standings } from './standing.ts';
import { handler as watch } from './watch/index.ts';

const sqs = new SQSClient({});
const newQueue = async (Attributes: Record<string, string> = {}) => {
  const QueueName = `test-${randomUUID()}`;
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
  const asked = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: QueueUrl!, AttributeNames: ['QueueArn'] }),
  );
  return { url: QueueUrl!, arn: asked.Attributes!.QueueArn!, name: QueueName };
};
const before = (arn: string) => ({
  RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 1 }),
});
const put = (QueueUrl: string) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }));

/** A push channel that answers with a status. */
async function channel(status: () => number) {
  const server = createServer((_, answer) => answer.writeHead(status()).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  vi.stubEnv('PUSH_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}/event`);
}

beforeEach(forgetStatus);

/** An installation of two queues, the one with retries between it and its dead letters, and a push channel. */
async function installationOf() {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const letters = await newQueue();
  const retries = await newQueue(before(letters.arn));
  const jobs = await newQueue(before(retries.arn));
  const renderLetters = await newQueue();
  const render = await newQueue(before(renderLetters.arn));
  vi.stubEnv('WATCHED_QUEUES_AT', jobs.arn.slice(0, -jobs.name.length));
  vi.stubEnv('WATCHED_QUEUES', `jobs=${jobs.name},render=${render.name}`);
  let pushAnswers = 200;
  await channel(() => pushAnswers);
  await notePosition({ sweptAt: clock.iso() });
  const operator = as(await (await freshTenant()).user('operator'));
  return {
    jobs,
    retries,
    letters,
    render,
    push: (status: number) => {
      pushAnswers = status;
    },
    async look() {
      await watch();
      forgetStatus();
      const { status, body } = await operator.call(api.system.installation, {});
      expect(status).toBe(200);
      return {
        ...body,
        of: Object.fromEntries(body.modules.map((one) => [one.name, one])),
        queue: Object.fromEntries(body.queues.map((one) => [one.name, one])),
      };
    },
    monitor: () => anybody().call(api.system.status, {}),
  };
}

it('counts what lies in each queue, and tells what is late and what failed', async () => {
  const travel = timeTravel();
  const { jobs, retries, letters, look, monitor } = await installationOf();
  const fine = await look();
  expect(fine.of).toMatchObject({
    table: { state: 'ok' },
    work: { state: 'ok', reason: '' },
    minute: { state: 'ok' },
    push: { state: 'ok' },
    renderer: { state: 'ok' },
  });
  expect((await monitor()).body).toMatchObject({ status: 'ok' });

  await put(jobs.url);
  await put(retries.url);
  expect((await look()).queue.jobs).toMatchObject({
    waiting: 2,
    waitingSince: expect.any(String),
    deadLetters: 0,
  });
  travel.forward({ minutes: 16 });
  await notePosition({ sweptAt: clock.iso() });
  const late = await look();
  expect(late.of.work).toMatchObject({
    state: 'degraded',
    reason: 'Work waits: 2 in jobs.',
  });
  expect(late.of.renderer?.state).toBe('ok');
  expect(late.changes[0]).toMatchObject({ name: 'work', from: 'ok', to: 'degraded' });
  const admin = as((await freshTenant()).admin);
  const work = (await admin.call(api.system.moduleStatus, {})).body.modules.find(
    ({ name }) => name === 'work',
  );
  expect(work).toMatchObject({ state: 'degraded', reason: 'It works in part: something may come late.' });
  // What works in part is no reason to wake anybody: that is what the alarms are for.
  expect(await monitor()).toMatchObject({ status: 200, body: { status: 'degraded' } });

  await put(letters.url);
  expect((await look()).queue.jobs?.deadLetters).toBe(1);
});

it('tells monitors 503 while the minute is lost or nobody looks', async () => {
  const travel = timeTravel();
  const { look, monitor, push } = await installationOf();
  push(500);
  const { of } = await look();
  expect(of.push).toMatchObject({ state: 'degraded', advice: expect.stringContaining('mends itself') });
  const told = await monitor();
  expect(told).toMatchObject({ status: 200, body: { status: 'degraded' } });
  expect(JSON.stringify(told.body)).not.toContain('queues');

  travel.forward({ minutes: 4 });
  await look();
  expect((await monitor()).status).toBe(200);
  travel.forward({ minutes: 2 });
  const lost = await look();
  expect(lost.of.minute).toMatchObject({ state: 'down', advice: "Look in the sweeper's log." });
  expect(await monitor()).toMatchObject({ status: 503, body: { code: 'down' } });

  await notePosition({ sweptAt: clock.iso() });
  await look();
  expect((await monitor()).status).toBe(200);
  // The watcher dies: what it found last is not told as if it were so now.
  travel.forward({ minutes: 6 });
  expect(await monitor()).toMatchObject({ status: 503 });
});

it('waits for the first minute of a new deployment, and not for ever', async () => {
  const travel = timeTravel();
  const { look, monitor } = await installationOf();
  // As good as none: nothing else of the sweeper's place is touched.
  await notePosition({ sweptAt: '' });
  await asSystem(platformTenant, 'test', () => Standings.removeEvery([{}]));
  expect((await monitor()).status).toBe(503);
  expect((await look()).of.minute).toMatchObject({ state: 'degraded', advice: 'Wait a minute.' });
  expect((await monitor()).status).toBe(200);
  for (const minutes of [6, 1]) {
    travel.forward({ minutes });
    expect((await look()).of.minute).toMatchObject({
      state: 'down',
      reason: 'The job that starts scheduled work has not finished a first time.',
    });
  }
});

it('says that queues cannot be counted, and keeps what was known of them', async () => {
  const { look, jobs } = await installationOf();
  await put(jobs.url);
  await look();
  vi.stubEnv('WATCHED_QUEUES', 'jobs=there-is-no-such-queue');
  const { of, queue } = await look();
  expect(of.work).toMatchObject({ state: 'down', reason: 'The queues cannot be counted.' });
  expect(of.table?.state).toBe('ok');
  expect(queue.jobs?.waiting).toBe(1);
});

it('tells a workspace of its own connections, since when, and what changed', async () => {
  const travel = timeTravel();
  const tenant = await freshTenant();
  const other = await freshTenant();
  const admin = as(tenant.admin);
  const states = async (who = admin) => {
    const { body } = await who.call(api.system.moduleStatus, {});
    return { ...body, of: Object.fromEntries(body.modules.map((one) => [one.name, one])) };
  };
  const first = await states();
  expect(first.of).toMatchObject({
    texts: { state: 'not_connected', advice: 'An admin sets it under Messaging.' },
    signage: { state: 'not_connected', since: expect.any(String) },
    tracing: { state: 'not_connected' },
    // The product's own mail needs no keys, and a postal address.
    mail: { state: 'degraded', reason: expect.stringContaining('postal address') },
  });
  expect(first.changes).toEqual([]);

  await states(as(other.admin));
  travel.forward({ minutes: 10 });
  await admin.call(api.email.saveConfig, { postalAddress: '1 Main Street, Springfield' });
  expect((await states()).of.mail).toMatchObject({ state: 'ok' });
  travel.forward({ minutes: 10 });
  const later = await states();
  expect(later.of.signage!.since).toBe(first.of.signage!.since);
  expect(Date.parse(later.of.mail!.since!) - Date.parse(first.of.signage!.since!)).toBeGreaterThan(
    9 * 60_000,
  );
  expect(later.changes).toMatchObject([{ name: 'mail', from: 'degraded', to: 'ok' }]);
  expect((await states(as(other.admin))).changes).toEqual([]);
});

it('says that a provider which does not answer is down, and asks it once a minute', async () => {
  const travel = timeTravel();
  let asked = 0;
  const server = createServer((_, answer) => {
    asked++;
    answer.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  vi.stubEnv('SANDBOX_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const tenant = await freshTenant();
  const texts = async () => {
    const { body } = await as(tenant.admin).call(api.system.moduleStatus, {});
    return body.modules.find(({ name }) => name === 'texts');
  };
  expect(await texts()).toMatchObject({ state: 'down', reason: expect.stringMatching(/Twilio/) });
  const once = asked;
  await texts();
  expect(asked).toBe(once);
  travel.forward({ seconds: 61 });
  await texts();
  expect(asked).toBeGreaterThan(once);
});

it('asks the mail server of a workspace, and asks again when it is another', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const mail = async () => {
    const { body } = await admin.call(api.system.moduleStatus, {});
    return body.modules.find(({ name }) => name === 'mail');
  };
  const set = (host: string) =>
    admin.call(api.email.saveConfig, {
      provider: 'smtp',
      smtp: { host, port: 587 },
      postalAddress: '1 Main Street, Springfield',
    } as never);
  expect((await set('localhost')).status).toBe(200);
  expect(await mail()).toMatchObject({
    state: 'down',
    reason: 'localhost is not an address on the public internet.',
  });
  expect((await set('127.0.0.1')).status).toBe(200);
  expect(await mail()).toMatchObject({
    state: 'down',
    reason: '127.0.0.1 is not an address on the public internet.',
  });
});

it('shows the installation to operators alone', async () => {
  const tenant = await freshTenant();
  expect((await as(tenant.admin).call(api.system.installation, {})).status).toBe(403);
});

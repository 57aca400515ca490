import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { env } from '#functions/kernel/env.ts';
import { hide, send } from '#functions/kernel/queue.ts';
import { setQueue } from '#tests/support/queue.ts';
import { Delivery, pauseBefore } from './delivery.ts';
import { leaseMs, restOfLease } from './work.ts';

const sqs = new SQSClient({});
const QueueUrl = () => env('RENDER_QUEUE_URL');
const body = { kind: 'part', exportId: 'exp_1', n: 2 };

// Tests that run at the same time put work for renderers on the queue of all.
beforeEach(() => setQueue('RENDER'));

async function received() {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: QueueUrl(), MaxNumberOfMessages: 10 }),
  );
  return Messages.map(({ Body, ReceiptHandle }) => ({
    message: JSON.parse(Body!) as { tenantId: number; body: unknown },
    receiptHandle: ReceiptHandle!,
  }));
}

describe('the message of a renderer', () => {
  it('is put back as it was, for the same tenant', async () => {
    await asSystem(7, 'render', () => new Delivery(body, 'any').again(0));
    expect((await received()).map(({ message }) => message)).toEqual([{ tenantId: 7, body }]);
  });

  it('put back for later is not there yet', async () => {
    await asSystem(7, 'render', () => new Delivery(body, 'any').again(60));
    expect(await received()).toEqual([]);
  });

  it('stays hidden while its renderer says so, and comes again when the time is over', async () => {
    await send('RENDER', 7, body);
    const { receiptHandle } = (await received())[0]!;
    await new Delivery(body, receiptHandle).keep();
    expect(await received()).toEqual([]);
    await hide('RENDER', receiptHandle, 0);
    expect(await received()).toHaveLength(1);
  });

  it('that has gone is no error: the work goes on', () =>
    expect(new Delivery(body, 'AQEB-no-such-message').keep()).resolves.toBeUndefined());
});

it('what another renderer holds is looked at again when its lease is over', () => {
  const seconds = restOfLease(clock.now() + leaseMs);
  expect(seconds).toBeGreaterThan(leaseMs / 1000);
  expect(seconds).toBeLessThan(leaseMs / 1000 + 3);
  expect(restOfLease(0)).toBe(1);
  expect(restOfLease()).toBe(1);
});

it('what failed is tried again at once, and then not so soon', () =>
  expect([0, 1, 2].map(pauseBefore)).toEqual([0, 5, 10]));

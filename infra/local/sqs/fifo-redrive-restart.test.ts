import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ListMessageMoveTasksCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import {
  bodies,
  client,
  clock,
  counts,
  queue,
  receive,
  remove,
  restart,
  scratch,
  send,
  sqs,
} from './testing.ts';

describe('FIFO queues', () => {
  const FIFO = { FifoQueue: 'true' };
  const group = (MessageGroupId: string, MessageDeduplicationId: string) => ({
    MessageGroupId,
    MessageDeduplicationId,
  });

  it('keep the order of a group and close it while one of its messages is in flight', async () => {
    const url = await queue('line.fifo', FIFO);
    for (const [body, g] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['a3', 'a'],
    ] as const)
      await send(url, body, group(g, body));
    const first = await receive(url, { MaxNumberOfMessages: 1 });
    expect(bodies(first)).toEqual(['a1']);
    const second = await receive(url);
    expect(bodies(second)).toEqual(['b1']);
    expect(await receive(url)).toEqual([]);
    const waiting = receive(url, { WaitTimeSeconds: 20 });
    await remove(url, first[0]!.ReceiptHandle);
    const third = await waiting;
    expect(bodies(third)).toEqual(['a2', 'a3']);
    expect(third[0]!.Attributes!.MessageGroupId).toBe('a');
    expect(third[0]!.Attributes!.SequenceNumber! < third[1]!.Attributes!.SequenceNumber!).toBe(true);
    clock.advance(30_000);
    expect(bodies(await receive(url)).sort()).toEqual(['a2', 'a3', 'b1']);
    await expect(remove(url, third[0]!.ReceiptHandle)).rejects.toThrow(/expired/);
  });

  it('take a deduplication id once in five minutes and answer the same for its repeats', async () => {
    const url = await queue('once.fifo', FIFO);
    const sent = await send(url, 'a', group('g', 'same'));
    const repeat = await send(url, 'b', group('g', 'same'));
    expect([repeat.MessageId, repeat.SequenceNumber]).toEqual([sent.MessageId, sent.SequenceNumber]);
    const [message] = await receive(url);
    await remove(url, message!.ReceiptHandle);
    clock.advance(299_999);
    await send(url, 'c', group('g', 'same'));
    expect(await counts(url)).toEqual([0, 0, 0]);
    clock.advance(1);
    await send(url, 'd', group('g', 'same'));
    expect(bodies(await receive(url))).toEqual(['d']);
    await expect(send(url, 'x', { MessageGroupId: 'g' })).rejects.toThrow(/ContentBasedDeduplication/);
    await expect(send(url, 'x', { MessageDeduplicationId: 'd' })).rejects.toThrow(/MessageGroupId/);
    await expect(send(url, 'x', { ...group('g', 'z'), DelaySeconds: 3 })).rejects.toThrow(/queue type/);
  });

  it('deduplicate by content, and by group where the scope says so', async () => {
    const url = await queue('content.fifo', {
      ...FIFO,
      ContentBasedDeduplication: 'true',
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    });
    for (const MessageGroupId of ['a', 'a', 'b']) await send(url, 'same', { MessageGroupId });
    expect(await counts(url)).toEqual([2, 0, 0]);
  });
});

describe('redrive', () => {
  it('moves what was received too often to the dead-letter queue, and back again', async () => {
    const deadUrl = await queue('dead');
    const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:000000000000:dead';
    await expect(
      queue('none', {
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: 'arn:x:none-such', maxReceiveCount: 1 }),
      }),
    ).rejects.toThrow(/does not exist/);
    const url = await queue('work', {
      VisibilityTimeout: '10',
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 }),
    });
    const sent = await send(url, 'poison', {
      MessageAttributes: { k: { DataType: 'String', StringValue: 'v' } },
    });
    for (let i = 0; i < 2; i++) {
      expect(await receive(url)).toHaveLength(1);
      clock.advance(10_000);
    }
    expect(await receive(url)).toEqual([]);
    const [dead] = await receive(deadUrl, { MessageAttributeNames: ['All'], VisibilityTimeout: 0 });
    expect(dead).toMatchObject({ Body: 'poison', MessageId: sent.MessageId });
    expect(dead!.MessageAttributes!.k!.StringValue).toBe('v');
    expect(dead!.Attributes!.DeadLetterQueueSourceArn).toBe('arn:aws:sqs:us-east-1:000000000000:work');
    await client.send(new StartMessageMoveTaskCommand({ SourceArn: deadLetterTargetArn }));
    const { Results } = await client.send(
      new ListMessageMoveTasksCommand({ SourceArn: deadLetterTargetArn }),
    );
    expect(Results![0]).toMatchObject({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 });
    expect(await counts(deadUrl)).toEqual([0, 0, 0]);
    expect(bodies(await receive(url))).toEqual(['poison']);
  });
});

describe('for the host', () => {
  it('keeps everything over a restart, in-flight state included', async () => {
    sqs.ensureQueue('jobs', { VisibilityTimeout: '30' });
    sqs.ensureQueue('jobs', { VisibilityTimeout: '60' });
    sqs.send('jobs', { body: 'a' });
    sqs.send('jobs', { body: 'b' });
    const [taken] = await sqs.receive('jobs', 1);
    restart();
    expect(sqs.stats('jobs')).toEqual({ visible: 1, inFlight: 1, delayed: 0, oldestAgeMs: 0 });
    sqs.release('jobs', taken!.receiptHandle, 5);
    clock.advance(5_000);
    const both = await sqs.receive('jobs', 10, 30);
    expect(both.map(({ body }) => body).sort()).toEqual(['a', 'b']);
    for (const { receiptHandle } of both) sqs.remove('jobs', receiptHandle);
    expect(sqs.stats('jobs').visible + sqs.stats('jobs').inFlight).toBe(0);
  });

  it('loses nothing that it acknowledged when the process is killed', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { createSqs } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
       const sqs = createSqs({ stateDir: ${JSON.stringify(scratch.dir)} });
       sqs.ensureQueue('crash');
       for (let i = 0; ; i++) {
         const { MessageId } = sqs.send('crash', { body: String(i) });
         (await import('node:fs')).writeSync(1, MessageId + '\\n');
       }`,
    ]);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.length > 4_000) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGKILL');
    const acknowledged = output.split('\n').filter((line) => line.length === 36);
    restart();
    clock.ms = Date.now();
    const kept = new Set<string>();
    for (;;) {
      const messages = await sqs.receive('crash', 10, 60);
      if (messages.length === 0) break;
      for (const { messageId } of messages) kept.add(messageId);
    }
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('ends a waiting receive on its signal and when it closes', async () => {
    sqs.ensureQueue('jobs');
    const abort = new AbortController();
    const waiting = sqs.receive('jobs', 1, 30, 600_000, abort.signal);
    abort.abort();
    expect(await waiting).toEqual([]);
    const other = sqs.receive('jobs', 1, 30, 600_000);
    sqs.close();
    expect(await other).toEqual([]);
  });
});

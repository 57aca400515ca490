import { createHash } from 'node:crypto';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  InvalidAttributeName,
  ListQueuesCommand,
  MessageNotInflight,
  PurgeQueueCommand,
  PurgeQueueInProgress,
  QueueDoesNotExist,
  QueueNameExists,
  ReceiptHandleIsInvalid,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  TooManyEntriesInBatchRequest,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { until } from '../aws-testing.ts';
import {
  arrived,
  bodies,
  client,
  clock,
  counts,
  hungUp,
  queue,
  receive,
  remove,
  send,
  server,
  sqs,
} from './testing.ts';

describe('queues', () => {
  it('are made once, found by name, listed by prefix in pages, and deleted', async () => {
    const url = await queue('orders', { VisibilityTimeout: '45' });
    expect(url).toBe(`${server.endpoint}/000000000000/orders`);
    expect(await queue('orders', { VisibilityTimeout: '45' })).toBe(url);
    await expect(queue('orders', { VisibilityTimeout: '46' })).rejects.toBeInstanceOf(QueueNameExists);
    expect((await client.send(new GetQueueUrlCommand({ QueueName: 'orders' }))).QueueUrl).toBe(url);
    for (const name of ['a-1', 'a-2', 'a-3']) await queue(name);
    const first = await client.send(new ListQueuesCommand({ QueueNamePrefix: 'a-', MaxResults: 2 }));
    expect(first.QueueUrls).toHaveLength(2);
    const second = await client.send(
      new ListQueuesCommand({ QueueNamePrefix: 'a-', MaxResults: 2, NextToken: first.NextToken }),
    );
    expect(second.QueueUrls).toEqual([`${server.endpoint}/000000000000/a-3`]);
    await client.send(new DeleteQueueCommand({ QueueUrl: url }));
    const failure = await send(url, 'x').catch((error) => error);
    expect(failure).toBeInstanceOf(QueueDoesNotExist);
    expect(failure.message).toBe('The specified queue does not exist.');
  });

  it('have defaults, and refuse attributes that are unknown or out of range', async () => {
    const url = await queue('plain');
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:plain',
      VisibilityTimeout: '30',
      MessageRetentionPeriod: '345600',
      MaximumMessageSize: '1048576',
      DelaySeconds: '0',
      CreatedTimestamp: String(clock.ms / 1000),
    });
    const set = (attributes: Record<string, string>) =>
      client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
    await expect(set({ VisibilityTimeout: '43201' })).rejects.toThrow(/0 to 43200/);
    await expect(set({ Colour: 'red' })).rejects.toBeInstanceOf(InvalidAttributeName);
    await expect(set({ ContentBasedDeduplication: 'true' })).rejects.toThrow();
    await expect(set({ RedrivePolicy: '{"maxReceiveCount":3}' })).rejects.toThrow(/deadLetterTargetArn/);
    await expect(queue('bad name')).rejects.toThrow(/alphanumeric/);
    await expect(queue('x.fifo')).rejects.toThrow(/FifoQueue/);
  });

  it('are purged at most once a minute', async () => {
    const url = await queue('bin');
    await send(url, 'a');
    await client.send(new PurgeQueueCommand({ QueueUrl: url }));
    expect(await counts(url)).toEqual([0, 0, 0]);
    await expect(client.send(new PurgeQueueCommand({ QueueUrl: url }))).rejects.toBeInstanceOf(
      PurgeQueueInProgress,
    );
    clock.advance(60_000);
    await client.send(new PurgeQueueCommand({ QueueUrl: url }));
  });
});

describe('messages of a standard queue', () => {
  it('carry attributes of every type with their digests, and only those asked for', async () => {
    const url = await queue('typed');
    const MessageAttributes = {
      kind: { DataType: 'String', StringValue: 'héllo' },
      'n.size': { DataType: 'Number.int', StringValue: '42' },
      'n.blob': { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255, 7]) },
    };
    const sent = await send(url, 'body ✓', { MessageAttributes });
    // The digest by the documented algorithm, built here independently.
    const part = (data: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, data.length]), data]);
    const text = (value: string) => part(Buffer.from(value));
    const digest = createHash('md5')
      .update(Buffer.concat([text('kind'), text('String'), Buffer.from([1]), text('héllo')]))
      .update(
        Buffer.concat([text('n.blob'), text('Binary'), Buffer.from([2]), part(Buffer.from([0, 255, 7]))]),
      )
      .update(Buffer.concat([text('n.size'), text('Number.int'), Buffer.from([1]), text('42')]))
      .digest('hex');
    expect(sent.MD5OfMessageAttributes).toBe(digest);
    const [message] = await receive(url, { MessageAttributeNames: ['All'], VisibilityTimeout: 0 });
    expect(message!.MessageAttributes).toEqual(MessageAttributes);
    expect(message!.MD5OfMessageAttributes).toBe(digest);
    expect(message!.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      SentTimestamp: String(clock.ms),
    });
    const [some] = await receive(url, { MessageAttributeNames: ['n.*'], MessageSystemAttributeNames: [] });
    expect(Object.keys(some!.MessageAttributes!).sort()).toEqual(['n.blob', 'n.size']);
    expect(some!.Attributes).toBeUndefined();
  });

  it('come back when their visibility ends, counted, and the old handle deletes nothing', async () => {
    const url = await queue('again', { VisibilityTimeout: '30' });
    await send(url, 'job');
    const [first] = await receive(url);
    expect(await receive(url)).toEqual([]);
    expect(await counts(url)).toEqual([0, 1, 0]);
    clock.advance(29_999);
    expect(await receive(url)).toEqual([]);
    clock.advance(1);
    const [second] = await receive(url);
    expect(second!.MessageId).toBe(first!.MessageId);
    expect(second!.Attributes!.ApproximateReceiveCount).toBe('2');
    await remove(url, first!.ReceiptHandle);
    expect(await counts(url)).toEqual([0, 1, 0]);
    await remove(url, second!.ReceiptHandle);
    await remove(url, second!.ReceiptHandle);
    expect(await counts(url)).toEqual([0, 0, 0]);
    await expect(remove(url, 'nonsense')).rejects.toBeInstanceOf(ReceiptHandleIsInvalid);
  });

  it('can be hidden longer, given back at once, and not beyond twelve hours', async () => {
    const url = await queue('hide');
    await send(url, 'job');
    const [message] = await receive(url, { VisibilityTimeout: 10 });
    const change = (VisibilityTimeout: number, ReceiptHandle = message!.ReceiptHandle) =>
      client.send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout }));
    await change(100);
    clock.advance(50_000);
    expect(await receive(url)).toEqual([]);
    await expect(change(43_200)).rejects.toThrow(/beyond the limit/);
    await expect(change(43_201)).rejects.toThrow(/between 0 and 43200/);
    await change(0);
    await expect(change(10)).rejects.toBeInstanceOf(MessageNotInflight);
    expect(await receive(url)).toHaveLength(1);
  });

  it('wait out their delay and end with their retention', async () => {
    const url = await queue('later', { DelaySeconds: '5', MessageRetentionPeriod: '60' });
    await send(url, 'queue delay');
    await send(url, 'own delay', { DelaySeconds: 20 });
    expect(await counts(url)).toEqual([0, 0, 2]);
    clock.advance(5_000);
    expect(bodies(await receive(url))).toEqual(['queue delay']);
    clock.advance(15_000);
    expect(bodies(await receive(url))).toEqual(['own delay']);
    clock.advance(40_000);
    expect(await counts(url)).toEqual([0, 0, 0]);
    expect(await receive(url)).toEqual([]);
  });

  it('are refused when too large, empty, or outside the allowed characters', async () => {
    const url = await queue('limits');
    await expect(send(url, 'x'.repeat(1_048_577))).rejects.toThrow(/1048576 bytes/);
    expect((await send(url, 'x'.repeat(1_048_576))).MessageId).toBeTruthy();
    await expect(send(url, '')).rejects.toThrow(/MessageBody/);
    await expect(send(url, 'bell \u0007')).rejects.toThrow(/characters/);
    await expect(send(url, 'x', { DelaySeconds: 901 })).rejects.toThrow(/DelaySeconds/);
    await expect(send(url, 'x', { MessageDeduplicationId: 'd' })).rejects.toThrow(/queue type/);
    const eleven = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`a${i}`, { DataType: 'String', StringValue: 'v' }]),
    );
    await expect(send(url, 'x', { MessageAttributes: eleven })).rejects.toThrow(/exceeds/);
  });
});

describe('long polling', () => {
  it('wakes when a message is sent', async () => {
    const url = await queue('poll');
    const started = Date.now();
    const waiting = receive(url, { WaitTimeSeconds: 20 });
    await send(url, 'now');
    expect(bodies(await waiting)).toEqual(['now']);
    expect(Date.now() - started).toBeLessThan(2000);
  });

  it('wakes when a hidden message comes into sight, and ends empty when its time is over', async () => {
    const url = await queue('poll', { ReceiveMessageWaitTimeSeconds: '20' });
    await send(url, 'delayed', { DelaySeconds: 10 });
    const passing = async (waiting: Promise<unknown>, what: string) => {
      let settled = false;
      void waiting.finally(() => {
        settled = true;
      });
      const step = () => {
        clock.advance(1_000);
        sqs.tick();
        return settled;
      };
      await until(step, what);
    };
    const waiting = receive(url);
    await passing(waiting, 'the delayed message');
    const [message] = await waiting;
    expect(message!.Body).toBe('delayed');
    await remove(url, message!.ReceiptHandle);
    const empty = receive(url);
    const before = clock.ms;
    await passing(empty, 'the end of the wait');
    expect(await empty).toEqual([]);
    expect(clock.ms - before).toBeGreaterThanOrEqual(20_000);
  });

  it('leaves messages alone when the client has hung up', async () => {
    const url = await queue('gone');
    const abort = new AbortController();
    const command = new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 });
    const hung = client.send(command, { abortSignal: abort.signal });
    const failed = expect(hung).rejects.toThrow();
    await until(() => arrived.includes('AmazonSQS.ReceiveMessage'), 'the poll to arrive');
    abort.abort();
    await failed;
    await until(() => hungUp === 1, 'the service to notice');
    await send(url, 'kept');
    expect(await counts(url)).toEqual([1, 0, 0]);
  });
});

describe('batches', () => {
  it('answer for each entry and refuse malformed batches as a whole', async () => {
    const url = await queue('batch');
    const batch = (Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
      client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    const answer = await batch([
      { Id: 'a', MessageBody: 'one' },
      { Id: 'b', MessageBody: 'two', DelaySeconds: 1000 },
      { Id: 'c', MessageBody: 'thr\u0000ee' },
    ]);
    expect(answer.Successful!.map(({ Id }) => Id)).toEqual(['a']);
    expect(answer.Failed!.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault])).toEqual([
      ['b', 'InvalidParameterValue', true],
      ['c', 'InvalidMessageContents', true],
    ]);
    const many = Array.from({ length: 11 }, (_, i) => ({ Id: `m${i}`, MessageBody: 'x' }));
    await expect(batch(many)).rejects.toBeInstanceOf(TooManyEntriesInBatchRequest);
    await expect(batch([])).rejects.toThrow(/at least one/);
    await expect(batch([many[0]!, many[0]!])).rejects.toThrow(/same Id/);
    await expect(batch([{ Id: 'not ok', MessageBody: 'x' }])).rejects.toThrow(/batch entry id/);
    const half = 'x'.repeat(600_000);
    await expect(
      batch([
        { Id: 'a', MessageBody: half },
        { Id: 'b', MessageBody: half },
      ]),
    ).rejects.toThrow(/1048576 bytes/);
    expect(await counts(url)).toEqual([1, 0, 0]);
  });

  it('delete what they can', async () => {
    const url = await queue('batch');
    await send(url, 'one');
    const [message] = await receive(url);
    const answer = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: 'good', ReceiptHandle: message!.ReceiptHandle },
          { Id: 'bad', ReceiptHandle: 'nonsense' },
        ],
      }),
    );
    expect(answer.Successful).toEqual([{ Id: 'good' }]);
    expect(answer.Failed![0]).toMatchObject({ Id: 'bad', Code: 'ReceiptHandleIsInvalid', SenderFault: true });
    expect(await counts(url)).toEqual([0, 0, 0]);
  });
});

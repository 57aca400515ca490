import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { streamRecord } from '#infra/local/event-sources/stream-record.ts';
import { gatewayEvent } from '#infra/local/gateway/event.ts';

/*
 * The functions of the simulated year, in a process of their own that may be killed at any moment: what a tick brings
 * (steps that are due, the queues, the events of the table) and the calls of third parties, over HTTP. Time stands
 * where the last tick put it.
 */

const port = Number(process.env.YEAR_PORT);
const folder = process.env.YEAR_FOLDER!;
const streamArn = process.env.YEAR_STREAM!;
const tenant = Number(process.env.YEAR_TENANT);
const { setClock } = await import('#functions/kernel/clock.ts');
const { asSystem } = await import('#functions/kernel/actor.ts');
const { findDue } = await import('#functions/journeys/engine/finder.ts');
const { enrol } = await import('#functions/journeys/enrol.ts');
const { soonest } = await import('#functions/journeys/store/enrolments.ts');
const { handler: journeyEvents } = await import('#functions/journeys/listener.ts');
const { handler: journeys } = await import('#functions/journeys/worker.ts');
const { eventOf } = await import('#functions/publisher/record.ts');
const nouns = {
  sms: (await import('#functions/sms/index.ts')).handler,
  telephony: (await import('#functions/telephony/index.ts')).handler,
};

let now = Date.parse(process.env.YEAR_NOW!);
setClock(() => now);

type Worker = (event: SQSEvent, context: never) => Promise<SQSBatchResponse>;
const sqs = new SQSClient({});
const streams = new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS });

const record = (messageId: string, body: string) =>
  ({ messageId, body, receiptHandle: messageId, attributes: {}, messageAttributes: {} }) as never;
const contextOf = () =>
  ({ awsRequestId: 'year', functionName: 'year', getRemainingTimeInMillis: () => 50_000 }) as never;

/** Copies of a function that work side by side. */
const copies = 4;

/** Empties the queue of steps, as its workers do: what failed stays and comes again. */
async function emptyQueue(): Promise<number> {
  const worked = await Promise.all(Array.from({ length: copies }, takeAll));
  return worked.reduce((sum, one) => sum + one, 0);
}

async function takeAll(): Promise<number> {
  let worked = 0;
  for (;;) {
    const QueueUrl = process.env.JOURNEYS_QUEUE_URL!;
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 5, VisibilityTimeout: 60 }),
    );
    if (Messages.length === 0) return worked;
    const { batchItemFailures } = await (journeys as Worker)(
      { Records: Messages.map(({ MessageId, Body }) => record(MessageId!, Body!)) },
      contextOf(),
    );
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const done = Messages.filter(({ MessageId }) => !failed.has(MessageId!));
    if (done.length > 0)
      await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl,
          Entries: done.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle })),
        }),
      );
    worked += Messages.length;
  }
}

/** What journeys hear, as the rule of the bus has it. */
const heard = new Set([
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'lead.restored',
  'message.received',
  'message.complained',
  'call.ended',
]);

const placesFile = join(folder, 'places.json');
let places: Record<string, string> = {};
try {
  places = JSON.parse(readFileSync(placesFile, 'utf8'));
} catch {
  // The first run.
}

type Told = NonNullable<ReturnType<typeof eventOf>>['entry'];
/** Events in one call of the function that hears them. */
const eventsAtOnce = 5;

async function tell(told: readonly Told[], from: number): Promise<void> {
  const Records = told.map(({ DetailType, Detail }, n) =>
    record(
      `event-${from + n}`,
      JSON.stringify({ 'detail-type': DetailType, detail: JSON.parse(Detail ?? '') }),
    ),
  );
  for (let tried = 0; ; tried++) {
    const { batchItemFailures } = await (journeyEvents as Worker)({ Records }, contextOf());
    if (batchItemFailures.length === 0) return;
    if (tried === 5) throw new Error('An event failed again and again.');
  }
}

/** Where the reading of each shard goes on. */
const iterators = new Map<string, string>();

/** After a start, where the last run had told everything before. */
async function findShards(): Promise<void> {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const place = places[ShardId!];
    const { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId,
        ...(place
          ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: place }
          : { ShardIteratorType: 'TRIM_HORIZON' as const }),
      }),
    );
    if (ShardIterator) iterators.set(ShardId!, ShardIterator);
  }
}

/** Hands the table's events on; how far is kept after each batch, as the poller of a stream does. */
async function handEventsOn(): Promise<number> {
  let handed = 0;
  if (iterators.size === 0) await findShards();
  for (const ShardId of iterators.keys())
    for (;;) {
      const { Records = [], NextShardIterator } = await streams.send(
        new GetRecordsCommand({ ShardIterator: iterators.get(ShardId), Limit: 500 }),
      );
      if (Records.length > 0) {
        handed += await handOn(Records);
        places[ShardId] = Records.at(-1)!.dynamodb!.SequenceNumber!;
        writeFileSync(`${placesFile}.new`, JSON.stringify(places));
        renameSync(`${placesFile}.new`, placesFile);
      }
      if (NextShardIterator) iterators.set(ShardId, NextShardIterator);
      else iterators.delete(ShardId);
      if (Records.length === 0 || !NextShardIterator) break;
    }
  return handed;
}

/** Tells what journeys hear of some records. @returns how much that was */
async function handOn(records: readonly _Record[]): Promise<number> {
  const told = records.flatMap((one) => {
    const found = eventOf(streamRecord(one, 'us-east-1', streamArn) as never);
    return found && heard.has(found.entry.DetailType ?? '') ? [found.entry] : [];
  });
  let taken = 0;
  const hear = async () => {
    while (taken < told.length) {
      const from = taken;
      taken += eventsAtOnce;
      await tell(told.slice(from, taken), from);
    }
  };
  await Promise.all(Array.from({ length: copies }, hear));
  return told.length;
}

/** Longer than the index lags behind the table. */
const indexMs = 25;

interface Tick {
  now: string;
  journeyId: string;
  entering: string[];
}

/** Calls of third parties so far. */
let calls = 0;
/** Whether it is the same as before tells whether a third party has called meanwhile. */
const heardOf = () => `${process.pid} ${calls}`;

/**
 * Everything that is due at an instant.
 * @returns the instant at which something is due next, and which calls had been heard when it was last looked
 */
async function tick(wanted: Tick): Promise<{ next: string | null; worked: number; heard: string }> {
  now = Date.parse(wanted.now);
  return asSystem(tenant, 'year', async () => {
    let worked = 0;
    for (let at = 0; at < wanted.entering.length; at += 100)
      await enrol(wanted.journeyId, wanted.entering.slice(at, at + 100), { how: 'bulk' });
    for (let before = ''; ; ) {
      const heardBefore = heardOf();
      const [found, events] = await Promise.all([findDue(wanted.now), handEventsOn()]);
      const steps = await emptyQueue();
      worked += steps + events;
      if (found + steps + events > 0) {
        before = '';
        continue;
      }
      // The index tells of a change some milliseconds late: what comes next is believed when it has stood still.
      await pause(indexMs);
      const [first] = await soonest(1);
      const next = first?.queueAt ?? null;
      const stands = `${next} ${first?.enrolmentId} ${first?.version}`;
      if (stands === before && !(next && next <= wanted.now)) return { next, worked, heard: heardBefore };
      before = stands;
    }
  });
}

async function bytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

createServer(async (request, response) => {
  const body = await bytes(request);
  const url = new URL(request.url!, 'http://year');
  const answer = (status: number, text: string, headers: object = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
  try {
    if (url.pathname === '/tick') {
      answer(200, JSON.stringify(await tick(JSON.parse(body.toString()))));
      return;
    }
    if (url.pathname === '/heard') {
      answer(200, heardOf());
      return;
    }
    calls++;
    const noun = nouns[url.pathname.split('/')[2] as keyof typeof nouns];
    if (!noun) {
      answer(404, '{}');
      return;
    }
    const event = gatewayEvent(
      {
        method: request.method!,
        path: url.pathname,
        query: url.search.slice(1),
        headers: request.headers as Record<string, string>,
        sourceIp: '127.0.0.1',
      } as never,
      body,
      {
        routeKey: '$default',
        apiId: 'year',
        accountId: '000000000000',
        region: 'us-east-1',
        stage: '$default',
        requestId: 'year',
        now: new Date(now),
        parameters: {},
      } as never,
    );
    const result = (await noun(event as never, contextOf())) as {
      statusCode: number;
      body?: string;
      headers?: object;
    };
    answer(result.statusCode, result.body ?? '', result.headers);
  } catch (error) {
    answer(500, JSON.stringify({ error: error instanceof Error ? error.stack : String(error) }));
  }
}).listen(port, '127.0.0.1', () => process.send?.('ready'));

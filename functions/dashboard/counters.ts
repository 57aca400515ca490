import { createHash } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { clock } from '#functions/kernel/clock.ts';
import { partitionOf } from '#functions/kernel/partitions.ts';
import { ConditionFailed, client, commit, tableName } from '#functions/kernel/table.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { type NumberCounts, numberWrites } from './number-days.ts';

/**
 * What was counted of each day: an item by day and shard, each counter an attribute of its own. Names are
 * `h:<hour>:<figure>`, `a:<agent>:<figure>`, `s:<status>`, `d:<direction>` and `p:<disposition>`. Several shards,
 * because two transactions cannot write one item at the same instant.
 */
const shards = 4;

/** A change of one day's counters: name → by how much. */
export type Counts = Map<string, number>;

/** What one event adds; nothing of it is added when the event has been counted before. */
export interface Counted {
  eventId: string;
  /** YYYY-MM-DD by the tenant's clock. */
  day: string;
  counts: Counts;
  /** What it adds to the figures of a number. */
  number?: NumberCounts | undefined;
}

/** Longer than a queue keeps a message (14 days as a dead letter) and the bus its archive (90 days), in seconds. */
const markerSeconds = 120 * 24 * 3600;

/** Events of one transaction, and counters: the expression that adds them must stay below DynamoDB's 4 KB. */
const eventsAtOnce = 20;
const countersAtOnce = 300;

const partition = () => partitionOf('figures');

const markerOf = (eventId: string) => ({
  TableName: tableName(),
  Item: {
    pk: partitionOf(`counted#${eventId}`),
    sk: 'counted',
    expiresAt: clock.seconds() + markerSeconds,
  },
  ConditionExpression: 'attribute_not_exists(pk)',
});

export const add = (counts: Counts, name: string, by = 1): Counts =>
  by === 0 ? counts : counts.set(name, (counts.get(name) ?? 0) + by);

function adding(day: string, counts: Counts, shard: number): object {
  const changed = [...counts];
  return {
    TableName: tableName(),
    Key: { pk: partition(), sk: `${day}#${shard}` },
    UpdateExpression: `ADD ${changed.map((_, n) => `#c${n} :c${n}`).join(',')}`,
    ExpressionAttributeNames: Object.fromEntries(changed.map(([name], n) => [`#c${n}`, name])),
    ExpressionAttributeValues: Object.fromEntries(changed.map(([, by], n) => [`:c${n}`, by])),
  };
}

function sumsByDay(events: readonly Counted[]): Map<string, Counts> {
  const days = new Map<string, Counts>();
  for (const { day, counts } of events) {
    const sums = days.get(day) ?? new Map();
    days.set(day, sums);
    for (const [name, by] of counts) add(sums, name, by);
  }
  return days;
}

/** Events that fit into one transaction, in their order; a call that went through many hands has many counters. */
function batchesOf(events: readonly Counted[]): Counted[][] {
  const batches: Counted[][] = [];
  let room = 0;
  for (const one of events) {
    const last = batches.at(-1);
    if (last && last.length < eventsAtOnce && one.counts.size <= room) last.push(one);
    else {
      batches.push([one]);
      room = countersAtOnce;
    }
    room -= one.counts.size;
  }
  return batches;
}

/**
 * Adds events to the counters, each exactly once however often it is given: the mark that it has been counted lies
 * in the same transaction.
 */
export async function count(events: readonly Counted[]): Promise<void> {
  const all = [...new Map(events.map((one) => [one.eventId, one])).values()];
  for (const batch of batchesOf(all.filter(({ counts }) => counts.size > 0))) await countBatch(batch);
}

async function countBatch(events: Counted[]): Promise<void> {
  let open = events;
  while (open.length > 0) {
    const shard = createHash('sha1').update(open[0]!.eventId).digest()[0]! % shards;
    try {
      await commit(
        open.map(({ eventId }) => markerOf(eventId)),
        [...sumsByDay(open)].map(([day, counts]) => adding(day, counts, shard)),
        numberWrites(open),
      );
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // Those whose mark is there were counted by an earlier delivery.
      const done = new Set(error.failed);
      open = open.filter((_, at) => !done.has(at));
    }
  }
}

/** Days whose counters are read one page after another; those of a long period are read side by side. */
const daysAtOnce = 15;

/** Adds the counters of the days from one to another to the sums of each day. */
async function readDays(days: Map<string, Counts>, from: string, to: string): Promise<void> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
        ExpressionAttributeValues: { ':pk': partition(), ':from': from, ':to': `${to}#~` },
        ExclusiveStartKey: start,
      }),
    );
    for (const { pk: _pk, sk, ...counters } of page.Items ?? []) {
      const sums = days.get(String(sk).slice(0, 10))!;
      for (const [name, by] of Object.entries(counters)) add(sums, name, Number(by));
    }
    start = page.LastEvaluatedKey;
  } while (start);
}

/** The counters of each day from one to another, both included; days of which nothing is known are left out. */
export async function countersOf(from: string, to: string): Promise<Map<string, Counts>> {
  const days = new Map<string, Counts>();
  for (let day = from; day <= to; day = dateAfter(day, 1)) days.set(day, new Map());
  const all = [...days.keys()];
  const spans = Array.from({ length: Math.ceil(all.length / daysAtOnce) }, (_, n) =>
    all.slice(n * daysAtOnce, (n + 1) * daysAtOnce),
  );
  await Promise.all(spans.map((span) => readDays(days, span[0]!, span.at(-1)!)));
  return new Map([...days].filter(([, counts]) => counts.size > 0));
}

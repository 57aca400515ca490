import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { actor, platformTenant } from './actor.ts';
import { env } from './env.ts';
import { conflict } from './errors.ts';
import { assertShard, assertTenant, dueIndex, service } from './partitions.ts';
import { isThrottled } from './throttled.ts';
import { traced } from './trace.ts';

export const tableName = (): string => env('TABLE_NAME');

type Logger = NonNullable<DynamoDBClientConfig['logger']>;
/** Without `info` the client does not make each request and answer ready for a log that nobody writes. */
const noLog = { debug() {}, warn() {}, error() {} } as Partial<Logger> as Logger;

let raw: DynamoDBDocumentClient | undefined;

function document(): DynamoDBDocumentClient {
  raw ??= DynamoDBDocumentClient.from(traced(new DynamoDBClient({ maxAttempts: 5, logger: noLog })), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return raw;
}

/**
 * Items of a page of a query that names no limit. The table ends a page at 1 MB; some compatible engines read the
 * whole rest of a partition for each such page, so that going through n items costs n² there.
 */
const pageItems = 1_000;

/** The client that ElectroDB entities are given: lib-dynamodb's, behind the tenant check. */
export const client = {
  send(command: { input: Record<string, unknown> }, ...rest: unknown[]) {
    assertTenant(command.input);
    if (command.input.KeyConditionExpression !== undefined) command.input.Limit ??= pageItems;
    return (document().send as (...args: unknown[]) => Promise<unknown>)(command, ...rest);
  },
} as unknown as DynamoDBDocumentClient;

/** Every item of a partition, however many reads that takes: the table ends each at 1 MB. */
export async function readPartition(pk: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: '#pk = :pk',
        ExpressionAttributeNames: { '#pk': 'pk' },
        ExpressionAttributeValues: { ':pk': pk },
        ExclusiveStartKey: start,
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

/** Keys of an item that is due: its own, and its place in the index. */
export interface DueKeys {
  pk: string;
  sk: string;
  duepk: string;
  duesk: string;
}

/**
 * The one read over all tenants: what lies in a partition of the index of what is due, between two places, in its
 * order, and whether there is more. Only the sweeper's role is allowed it (cdk/constructs/needs.ts). @throws for an actor other than the platform
 */
export async function queryDue(
  shard: string,
  [from, until]: readonly [string, string],
  limit: number,
): Promise<{ items: DueKeys[]; more: boolean }> {
  const who = actor();
  if (who.kind !== 'system' || who.tenantId !== platformTenant)
    throw new Error('What is due over all tenants is the platform’s to read.');
  assertShard(shard, 'Query');
  const { Items = [], LastEvaluatedKey } = await document().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: dueIndex.index,
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :until',
      ExpressionAttributeNames: { '#pk': dueIndex.pk, '#sk': dueIndex.sk },
      ExpressionAttributeValues: { ':pk': shard, ':from': from, ':until': until },
      Limit: limit,
    }),
  );
  return { items: Items as DueKeys[], more: LastEvaluatedKey !== undefined };
}

/** How items are read whose absence decides something: ElectroDB's `get([...]).go(decisive)`. */
export const decisive = { consistent: true, concurrency: 4 } as const;

/**
 * Reads many items by their keys: `readEvery(keys, (some) => Users.get(some).go(decisive))`. Those that a busy table
 * leaves out are asked for again, for they are not gone. @throws when it leaves them out three times
 */
export async function readEvery<K, T>(
  wanted: K[],
  read: (keys: K[]) => Promise<{ data: T[]; unprocessed: K[] }>,
): Promise<T[]> {
  const items: T[] = [];
  let left = wanted;
  for (let tried = 0; left.length > 0; tried++) {
    if (tried === 3) throw new Error('The table is too busy to say what is there.');
    const { data, unprocessed } = await read(left);
    items.push(...data);
    left = unprocessed;
  }
  return items;
}

/** What an ElectroDB operation's `.params()` answers. */
type Write = Record<string, unknown>;

function transactItem(write: Write): Record<string, unknown> {
  if (write.Item) return { Put: write };
  if (write.UpdateExpression) return { Update: write };
  if (write.ConditionExpression && write.CheckOnly) {
    const { CheckOnly: _, ...check } = write;
    return { ConditionCheck: check };
  }
  return { Delete: write };
}

/** DynamoDB takes at most 100 writes in a transaction. */
export const maxTransactionItems = 100;

/** Thrown by `commit` when a condition did not hold: `failed` holds the places of the writes that were refused. */
export class ConditionFailed extends Error {
  readonly failed: number[];
  constructor(failed: number[]) {
    super('The item has changed since it was read.');
    this.name = 'ConditionFailed';
    this.failed = failed;
  }
}

/** Two transactions on one item at one instant refuse each other; the loser waits up to this long, in ms. */
const conflictWaits = [40, 80, 160, 320, 640];

const refusals = new WeakMap<object, Error>();

/** Gives a write the error that `commit` throws when this write's condition does not hold. */
export function orElse<T extends object>(write: T, error: Error): T {
  refusals.set(write, error);
  return write;
}

function refusedBy(writes: Write[], failed: number[]): Error {
  for (const at of failed) {
    const error = refusals.get(writes[at]!);
    if (error) return error;
  }
  return new ConditionFailed(failed);
}

/**
 * Writes all or nothing: a change together with the events that tell of it. `writes` are ElectroDB `.params()`.
 * A transaction that merely met another one on the same item, or came too fast for it, wrote nothing and is tried again.
 * @throws when a condition does not hold: the error given by `orElse` with the first such write, else
 * ConditionFailed; 409 'busy' when collisions do not end, and the table's own error when it refuses for the rate for long
 */
export async function commit(...writes: unknown[]): Promise<void> {
  const all = writes.flat(3) as Write[];
  const items = all.map(transactItem);
  for (let tried = 0; ; tried++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: items as never }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failed = reasons.flatMap((reason, at) => (reason.Code === 'ConditionalCheckFailed' ? [at] : []));
      if (failed.length > 0) throw refusedBy(all, failed);
      const isConflict = reasons.some((reason) => reason.Code === 'TransactionConflict');
      if (!isConflict && !isThrottled(error)) throw error;
      const wait = conflictWaits[tried];
      if (wait === undefined)
        throw isConflict
          ? conflict('Somebody changed this at the same moment. Please try again.', undefined, 'busy')
          : error;
      await sleep(Math.random() * wait);
    }
  }
}

/**
 * Writes one item by itself, for half of what a transaction costs. Where the table's answer is lost it is sent again,
 * and a condition may then refuse what the first one wrote: a change that somebody waits for is a `commit`.
 * @throws when its condition does not hold: as `commit`
 */
export async function writeOne(write: object): Promise<void> {
  const Command = 'Item' in write ? PutCommand : 'UpdateExpression' in write ? UpdateCommand : DeleteCommand;
  try {
    await client.send(new Command(write as never) as never);
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? refusedBy([write as Write], [0]) : error;
  }
}

/** Whether a write came through; false where its condition did not hold, because somebody else was quicker. */
export async function accepted(written: Promise<void>): Promise<boolean> {
  try {
    await written;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Turns a refused condition into the error that the use case means. */
export function onRefused(error: unknown, answer: (failed: number[]) => Error): never {
  throw error instanceof ConditionFailed ? answer(error.failed) : error;
}

/** What every ElectroDB entity is made with. */
export const model = (entity: string) => ({ entity, version: '1', service }) as const;
export const connection = { client, table: process.env.TABLE_NAME ?? 'dealbell' };

import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
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
import { actor, platformTenant, tenantOf } from './actor.ts';
import { env } from './env.ts';
import { conflict } from './errors.ts';
import { isThrottled } from './throttled.ts';
import { traced } from './trace.ts';

/**
 * The one table. Every partition key, of the table and of each index, begins with the tenant; the client below
 * refuses a request that names another tenant's, so a store that forgot is an error and not a leak. The one exception
 * is the index of what is due (docs/decisions/018), which `queryDue` alone reads.
 */
export const service = 'dealbell';
export const tableName = (): string => env('TABLE_NAME');

/** Names of keys as `cdk/stacks/data.ts` declares them; the third index is for what is sorted by time. */
export const keys = {
  primary: { pk: { field: 'pk' }, sk: { field: 'sk' } },
  gsi1: { index: 'gsi1', pk: { field: 'gsi1pk' }, sk: { field: 'gsi1sk' } },
  gsi2: { index: 'gsi2', pk: { field: 'gsi2pk' }, sk: { field: 'gsi2sk' } },
  gsi3: { index: 'gsi3', pk: { field: 'gsi3pk' }, sk: { field: 'gsi3sk' } },
} as const;

/** The index of what is due, over all tenants: functions/kernel/due.ts says what its keys hold. */
export const dueIndex = { index: 'due', pk: 'duepk', sk: 'duesk' } as const;

let raw: DynamoDBDocumentClient | undefined;

function document(): DynamoDBDocumentClient {
  raw ??= DynamoDBDocumentClient.from(traced(new DynamoDBClient({ maxAttempts: 5 })), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return raw;
}

/** The tenant's prefix of every partition key, as ElectroDB writes it. */
const prefixOf = (tenantId: number): string => `$${service}#tenantid_${tenantId}`;

/** The partition key of an item that no ElectroDB entity writes, in the actor's tenant. */
export const partitionOf = (name: string): string => `${prefixOf(tenantOf())}#${name}`;

function assertOwn(value: unknown, where: string): void {
  const prefix = prefixOf(tenantOf());
  if (typeof value !== 'string' || !(value === prefix || value.startsWith(`${prefix}#`)))
    throw new ForeignPartition(where);
}

function assertShard(value: unknown, where: string): void {
  if (typeof value !== 'string' || !value.startsWith('due#')) throw new ForeignPartition(where);
}

/** What is due names its tenant behind its time. */
function assertOwnDue(value: unknown, where: string): void {
  if (typeof value !== 'string' || value.split('#')[1] !== String(tenantOf()))
    throw new ForeignPartition(where);
}

/** Attributes that say whose an item is, and what their values are held to. */
const guarded = new Map([
  ...['pk', 'gsi1pk', 'gsi2pk', 'gsi3pk'].map((key) => [key, assertOwn] as const),
  [dueIndex.pk, assertShard],
  [dueIndex.sk, assertOwnDue],
]);

/** A store forgot the tenant, or a caller gave back a cursor that is not theirs. */
export class ForeignPartition extends Error {
  constructor(where: string) {
    super(`A request to the table names a partition outside the actor's tenant (${where}).`);
    this.name = 'ForeignPartition';
  }
}

type Request = Record<string, unknown>;

/** What a request must have one of; a scan has none. Class names would not do: bundling shortens them. */
const kinds = ['Key', 'Item', 'KeyConditionExpression', 'RequestItems', 'TransactItems'];

/** Walks one request of the document client and checks each partition key in it. */
function assertTenant(input: Request): void {
  if (!kinds.some((kind) => input[kind] !== undefined))
    throw new Error('No scan in a request: query an index.');
  const check = (item: Request | undefined, where: string, needed: boolean) => {
    if (!item) return;
    if (needed) assertOwn(item.pk, where);
    for (const [key, assert] of guarded) if (item[key] !== undefined) assert(item[key], `${where}.${key}`);
  };
  check(input.Key as Request, 'Key', true);
  check(input.Item as Request, 'Item', true);
  check(input.ExclusiveStartKey as Request, 'ExclusiveStartKey', true);
  if (input.KeyConditionExpression !== undefined) {
    if (!/^#pk = :pk\b/.test(String(input.KeyConditionExpression)))
      throw new Error('A query must fix its partition key.');
    assertOwn(((input.ExpressionAttributeValues ?? {}) as Request)[':pk'], 'Query');
  }
  checkUpdate(input);
  for (const table of Object.values((input.RequestItems ?? {}) as Record<string, unknown>)) {
    if (Array.isArray(table))
      for (const request of table as { PutRequest?: { Item: Request }; DeleteRequest?: { Key: Request } }[]) {
        check(request.PutRequest?.Item, 'PutRequest', true);
        check(request.DeleteRequest?.Key, 'DeleteRequest', true);
      }
    else for (const key of (table as { Keys?: Request[] }).Keys ?? []) check(key, 'Keys', true);
  }
  for (const item of (input.TransactItems ?? []) as Record<string, Request>[])
    for (const [kind, request] of Object.entries(item)) {
      check(request.Item as Request, kind, true);
      check(request.Key as Request, kind, true);
      checkUpdate(request);
    }
}

/** The words of an update expression: clauses, names, values and signs. */
const updateWords = /[#:]?[\w.-]+|[=,()+[\]]/g;
const clauses = new Set(['SET', 'REMOVE', 'ADD', 'DELETE']);

/**
 * An update may move an item within an index, never into another tenant's part of it. Whatever the names and values
 * are called: a partition key is set to one value of the request that is the tenant's own, or removed, and nothing
 * else may be done with it.
 */
function checkUpdate(request: Request): void {
  if (request.AttributeUpdates !== undefined)
    throw new Error('An update says what it changes in its UpdateExpression.');
  if (request.UpdateExpression === undefined) return;
  const names = (request.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const values = (request.ExpressionAttributeValues ?? {}) as Request;
  const words = String(request.UpdateExpression).match(updateWords) ?? [];
  let clause = '';
  for (const [at, word] of words.entries()) {
    if (clauses.has(word.toUpperCase())) clause = word.toUpperCase();
    const attribute = names[word] ?? word;
    const assert = guarded.get(attribute);
    if (!assert || clause === 'REMOVE') continue;
    const [sign, value = '', end = ','] = words.slice(at + 1, at + 4);
    const isOneValue = clause === 'SET' && sign === '=' && value.startsWith(':');
    if (!isOneValue || !(end === ',' || clauses.has(end.toUpperCase())))
      throw new ForeignPartition(attribute);
    assert(values[value], attribute);
  }
}

/**
 * Items of a page of a query that names no limit. The table ends a page at 1 MB; some compatible engines read the
 * whole rest of a partition for each such page, so that going through n items costs n² there.
 */
const pageItems = 1_000;

/** The client that ElectroDB entities are given: lib-dynamodb's, behind the tenant check. */
export const client = {
  send(command: { input: Request }, ...rest: unknown[]) {
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

import { tenantOf } from './actor.ts';

/**
 * The one table. Every partition key, of the table and of each index, begins with the tenant; the client of table.ts
 * refuses a request that names another tenant's, so a store that forgot is an error and not a leak. The one exception
 * is the index of what is due (docs/decisions/018), which the sweeper alone reads.
 */
export const service = 'dealbell';

/** Names of keys as `cdk/stacks/data.ts` declares them; the third index is for what is sorted by time. */
export const keys = {
  primary: { pk: { field: 'pk' }, sk: { field: 'sk' } },
  gsi1: { index: 'gsi1', pk: { field: 'gsi1pk' }, sk: { field: 'gsi1sk' } },
  gsi2: { index: 'gsi2', pk: { field: 'gsi2pk' }, sk: { field: 'gsi2sk' } },
  gsi3: { index: 'gsi3', pk: { field: 'gsi3pk' }, sk: { field: 'gsi3sk' } },
} as const;

/** The index of what is due, over all tenants: functions/kernel/due.ts says what its keys hold. */
export const dueIndex = { index: 'due', pk: 'duepk', sk: 'duesk' } as const;

/** The tenant's prefix of every partition key, as ElectroDB writes it. */
const prefixOf = (tenantId: number): string => `$${service}#tenantid_${tenantId}`;

/** The partition key of an item that no ElectroDB entity writes, in the actor's tenant. */
export const partitionOf = (name: string): string => `${prefixOf(tenantOf())}#${name}`;

function assertOwn(value: unknown, where: string): void {
  const prefix = prefixOf(tenantOf());
  if (typeof value !== 'string' || !(value === prefix || value.startsWith(`${prefix}#`)))
    throw new ForeignPartition(where);
}

/** @throws ForeignPartition when it is no shard of the index of what is due */
export function assertShard(value: unknown, where: string): void {
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

/**
 * Walks one request of the document client and checks each partition key in it.
 * @throws ForeignPartition when one is not the actor's tenant's; when it is a scan, or a query of no partition
 */
export function assertTenant(input: Request): void {
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

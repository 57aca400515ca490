import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/kernel/table.ts';

type Item = Record<string, unknown>;

/** What an item was before its last write: undefined where it was not there. */
interface Before {
  item: Item | undefined;
  until: number;
}

/**
 * Lets the table's indexes tell of a write `lagMs` late, as they may on AWS; consistent reads of the table itself are
 * current. So tests that read an index too early fail each time and not once in a thousand runs:
 * `INDEX_LAG_MS=150 npm test -- --project unit functions/leads`. A query with a filter tells at once of what has left it.
 */
export function delayIndexes(lagMs: number): void {
  const before = new Map<string, Before>();
  const prototype = DynamoDBDocumentClient.prototype;
  const original = prototype.send as (...args: unknown[]) => Promise<Item>;
  prototype.send = async function (
    this: DynamoDBDocumentClient,
    command: { input: Item },
    ...rest: unknown[]
  ) {
    const { input } = command;
    const written = writtenKeys(command);
    const known = await Promise.all(
      written.map(async (Key) => {
        const { Item } = await original.call(
          this,
          new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
        );
        return [nameOfKey(Key), Item as Item | undefined] as const;
      }),
    );
    const answer = await original.call(this, command, ...rest);
    const until = performance.now() + lagMs;
    // Of several writes in a row the first is the late one: who writes for ever would never be seen otherwise.
    for (const [name, item] of known)
      if ((before.get(name)?.until ?? 0) < performance.now()) before.set(name, { item, until });
    if (!input.IndexName || !Array.isArray(answer.Items)) return answer;
    const found = answer.Items as Item[];
    const items = found.flatMap((item) => seenLate(item, String(input.IndexName)));
    return { ...answer, Items: [...items, ...goneLately(input, found)] };
  } as never;

  function seenLate(item: Item, index: string): Item[] {
    const late = before.get(nameOfKey(item));
    if (!late || late.until < performance.now()) return [item];
    const isInPlace =
      late.item && ['pk', 'sk'].every((key) => late.item?.[index + key] === item[index + key]);
    return isInPlace ? [late.item!] : [];
  }

  /** What has left a query's range of its index, which does not know yet; at the end of its last page. */
  function goneLately(input: Item, found: Item[]): Item[] {
    if (input.FilterExpression || input.ExclusiveStartKey) return [];
    const known = new Set(found.map(nameOfKey));
    return [...before.values()].flatMap(({ item, until }) =>
      item && until >= performance.now() && !known.has(nameOfKey(item)) && isInRange(item, input)
        ? [item]
        : [],
    );
  }
}

/** Whether an item lies where a query looks: `#pk = :pk`, and a range of the sort key where it names one. */
function isInRange(item: Item, input: Item): boolean {
  const names = input.ExpressionAttributeNames as Record<string, string>;
  const values = input.ExpressionAttributeValues as Record<string, string>;
  if (item[names['#pk']!] !== values[':pk']) return false;
  const range = /\band\b(.*)/i.exec(String(input.KeyConditionExpression))?.[1] ?? '';
  const at = String(item[names[/#\w+/.exec(range)?.[0] ?? ''] ?? '']);
  const [low = '', high = ''] = (range.match(/:\w+/g) ?? []).map((name) => values[name]!);
  if (/begins_with/i.test(range)) return at.startsWith(low);
  if (/between/i.test(range)) return at >= low && at <= high;
  const sign = /[<>]=?|=/.exec(range)?.[0];
  if (sign === '=') return at === low;
  if (sign?.startsWith('>')) return at > low || (sign === '>=' && at === low);
  if (sign?.startsWith('<')) return at < low || (sign === '<=' && at === low);
  return true;
}

const nameOfKey = ({ pk, sk }: Item): string => `${pk}\n${sk}`;
const keyOf = ({ pk, sk }: Item): Item => ({ pk, sk });

function writtenKeys(command: { input: Item }): Item[] {
  const { input } = command;
  const keys: Item[] = [];
  const isRead = input.KeyConditionExpression !== undefined || input.ProjectionExpression !== undefined;
  if (!isRead && input.Item) keys.push(keyOf(input.Item as Item));
  if (!isRead && input.Key && (input.UpdateExpression || command.constructor.name === 'DeleteCommand'))
    keys.push(keyOf(input.Key as Item));
  for (const one of (input.TransactItems ?? []) as Record<string, Item>[])
    for (const [kind, request] of Object.entries(one))
      if (kind === 'Put') keys.push(keyOf(request.Item as Item));
      else if (kind !== 'ConditionCheck') keys.push(keyOf(request.Key as Item));
  for (const requests of Object.values((input.RequestItems ?? {}) as Item))
    for (const { PutRequest, DeleteRequest } of Array.isArray(requests) ? requests : []) {
      if (PutRequest) keys.push(keyOf(PutRequest.Item));
      if (DeleteRequest) keys.push(keyOf(DeleteRequest.Key));
    }
  return keys;
}

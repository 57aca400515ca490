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
 * `INDEX_LAG_MS=150 npm test -- --project unit functions/leads`. What was deleted leaves the index at once.
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
    const written = writtenKeys(input);
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
    return {
      ...answer,
      Items: answer.Items.flatMap((item: Item) => seenLate(item, String(input.IndexName))),
    };
  } as never;

  function seenLate(item: Item, index: string): Item[] {
    const late = before.get(nameOfKey(item));
    if (!late || late.until < performance.now()) return [item];
    const isInPlace =
      late.item && ['pk', 'sk'].every((key) => late.item?.[index + key] === item[index + key]);
    return isInPlace ? [late.item!] : [];
  }
}

const nameOfKey = ({ pk, sk }: Item): string => `${pk}\n${sk}`;
const keyOf = ({ pk, sk }: Item): Item => ({ pk, sk });

function writtenKeys(input: Item): Item[] {
  const keys: Item[] = [];
  const isRead = input.KeyConditionExpression !== undefined || input.ProjectionExpression !== undefined;
  if (!isRead && input.Item) keys.push(keyOf(input.Item as Item));
  if (!isRead && input.Key && (input.UpdateExpression || input.ConditionExpression))
    keys.push(keyOf(input.Key as Item));
  for (const one of (input.TransactItems ?? []) as Record<string, Item>[])
    for (const [kind, request] of Object.entries(one))
      if (kind === 'Put') keys.push(keyOf(request.Item as Item));
      else if (kind === 'Update') keys.push(keyOf(request.Key as Item));
  return keys;
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

/* Items as they lie in the table, read without any of the product's code. */

/** An event as the outbox keeps it. */
export interface Told {
  eventId: string;
  type: string;
  entityId: string;
  at: string;
  data: Record<string, unknown>;
}

type Item = Record<string, unknown>;

/** Things by the name that their items bear. */
export type Raw = Readonly<Record<string, Item[]>>;

/** Parts of the table that are read at the same time. */
const segments = 4;

/**
 * All items of some tenants that bear one of the names, in no order, page by page: by tenant, then by name. The table is
 * looked through once, however many tenants there are.
 */
export async function rawItems(
  tenantIds: readonly number[],
  names: readonly string[],
): Promise<Map<number, Raw>> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const found = new Map(
    tenantIds.map((id) => [id, Object.fromEntries(names.map((name): [string, Item[]] => [name, []]))]),
  );
  const listed = (sign: string, values: readonly unknown[]) =>
    Object.fromEntries(values.map((value, at) => [`:${sign}${at}`, value]));
  const [ids, kinds] = [listed('t', tenantIds), listed('e', names)];
  const read = async (Segment: number) => {
    let from: Item | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: process.env.TABLE_NAME!,
          Segment,
          TotalSegments: segments,
          FilterExpression: `#t IN (${Object.keys(ids)}) AND #e IN (${Object.keys(kinds)})`,
          ExpressionAttributeNames: { '#t': 'tenantId', '#e': '__edb_e__' },
          ExpressionAttributeValues: { ...ids, ...kinds },
          ExclusiveStartKey: from,
        }),
      );
      for (const item of page.Items ?? [])
        found.get(item.tenantId as number)![item.__edb_e__ as string]!.push(item);
      from = page.LastEvaluatedKey;
    } while (from);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => read(segment)));
  return found;
}

/** Every event of a tenant, in no order. */
export const toldBy = async (tenantId: number): Promise<Told[]> =>
  (await rawItems([tenantId], ['event'])).get(tenantId)!.event as unknown as Told[];

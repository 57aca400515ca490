import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

/*
 * A second count of what reports say, from the items as they lie in the table, without any of the product's code. Days are
 * those that Intl knows of a zone.
 */

export interface Told {
  eventId: string;
  type: string;
  entityId: string;
  at: string;
  data: Record<string, unknown>;
}

/** Every event of a tenant, in no order. */
export async function toldBy(tenantId: number): Promise<Told[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const found: Told[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: process.env.TABLE_NAME!,
        FilterExpression: '#t = :t AND #e = :e',
        ExpressionAttributeNames: { '#t': 'tenantId', '#e': '__edb_e__' },
        ExpressionAttributeValues: { ':t': tenantId, ':e': 'event' },
        ExclusiveStartKey: from,
      }),
    );
    found.push(...((page.Items ?? []) as unknown as Told[]));
    from = page.LastEvaluatedKey;
  } while (from);
  return found;
}

export function dayIn(zone: string, at: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(at));
}

export type Figures = Record<string, number>;

/** Sums of figures by some key. */
export class Sums {
  readonly by = new Map<string, Figures>();
  add(key: string, figures: Figures): void {
    const sums = this.by.get(key) ?? {};
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
    this.by.set(key, sums);
  }
  total(): Figures {
    const all = new Sums();
    for (const figures of this.by.values()) all.add('', figures);
    return all.by.get('') ?? {};
  }
}

interface Leg {
  agentId: string;
  answered: boolean;
  talkSeconds: number;
}

/** Calls of some days by a key of the call's event, or by its agents. */
export function recountCalls(
  told: readonly Told[],
  zone: string,
  [from, to]: [string, string],
  keyOf: 'day' | 'agent',
): Sums {
  const sums = new Sums();
  for (const { type, data } of told) {
    if (type !== 'call.ended') continue;
    const day = dayIn(zone, String(data.startedAt));
    if (day < from || day > to) continue;
    const inbound = data.direction === 'inbound' ? 1 : 0;
    const whole = { calls: 1, inbound, outbound: 1 - inbound };
    if (keyOf === 'day')
      sums.add(day, {
        ...whole,
        callsAnswered: data.answered ? 1 : 0,
        talkSeconds: Number(data.talkSeconds),
      });
    const legs = data.legs as Leg[];
    if (keyOf === 'agent')
      for (const agentId of new Set(legs.map((leg) => leg.agentId))) {
        const own = legs.filter((leg) => leg.agentId === agentId);
        let talkSeconds = 0;
        for (const leg of own) talkSeconds += leg.talkSeconds;
        sums.add(agentId, {
          ...whole,
          callsAnswered: own.some((leg) => leg.answered) ? 1 : 0,
          talkSeconds,
        });
      }
  }
  return sums;
}

/** Leads that were added in some days by day, without those of undone imports. */
export function recountLeads(told: readonly Told[], zone: string, [from, to]: [string, string]): Sums {
  const undone = new Set(
    told
      .filter(({ type, data }) => type === 'lead.deleted' && data.undoneFrom)
      .map(({ entityId }) => entityId),
  );
  const sums = new Sums();
  for (const { type, entityId, at } of told) {
    const day = dayIn(zone, at);
    if (type === 'lead.created' && !undone.has(entityId) && day >= from && day <= to)
      sums.add(day, { leadsCreated: 1 });
  }
  return sums;
}

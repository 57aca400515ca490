import { createHash } from 'node:crypto';
import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, orElse } from '#functions/kernel/table.ts';
import type { MessageChannel } from '#shared/model/message.ts';

/** Two transactions cannot write one item at the same instant, so a day's counters are several. */
const shards = 8;

export const counters = [
  'sent',
  'delivered',
  'failed',
  'bounced',
  'complained',
  'received',
  'segments',
  'optedOut',
] as const;
export type Counter = (typeof counters)[number];
export type DayCounts = Record<Counter, number>;

const Days = new Entity(
  {
    model: model('messageDay'),
    attributes: {
      tenantId: { type: 'number', required: true },
      channel: { type: 'string', required: true },
      /** YYYY-MM-DD by the tenant's clock. */
      day: { type: 'string', required: true },
      shard: { type: 'number', required: true },
      sent: { type: 'number' },
      delivered: { type: 'number' },
      failed: { type: 'number' },
      bounced: { type: 'number' },
      complained: { type: 'number' },
      received: { type: 'number' },
      segments: { type: 'number' },
      optedOut: { type: 'number' },
    },
    indexes: {
      ofChannel: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'channel'] },
        sk: { ...keys.primary.sk, composite: ['day', 'shard'] },
      },
    },
  },
  connection,
);

/** Mails of a day, against the tenant's limit. */
const MailDays = new Entity(
  {
    model: model('mailDay'),
    attributes: {
      tenantId: { type: 'number', required: true },
      day: { type: 'string', required: true },
      used: { type: 'number' },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'day'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

const tenant = () => ({ tenantId: tenantOf() });

/** The write that adds to a day's counters; `spread` chooses which of the items, by any id. */
export function countWrites(
  channel: MessageChannel,
  day: string,
  by: Partial<DayCounts>,
  spread: string,
): object {
  const shard = createHash('sha1').update(spread).digest()[0]! % shards;
  return Days.upsert({ ...tenant(), channel, day, shard })
    .add(by)
    .params();
}

export const none = (): DayCounts => Object.fromEntries(counters.map((name) => [name, 0])) as DayCounts;

/** The counters of each day from one to another, both included; days of which nothing is known are left out. */
export async function countsOfDays(
  channel: MessageChannel,
  from: string,
  to: string,
): Promise<Map<string, DayCounts>> {
  const { data } = await Days.query
    .ofChannel({ ...tenant(), channel })
    // The shards of a day lie behind its name.
    .between({ day: from }, { day: `${to}~` })
    .go({ pages: 'all' });
  const days = new Map<string, DayCounts>();
  for (const stored of data) {
    const sums = days.get(stored.day) ?? none();
    for (const name of counters) sums[name] += stored[name] ?? 0;
    days.set(stored.day, sums);
  }
  return days;
}

/** The write that takes one mail of a day's limit. `full` is thrown by `commit` when there is none left. */
export const takingMail = (day: string, limit: number, full: Error): object =>
  orElse(
    MailDays.update({ ...tenant(), day })
      .add({ used: 1 })
      .where(({ used }, { lt, notExists }) => `${notExists(used)} OR ${lt(used, limit)}`)
      .params(),
    full,
  );

export async function mailsOf(day: string): Promise<number> {
  const { data } = await MailDays.get({ ...tenant(), day }).go({ consistent: true });
  return data?.used ?? 0;
}

export async function resetMails(day: string): Promise<void> {
  await MailDays.put({ ...tenant(), day, used: 0 }).go();
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';
import { orElse, writeOne } from '#functions/kernel/table.ts';
import { type MessageChannel, messageChannels } from '#shared/model/message.ts';

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

const noneOfEach = Object.fromEntries(counters.map((name) => [name, z.number().default(0)]));

const Days = entity('messageDay', {
  fields: z.object({
    channel: z.enum(messageChannels),
    /** YYYY-MM-DD by the tenant's clock. */
    day: z.string(),
    shard: z.number(),
    ...(noneOfEach as Record<Counter, z.ZodDefault<z.ZodNumber>>),
  }),
  key: { partition: ['channel'], sort: ['day', 'shard'] },
});

/** Mails of a day, against the tenant's limit. */
const MailDays = entity('mailDay', {
  fields: z.object({ day: z.string(), used: z.number().default(0) }),
  key: { partition: ['day'], sort: [] },
});

/** The write that adds to a day's counters; `spread` chooses which of the items, by any id. */
export function countWrites(
  channel: MessageChannel,
  day: string,
  by: Partial<DayCounts>,
  spread: string,
): object {
  const shard = createHash('sha1').update(spread).digest()[0]! % shards;
  return Days.upsert({ channel, day, shard }).add(by).params();
}

export const none = (): DayCounts => Object.fromEntries(counters.map((name) => [name, 0])) as DayCounts;

/** The counters of each day from one to another, both included; days of which nothing is known are left out. */
export async function countsOfDays(
  channel: MessageChannel,
  from: string,
  to: string,
): Promise<Map<string, DayCounts>> {
  // The shards of a day lie behind its name.
  const query = Days.query('key', { channel }).between({ day: from }, { day: `${to}~` });
  const { data } = await query.go({ pages: 'all' });
  const days = new Map<string, DayCounts>();
  for (const stored of data) {
    const sums = days.get(stored.day) ?? none();
    for (const name of counters) sums[name] += stored[name];
    days.set(stored.day, sums);
  }
  return days;
}

/** What was counted of texts on each day, as `countsOfDays`. */
export const textCounts = (from: string, to: string): Promise<Map<string, DayCounts>> =>
  countsOfDays('sms', from, to);

/** The write that takes one mail of a day's limit. `full` is thrown by `commit` when there is none left. */
export const reserveMail = (day: string, limit: number, full: Error): object =>
  orElse(
    MailDays.update({ day })
      .add({ used: 1 })
      .where(({ used }, { lt, notExists }) => `${notExists(used)} OR ${lt(used, limit)}`)
      .params(),
    full,
  );

export async function mailsOf(day: string): Promise<number> {
  return (await MailDays.find({ day }))?.used ?? 0;
}

export const resetMails = (day: string): Promise<void> => writeOne(MailDays.put({ day, used: 0 }));

import { z } from 'zod';
import { entity } from '#functions/kernel/entity.ts';

/**
 * How many texts of a campaign left in each hour. It is written in the transaction that notes a text as sent, so that the
 * hours add up to the campaign's own count, whatever dies. Several items, as of the counts.
 */
const Hours = entity('campaignHour', {
  fields: z.object({
    campaignId: z.string(),
    /** 2026-03-10T16, in UTC. */
    hour: z.string(),
    shard: z.number(),
    sent: z.number().default(0),
  }),
  key: { partition: ['campaignId'], sort: ['hour', 'shard'] },
});

/** The writes that count texts in the hours in which they left. @param sentAt ISO 8601 in UTC, of each */
export const hourWrites = (campaignId: string, sentAt: readonly string[], shard: number): object[] =>
  [...Map.groupBy(sentAt, (at) => at.slice(0, 13))].map(([hour, all]) =>
    Hours.upsert({ campaignId, hour, shard }).add({ sent: all.length }).params(),
  );

/** Texts of a campaign by the hour in which they left, the earliest first; hours without any are left out. */
export async function hoursOfCampaign(campaignId: string): Promise<{ at: string; sent: number }[]> {
  const stored = await Hours.all('key', { campaignId });
  return [...Map.groupBy(stored, ({ hour }) => hour)]
    .map(([hour, of]) => ({ at: `${hour}:00:00.000Z`, sent: of.reduce((sum, { sent }) => sum + sent, 0) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

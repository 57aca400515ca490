import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CampaignDayAsked, simulateCampaignDay } from '#tests/support/campaign-day.ts';
import { Messaging } from '#tests/support/messaging.ts';

/*
 * npm run bench:campaign-day: 100,000 contacts and 20 numbers, over as many days as T-Mobile's limit of TRUST_SCORE=30
 * takes; here a short one, with texts so long that the same limits are met by few people. DAY=undisturbed or disturbed runs
 * one of the two days alone, which takes some four hours, and RECORD is what the other has said of its record.
 */

const isWhole = process.env.CONTACTS !== undefined;
const contacts = Number(process.env.CONTACTS ?? 240);
const kills = Number(process.env.KILLS ?? 4);
const outages = Number(process.env.OUTAGES ?? 3);
const onlyDay = process.env.DAY;
const timeout = 6 * 3_600_000;

const asked: Omit<CampaignDayAsked, 'kills' | 'outages'> = {
  contacts,
  numbers: Number(process.env.NUMBERS ?? 4),
  seed: Number(process.env.SEED ?? 1),
  ...(isWhole
    ? {
        lastDigits: '0123456789',
        text: 'Spring offers for {{ lead.firstName }}: reply YES. Reply STOP to opt out.',
        aMinute: { campaign: 1_200, number: 90 },
        registration: { useCase: 'standard' as const, trustScore: Number(process.env.TRUST_SCORE ?? 30) },
      }
    : {
        lastDigits: '0480480481',
        text: `Spring offers for {{ lead.firstName }}. ${'Fresh flowers each week. '.repeat(57)}Reply STOP to opt out.`,
        aMinute: { campaign: 600, number: 120 },
        registration: { useCase: 'lowVolume' as const, trustScore: 0 },
      }),
};

let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

type Day = Awaited<ReturnType<typeof simulateCampaignDay>>;

/** One day, within every limit. */
async function dayWith(troubles: Pick<CampaignDayAsked, 'kills' | 'outages'>): Promise<Day> {
  const day = await simulateCampaignDay(world, { ...asked, ...troubles });
  const { recount, counts, record } = day;
  expect(recount.broken).toEqual([]);
  expect(record.size).toBe(contacts);
  expect(recount.senders.size).toBe(asked.numbers);
  expect([counts.total, counts.pending]).toEqual([contacts, 0]);
  // Whom their carrier alone knows as stopped has no text there, and counts as none that left.
  expect(counts.sent).toBe(recount.texts.size);
  expect(day.kills).toBe(troubles.kills);
  if (isWhole) process.stdout.write(`${JSON.stringify(figuresOf(day), null, 2)}\n`);
  return day;
}

const disturbed = { kills, outages };
const undisturbed = { kills: 0, outages: 0 };

it.skipIf(onlyDay)(
  `a campaign to ${contacts} people comes to the same record with ${kills} kills and ${outages} outages, within every limit`,
  { timeout },
  async () => {
    const plain = await dayWith(undisturbed);
    const hurt = await dayWith(disturbed);
    const differs = [...plain.record].filter(([number, said]) => hurt.record.get(number) !== said);
    expect(differs.slice(0, 10)).toEqual([]);
  },
);

it.runIf(onlyDay)(
  `the ${onlyDay} day of a campaign to ${contacts} people keeps every limit`,
  { timeout },
  async () => {
    const { record } = await dayWith(onlyDay === 'disturbed' ? disturbed : undisturbed);
    if (process.env.RECORD) expect(digestOf(record)).toBe(process.env.RECORD);
  },
);

/** By which the record of a day that another process has run is compared. */
function digestOf(record: Day['record']): string {
  const lines = [...record].map(([number, said]) => `${number} ${said}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('hex');
}

function figuresOf({ counts, recount, record, kills, turns, seconds, hours }: Day) {
  const outcomes: Record<string, number> = {};
  for (const said of record.values()) outcomes[said] = (outcomes[said] ?? 0) + 1;
  return {
    counts,
    outcomes,
    record: digestOf(record),
    kills,
    turns,
    seconds,
    hours,
    texts: recount.texts.size,
    tmobileDay: recount.tmobileDay,
    senders: [...recount.senders.values()],
  };
}

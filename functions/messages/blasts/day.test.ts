import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CampaignDayAsked, simulateCampaignDay } from '#tests/support/campaign-day.ts';
import { Messaging } from '#tests/support/messaging.ts';

/*
 * npm run bench:campaign-day: 100,000 contacts and 20 numbers, over as many days as T-Mobile's limit of TRUST_SCORE=30
 * takes; here a short one, with texts so long that the same limits are met by few people.
 */

const isWhole = process.env.CONTACTS !== undefined;
const contacts = Number(process.env.CONTACTS ?? 240);
const kills = Number(process.env.KILLS ?? 4);
const outages = Number(process.env.OUTAGES ?? 3);

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

it(`a campaign to ${contacts} people comes to the same record with ${kills} kills and ${outages} outages, within every limit`, {
  timeout: 6 * 3_600_000,
}, async () => {
  const plain = await simulateCampaignDay(world, { ...asked, kills: 0, outages: 0 });
  const hurt = await simulateCampaignDay(world, { ...asked, kills, outages });
  for (const { recount, counts, record } of [plain, hurt]) {
    expect(recount.broken).toEqual([]);
    expect(record.size).toBe(contacts);
    expect(recount.senders.size).toBe(asked.numbers);
    expect([counts.total, counts.pending]).toEqual([contacts, 0]);
    // Whom their carrier alone knows as stopped has no text there, and counts as none that left.
    expect(counts.sent).toBe(recount.texts.size);
  }
  expect(hurt.kills).toBe(kills);
  const differs = [...plain.record].filter(([number, said]) => hurt.record.get(number) !== said);
  expect(differs.slice(0, 10)).toEqual([]);
  process.stdout.write(`${JSON.stringify({ plain: figuresOf(plain), hurt: figuresOf(hurt) }, null, 2)}\n`);
});

const figuresOf = ({
  counts,
  recount,
  kills,
  turns,
  seconds,
  hours,
}: Awaited<ReturnType<typeof simulateCampaignDay>>) => ({
  counts,
  kills,
  turns,
  seconds,
  hours,
  texts: recount.texts.size,
  tmobileDay: recount.tmobileDay,
  senders: [...recount.senders.values()],
});

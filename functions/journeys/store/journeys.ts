import { z } from 'zod';
import { tenantOf } from '#functions/kernel/actor.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { type JourneyFields, type JourneyRules, journeyStatuses } from '#shared/model/journey/journey.ts';
import type { Step } from '#shared/model/journey/steps/index.ts';

const Journeys = entity('journey', {
  fields: z.object({
    journeyId: z.string(),
    status: z.enum(journeyStatuses),
    /** The fields as they are edited. What is live lies in a version. */
    draft: z.custom<JourneyFields>(),
    liveVersion: z.number().optional(),
    draftDiffers: z.boolean(),
    /** In the index of those that leads come into by themselves; else empty. */
    auto: z.string().optional(),
    createdAt: z.string(),
    createdBy: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string().optional(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['journeyId'] },
  indexes: { automatic: { index: 'gsi1', partition: ['auto'], sort: ['journeyId'], onlyWith: 'auto' } },
});
export type JourneyRecord = Omit<Stored<typeof Journeys>, 'auto'>;

/** What an enrolment is pinned to; it never changes once it is written. */
const Versions = entity('journeyversion', {
  fields: z.object({
    journeyId: z.string(),
    number: z.string(),
    steps: z.custom<Step[]>(),
    entry: z.string().nullable(),
    rules: z.custom<JourneyRules>(),
    publishedAt: z.string(),
    publishedBy: z.string(),
  }),
  key: { partition: ['journeyId'], sort: ['number'] },
});
export type VersionRecord = Omit<Stored<typeof Versions>, 'number'> & { number: number };

export async function findJourney(journeyId: string): Promise<JourneyRecord | undefined> {
  const stored = await Journeys.find({ journeyId });
  return stored && toJourney(stored);
}

/** Which of these journeys are there. */
export async function journeysThere(journeyIds: string[]): Promise<string[]> {
  const asked = journeyIds.map((journeyId) => ({ journeyId }));
  // A draft may hold 300 kB.
  const found = await Journeys.findMany(asked, { attributes: ['journeyId'] });
  return found.map(({ journeyId }) => journeyId);
}

/** All journeys of the tenant, newest first; there are some hundred at most. */
export async function allJourneys(): Promise<JourneyRecord[]> {
  return (await Journeys.all('key', {}, { order: 'desc' })).map(toJourney);
}

const isAutomatic = ({ status, draft }: JourneyRecord) =>
  status === 'live' && draft.triggerCriteria.autoEnroll;
const toItem = (journey: JourneyRecord) => ({ ...journey, auto: isAutomatic(journey) ? 'yes' : '' });
const toJourney = ({ auto: _, ...journey }: Stored<typeof Journeys>): JourneyRecord => journey;

/** Live journeys that leads come into by themselves, from an index: it is asked at every change of a lead. */
export async function automaticJourneys(): Promise<JourneyRecord[]> {
  return (await Journeys.all('automatic', { auto: 'yes' })).map(toJourney);
}

export const insertJourney = (journey: JourneyRecord) => Journeys.insert(toItem(journey));

/** Writes a journey again where it is still at the version before. */
export const replaceJourney = (journey: JourneyRecord) =>
  Journeys.put(toItem({ ...journey, version: journey.version + 1 }), ifVersion(journey.version));

/** Lets a transaction through only while the journey is not live. */
export const notLive = (journeyId: string): object =>
  Journeys.check({ journeyId }, { where: ({ status }, { ne }) => ne(status, 'live') });

export const deleteJourney = ({ journeyId, version }: JourneyRecord) =>
  Journeys.remove({ journeyId }, ifVersion(version));

const padded = (number: number) => String(number).padStart(6, '0');
/** Kept by the process that read it: a version never changes. */
const known = new Map<string, VersionRecord>();
const mostKnown = 200;

export async function findVersion(journeyId: string, number: number): Promise<VersionRecord | undefined> {
  const key = `${tenantOf()}/${journeyId}/${number}`;
  const kept = known.get(key);
  if (kept) return kept;
  const stored = await Versions.find({ journeyId, number: padded(number) });
  if (!stored) return undefined;
  const version = { ...stored, number };
  if (known.size >= mostKnown) known.clear();
  known.set(key, version);
  return version;
}

/** Without their steps, newest first. */
export async function versionsOf(
  journeyId: string,
): Promise<Pick<VersionRecord, 'number' | 'publishedAt' | 'publishedBy'>[]> {
  const attributes = ['number', 'publishedAt', 'publishedBy'];
  const versions = await Versions.all('key', { journeyId }, { order: 'desc', attributes });
  return versions.map(({ number, publishedAt, publishedBy }) => ({
    number: Number(number),
    publishedAt,
    publishedBy,
  }));
}

export const insertVersion = (version: VersionRecord) =>
  Versions.insert({ ...version, number: padded(version.number) });

export async function deleteVersions(journeyId: string): Promise<void> {
  await Versions.removeEvery(
    await Versions.all('key', { journeyId }, { attributes: ['journeyId', 'number'] }),
  );
}

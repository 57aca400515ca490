import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, decisive, keys, model, ofTenant, readEvery } from '#functions/kernel/table.ts';
import type { JourneyFields, JourneyRules, JourneyStatus } from '#shared/model/journey/journey.ts';
import type { Step } from '#shared/model/journey/steps/index.ts';

const Journeys = new Entity(
  {
    model: model('journey'),
    attributes: {
      tenantId: { type: 'number', required: true },
      journeyId: { type: 'string', required: true },
      status: { type: ['draft', 'live', 'paused'] as const, required: true },
      /** The fields as they are edited. What is live lies in a version. */
      draft: { type: 'any', required: true },
      liveVersion: { type: 'number' },
      draftDiffers: { type: 'boolean', required: true },
      /** In the index of those that leads come into by themselves; else empty. */
      auto: { type: 'string' },
      createdAt: { type: 'string', required: true },
      createdBy: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      updatedBy: { type: 'string' },
      version: { type: 'number', required: true },
    },
    indexes: {
      ofTenant: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['journeyId'] },
      },
      automatic: {
        index: keys.gsi1.index,
        condition: ({ auto }: { auto?: string }) => Boolean(auto),
        pk: { ...keys.gsi1.pk, composite: ['tenantId', 'auto'] },
        sk: { ...keys.gsi1.sk, composite: ['journeyId'] },
      },
    },
  },
  connection,
);

const Versions = new Entity(
  {
    model: model('journeyversion'),
    attributes: {
      tenantId: { type: 'number', required: true },
      journeyId: { type: 'string', required: true },
      number: { type: 'string', required: true },
      steps: { type: 'any', required: true },
      entry: { type: 'string' },
      rules: { type: 'any', required: true },
      publishedAt: { type: 'string', required: true },
      publishedBy: { type: 'string', required: true },
    },
    indexes: {
      ofJourney: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'journeyId'] },
        sk: { ...keys.primary.sk, composite: ['number'] },
      },
    },
  },
  connection,
);

export interface JourneyRecord {
  journeyId: string;
  status: JourneyStatus;
  draft: JourneyFields;
  liveVersion?: number;
  draftDiffers: boolean;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy?: string;
  version: number;
}

/** What an enrolment is pinned to; it never changes once it is written. */
export interface VersionRecord {
  journeyId: string;
  number: number;
  steps: Step[];
  entry: string | null;
  rules: JourneyRules;
  publishedAt: string;
  publishedBy: string;
}

export async function findJourney(journeyId: string): Promise<JourneyRecord | undefined> {
  const { data } = await Journeys.get({ tenantId: tenantOf(), journeyId }).go({ consistent: true });
  return data ? toJourney(data) : undefined;
}

/** Which of these journeys are there. */
export async function journeysThere(journeyIds: string[]): Promise<string[]> {
  const tenantId = tenantOf();
  const journeys = await readEvery(
    journeyIds.map((journeyId) => ({ tenantId, journeyId })),
    // A draft may hold 300 kB.
    (some) => Journeys.get(some).go({ ...decisive, attributes: ['journeyId'] }),
  );
  return journeys.map(({ journeyId }) => journeyId);
}

/** All journeys of the tenant, newest first; there are some hundred at most. */
export async function allJourneys(): Promise<JourneyRecord[]> {
  const { data } = await Journeys.query
    .ofTenant({ tenantId: tenantOf() })
    .go({ pages: 'all', consistent: true, order: 'desc' });
  return data.map(toJourney);
}

const isAutomatic = ({ status, draft }: JourneyRecord) =>
  status === 'live' && draft.triggerCriteria.autoEnroll;
const toItem = (journey: JourneyRecord) => ({
  tenantId: tenantOf(),
  ...journey,
  auto: isAutomatic(journey) ? 'yes' : '',
});
const toJourney = (stored: unknown): JourneyRecord => {
  const { auto: _auto, ...journey } = ofTenant<JourneyRecord & { auto?: string }>(stored);
  return journey;
};

/** Live journeys that leads come into by themselves, from an index: it is asked at every change of a lead. */
export async function automaticJourneys(): Promise<JourneyRecord[]> {
  const { data } = await Journeys.query.automatic({ tenantId: tenantOf(), auto: 'yes' }).go({ pages: 'all' });
  return data.map(toJourney);
}

export const insertJourney = (journey: JourneyRecord) => Journeys.create(toItem(journey)).params();

/** Writes a journey again where it is still at the version before. */
export const replaceJourney = (journey: JourneyRecord) =>
  Journeys.put(toItem({ ...journey, version: journey.version + 1 }))
    .where((at, op) => op.eq(at.version, journey.version))
    .params();

/** Lets a transaction through only while the journey is not live. */
export function notLive(journeyId: string): object {
  const { Key, TableName } = Journeys.get({ tenantId: tenantOf(), journeyId }).params() as Record<
    string,
    unknown
  >;
  return {
    CheckOnly: true,
    TableName,
    Key,
    ConditionExpression: '#status <> :live',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':live': 'live' },
  };
}

export const deleteJourney = ({ journeyId, version }: JourneyRecord) =>
  Journeys.remove({ tenantId: tenantOf(), journeyId })
    .where((at, op) => op.eq(at.version, version))
    .params();

const padded = (number: number) => String(number).padStart(6, '0');
const toVersion = (stored: unknown): VersionRecord => {
  const one = ofTenant<Omit<VersionRecord, 'number' | 'entry'> & { number: string; entry?: string }>(stored);
  return { ...one, number: Number(one.number), entry: one.entry ?? null };
};

/** Kept by the process that read it: a version never changes. */
const known = new Map<string, VersionRecord>();
const mostKnown = 200;

export async function findVersion(journeyId: string, number: number): Promise<VersionRecord | undefined> {
  const key = `${tenantOf()}/${journeyId}/${number}`;
  const kept = known.get(key);
  if (kept) return kept;
  const { data } = await Versions.get({ tenantId: tenantOf(), journeyId, number: padded(number) }).go({
    consistent: true,
  });
  if (!data) return undefined;
  const version = toVersion(data);
  if (known.size >= mostKnown) known.clear();
  known.set(key, version);
  return version;
}

/** Without their steps, newest first. */
export async function versionsOf(
  journeyId: string,
): Promise<Pick<VersionRecord, 'number' | 'publishedAt' | 'publishedBy'>[]> {
  const { data } = await Versions.query
    .ofJourney({ tenantId: tenantOf(), journeyId })
    .go({ pages: 'all', order: 'desc', attributes: ['number', 'publishedAt', 'publishedBy'] });
  return data.map(({ number, publishedAt, publishedBy }) => ({
    number: Number(number),
    publishedAt,
    publishedBy,
  }));
}

export const insertVersion = ({ number, entry, ...version }: VersionRecord) =>
  Versions.create({
    tenantId: tenantOf(),
    ...version,
    number: padded(number),
    ...(entry ? { entry } : {}),
  }).params();

export async function deleteVersions(journeyId: string): Promise<void> {
  const { data } = await Versions.query
    .ofJourney({ tenantId: tenantOf(), journeyId })
    .go({ pages: 'all', attributes: ['number'] });
  for (const { number } of data) await Versions.delete({ tenantId: tenantOf(), journeyId, number }).go();
}

import { z } from 'zod';
import { dueAt, notDue } from '#functions/kernel/due.ts';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened, notFound } from '#functions/kernel/errors.ts';
import {
  playContexts,
  promptRecording,
  promptVersion,
  type VoiceProviderName,
} from '#shared/model/prompt-recording.ts';

const Recordings = entity('promptRecording', {
  fields: promptRecording.omit({ id: true, asterisk: true, usageCount: true, usedBy: true }).extend({
    recordingId: z.string(),
    /** What is being made; null where nothing is. */
    generationId: z.string().nullable(),
    /** The sound that the exchange has, and where and since when it has it. */
    deployedVersionId: z.string().nullable(),
    deployedPath: z.string().nullable(),
    deployedAt: z.string().nullable(),
  }),
  key: { partition: [], sort: ['recordingId'] },
});
export type RecordingRecord = Stored<typeof Recordings>;

/** Its sound lies in the bucket, by the recording's id and its own. */
const Versions = entity('promptVersion', {
  fields: promptVersion
    .omit({ id: true, isCurrent: true })
    .extend({ recordingId: z.string(), versionId: z.string() }),
  key: { partition: ['recordingId'], sort: ['versionId'] },
});
export type VersionRecord = Stored<typeof Versions>;

/**
 * A text that a voice is to read. It is written before the voice is asked, and a voice is asked by whoever made `asked`
 * of `waiting`: so no text is charged for twice.
 */
const Generations = entity('promptGeneration', {
  fields: z.object({
    generationId: z.string(),
    recordingId: z.string(),
    state: z.enum(['waiting', 'asked', 'done', 'failed']),
    /** As the voice is to read it. */
    text: z.string(),
    provider: z.custom<VoiceProviderName>(),
    voiceId: z.string(),
    language: z.string(),
    /** How often the voice was busy. */
    tries: z.number().int(),
    askedBy: z.string(),
    changedAt: z.string(),
    expiresAt: z.number().optional(),
  }),
  key: { partition: ['generationId'], sort: [] },
  due: true,
});
export type Generation = Stored<typeof Generations>;

/** The tenant's own account at ElevenLabs: one item. The key is sealed. */
const Settings = entity('voiceSettings', {
  fields: z.object({ sealedKey: z.string().nullable(), modelId: z.string() }),
  key: { partition: [], sort: [] },
});
type VoiceSettings = Stored<typeof Settings>;

/** Characters that a provider has read on a day, in UTC. */
const Characters = entity('voiceCharacters', {
  fields: z.object({ provider: z.string(), day: z.string(), characters: z.number().int() }),
  key: { partition: ['provider'], sort: ['day'] },
});

/** How often a recording was heard: on a day somewhere, and in all. */
const Plays = entity('promptPlays', {
  fields: z.object({
    recordingId: z.string(),
    day: z.string(),
    context: z.enum(Object.keys(playContexts) as [keyof typeof playContexts]),
    /** The plan that played it; '-' for none. */
    planId: z.string(),
    plays: z.number().int(),
    completions: z.number().int(),
    listenMs: z.number().int(),
  }),
  key: { partition: ['recordingId'], sort: ['day', 'context', 'planId'] },
});
const Totals = entity('promptPlayTotal', {
  fields: z.object({ recordingId: z.string(), plays: z.number().int() }),
  key: { partition: [], sort: ['recordingId'] },
});
/** A play that was told with a key, for a day: told again, it is not counted again. */
const PlayKeys = entity('promptPlayKey', {
  fields: z.object({ recordingId: z.string(), key: z.string(), expiresAt: z.number() }),
  key: { partition: ['recordingId'], sort: ['key'], casing: 'none' },
});

export const changedSince = changedSinceOpened('recording');

export const everyRecording = (): Promise<RecordingRecord[]> => Recordings.all('key');
export const findRecording = (recordingId: string) => Recordings.find({ recordingId });
export const findRecordings = (recordingIds: string[]): Promise<RecordingRecord[]> =>
  Recordings.findMany(recordingIds.map((recordingId) => ({ recordingId })));

/** @throws 404 */
export async function recordingOr404(recordingId: string): Promise<RecordingRecord> {
  const recording = await findRecording(recordingId);
  if (!recording) throw notFound('The recording');
  return recording;
}

/** The write of a recording: new when `before` is undefined, else refused when it has changed since. */
export const recordingWrite = (before: RecordingRecord | undefined, after: RecordingRecord): object =>
  before
    ? Recordings.put({ ...after, version: before.version + 1 }, ifVersion(before.version, changedSince))
    : Recordings.insert(after);
export const recordingRemoval = ({ recordingId, version }: RecordingRecord): object =>
  Recordings.remove({ recordingId }, ifVersion(version, changedSince));

/** Newest first. */
export const versionsOf = async (recordingId: string): Promise<VersionRecord[]> =>
  (await Versions.all('key', { recordingId })).sort((one, other) =>
    one.versionId < other.versionId ? 1 : -1,
  );
export const findVersion = (recordingId: string, versionId: string) =>
  Versions.find({ recordingId, versionId });
/** The same sound written twice is one. */
export const versionWrite = (version: VersionRecord): object => Versions.put(version);
export const versionRemoval = (recordingId: string, versionId: string): object =>
  Versions.remove({ recordingId, versionId });

export const findGeneration = (generationId: string) => Generations.find({ generationId });
export const generationInsertion = (generation: Generation): object =>
  Generations.insert({ ...generation, ...dueAt('promptGeneration', generation.generationId) });

const inState = (state: Generation['state']) => ({
  where: (
    at: { [K in keyof Generation]-?: Generation[K] },
    { eq }: { eq: (a: unknown, b: unknown) => string },
  ) => eq(at.state, state),
});
/** Goes on from one state to another, and is looked at again then; refused where it is in another. */
export const generationStep = (
  generationId: string,
  from: Generation['state'],
  to: Partial<Generation> & Pick<Generation, 'state' | 'changedAt'>,
  lookAt?: number,
): object => {
  const change = Generations.patch({ generationId });
  const isOver = to.state === 'done' || to.state === 'failed';
  return isOver
    ? change.set(to).remove(notDue).params(inState(from))
    : change.set({ ...to, ...dueAt('promptGeneration', generationId, lookAt) }).params(inState(from));
};

export const readVoiceSettings = async (): Promise<VoiceSettings> => ({
  sealedKey: null,
  modelId: 'eleven_multilingual_v2',
  ...(await Settings.find({})),
});
export const voiceSettingsWrite = (settings: VoiceSettings): object => Settings.put(settings);

export const charactersAddition = (provider: VoiceProviderName, day: string, characters: number): object =>
  Characters.upsert({ provider, day }).add({ characters }).params();
export const charactersSince = async (provider: VoiceProviderName, day: string) =>
  (await Characters.query('key', { provider }).gte({ day }).go({ pages: 'all' })).data;

type Play = Omit<Stored<typeof Plays>, 'plays'>;

/** The writes that count a play; with a key they are refused with ConditionFailed where it was counted. */
export const playWrites = ({ recordingId, day, context, planId, completions, listenMs }: Play): object[] => [
  Plays.upsert({ recordingId, day, context, planId }).add({ plays: 1, completions, listenMs }).params(),
  Totals.upsert({ recordingId }).add({ plays: 1 }).params(),
];
export const playKeyInsertion = (recordingId: string, key: string, expiresAt: number): object =>
  PlayKeys.insert({ recordingId, key, expiresAt });
export const playsOf = (recordingId: string) => Plays.all('key', { recordingId });
export const totalOf = async (recordingId: string): Promise<number> =>
  (await Totals.find({ recordingId }))?.plays ?? 0;
export const totals = async (): Promise<ReadonlyMap<string, number>> =>
  new Map((await Totals.all('key')).map(({ recordingId, plays }) => [recordingId, plays]));

/** A change of a recording that is there, refused where it is gone. */
export const deployedWrite = (
  recordingId: string,
  fields: Pick<RecordingRecord, 'deployedVersionId' | 'deployedPath' | 'deployedAt'>,
): object =>
  Recordings.patch({ recordingId })
    .set(fields)
    .params(ifThere(notFound('The recording')));

/** Which of these recordings are there. */
export const recordingsThere = async (recordingIds: string[]): Promise<string[]> =>
  (await findRecordings(recordingIds)).map(({ recordingId }) => recordingId);

import { z } from 'zod';
import { dueAt, earlierItems } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';
import type { Base, DisplayLayer } from '#shared/model/display-layers.ts';

const Configs = entity('signageconfig', {
  fields: z.object({
    sealedKey: z.string().optional(),
    teamId: z.string().optional(),
    lastSyncAt: z.string().optional(),
    /** The displays as last heard of, for when the provider does not answer. */
    lastDevices: z.unknown().optional(),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
});

/** Nothing is due before this. */
export const never = '9999-12-31T00:00:00.000Z';

const Displays = entity('display', {
  fields: z.object({
    displayId: z.string(),
    name: z.string(),
    base: z.custom<Base>(),
    layers: z.custom<DisplayLayer[]>(),
    /** Key of the content last pushed, see `contentKey`; empty: not known. */
    shown: z.string(),
    shownName: z.string().optional(),
    shownAt: z.string().optional(),
    /** Written before the first push of ours and until its own content is back: what it shows is not its own. */
    holding: z.boolean().optional(),
    /** The provider's id of the page that plays this display's plan. */
    playerAssetId: z.string().optional(),
    /** Why the last push was not taken. */
    trouble: z.string().optional(),
    /** When it has to be looked at again: something else shows by itself, or a push is to be repeated. */
    dueAt: z.string(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['displayId'], casing: 'none' },
  /** Displays of earlier versions alone lie in it. */
  indexes: { byDue: { index: 'gsi1', partition: [], sort: ['dueAt'], retired: true } },
  due: true,
});

/** A sign of life of a player, apart from the display's state so that neither writes over the other. */
const Beats = entity('displaybeat', {
  fields: z.object({
    displayId: z.string(),
    seenAt: z.string(),
    /** The emergency or takeover that it says it shows. */
    showing: z.string().nullable(),
    /** Whether this was not known before: pages that show displays get a hint then (events/hints.ts). */
    isNews: z.boolean().optional(),
  }),
  key: { partition: [], sort: ['displayId'], casing: 'none' },
});

export type StoredConfig = Stored<typeof Configs>;
export type DisplayState = Stored<typeof Displays>;

export type Beat = Stored<typeof Beats>;

/** Our own player tells of itself every ten seconds; after this it is not heard of any more, in milliseconds. */
const silentMs = 45_000;

/** Whether a player is heard of. @param now ms since 1970 */
export const isHeard = (beat: Beat | undefined, now: number): beat is Beat =>
  beat !== undefined && now - Date.parse(beat.seenAt) < silentMs;

/**
 * Notes a sign of life; others hear of it where the player comes back, or shows another emergency or takeover. Answers
 * whether it told anything new.
 */
export async function noteBeat(displayId: string, seenAt: string, showing: string | null): Promise<boolean> {
  const before = await Beats.find({ displayId });
  const isNews = !isHeard(before, Date.parse(seenAt)) || before.showing !== showing;
  await writeOne(Beats.put({ displayId, seenAt, showing, ...(isNews ? { isNews } : {}) }));
  return isNews;
}

/** What each display's own player last told. */
export async function beats(): Promise<Map<string, Beat>> {
  const found = await Beats.all('key', {}, { consistent: false });
  return new Map(found.map((beat) => [beat.displayId, beat]));
}

export const findConfig = async (): Promise<StoredConfig> => (await Configs.find({})) ?? { version: 0 };

export const replaceConfig = (config: StoredConfig): object =>
  Configs.put({ ...config, version: config.version + 1 });

/** Notes what the provider said; nobody's edit of the connection is overwritten. */
export const saveLastDevices = (lastDevices: unknown, lastSyncAt: string): Promise<void> =>
  writeOne(Configs.upsert({}).set({ lastDevices, lastSyncAt }).add({ version: 0 }).params());

export async function displayStates(displayIds?: string[]): Promise<Map<string, DisplayState>> {
  const states = displayIds
    ? await Displays.findMany(displayIds.map((displayId) => ({ displayId })))
    : await Displays.all('key');
  return new Map(states.map((state) => [state.displayId, state]));
}

/** Which of these displays are known: their provider told of them, or something of ours is on them. */
export async function displaysThere(displayIds: string[]): Promise<string[]> {
  const [states, { lastDevices }] = await Promise.all([displayStates(displayIds), findConfig()]);
  const told = ((lastDevices ?? []) as { id: string }[]).map(({ id }) => id);
  return [...states.keys(), ...told];
}

export const earlierDisplays = () => earlierItems(Displays.query('byDue').lt({ dueAt: never }), 'displayId');

/** The sweeper looks at a display a minute before its time, and has it looked at in that very moment; ms. */
export const lookAheadMs = 60_000;

/** Writes a display's state where nobody has changed it since; version 0 is a display not touched before. */
export const writeDisplay = ({ version, ...state }: DisplayState) => {
  const { displayId, dueAt: at } = state;
  const due = at === never ? {} : dueAt('display', displayId, Date.parse(at) - lookAheadMs);
  return Displays.put({ ...state, version: version + 1, ...due }, ifVersion(version));
};

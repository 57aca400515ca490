import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { dueAt, dueAttributes, earlierItems } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { Base, DisplayLayer } from '#shared/model/display-layers.ts';

const Configs = new Entity(
  {
    model: model('signageconfig'),
    attributes: {
      tenantId: { type: 'number', required: true },
      sealedKey: { type: 'string' },
      teamId: { type: 'string' },
      lastSyncAt: { type: 'string' },
      /** The displays as last heard of, for when the provider does not answer. */
      lastDevices: { type: 'any' },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** Nothing is due before this. */
export const never = '9999-12-31T00:00:00.000Z';

const Displays = new Entity(
  {
    model: model('display'),
    attributes: {
      tenantId: { type: 'number', required: true },
      displayId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      base: { type: 'any', required: true },
      layers: { type: 'any', required: true },
      /** Key of the content last pushed, see `contentKey`; empty: not known. */
      shown: { type: 'string', required: true },
      shownName: { type: 'string' },
      shownAt: { type: 'string' },
      /** Written before the first push of ours and until its own content is back: what it shows is not its own. */
      holding: { type: 'boolean' },
      /** The provider's id of the page that plays this display's plan. */
      playerAssetId: { type: 'string' },
      /** Why the last push was not taken. */
      trouble: { type: 'string' },
      /** When it has to be looked at again: something else shows by itself, or a push is to be repeated. */
      dueAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
      ...dueAttributes,
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['displayId'], casing: 'none' },
      },
      /** Displays of earlier versions alone lie in it. */
      byDue: {
        index: keys.gsi1.index,
        condition: () => false,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['dueAt'] },
      },
    },
  },
  connection,
);

export interface DisplayState {
  displayId: string;
  name: string;
  base: Base;
  layers: DisplayLayer[];
  shown: string;
  shownName?: string;
  shownAt?: string;
  holding?: boolean;
  playerAssetId?: string;
  trouble?: string;
  dueAt: string;
  version: number;
}

/** A sign of life of a player, apart from the display's state so that neither writes over the other. */
const Beats = new Entity(
  {
    model: model('displaybeat'),
    attributes: {
      tenantId: { type: 'number', required: true },
      displayId: { type: 'string', required: true },
      seenAt: { type: 'string', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['displayId'], casing: 'none' },
      },
    },
  },
  connection,
);

export async function noteBeat(displayId: string, seenAt: string): Promise<void> {
  await Beats.put({ tenantId: tenantOf(), displayId, seenAt }).go();
}

/** When each display's own player was last heard of. */
export async function beats(): Promise<Map<string, string>> {
  const { data } = await Beats.query.one({ tenantId: tenantOf() }).go({ pages: 'all' });
  return new Map(data.map(({ displayId, seenAt }) => [displayId, seenAt]));
}

export interface StoredConfig {
  sealedKey?: string;
  teamId?: string;
  lastSyncAt?: string;
  lastDevices?: unknown;
  version: number;
}

export async function findConfig(): Promise<StoredConfig> {
  const { data } = await Configs.get({ tenantId: tenantOf() }).go({ consistent: true });
  return data ? ofTenant<StoredConfig>(data) : { version: 0 };
}

export const savingConfig = (config: StoredConfig): object =>
  Configs.put({ tenantId: tenantOf(), ...config, version: config.version + 1 }).params();

/** Notes what the provider said; nobody's edit of the connection is overwritten. */
export async function saveLastDevices(lastDevices: unknown, lastSyncAt: string): Promise<void> {
  await Configs.upsert({ tenantId: tenantOf(), lastDevices, lastSyncAt }).add({ version: 0 }).go();
}

export async function displayStates(displayIds?: string[]): Promise<Map<string, DisplayState>> {
  const tenantId = tenantOf();
  const { data } = displayIds
    ? await Displays.get(displayIds.map((displayId) => ({ tenantId, displayId }))).go({ consistent: true })
    : await Displays.query.one({ tenantId }).go({ pages: 'all', consistent: true });
  return new Map((data as unknown[]).map(ofTenant<DisplayState>).map((state) => [state.displayId, state]));
}

/** Which of these displays are known: their provider told of them, or something of ours is on them. */
export async function displaysThere(displayIds: string[]): Promise<string[]> {
  const [states, { lastDevices }] = await Promise.all([displayStates(displayIds), findConfig()]);
  const told = ((lastDevices ?? []) as { id: string }[]).map(({ id }) => id);
  return [...states.keys(), ...told];
}

export const earlierDisplays = () =>
  earlierItems(Displays.query.byDue({ tenantId: tenantOf() }).lt({ dueAt: never }), 'displayId');

/** The sweeper looks at a display a minute before its time, and has it looked at in that very moment; ms. */
export const lookAheadMs = 60_000;

/** Writes a display's state where nobody has changed it since; version 0 is a display not touched before. */
export const writeDisplay = ({ version, ...state }: DisplayState) => {
  const { displayId, dueAt: at } = state;
  const next = {
    tenantId: tenantOf(),
    ...state,
    version: version + 1,
    ...(at === never ? {} : dueAt('display', displayId, Date.parse(at) - lookAheadMs)),
  };
  return version === 0
    ? Displays.create(next).params()
    : Displays.put(next)
        .where((entry, op) => op.eq(entry.version, version))
        .params();
};

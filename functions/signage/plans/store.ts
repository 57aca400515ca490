import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, dueAttributes, type EarlierItem, earlierItems } from '#functions/kernel/due.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type {
  DisplaySettings,
  Emergency,
  GroupFields,
  PlaylistFields,
  ScheduleFields,
} from '#shared/model/signage/entities.ts';

/** Everything that plans are made of lies side by side, so one query reads a tenant's plans. */
const Parts = new Entity(
  {
    model: model('signagepart'),
    attributes: {
      tenantId: { type: 'number', required: true },
      kind: {
        type: ['display', 'emergency', 'group', 'player', 'playlist', 'schedule'] as const,
        required: true,
      },
      partId: { type: 'string', required: true },
      body: { type: 'any', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['kind', 'partId'], casing: 'none' },
      },
    },
  },
  connection,
);

/** Counts the changes of a tenant's plans, and which of them all displays have been brought to. */
const Revisions = new Entity(
  {
    model: model('signagerevision'),
    attributes: {
      tenantId: { type: 'number', required: true },
      revision: { type: 'number' },
      applied: { type: 'number' },
      ...dueAttributes,
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

/** Emergencies that have ended; they are kept a year as a record. */
const Ended = new Entity(
  {
    model: model('signageended'),
    attributes: {
      tenantId: { type: 'number', required: true },
      emergencyId: { type: 'string', required: true },
      startedAt: { type: 'string', required: true },
      body: { type: 'any', required: true },
      expiresAt: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId'] },
        sk: { ...keys.primary.sk, composite: ['emergencyId'], casing: 'none' },
      },
      byStart: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['startedAt'] },
      },
    },
  },
  connection,
);

/** The bodies of the parts by kind. */
export interface Bodies {
  display: Partial<DisplaySettings> & { playerKey: string };
  /** `assetId`: the provider's, once it has been told of the page. */
  emergency: Omit<Emergency, 'id'> & { assetId?: string };
  group: GroupFields;
  /** What a player's key stands for. */
  player: { displayId: string };
  playlist: PlaylistFields & { updatedAt: string };
  schedule: ScheduleFields;
}
export type Kind = keyof Bodies;

export interface Part<K extends Kind> {
  kind: K;
  partId: string;
  body: Bodies[K];
  version: number;
}
export type AnyPart = { [K in Kind]: Part<K> }[Kind];

export async function allParts(): Promise<AnyPart[]> {
  const { data } = await Parts.query.one({ tenantId: tenantOf() }).go({ pages: 'all', consistent: true });
  return (data as unknown[]).map(ofTenant<AnyPart>);
}

export async function partsOf<K extends Kind>(kind: K): Promise<Part<K>[]> {
  const { data } = await Parts.query
    .one({ tenantId: tenantOf(), kind })
    .go({ pages: 'all', consistent: true });
  return (data as unknown[]).map(ofTenant<Part<K>>);
}

/** Which of these groups of displays are there; a tenant has a hundred at most. */
export async function groupsThere(groupIds: string[]): Promise<string[]> {
  const all = new Set((await partsOf('group')).map(({ partId }) => partId));
  return groupIds.filter((id) => all.has(id));
}

export async function findPart<K extends Kind>(kind: K, partId: string): Promise<Part<K> | undefined> {
  const { data } = await Parts.get({ tenantId: tenantOf(), kind, partId }).go({ consistent: true });
  return data ? ofTenant<Part<K>>(data) : undefined;
}

/** Writes a new part; refused where its id is taken. */
export const insertPart = <K extends Kind>(kind: K, partId: string, body: Bodies[K]) =>
  Parts.create({ tenantId: tenantOf(), kind, partId, body, version: 1 }).params();

/** Writes a part again; refused where it has another version by now. */
export const replacePart = <K extends Kind>({ kind, partId, body, version }: Part<K>) =>
  Parts.put({ tenantId: tenantOf(), kind, partId, body, version: version + 1 })
    .where((at, op) => op.eq(at.version, version))
    .params();

/** Removes a part; refused where it is gone. */
export const deletePart = (kind: Kind, partId: string) =>
  Parts.remove({ tenantId: tenantOf(), kind, partId }).params();

export interface Revision {
  revision: number;
  applied: number;
}

export async function findRevision(): Promise<Revision> {
  const { data } = await Revisions.get({ tenantId: tenantOf() }).go({ consistent: true });
  return { revision: data?.revision ?? 0, applied: data?.applied ?? 0 };
}

/** The displays follow at once; the next minute's look stands behind that. */
export const countRevision = () =>
  Revisions.upsert({ tenantId: tenantOf(), ...dueAt('signagePlans', plansId, clock.now()) })
    .add({ revision: 1 })
    .params() as object;

/** The plans of a tenant are one thing to be looked at. */
const plansId = 'all';

export async function earlierRevisions(): Promise<EarlierItem[]> {
  const found = await earlierItems(Revisions.query.one({ tenantId: tenantOf() }), 'pk');
  return found.map(({ key }) => ({ key, id: plansId }));
}

/** Notes that all displays show what a revision says; a later note stays. */
export async function noteApplied(revision: number): Promise<void> {
  await Revisions.patch({ tenantId: tenantOf() })
    .set({ applied: revision })
    .where((at, op) => `${op.notExists(at.applied)} OR ${op.lt(at.applied, revision)}`)
    .go()
    .catch((error) => {
      if ((error as { code?: number }).code !== 4001) throw error;
    });
}

export const insertEnded = (emergencyId: string, body: Bodies['emergency'], expiresAt: number) =>
  Ended.upsert({
    tenantId: tenantOf(),
    emergencyId,
    startedAt: body.startedAt,
    body,
    expiresAt,
  }).params() as object;

const ended = ({ emergencyId, body }: { emergencyId: string; body: Bodies['emergency'] }): Emergency => {
  const { assetId: _assetId, ...fields } = body;
  return { ...fields, id: emergencyId };
};

export async function lastEnded(limit: number): Promise<Emergency[]> {
  const { data } = await Ended.query.byStart({ tenantId: tenantOf() }).go({ order: 'desc', limit });
  return data.map(ended);
}

export async function findEnded(emergencyId: string): Promise<Emergency | undefined> {
  const { data } = await Ended.get({ tenantId: tenantOf(), emergencyId }).go({ consistent: true });
  return data ? ended(data) : undefined;
}

import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt, type EarlierItem, earlierItems } from '#functions/kernel/due.ts';
import { entity, ifThere, ifVersion } from '#functions/kernel/entity.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import type {
  DisplaySettings,
  Emergency,
  GroupFields,
  PlaylistFields,
  ScheduleFields,
} from '#shared/model/signage/entities.ts';

/** The bodies of the parts by kind. */
export interface Bodies {
  /** `defaultSince`: when its default playlist was chosen, ISO 8601. */
  display: Partial<DisplaySettings> & { playerKey: string; defaultSince?: string };
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

/** Everything that plans are made of lies side by side, so one query reads a tenant's plans. */
const Parts = entity('signagepart', {
  fields: z.object({
    kind: z.enum(['display', 'emergency', 'group', 'player', 'playlist', 'schedule']),
    partId: z.string(),
    body: z.custom<Bodies[Kind]>(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['kind', 'partId'], casing: 'none' },
});

/** Counts the changes of a tenant's plans, and which of them all displays have been brought to. */
const Revisions = entity('signagerevision', {
  fields: z.object({ revision: z.number().default(0), applied: z.number().default(0) }),
  key: { partition: [], sort: [] },
  due: true,
});

/** Emergencies that have ended; they are kept a year as a record. */
const Ended = entity('signageended', {
  fields: z.object({
    emergencyId: z.string(),
    startedAt: z.string(),
    body: z.custom<Bodies['emergency']>(),
    expiresAt: z.number(),
  }),
  key: { partition: [], sort: ['emergencyId'], casing: 'none' },
  indexes: { byStart: { index: 'gsi1', partition: [], sort: ['startedAt'] } },
});

export const allParts = async (): Promise<AnyPart[]> => (await Parts.all('key')) as AnyPart[];

export const partsOf = async <K extends Kind>(kind: K): Promise<Part<K>[]> =>
  (await Parts.all('key', { kind })) as Part<K>[];

/** Which of these groups of displays are there; a tenant has a hundred at most. */
export async function groupsThere(groupIds: string[]): Promise<string[]> {
  const all = new Set((await partsOf('group')).map(({ partId }) => partId));
  return groupIds.filter((id) => all.has(id));
}

export const findPart = async <K extends Kind>(kind: K, partId: string): Promise<Part<K> | undefined> =>
  (await Parts.find({ kind, partId })) as Part<K> | undefined;

/** Writes a new part; refused where its id is taken. */
export const insertPart = <K extends Kind>(kind: K, partId: string, body: Bodies[K]) =>
  Parts.insert({ kind, partId, body, version: 1 });

/** Writes a part again; refused where it has another version by now. */
export const replacePart = <K extends Kind>(part: Part<K>) =>
  Parts.put({ ...part, version: part.version + 1 }, ifVersion(part.version));

/** Removes a part; refused where it is gone. */
export const deletePart = (kind: Kind, partId: string) => Parts.remove({ kind, partId }, ifThere());

export interface Revision {
  revision: number;
  applied: number;
}

export const findRevision = async (): Promise<Revision> =>
  (await Revisions.find({})) ?? { revision: 0, applied: 0 };

/** The displays follow at once; the next minute's look stands behind that. */
export const countRevision = (): object =>
  Revisions.upsert({})
    .set(dueAt('signagePlans', plansId, clock.now()))
    .add({ revision: 1 })
    .params();

/** The plans of a tenant are one thing to be looked at. */
const plansId = 'all';

export async function earlierRevisions(): Promise<EarlierItem[]> {
  const found = await earlierItems(Revisions.query('key'), 'pk');
  return found.map(({ key }) => ({ key, id: plansId }));
}

/** Notes that all displays show what a revision says; a later note stays. */
export const noteApplied = (revision: number): Promise<boolean> =>
  accepted(
    writeOne(
      Revisions.patch({})
        .set({ applied: revision })
        .where((at, op) => `${op.notExists(at.applied)} OR ${op.lt(at.applied, revision)}`)
        .params(),
    ),
  );

export const insertEnded = (emergencyId: string, body: Bodies['emergency'], expiresAt: number): object =>
  Ended.put({ emergencyId, startedAt: body.startedAt, body, expiresAt });

const ended = ({ emergencyId, body }: { emergencyId: string; body: Bodies['emergency'] }): Emergency => {
  const { assetId: _assetId, ...fields } = body;
  return { ...fields, id: emergencyId };
};

export async function lastEnded(limit: number): Promise<Emergency[]> {
  const { data } = await Ended.query('byStart').go({ order: 'desc', limit });
  return data.map(ended);
}

export async function findEnded(emergencyId: string): Promise<Emergency | undefined> {
  const found = await Ended.find({ emergencyId });
  return found && ended(found);
}

import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { VersionChanges } from '#shared/model/content-version.ts';

/** A version's description; what it draws lies in the bucket. Its id sorts by time. */
const Versions = new Entity(
  {
    model: model('contentversion'),
    attributes: {
      tenantId: { type: 'number', required: true },
      projectId: { type: 'string', required: true },
      versionId: { type: 'string', required: true },
      name: { type: 'string' },
      at: { type: 'string', required: true },
      until: { type: 'string', required: true },
      by: { type: 'string', required: true },
      restoredFrom: { type: 'string' },
      /** No later save joins it. */
      sealed: { type: 'boolean', required: true },
      changes: { type: 'any', required: true },
      elementCount: { type: 'number', required: true },
      size: { type: 'number', required: true },
      hash: { type: 'string', required: true },
      file: { type: 'string', required: true },
    },
    indexes: {
      ofProject: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.primary.sk, composite: ['versionId'] },
      },
    },
  },
  connection,
);

/** What the versions of a project have seen; every change of the list counts it up, so that two never cross. */
const Heads = new Entity(
  {
    model: model('versionhead'),
    attributes: {
      tenantId: { type: 'number', required: true },
      projectId: { type: 'string', required: true },
      n: { type: 'number', required: true },
      /** The project's `updatedAt` that the newest version holds. */
      seen: { type: 'string', required: true },
    },
    indexes: {
      ofProject: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export interface StoredVersion {
  projectId: string;
  versionId: string;
  name?: string;
  at: string;
  until: string;
  by: string;
  restoredFrom?: string;
  sealed: boolean;
  changes: VersionChanges;
  elementCount: number;
  size: number;
  hash: string;
  file: string;
}
export interface Head {
  n: number;
  seen: string;
}

const own = (projectId: string) => ({ tenantId: tenantOf(), projectId });
const nameless = { n: 0, seen: '' };

export async function headOf(projectId: string): Promise<Head> {
  const { data } = await Heads.get(own(projectId)).go({ consistent: true });
  return data ?? nameless;
}

/** All of a project, newest first: at most some two hundred, under 1 kB each. */
export async function versionsOf(projectId: string): Promise<StoredVersion[]> {
  const { data } = await Versions.query
    .ofProject(own(projectId))
    .go({ order: 'desc', pages: 'all', consistent: true });
  return data.map(ofTenant<StoredVersion>);
}

export async function findVersion(projectId: string, versionId: string): Promise<StoredVersion | undefined> {
  const { data } = await Versions.get({ ...own(projectId), versionId }).go({ consistent: true });
  return data ? ofTenant<StoredVersion>(data) : undefined;
}

export const putVersion = (version: StoredVersion) =>
  Versions.put({ tenantId: tenantOf(), ...version }).params();

export const deleteVersion = (projectId: string, versionId: string) =>
  Versions.delete({ ...own(projectId), versionId }).params();

/** Counts the head up; refused where somebody else has since. */
export const moveHead = (projectId: string, { n }: Head, seen: string) =>
  Heads.put({ ...own(projectId), n: n + 1, seen })
    .where((at, op) => (n === 0 ? op.notExists(at.n) : op.eq(at.n, n)))
    .params();

export const deleteHead = (projectId: string) => Heads.delete(own(projectId)).params();

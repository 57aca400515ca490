import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { versionChanges } from '#shared/model/content-version.ts';

/** A version's description; what it draws lies in the bucket. Its id sorts by time. */
const Versions = entity('contentversion', {
  fields: z.object({
    projectId: z.string(),
    versionId: z.string(),
    name: z.string().optional(),
    at: z.string(),
    until: z.string(),
    by: z.string(),
    restoredFrom: z.string().optional(),
    /** No later save joins it. */
    sealed: z.boolean(),
    changes: versionChanges,
    elementCount: z.number(),
    size: z.number(),
    hash: z.string(),
    file: z.string(),
  }),
  key: { partition: ['projectId'], sort: ['versionId'] },
});

/** What the versions of a project have seen; every change of the list counts it up, so that two never cross. */
const Heads = entity('versionhead', {
  fields: z.object({
    projectId: z.string(),
    n: z.number(),
    /** The project's `updatedAt` that the newest version holds. */
    seen: z.string(),
  }),
  key: { partition: ['projectId'], sort: [] },
});

export type StoredVersion = Stored<typeof Versions>;
export type Head = Pick<Stored<typeof Heads>, 'n' | 'seen'>;

export const headOf = async (projectId: string): Promise<Head> =>
  (await Heads.find({ projectId })) ?? { n: 0, seen: '' };

/** All of a project, newest first: at most some two hundred, under 1 kB each. */
export const versionsOf = (projectId: string): Promise<StoredVersion[]> =>
  Versions.all('key', { projectId }, { order: 'desc' });

export const findVersion = (projectId: string, versionId: string): Promise<StoredVersion | undefined> =>
  Versions.find({ projectId, versionId });

export const putVersion = (version: StoredVersion) => Versions.put(version);

export const deleteVersion = (projectId: string, versionId: string) =>
  Versions.remove({ projectId, versionId });

/** Counts the head up; refused where somebody else has since. */
export const moveHead = (projectId: string, { n }: Head, seen: string) =>
  Heads.put(
    { projectId, n: n + 1, seen },
    { where: (at, { eq, notExists }) => (n === 0 ? notExists(at.n) : eq(at.n, n)) },
  );

export const deleteHead = (projectId: string) => Heads.remove({ projectId });

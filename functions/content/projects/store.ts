import { z } from 'zod';
import { entity, ifThere, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { projectFields } from '#shared/model/content.ts';

const Projects = entity('project', {
  fields: projectFields.extend({
    projectId: z.string(),
    elementCount: z.number(),
    publicId: z.string().optional(),
    /** A folder that is gone by now counts as none. */
    folderId: z.string().optional(),
    tags: z.array(z.string()).optional(),
    /** Made for one emergency: no list names it, and it goes when the emergency is over. */
    purpose: z.enum(['emergency']).optional(),
    createdBy: z.string(),
    updatedBy: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.number(),
  }),
  key: { partition: ['projectId'], sort: [] },
  indexes: { byChange: { index: 'gsi1', partition: [], sort: ['updatedAt'] } },
});
export type StoredProject = Stored<typeof Projects>;

export const findProject = (projectId: string): Promise<StoredProject | undefined> =>
  Projects.find({ projectId });

/** Which of these projects are there. */
export async function projectsThere(projectIds: string[]): Promise<string[]> {
  const found = await Projects.findMany(projectIds.map((projectId) => ({ projectId })));
  return found.map(({ projectId }) => projectId);
}

/** All projects of the tenant, newest change first: a tenant draws hundreds, not millions, at under 2 kB each. */
export const allProjects = (): Promise<StoredProject[]> => Projects.all('byChange', {}, { order: 'desc' });

/** Those that people see. */
export const listedProjects = async (): Promise<StoredProject[]> =>
  (await allProjects()).filter(({ purpose }) => !purpose);

/** Those that were made for an emergency. */
export const hiddenProjects = async (): Promise<StoredProject[]> =>
  (await allProjects()).filter(({ purpose }) => purpose);

export const insertProject = (project: StoredProject) => Projects.insert(project);

type Change = Partial<Omit<StoredProject, 'projectId' | 'elementCount' | 'version'>>;

/** Changes fields and counts the version up; refused when `version` is given and is no longer the present one. */
export const changeProject = (projectId: string, { publicId, ...fields }: Change, version?: number) =>
  Projects.patch({ projectId })
    .set({ ...fields, ...(publicId ? { publicId } : {}) })
    .add({ version: 1 })
    .params(version === undefined ? undefined : ifVersion(version));

/** Puts a project into a folder, or tags it; that is no change of the project itself. Refused where it is gone. */
export const organizeProject = (projectId: string, to: { folderId?: string | null; tags?: string[] }) =>
  Projects.patch({ projectId })
    .set(to as Change)
    .params(ifThere());

/** Counts elements in and out, and marks the time; refused where it would pass `most`. */
export function countElements(projectId: string, added: number, by: string, at: string, most: number) {
  const update = Projects.patch({ projectId })
    .set({ updatedAt: at, updatedBy: by })
    .add({ elementCount: added });
  return added > 0
    ? update.where((of, op) => op.lte(of.elementCount, most - added)).params()
    : update.params();
}

export const deleteProject = (projectId: string) => Projects.remove({ projectId }, ifThere());

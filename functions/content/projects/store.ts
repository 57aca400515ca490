import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, decisive, keys, model, ofTenant, readEvery } from '#functions/kernel/table.ts';
import type { CanvasBackground, ProjectFields } from '#shared/model/content.ts';

const Projects = new Entity(
  {
    model: model('project'),
    attributes: {
      tenantId: { type: 'number', required: true },
      projectId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      description: { type: 'string', required: true },
      status: { type: ['draft', 'published', 'archived'] as const, required: true },
      canvasSize: {
        type: 'map',
        required: true,
        properties: { width: { type: 'number', required: true }, height: { type: 'number', required: true } },
      },
      canvasBackground: { type: 'any', required: true },
      variables: { type: 'list', items: { type: 'string' }, required: true },
      elementCount: { type: 'number', required: true },
      publicId: { type: 'string' },
      createdBy: { type: 'string', required: true },
      updatedBy: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      one: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.primary.sk, composite: [] },
      },
      byChange: {
        index: keys.gsi1.index,
        pk: { ...keys.gsi1.pk, composite: ['tenantId'] },
        sk: { ...keys.gsi1.sk, composite: ['updatedAt'] },
      },
    },
  },
  connection,
);

export interface StoredProject extends ProjectFields {
  projectId: string;
  elementCount: number;
  publicId?: string;
  createdBy: string;
  updatedBy: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

const own = (projectId: string) => ({ tenantId: tenantOf(), projectId });

export async function findProject(projectId: string): Promise<StoredProject | undefined> {
  const { data } = await Projects.get(own(projectId)).go({ consistent: true });
  return data ? ofTenant<StoredProject>(data) : undefined;
}

/** Which of these projects are there. */
export async function projectsThere(projectIds: string[]): Promise<string[]> {
  const found = await readEvery(projectIds.map(own), (some) => Projects.get(some).go(decisive));
  return found.map(({ projectId }) => projectId);
}

/** All projects of the tenant, newest change first: a tenant draws hundreds, not millions, at under 2 kB each. */
export async function allProjects(): Promise<StoredProject[]> {
  const { data } = await Projects.query
    .byChange({ tenantId: tenantOf() })
    .go({ order: 'desc', pages: 'all' });
  return data.map(ofTenant<StoredProject>);
}

export const insertProject = (project: StoredProject) =>
  Projects.create({ tenantId: tenantOf(), ...project }).params();

type Change = Partial<Omit<StoredProject, 'projectId' | 'elementCount' | 'version' | 'canvasBackground'>> & {
  canvasBackground?: CanvasBackground;
};

/** Changes fields and counts the version up; refused when `version` is given and is no longer the present one. */
export function changeProject(projectId: string, change: Change, version?: number) {
  const { publicId, ...fields } = change;
  const update = Projects.patch(own(projectId))
    .set({ ...fields, ...(publicId ? { publicId } : {}) })
    .add({ version: 1 });
  return version === undefined
    ? update.params()
    : update.where((at, op) => op.eq(at.version, version)).params();
}

/** Counts elements in and out, and marks the time; refused where it would pass `most`. */
export function countElements(projectId: string, added: number, by: string, at: string, most: number) {
  const update = Projects.patch(own(projectId))
    .set({ updatedAt: at, updatedBy: by })
    .add({ elementCount: added });
  return added > 0
    ? update.where((of, op) => op.lte(of.elementCount, most - added)).params()
    : update.params();
}

export const deleteProject = (projectId: string) => Projects.remove(own(projectId)).params();

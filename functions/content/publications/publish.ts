import { actorName, tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { ConditionFailed, commit, onRefused } from '#functions/kernel/table.ts';
import { type TakeoverResult, takeOver } from '#functions/signage/takeover.ts';
import type { PublicContent } from '#shared/api/content.ts';
import { exportOptions, type PublishOptions } from '#shared/model/content.ts';
import { elementsOf } from '../elements/store.ts';
import { createExport } from '../exports/use-cases.ts';
import { projectOr404, publicPage } from '../projects/read.ts';
import { changeProject, type StoredProject } from '../projects/store.ts';
import { sceneData } from '../variables/scene-data.ts';
import { endPublication, findPublication, type StoredPublication, writePublication } from './store.ts';

export const snapshots = () => bucket('public');
export const snapshotKey = (publicId: string, version: number) => `${publicId}/${version}.json`;

/** The public address carries its tenant, so that a visitor is served from that tenant's partition alone. */
const newPublicId = () => `pub_${tenantOf()}_${randomToken(16)}`;

/** Writes what is published as it stands now, and the publication that points at it. */
async function snapshot(project: StoredProject, options: PublishOptions): Promise<StoredPublication> {
  const { projectId, name, canvasSize, canvasBackground } = project;
  const publicId = project.publicId ?? newPublicId();
  const before = await findPublication(publicId);
  const at = clock.iso();
  const publication: StoredPublication = {
    publicId,
    projectId,
    version: (before?.version ?? 0) + 1,
    status: 'publishing',
    publishedAt: at,
    updatedAt: at,
  };
  const elements = (await elementsOf(projectId)).filter(({ isVisible }) => isVisible);
  const data = await sceneData();
  const { version } = publication;
  const shown: PublicContent = {
    publicId,
    version,
    name,
    canvasSize,
    canvasBackground,
    elements,
    data,
    publishedAt: at,
  };
  await snapshots().put(snapshotKey(publicId, version), JSON.stringify(shown), 'application/json');
  const change = { publicId, status: 'published' as const, updatedAt: at, updatedBy: actorName() };
  await commit(
    writePublication(publication),
    changeProject(projectId, change),
    event('content.published', projectId, { projectId, publicId, displayIds: options.displayIds, version }),
  ).catch((error) =>
    onRefused(error, () =>
      conflict('This project is being published by somebody else at this moment. Please try again.'),
    ),
  );
  return publication;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Shows a project on displays: takes a snapshot, gives it its public address and puts that on each display.
 * @throws 404; 409 when two publish at once or no provider is connected; 502 when the provider refuses all
 */
export async function publish(projectId: string, options: PublishOptions) {
  const project = await projectOr404(projectId);
  const publication = await snapshot(project, options);
  const { publicId, version } = publication;
  const publicUrl = publicPage(publicId);
  const still = await createExport(
    projectId,
    exportOptions.parse({ exportType: 'image', dimensions: project.canvasSize }),
  );
  const { duration, priority, restoreAfter } = options;
  const end = (status: 'published' | 'failed', errorMessage = '') =>
    commit(endPublication(publication, { status, errorMessage, updatedAt: clock.iso() })).catch((error) => {
      // A later publication has taken its place.
      if (!(error instanceof ConditionFailed)) throw error;
    });
  let results: TakeoverResult[];
  try {
    const { name } = project;
    const webLink = publicPage(publicId, version);
    results = await takeOver(options.displayIds, {
      projectId,
      publicId,
      name,
      webLink,
      priority,
      duration,
      restoreAfter,
    });
  } catch (error) {
    await end('failed', reasonOf(error));
    throw error;
  }
  const successfulTakeovers = results.filter(({ ok }) => ok).length;
  const failures = results.filter(({ ok }) => !ok);
  await end(
    successfulTakeovers > 0 ? 'published' : 'failed',
    failures.map(({ name, reason }) => `${name}: ${reason}`).join(' '),
  );
  return {
    message: options.message,
    summary: { successfulTakeovers, failedTakeovers: failures.length, results },
    asset: { publicUrl },
    export: { id: still.id },
  };
}

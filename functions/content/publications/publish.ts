import { clock } from '#functions/kernel/clock.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { exportOptions, type PublishOptions } from '#shared/model/content.ts';
import { displays, type TakeoverResult } from '../displays.ts';
import { createExport } from '../exports/use-cases.ts';
import { projectOr404, publicPage } from '../projects/read.ts';
import { snapshot } from './snapshot.ts';
import { endPublication } from './store.ts';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Shows a project on displays: takes a snapshot, gives it its public address and puts that on each display.
 * @throws 404; 409 when two publish at once or no provider is connected; 502 when the provider refuses all
 */
export async function publish(projectId: string, options: PublishOptions) {
  const project = await projectOr404(projectId);
  const publication = await snapshot(project, options.displayIds);
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
    results = await displays.run.takeOver(options.displayIds, {
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

import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { findProject } from '../projects/store.ts';
import { createVersion } from './create.ts';

/** Saves, as the bus tells of them. */
const message = z.union([envelope('content.elements.saved'), envelope('content.project.updated')]);

/**
 * Whether a later save has its own message, so that a burst of saves is read once and not once for each. The queue
 * holds messages back for some seconds, which is how long a pause must be to end a burst.
 */
async function savedAgain(projectId: string, at: string): Promise<boolean> {
  const project = await findProject(projectId);
  return project !== undefined && project.updatedAt > at;
}

/** Keeps a version of what was saved, after the save has been answered. */
export const handler = worker('versions', message, async ({ data, at }) => {
  if (!(await savedAgain(data.projectId, at))) await createVersion(data.projectId);
});

import { z } from 'zod';
import { envelope } from '#events/index.ts';
import { worker } from '#functions/kernel/queue.ts';
import { keepVersion } from './keep.ts';

/** Saves, as the bus tells of them. */
const message = z.union([envelope('content.elements.saved'), envelope('content.project.updated')]);

/** Keeps a version of what was saved, after the save has been answered. */
export const handler = worker('versions', message, async ({ data }) => {
  await keepVersion(data.projectId);
});

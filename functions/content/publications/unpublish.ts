import { actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { event } from '#functions/kernel/events.ts';
import { commit } from '#functions/kernel/table.ts';
import { displays } from '../displays.ts';
import { projectOr404 } from '../projects/read.ts';
import { changeProject } from '../projects/store.ts';
import { endPublication, findPublication } from './store.ts';

/** Takes a project off the web and off its displays, where what it covered shows again. Twice is once. */
export async function unpublish(projectId: string): Promise<void> {
  const { publicId, status } = await projectOr404(projectId);
  if (!publicId) return;
  await displays.run.assertNoEmergency(projectId);
  const publication = await findPublication(publicId);
  const at = clock.iso();
  if (publication && status === 'published')
    await commit(
      endPublication(publication, { status: 'not_published', errorMessage: '', updatedAt: at }),
      changeProject(projectId, { status: 'draft', updatedAt: at, updatedBy: actorName() }),
      displays.run.plansChanged(),
      event('content.unpublished', projectId, { projectId, publicId }),
    );
  await displays.run.takeOff(projectId);
}

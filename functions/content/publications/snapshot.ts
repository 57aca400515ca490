import { actor, actorName, tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { event } from '#functions/kernel/events.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { commit, onRefused } from '#functions/kernel/table.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import type { PublicContent } from '#shared/api/content.ts';
import type { Element } from '#shared/model/content.ts';
import { pagesField } from '#shared/model/pages.ts';
import { formProblems } from '#shared/scene/live/form-delivery.ts';
import { displays } from '../displays.ts';
import { elementsOf } from '../elements/store.ts';
import { projectOr404 } from '../projects/read.ts';
import { changeProject, type StoredProject } from '../projects/store.ts';
import { sceneData } from '../variables/scene-data.ts';
import { endPublication, findPublication, type StoredPublication, writePublication } from './store.ts';

export const snapshots = () => bucket('public');
export const snapshotKey = (publicId: string, version: number) => `${publicId}/${version}.json`;

/** The public address carries its tenant, so that a visitor is served from that tenant's partition alone. */
const newPublicId = () => `pub_${tenantOf()}_${randomToken(16)}`;

/** A project as it is drawn at this moment, with what is known without a lead or a call. */
export async function drawnNow(
  { projectId, name, canvasSize, canvasBackground, pages }: StoredProject,
  at: Pick<PublicContent, 'publicId' | 'version' | 'publishedAt'>,
): Promise<PublicContent> {
  const elements = (await elementsOf(projectId)).filter(({ isVisible }) => isVisible);
  return {
    ...at,
    name,
    canvasSize,
    canvasBackground,
    ...pagesField(pages),
    elements,
    data: await sceneData(),
  };
}

/** @throws 400 with each form whose answers would reach nobody */
function assertFormsDeliver(elements: readonly Element[]): void {
  const problems = formProblems(elements);
  if (problems.length === 0) return;
  const sentences = problems.map(({ form, problem }) => `The form “${form}” reaches nobody. ${problem}`);
  throw new AppError(400, 'form_reaches_nobody', sentences.join(' '), { details: { problems } });
}

/**
 * Writes what is published as it stands now, and the publication that points at it: from here on anybody who has the
 * address sees it, also where no display shows it.
 * @throws 400 'form_reaches_nobody'; 403 while nothing may leave the tenant
 */
export async function snapshot(project: StoredProject, displayIds: string[]): Promise<StoredPublication> {
  await assertMayLeave();
  const { projectId } = project;
  const publicId = project.publicId ?? newPublicId();
  const before = await findPublication(publicId);
  const at = clock.iso();
  const who = actor();
  const publication: StoredPublication = {
    publicId,
    projectId,
    version: (before?.version ?? 0) + 1,
    status: 'publishing',
    publishedAt: at,
    ...(who.kind === 'user' ? { publishedBy: who.userId } : {}),
    updatedAt: at,
  };
  const { version } = publication;
  const shown = await drawnNow(project, { publicId, version, publishedAt: at });
  assertFormsDeliver(shown.elements);
  await snapshots().put(snapshotKey(publicId, version), JSON.stringify(shown), 'application/json');
  const change = { publicId, status: 'published' as const, updatedAt: at, updatedBy: actorName() };
  await commit(
    writePublication(publication),
    changeProject(projectId, change),
    displays.run.plansChanged(),
    event('content.published', projectId, { projectId, publicId, displayIds, version }),
  ).catch((error) =>
    onRefused(error, () =>
      conflict('This project is being published by somebody else at this moment. Please try again.'),
    ),
  );
  return publication;
}

/**
 * Publishes a project where it is not published yet, on no display: for playlists and emergencies, which show its
 * public address. @throws 404
 */
export async function ensurePublished(projectId: string): Promise<void> {
  const project = await projectOr404(projectId);
  const present = project.publicId ? await findPublication(project.publicId) : undefined;
  if (present && present.status !== 'not_published') return;
  await publishNow(projectId);
}

/** Publishes a project as it stands now, on no display. @throws 404; 409 when somebody else does at this moment */
export async function publishNow(projectId: string): Promise<void> {
  const publication = await snapshot(await projectOr404(projectId), []);
  await commit(
    endPublication(publication, { status: 'published', errorMessage: '', updatedAt: clock.iso() }),
  ).catch((error) =>
    onRefused(error, () => conflict('This project was published by somebody else at this moment.')),
  );
}

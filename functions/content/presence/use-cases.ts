import { isDeepStrictEqual } from 'node:util';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { writeOne } from '#functions/kernel/table.ts';
import type { ProjectChanges } from '#shared/api/content-presence.ts';
import { type Person, presenceLimits } from '#shared/model/presence.ts';
import { elementIdsOf, elementsChangedSince } from '../elements/store.ts';
import { projectOr404 } from '../projects/read.ts';
import type { StoredProject } from '../projects/store.ts';
import { Presences } from './store.ts';

/** ms by which clocks of two servers may differ, and a save may take: what was saved just before is told again. */
const overlap = 10_000;

interface Here {
  tab: string;
  selection: string[];
  leaving: boolean;
}

const stateOf = ({ updatedAt, updatedBy, version }: StoredProject) => ({ updatedAt, updatedBy, version });

/** Notes that the caller has the project open. Answers everybody else, and when it was last saved. @throws 404 */
export async function recordPresence(projectId: string, { tab, selection, leaving }: Here) {
  const { userId, username } = currentUser();
  const project = await projectOr404(projectId);
  const now = clock.seconds();
  const known = await Presences.find({ projectId, userId, tab });
  const before = known && known.expiresAt > now ? known.selection : undefined;
  const isNews = leaving ? before !== undefined : !isDeepStrictEqual(before, selection);
  // Who leaves is swept later: a removal would tell nobody.
  const expiresAt = leaving ? now : now + presenceLimits.lifetime;
  await writeOne(Presences.put({ projectId, tab, userId, name: username, selection, isNews, expiresAt }));
  const others = (await Presences.all('key', { projectId })).filter(
    (one) => one.expiresAt > now && !(one.userId === userId && one.tab === tab),
  );
  const people: Person[] = others
    .slice(0, presenceLimits.people)
    .map(({ tab, userId, name, selection }) => ({ tab, userId, name, selection }));
  return { ...stateOf(project), people };
}

/** What was saved of a project since a moment; a little more where that is uncertain. @throws 404 */
export async function changesSince(projectId: string, since: string): Promise<ProjectChanges> {
  // First the project: what is saved while the elements are read is then told again the next time.
  const project = await projectOr404(projectId);
  const from = new Date(Date.parse(since) - overlap).toISOString();
  const [elements, ids] = await Promise.all([elementsChangedSince(projectId, from), elementIdsOf(projectId)]);
  const { name, description, status, canvasSize, canvasBackground, pages, variables } = project;
  const fields = {
    name,
    description,
    status,
    canvasSize,
    canvasBackground,
    ...(pages ? { pages } : {}),
    variables,
  };
  return { ...stateOf(project), fields, ids, elements };
}

import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { pagination } from '#functions/kernel/paging.ts';
import { commit } from '#functions/kernel/table.ts';
import { getUser } from '#functions/users/api.ts';
import type { ContentVersion } from '#shared/model/content-version.ts';
import { projectOr404 } from '../projects/read.ts';
import { assertRoom, createVersion, type Wish } from './create.ts';
import { readSnapshot, removeSnapshot, removeSnapshotsOf } from './snapshot.ts';
import {
  deleteHead,
  deleteVersion,
  findVersion,
  putVersion,
  type StoredVersion,
  versionsOf,
} from './store.ts';

/** A person's name; one who has left, or a part of the product, goes by what was written down. */
async function namesOf(versions: readonly StoredVersion[]): Promise<Map<string, string>> {
  const ids = [...new Set(versions.map(({ by }) => by))];
  const names = await Promise.all(
    ids.map((id) =>
      getUser(id).then(
        ({ fullName }) => fullName,
        () => (id.startsWith('usr_') ? 'A former user' : 'Dealbell'),
      ),
    ),
  );
  return new Map(ids.map((id, place) => [id, names[place]!]));
}

const answerOf = (version: StoredVersion, names: ReadonlyMap<string, string>): ContentVersion => ({
  id: version.versionId,
  projectId: version.projectId,
  name: version.name ?? null,
  at: version.at,
  until: version.until,
  by: version.by,
  byName: names.get(version.by) ?? version.by,
  restoredFrom: version.restoredFrom ?? null,
  changes: version.changes,
  elementCount: version.elementCount,
  size: version.size,
});

const answer = async (version: StoredVersion) => answerOf(version, await namesOf([version]));

async function versionOr404(projectId: string, versionId: string): Promise<StoredVersion> {
  await projectOr404(projectId);
  const version = await findVersion(projectId, versionId);
  if (!version) throw notFound('The version');
  return version;
}

export async function listVersions(projectId: string, page: number, limit: number) {
  await projectOr404(projectId);
  const all = await versionsOf(projectId);
  const shown = all.slice((page - 1) * limit, page * limit);
  const names = await namesOf(shown);
  return {
    versions: shown.map((version) => answerOf(version, names)),
    pagination: pagination(page, limit, all.length),
  };
}

/** Keeps what is saved now, because somebody asked for it. @throws 404; 409 'too_many' named ones */
export async function keepNow(projectId: string, wish: Wish): Promise<ContentVersion> {
  await projectOr404(projectId);
  if (wish.restoredFrom) await versionOr404(projectId, wish.restoredFrom);
  const version = await createVersion(projectId, wish);
  if (!version) throw notFound('The project');
  return answer(version);
}

/** A version with what it draws; its elements carry no version of their own. @throws 404 */
export async function getVersion(projectId: string, versionId: string) {
  const version = await versionOr404(projectId, versionId);
  const snapshot = await readSnapshot(version.file);
  if (!snapshot) throw notFound('The version');
  const elements = snapshot.elements.map((element) => ({ ...element, version: 1 }));
  return { ...(await answer(version)), ...snapshot.canvas, elements };
}

export async function nameVersion(projectId: string, versionId: string, name: string | null) {
  const { name: before, ...version } = await versionOr404(projectId, versionId);
  if (name && !before) assertRoom(await versionsOf(projectId));
  const named: StoredVersion = { ...version, ...(name ? { name } : {}), sealed: true };
  await commit(putVersion(named));
  return answer(named);
}

/** @throws 404; 400 for the newest one, which says what the next is compared with */
export async function removeVersion(projectId: string, versionId: string): Promise<void> {
  const { file } = await versionOr404(projectId, versionId);
  const [latest] = await versionsOf(projectId);
  if (latest?.versionId === versionId) throw badRequest('The newest version cannot be removed.');
  await commit(deleteVersion(projectId, versionId));
  await removeSnapshot(file);
}

/** Removes all versions of a project that is going. */
export async function removeVersionsOf(projectId: string): Promise<void> {
  for (const { versionId } of await versionsOf(projectId)) await commit(deleteVersion(projectId, versionId));
  await commit(deleteHead(projectId));
  await removeSnapshotsOf(projectId);
}

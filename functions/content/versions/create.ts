import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { versionLimits } from '#shared/model/content-version.ts';
import { elementsOf } from '../elements/store.ts';
import { findProject, type StoredProject } from '../projects/store.ts';
import { pruneVersions } from './prune.ts';
import { changesBetween, readSnapshot, removeSnapshot, snapshotOf, writeSnapshot } from './snapshot.ts';
import { type Head, headOf, moveHead, putVersion, type StoredVersion, versionsOf } from './store.ts';

export interface Wish {
  name?: string | undefined;
  restoredFrom?: string | undefined;
}

/**
 * Keeps what is saved of a project now. Saves of one person within some minutes become one version, and the
 * state that the newest version already holds becomes none; so the same message twice keeps one.
 * @param wish of somebody who asked for a version: it is one of its own, and later saves do not join it
 * @returns the version that holds the present state; undefined when the project is gone
 */
export const createVersion = (projectId: string, wish?: Wish): Promise<StoredVersion | undefined> =>
  // Two workers may keep the same project at once.
  retryOnConflict(
    async () => {
      const [project, head] = await Promise.all([findProject(projectId), headOf(projectId)]);
      if (!project) return undefined;
      const versions = await versionsOf(projectId);
      const [latest] = versions;
      if (!wish && latest && head.seen === project.updatedAt) return latest;
      return storeVersion(project, head, versions, wish);
    },
    { tries: 7 },
  );

async function storeVersion(
  project: StoredProject,
  head: Head,
  versions: StoredVersion[],
  wish: Wish | undefined,
): Promise<StoredVersion> {
  const { projectId, updatedAt, updatedBy } = project;
  const [latest] = versions;
  const taken = snapshotOf(project, await elementsOf(projectId));
  if (wish?.name && wish.name !== latest?.name) assertRoom(versions);
  const asked = wish && {
    ...(wish.name ? { name: wish.name } : {}),
    ...(wish.restoredFrom ? { restoredFrom: wish.restoredFrom } : {}),
    sealed: true,
  };

  const otherName = wish?.name && latest?.name && latest.name !== wish.name;
  if (latest?.hash === taken.hash && !otherName) {
    const noted = { ...latest, ...asked };
    await commit(moveHead(projectId, head, updatedAt), ...(asked ? [putVersion(noted)] : []));
    return noted;
  }
  const joins = !wish && latest !== undefined && takesIn(latest, project);
  const versionId = joins ? latest.versionId : newId('ver');
  const file = `${projectId}/${versionId}-${taken.hash.slice(0, 12)}.json.gz`;
  const base = joins ? versions[1] : latest;
  const [size, before] = await Promise.all([
    writeSnapshot(file, taken.text),
    base && readSnapshot(base.file),
  ]);
  const version: StoredVersion = {
    projectId,
    versionId,
    at: joins ? latest.at : updatedAt,
    until: updatedAt,
    by: updatedBy,
    sealed: false,
    ...asked,
    changes: changesBetween(before, taken.snapshot),
    elementCount: taken.snapshot.elements.length,
    size,
    hash: taken.hash,
    file,
  };
  await commit(moveHead(projectId, head, updatedAt), putVersion(version)).catch(async (error) => {
    await removeSnapshot(file);
    throw error;
  });
  if (joins) await removeSnapshot(latest.file);
  else await pruneVersions([version, ...versions], clock.now());
  return version;
}

/** Whether a save still belongs to the newest version: the same person's, within the window, and nobody's wish. */
const takesIn = ({ sealed, name, by, at }: StoredVersion, { updatedAt, updatedBy }: StoredProject): boolean =>
  !sealed && !name && by === updatedBy && Date.parse(updatedAt) - Date.parse(at) < versionLimits.window;

/** @throws 409 'too_many' */
export function assertRoom(versions: readonly StoredVersion[]): void {
  if (versions.filter(({ name }) => name).length >= versionLimits.named)
    throw conflict(
      `A project holds at most ${versionLimits.named} named versions. Remove one first.`,
      undefined,
      'too_many',
    );
}

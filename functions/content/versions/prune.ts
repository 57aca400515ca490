import { commit } from '#functions/kernel/table.ts';
import { outdated } from '#shared/model/content-version.ts';
import { changesBetween, readSnapshot, removeSnapshot } from './snapshot.ts';
import { deleteVersion, putVersion, type StoredVersion } from './store.ts';

/**
 * Removes the timed versions that have had their time. What follows a removed one then tells what has changed
 * since the one that stands before it now.
 * @param versions newest first
 */
export async function pruneVersions(versions: readonly StoredVersion[], now: number): Promise<void> {
  const gone = new Set(
    outdated(
      versions.map(({ versionId, name, until }) => ({ id: versionId, name, until })),
      now,
    ),
  );
  if (gone.size === 0) return;
  const left = versions.filter(({ versionId }) => !gone.has(versionId));
  for (const version of versions) {
    if (!gone.has(version.versionId)) continue;
    await commit(deleteVersion(version.projectId, version.versionId));
    await removeSnapshot(version.file);
  }
  for (const [place, version] of left.entries()) {
    const stoodBefore = versions[versions.indexOf(version) + 1];
    const before = left[place + 1];
    if (stoodBefore === before) continue;
    const [old, present] = await Promise.all([
      before && readSnapshot(before.file),
      readSnapshot(version.file),
    ]);
    if (present) await commit(putVersion({ ...version, changes: changesBetween(old, present) }));
  }
}

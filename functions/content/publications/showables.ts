import { mediaPath } from '#functions/kernel/media-path.ts';
import type { Showable } from '#shared/model/signage/what-is-on.ts';
import { findAsset } from '../assets/store.ts';
import { findProject } from '../projects/store.ts';
import { findPublication } from './store.ts';

export interface Content {
  name: string;
  /** Null where it cannot be shown: a project that is not published, a file that is neither image nor video. */
  show: Showable | null;
  thumbnailUrl: string | null;
}

async function project(projectId: string): Promise<Content | undefined> {
  const found = await findProject(projectId);
  if (!found) return undefined;
  const { name, publicId } = found;
  const published = publicId ? await findPublication(publicId) : undefined;
  const show: Showable | null =
    published && published.status !== 'not_published'
      ? { kind: 'sign', projectId, publicId: published.publicId, version: published.version, name }
      : null;
  return { name, show, thumbnailUrl: null };
}

async function asset(assetId: string): Promise<Content | undefined> {
  const found = await findAsset(assetId);
  // One that was removed from the library stays in the playlists that show it.
  if (!found || found.processingStatus === 'pending') return undefined;
  const { name, assetType: kind, file, thumbnail } = found;
  const url = mediaPath(file);
  return {
    name,
    show: kind === 'image' || kind === 'video' ? { kind, assetId, url, name } : null,
    thumbnailUrl: thumbnail ? mediaPath(thumbnail) : kind === 'image' ? url : null,
  };
}

/** What can be shown of projects and files, by their ids; what is gone is left out. */
export async function showables(ids: Iterable<string>): Promise<Map<string, Content>> {
  const found = new Map<string, Content>();
  await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const content = await (id.startsWith('ast_') ? asset(id) : project(id));
      if (content) found.set(id, content);
    }),
  );
  return found;
}

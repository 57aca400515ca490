import type { PlaylistContents } from '#functions/content/api.ts';
import { partsOf } from './store.ts';

/** What all playlists of the tenant hold. */
export const contentsOfPlaylists = async (): Promise<PlaylistContents[]> =>
  (await partsOf('playlist')).map(({ partId, body: { name, items } }) => ({
    playlistId: partId,
    name,
    refIds: items.map(({ refId }) => refId),
  }));

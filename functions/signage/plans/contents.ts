import { partsOf } from './store.ts';

export interface PlaylistContents {
  playlistId: string;
  name: string;
  /** Ids of its projects and assets, one for each item. */
  refIds: string[];
}

/** What all playlists of the tenant hold. */
export const contentsOfPlaylists = async (): Promise<PlaylistContents[]> =>
  (await partsOf('playlist')).map(({ partId, body: { name, items } }) => ({
    playlistId: partId,
    name,
    refIds: items.map(({ refId }) => refId),
  }));

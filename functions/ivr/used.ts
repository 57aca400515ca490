import { everyMenu, type MenuRecord } from './store.ts';

/** The menus that play each recording, by name. */
export async function menusUsingRecordings(): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  const users = new Map<string, { id: string; name: string }[]>();
  const menus = (await everyMenu()).sort((one, other) => one.name.localeCompare(other.name));
  for (const menu of menus)
    for (const id of recordingIdsOfMenu(menu))
      users.set(id, [...(users.get(id) ?? []), { id: menu.menuId, name: menu.name }]);
  return users;
}

/** The recordings that a menu plays, each once; none where it is read aloud. */
export const recordingIdsOfMenu = ({ promptType, recordingId, invalidRecordingId }: MenuRecord): string[] =>
  promptType === 'recording'
    ? [...new Set([recordingId, invalidRecordingId].filter((id) => id !== null))]
    : [];

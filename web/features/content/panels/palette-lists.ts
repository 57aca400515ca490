import { useAtomValue } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { state } from '#web/app/state.ts';
import { store, storedTexts } from '#web/ui/browser-storage.ts';

const storage = {
  getItem: (key: string, initial: readonly string[]): readonly string[] => storedTexts(key) ?? initial,
  setItem: (key: string, list: readonly string[]): void => void store(key, list),
  removeItem: (key: string): void => localStorage.removeItem(key),
};

/** A list of element types that is kept in local storage under the specification's key. */
const storedList = (key: string, initial: readonly string[]) =>
  atomWithStorage(key, initial, storage, { getOnInit: true });

const { storageKeys, defaultFavourites, recentElements } = editorConstants;
const favourites = storedList(storageKeys.favourites, defaultFavourites);
const recent = storedList(storageKeys.recent, []);

export const useFavourites = () => useAtomValue(favourites);
export const useRecent = () => useAtomValue(recent);

export function toggleFavourite(type: string): void {
  state.set(favourites, (list) =>
    list.includes(type) ? list.filter((one) => one !== type) : [...list, type],
  );
}

/** Puts a type first in the recent list, which keeps five. */
export function rememberUse(type: string): void {
  state.set(recent, (list) => [type, ...list.filter((one) => one !== type)].slice(0, recentElements));
}

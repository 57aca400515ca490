import { useSyncExternalStore } from 'react';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { Signal } from '../editor/signal.ts';

/** A list of element types that is kept in local storage under the specification's key. */
function storedList(key: string, initial: readonly string[]) {
  const read = (): readonly string[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : initial;
    } catch {
      return initial;
    }
  };
  const list = new Signal<readonly string[]>(read());
  list.subscribe(() => {
    try {
      localStorage.setItem(key, JSON.stringify(list.get()));
    } catch {
      // Without storage the list lasts as long as the tab.
    }
  });
  return list;
}

const { storageKeys, defaultFavourites, recentElements } = editorConstants;
const favourites = storedList(storageKeys.favourites, defaultFavourites);
const recent = storedList(storageKeys.recent, []);

export const useFavourites = () => useSyncExternalStore(favourites.subscribe, favourites.get);
export const useRecent = () => useSyncExternalStore(recent.subscribe, recent.get);

export function toggleFavourite(type: string): void {
  const list = favourites.get();
  favourites.set(list.includes(type) ? list.filter((one) => one !== type) : [...list, type]);
}

/** Puts a type first in the recent list, which keeps five. */
export function rememberUse(type: string): void {
  recent.set([type, ...recent.get().filter((one) => one !== type)].slice(0, recentElements));
}

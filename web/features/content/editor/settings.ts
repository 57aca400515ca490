import { store, stored } from '#web/ui/browser-storage.ts';

/** What can be switched on and off in the editor; kept for the next time. */
export interface EditorSettings {
  snapToGrid: boolean;
  showGrid: boolean;
  rulers: boolean;
  smartSnap: boolean;
  autoSave: boolean;
}

export const defaultSettings: EditorSettings = {
  snapToGrid: true,
  showGrid: true,
  rulers: true,
  smartSnap: true,
  autoSave: true,
};

const storageKey = 'content-creator-settings';

/** The settings of last time; whatever cannot be read is the default. */
export function loadSettings(): EditorSettings {
  const known = Object.entries(stored(storageKey) ?? {}).filter(
    ([key, value]) => key in defaultSettings && typeof value === 'boolean',
  );
  return { ...defaultSettings, ...Object.fromEntries(known) };
}

export const storeSettings = (settings: EditorSettings): boolean => store(storageKey, settings);

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
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return defaultSettings;
    const known = Object.entries(stored).filter(
      ([key, value]) => key in defaultSettings && typeof value === 'boolean',
    );
    return { ...defaultSettings, ...Object.fromEntries(known) };
  } catch {
    return defaultSettings;
  }
}

export function storeSettings(settings: EditorSettings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Private windows refuse storage: the settings then last as long as the tab.
  }
}

/* Whether changes of dial plans are saved by themselves; each browser remembers it for whoever works there. */

import { storedText, storeText } from '#web/ui/browser-storage.ts';

const key = 'dealbell-dialplan-auto-save';

export const autoSave = {
  isOn: (): boolean => storedText(key) !== 'off',
  turn(isOn: boolean): void {
    storeText(key, isOn ? 'on' : 'off');
  },
};

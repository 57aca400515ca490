/* Whether changes of dial plans are saved by themselves; each browser remembers it for whoever works there. */

const key = 'dealbell-dialplan-auto-save';

export const autoSave = {
  isOn: (): boolean => localStorage.getItem(key) !== 'off',
  turn(isOn: boolean): void {
    if (isOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  },
};

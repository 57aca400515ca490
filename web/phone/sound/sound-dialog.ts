import { atom } from 'jotai';
import { state } from '#web/app/state.ts';

/** Whether the dialog of devices is open; every page has it. */
export const soundDialogAtom = atom(false);
export const openSoundDialog = (): void => state.set(soundDialogAtom, true);

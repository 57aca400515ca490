import { atom } from 'jotai';
import { state } from '#web/app/state.ts';

/** Whether it is asked if 911 is to be dialled. */
export const emergencyDialogAtom = atom(false);

export const openEmergencyDialog = (): void => state.set(emergencyDialogAtom, true);

import { atom } from 'jotai';
import { state } from '#web/app/state.ts';

/** The lead that a bell is rung for; its amount in US dollars. */
export interface BellLead {
  id: string;
  name: string;
  amount: number | null;
}

/** The dialog of the bell, which every page has: null while it is closed. */
export const bellAtom = atom<{ lead: BellLead | null } | null>(null);

/** Opens it, for a lead or for a name that somebody types. */
export const openBell = (lead: BellLead | null = null): void => state.set(bellAtom, { lead });
export const closeBell = (): void => state.set(bellAtom, null);

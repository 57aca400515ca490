import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { store, storedText } from '#web/ui/browser-storage.ts';
import { type Drafts, keptDrafts, parseDrafts, storageKeyOf, withDraft } from './drafts-store.ts';
import { session } from './session.ts';
import { state } from './state.ts';

const userId = () => session.get()?.user.userId ?? '';
const read = (): { of: string; drafts: Drafts } => ({
  of: userId(),
  drafts: parseDrafts(storedText(storageKeyOf(userId()))),
});

const draftsAtom = atom(read());

/** The drafts of whoever is signed in now. */
function own(): Drafts {
  const { of, drafts } = state.get(draftsAtom);
  if (of === userId()) return drafts;
  state.set(draftsAtom, read());
  return state.get(draftsAtom).drafts;
}

// What is written in another tab of the browser.
addEventListener('storage', ({ key }) => {
  if (key === storageKeyOf(userId())) state.set(draftsAtom, read());
});

export function keepDraft(name: string, text: string): void {
  const drafts = withDraft(own(), name, text);
  state.set(draftsAtom, { of: userId(), drafts });
  store(storageKeyOf(userId()), keptDrafts(drafts));
}

/** Begins what nobody has begun to write. */
export const suggestDraft = (name: string, text: string) => {
  if (!own()[name]) keepDraft(name, text);
};

const useOwn = <T>(part: (drafts: Drafts) => T, name: string): T => {
  const id = userId();
  return useAtomValue(
    // biome-ignore lint/correctness/useExhaustiveDependencies: `part` is the same for the same name
    useMemo(
      () => atom((get) => part(get(draftsAtom).of === id ? get(draftsAtom).drafts : own())),
      [name, id],
    ),
  );
};

/** What is being written, by a name of the thread and the field, and how to change it. */
export const useDraft = (name: string) => {
  const draft = useOwn((drafts) => drafts[name] ?? '', name);
  return [draft, (text: string) => keepDraft(name, text)] as const;
};

/** Whether something is being written to somebody. */
export const useHasDraft = (store: string): boolean =>
  useOwn((drafts) => Boolean(drafts[`${store} sms`] || drafts[`${store} email`]), store);

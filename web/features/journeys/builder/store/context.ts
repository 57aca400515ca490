import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { actionsOf, type BuilderActions } from './actions.ts';
import type { Draft, DraftState } from './draft.ts';

export const DraftContext = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('useDraft belongs inside the builder.');
  return draft;
}

/** The draft as it is now; renders again with every change. */
export function useDraftState(): DraftState {
  const draft = useDraft();
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** What can be done to the draft, from whatever part of the screen. */
export function useBuilderActions(): BuilderActions {
  const draft = useDraft();
  return useMemo(() => actionsOf(draft), [draft]);
}

import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { FlowStep } from '#shared/model/flow.ts';
import { actionsOf, type FlowActions } from './actions.ts';
import type { Draft, DraftState, FlowDocument } from './draft.ts';

const FlowContext = createContext<Draft | null>(null);

/** What a draft is given to by `<FlowContext value={anyDraft(draft)}>`. */
export const FlowProvider = FlowContext.Provider;
export const anyDraft = (draft: unknown): Draft => draft as Draft;

/** The draft that is worked on; a feature names its steps and what they belong to. */
export function useFlowDraft<S extends FlowStep = FlowStep, D extends FlowDocument = FlowDocument>(): Draft<
  S,
  D
> {
  const draft = useContext(FlowContext);
  if (!draft) throw new Error('useFlowDraft belongs inside the builder.');
  return draft as unknown as Draft<S, D>;
}

/** The draft as it is now; renders again with every change. */
export function useFlowState<
  S extends FlowStep = FlowStep,
  D extends FlowDocument = FlowDocument,
>(): DraftState<S, D> {
  const draft = useFlowDraft<S, D>();
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** What can be done to the draft, from whatever part of the screen. */
export function useFlowActions(): FlowActions {
  const draft = useFlowDraft();
  return useMemo(() => actionsOf(draft), [draft]);
}

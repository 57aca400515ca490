import { useEffect } from 'react';
import type { FlowStep } from '#shared/model/flow.ts';
import type { Draft, FlowDocument } from './draft.ts';

/** The draft lives as long as the page; what is not saved yet is saved when it goes. */
export function useDraftOfPage<S extends FlowStep, D extends FlowDocument>(
  draft: Draft<S, D>,
  document: D,
  readOnly: boolean,
): void {
  useEffect(() => draft.setReadOnly(readOnly), [draft, readOnly]);
  useEffect(() => draft.adopt(document), [draft, document]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (draft.isClean) return;
      void draft.flush().catch(() => undefined);
      event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => {
      window.removeEventListener('beforeunload', leave);
      void draft.close();
    };
  }, [draft]);
}

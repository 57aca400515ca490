import { useCallback, useSyncExternalStore } from 'react';
import type { Element } from '#shared/model/content.ts';
import { useEditorSession } from './session.ts';
import { useSignal } from './signal.ts';

/** One element; the component renders again only when this element changes. */
export function useElement(id: string): Element | undefined {
  const { editor } = useEditorSession();
  const subscribe = useCallback(
    (listener: () => void) => editor.document.subscribeElement(id, listener),
    [editor, id],
  );
  return useSyncExternalStore(subscribe, () => editor.document.get(id));
}

/** The selected elements, from the back to the front; follows their changes too. */
export function useSelectedElements(): Element[] {
  const { editor } = useEditorSession();
  useSignal(editor.selection);
  useDocumentVersion();
  return editor.selectedElements();
}

/** Renders the component again with each change of the document: for parts that depend on all of it. */
export function useDocumentVersion(): number {
  return useSignal(useEditorSession().editor.document.revision);
}

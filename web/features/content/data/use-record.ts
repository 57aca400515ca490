import { useMemo } from 'react';
import type { SceneData } from '#shared/scene/env.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { dataWith, momentData } from './records.ts';

/** What the canvas is drawn with now. */
export function useShownData(): SceneData {
  const { data, record } = useEditorSession();
  const chosen = useSignal(record);
  return useMemo(() => dataWith(data, chosen), [data, chosen]);
}

/** What the canvas is drawn with while it shows a moment of the animations. */
export function useMomentData(): SceneData {
  const { data, record } = useEditorSession();
  const chosen = useSignal(record);
  return useMemo(() => momentData(data, chosen), [data, chosen]);
}

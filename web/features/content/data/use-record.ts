import { useMemo } from 'react';
import type { SceneData } from '#shared/scene/env.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { builtInRecords, dataWith } from './records.ts';

/** What the canvas is drawn with now. */
export function useShownData(): SceneData {
  const { data, record } = useEditorSession();
  const chosen = useSignal(record);
  return useMemo(() => dataWith(data, chosen), [data, chosen]);
}

/** What a moment of the animations is drawn with: as the preview, the usual sample while no record is chosen. */
export function useMomentData(): SceneData {
  const { data, record } = useEditorSession();
  const chosen = useSignal(record);
  return useMemo(() => dataWith(data, chosen ?? builtInRecords[0]), [data, chosen]);
}

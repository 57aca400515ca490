import { useMemo } from 'react';
import type { SceneData } from '#shared/scene/env.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { dataWith } from './records.ts';

/** What the canvas is drawn with now. */
export function useShownData(): SceneData {
  const { data, record } = useEditorSession();
  const chosen = useSignal(record);
  return useMemo(() => dataWith(data, chosen), [data, chosen]);
}

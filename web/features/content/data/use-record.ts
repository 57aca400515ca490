import { useMemo } from 'react';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { type ChosenRecord, dataWith, momentData } from './records.ts';

/** The session's data with its record, and with the weather and figures of reports where an element shows some. */
function useData(fill: (known: SceneData, record: ChosenRecord | undefined) => SceneData): SceneData {
  const session = useEditorSession();
  const { data } = session;
  const chosen = useSignal(session.record);
  const weather: JsonMap = useSignal(session.weather);
  const reports: JsonMap = useSignal(session.charts);
  return useMemo(() => {
    const filled = fill(data, chosen);
    const isKnown = (map: JsonMap) => Object.keys(map).length > 0;
    if (!isKnown(weather) && !isKnown(reports)) return filled;
    return { ...filled, ...(isKnown(weather) ? { weather } : {}), ...(isKnown(reports) ? { reports } : {}) };
  }, [data, chosen, weather, reports, fill]);
}

/** What the canvas is drawn with now. */
export const useShownData = (): SceneData => useData(dataWith);

/** What the canvas is drawn with while it shows a moment of the animations. */
export const useMomentData = (): SceneData => useData(momentData);

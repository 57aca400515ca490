import { createContext, useContext, useMemo } from 'react';
import { useEditorSession } from '../editor/session.ts';
import { TimelineEdits } from './edits.ts';
import type { Row } from './rows.ts';

/** What the rows share while the panel is open. */
export interface Drawer {
  rows: readonly Row[];
  /** px of a second. */
  scale: number;
  /** Seconds of the whole. */
  length: number;
}

export const DrawerContext = createContext<Drawer>({ rows: [], scale: 1, length: 1 });
export const useDrawer = () => useContext(DrawerContext);

export function useTimelineEdits(): TimelineEdits {
  const { editor, timeline } = useEditorSession();
  return useMemo(() => new TimelineEdits(editor, timeline), [editor, timeline]);
}

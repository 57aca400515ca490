import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { useDocumentVersion } from '../editor/use-editor.ts';
import { BarForm } from './BarForm.tsx';
import { Head, type RowFilter } from './Head.tsx';
import { Rows } from './Rows.tsx';
import { rowsOf } from './rows.ts';
import styles from './timeline.module.css';
import { DrawerContext } from './use-timeline.ts';

/** Height of the drawer in px: as it opens, and as far as it can be pulled. */
const heights = { usual: 338, min: 170, max: 620, step: 24 };

/** The timeline below the canvas: a row for each element with its animations as bars, and the playhead. */
export default function TimelinePanel() {
  const { editor, timeline, screen } = useEditorSession();
  const phone = useMediaQuery('(max-width: 48em)');
  const version = useDocumentVersion();
  const selection = useSignal(editor.selection);
  const scale = useSignal(timeline.scale);
  const pulled = useSignal(timeline.pulled);
  useSignal(timeline.setLength);
  const [filter, setFilter] = useState<RowFilter>('all');
  const [height, setHeight] = useState(heights.usual);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the document tells of its changes by its version
  const rows = useMemo(() => {
    const elements = filter === 'selected' ? editor.document.inOrder(selection) : editor.document.all();
    const listed =
      filter === 'animated' ? elements.filter(({ animations }) => animations.length > 0) : elements;
    // In front first, as in the Layers panel.
    return rowsOf(listed.toReversed().map((element) => timeline.shown(element)));
  }, [editor, timeline, version, filter, filter === 'selected' ? selection : undefined, pulled]);

  // A phone has no room for both and a canvas.
  useEffect(() => {
    if (phone) screen.patch({ leftOpen: false });
  }, [phone, screen]);

  const { length } = timeline;
  const drawer = useMemo(() => ({ rows, scale, length }), [rows, scale, length]);

  const key = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const typing = target.closest('input, textarea, select, [role="listbox"], [role="dialog"]');
    if (typing || event.defaultPrevented) return;
    const pressing = target.closest('button:not([data-bar])');
    if (event.key === ' ' && !pressing) {
      event.preventDefault();
      timeline.togglePlay();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (timeline.time.get() === undefined) timeline.close();
      else timeline.rest();
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      timeline.seek(event.key === 'Home' ? 0 : timeline.length);
    }
  };

  return (
    <DrawerContext value={drawer}>
      <section className={styles.drawer} style={{ blockSize: height }} aria-label="Timeline" onKeyDown={key}>
        <Grip height={height} onChange={setHeight} />
        <Head filter={filter} onFilter={setFilter} />
        <div className={styles.body}>
          <Rows filter={filter} />
          <BarForm />
        </div>
      </section>
    </DrawerContext>
  );
}

function Grip({ height, onChange }: { height: number; onChange: (height: number) => void }) {
  const grabbed = useRef<{ y: number; height: number }>(undefined);
  const set = (next: number) => onChange(Math.min(heights.max, Math.max(heights.min, next)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be pulled
    <div
      className={styles.grip}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the timeline"
      aria-valuenow={height}
      aria-valuemin={heights.min}
      aria-valuemax={heights.max}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = { y: event.clientY, height };
      }}
      onPointerMove={(event) => {
        const from = grabbed.current;
        if (from) set(from.height + from.y - event.clientY);
      }}
      onPointerUp={() => {
        grabbed.current = undefined;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        set(height + (event.key === 'ArrowUp' ? heights.step : -heights.step));
      }}
    />
  );
}

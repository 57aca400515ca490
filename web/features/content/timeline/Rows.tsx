import { Box, Text } from '@mantine/core';
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';
import { useEditorSession } from '../editor/session.ts';
import { useSignal, useSignalPart } from '../editor/signal.ts';
import type { RowFilter } from './Head.tsx';
import { rulerStep } from './moments.ts';
import { RowView } from './RowView.tsx';
import { Ruler } from './Ruler.tsx';
import { heightOf, rowsBetween } from './rows.ts';
import styles from './timeline.module.css';
import { useDrawer } from './use-timeline.ts';

const nameWidth = 176;
/** px drawn beyond what is in sight, so that scrolling shows no gaps. */
const beyond = 120;
/** px free behind the end. */
const tail = 60;

const empty: Record<RowFilter, string> = {
  all: 'Nothing is drawn yet. Each element you add gets a row here.',
  animated: 'Nothing is animated yet. Select an element and add an animation.',
  selected: 'Select something on the canvas to see its animations.',
};

/** The rows, of which only those in sight are made, below the ruler and under the playhead. */
export function Rows({ filter }: { filter: RowFilter }) {
  const { timeline } = useEditorSession();
  const { rows, scale, length } = useDrawer();
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, left: 0, width: 800, height: 300 });
  const caughtAt = useSignalPart(timeline.pulled, (pulled) => pulled?.caughtAt);

  const measure = () => {
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = scroller.current!;
    setSight({ top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once, and whenever its size changes
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);

  const width = length * scale + tail;
  const step = rulerStep(scale);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-scroller
      onScroll={(event: UIEvent) => event.target === scroller.current && measure()}
      style={{ '--names': `${nameWidth}px`, '--step': `${step * scale}px` } as React.CSSProperties}
    >
      <Box style={{ inlineSize: nameWidth + width, minInlineSize: '100%' }} pos="relative" mih="100%">
        <Ruler from={sight.left} to={sight.left + sight.width} />
        <Box
          component="ul"
          className="db-list"
          pos="relative"
          style={{ blockSize: heightOf(rows) }}
          aria-label="Elements"
        >
          {rowsBetween(rows, sight.top - beyond, sight.top + sight.height + beyond).map((row) => (
            <RowView key={row.element.id} row={row} />
          ))}
        </Box>
        {rows.length === 0 && (
          <Text size="sm" c="dimmed" className={styles.empty}>
            {empty[filter]}
          </Text>
        )}
        <span className={styles.end} style={{ insetInlineStart: nameWidth + length * scale }} aria-hidden />
        {caughtAt !== undefined && (
          <span
            className={styles.caught}
            style={{ insetInlineStart: nameWidth + caughtAt * scale }}
            aria-hidden
          />
        )}
        <Playhead />
      </Box>
    </div>
  );
}

/** The line at the moment shown; while it plays, it keeps itself in sight. */
function Playhead() {
  const { timeline } = useEditorSession();
  const { scale } = useDrawer();
  const time = useSignal(timeline.time);
  const line = useRef<HTMLSpanElement>(null);
  const place = nameWidth + (time ?? 0) * scale;
  useLayoutEffect(() => {
    const scroller = line.current?.closest('[data-scroller]');
    if (!scroller || !timeline.playing.get()) return;
    const { scrollLeft, clientWidth } = scroller;
    if (place < scrollLeft + nameWidth || place > scrollLeft + clientWidth) {
      scroller.scrollLeft = Math.max(0, place - nameWidth - 20);
    }
  }, [place, timeline]);
  if (time === undefined) return null;
  return (
    <span
      ref={line}
      className={styles.playhead}
      style={{ transform: `translateX(${place}px)` }}
      aria-hidden
    />
  );
}

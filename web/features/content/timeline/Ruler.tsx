import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useEditorSession } from '../editor/session.ts';
import { useSignalPart } from '../editor/signal.ts';
import { clockText, exact, rulerStep } from './moments.ts';
import { edgesOf } from './rows.ts';
import { catchDistance, snapTime } from './snapping.ts';
import styles from './timeline.module.css';
import { useDrawer } from './use-timeline.ts';

/** The seconds above the rows; pulling along it shows each moment on the canvas. @param from px in sight */
export function Ruler({ from, to }: { from: number; to: number }) {
  const { timeline } = useEditorSession();
  const { rows, scale, length } = useDrawer();
  const scrubbing = useRef(false);
  const time = useSignalPart(timeline.time, (seconds) => (seconds === undefined ? 0 : exact(seconds)));
  const step = rulerStep(scale);
  const first = Math.max(0, Math.floor(from / scale / step) - 1);
  const last = Math.min(Math.floor(length / step + 1e-6), Math.ceil(to / scale / step) + 1);
  const marks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    exact((first + index) * step),
  );

  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const at = (event.clientX - left) / scale;
    timeline.seek(snapTime(at, edgesOf(rows), catchDistance / scale, event.altKey).time);
  };
  const key = (event: KeyboardEvent) => {
    const far = event.shiftKey ? 1 : 0.1;
    const by = { ArrowLeft: -far, ArrowDown: -far, ArrowRight: far, ArrowUp: far }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    timeline.seek((timeline.time.get() ?? 0) + by);
  };

  return (
    <div className={styles.rulerRow}>
      <div className={styles.corner}>Elements</div>
      <div
        className={styles.ruler}
        style={{ inlineSize: length * scale }}
        role="slider"
        tabIndex={0}
        aria-label="Moment shown"
        aria-valuemin={0}
        aria-valuemax={length}
        aria-valuenow={time}
        aria-valuetext={clockText(time)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          scrubbing.current = true;
          timeline.pause();
          seek(event);
        }}
        onPointerMove={(event) => scrubbing.current && seek(event)}
        onPointerUp={() => {
          scrubbing.current = false;
        }}
        onPointerCancel={() => {
          scrubbing.current = false;
        }}
        onKeyDown={key}
      >
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ insetInlineStart: mark * scale }}>
            {step < 1 ? mark.toFixed(1) : clockText(mark).replace(/\.0$/, '')}
          </span>
        ))}
      </div>
    </div>
  );
}

import { Box } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import type { Schedule } from '#shared/model/signage/entities.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { clockText, weekdays } from '../times.ts';
import styles from './WeekCalendar.module.css';
import { blocksOf } from './week.ts';

/** Drags snap to this, in minutes. */
const stepMinutes = 15;
const dayMinutes = 1440;

interface WeekCalendarProps {
  schedules: readonly Schedule[];
  monday: string;
  today: string;
  /** Whether a schedule loses to another one somewhere. */
  clashes: ReadonlySet<string>;
  playlistName: (id: string) => string;
  colorOf: (playlistId: string) => string;
  onOpen: (schedule: Schedule) => void;
  /** A stretch of a day was dragged. */
  onDraw: (day: number, from: number, to: number) => void;
}

interface Drawing {
  column: number;
  start: number;
  end: number;
}

/** A week: windows as blocks, new ones drawn by dragging over a day. Everything is in the form, too. */
export function WeekCalendar(props: WeekCalendarProps) {
  const { schedules, monday, today, clashes, playlistName, colorOf, onOpen, onDraw } = props;
  const [drawing, setDrawing] = useState<Drawing>();
  const latest = useRef(drawing);
  latest.current = drawing;
  const blocks = blocksOf(schedules, monday);
  const minuteAt = (event: PointerEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - top) / height) * dayMinutes;
    return Math.max(0, Math.min(dayMinutes, Math.round(minute / stepMinutes) * stepMinutes));
  };
  const finish = () => {
    const done = latest.current;
    setDrawing(undefined);
    if (!done) return;
    const from = Math.min(done.start, done.end);
    const to = Math.max(done.start, done.end);
    if (to - from >= stepMinutes) onDraw(weekdays[done.column]!.day, from, to);
  };
  return (
    // It scrolls, and a keyboard has to reach that.
    <Box
      component="section"
      className="db-card"
      style={{ overflow: 'auto' }}
      aria-label="The week"
      tabIndex={0}
    >
      <Box
        display="grid"
        miw={800}
        style={{ gridTemplate: 'auto 640px / 60px repeat(7, minmax(104px, 1fr))' }}
      >
        <div className={styles.corner} />
        {weekdays.map(({ day, short }, column) => {
          const date = dateAfter(monday, column);
          return (
            <div key={day} className={styles.head} data-today={date === today || undefined}>
              {short} <span>{Number(date.slice(8))}</span>
            </div>
          );
        })}
        <Box className={`db-figures ${styles.hours}`} pos="relative" c="dimmed" fz={11} aria-hidden>
          {Array.from({ length: 8 }, (_, at) => (
            <span key={clockText(at * 180)} style={{ insetBlockStart: `${(at / 8) * 100}%` }}>
              {clockText(at * 180)}
            </span>
          ))}
        </Box>
        {weekdays.map(({ day }, column) => (
          <div
            key={day}
            className={styles.day}
            data-testid={`day-${day}`}
            onPointerDown={(event) => {
              if (event.button !== 0 || event.target !== event.currentTarget) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              const start = minuteAt(event);
              setDrawing({ column, start, end: start });
            }}
            onPointerMove={(event) => {
              if (drawing?.column === column) setDrawing({ ...drawing, end: minuteAt(event) });
            }}
            onPointerUp={finish}
            onPointerCancel={() => setDrawing(undefined)}
          >
            {drawing?.column === column && drawing.start !== drawing.end && (
              <div
                className={styles.drawing}
                style={{
                  insetBlockStart: `${(Math.min(drawing.start, drawing.end) / dayMinutes) * 100}%`,
                  blockSize: `${(Math.abs(drawing.end - drawing.start) / dayMinutes) * 100}%`,
                }}
              >
                {clockText(Math.min(drawing.start, drawing.end))} –{' '}
                {clockText(Math.max(drawing.start, drawing.end))}
              </div>
            )}
            {blocks
              .filter((block) => block.column === column)
              .map(({ schedule, from, to, lane, lanes }) => (
                <button
                  key={`${schedule.id} ${from}`}
                  type="button"
                  className={styles.block}
                  data-clash={clashes.has(schedule.id) || undefined}
                  style={{
                    insetBlockStart: `${(from / dayMinutes) * 100}%`,
                    blockSize: `${((to - from) / dayMinutes) * 100}%`,
                    insetInlineStart: `${(lane / lanes) * 100}%`,
                    inlineSize: `${100 / lanes}%`,
                    borderInlineStartColor: colorOf(schedule.playlistId),
                  }}
                  onClick={() => onOpen(schedule)}
                >
                  <strong className="db-cut">{schedule.name}</strong>
                  <span className="db-cut">
                    {clockText(from)} – {clockText(to)}
                  </span>
                  <span className="db-cut">{playlistName(schedule.playlistId)}</span>
                </button>
              ))}
          </div>
        ))}
      </Box>
    </Box>
  );
}

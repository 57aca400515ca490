import { Box, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { ticks } from 'd3-array';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type PointerEvent, useState } from 'react';
import styles from './revenue.module.css';
import { nameOf, type Period, type RevenuePoint, tickOf, wholeDollars } from './series.ts';

export const chartTypes = ['line', 'area', 'bar'] as const;
export type ChartType = (typeof chartTypes)[number];

interface PlotProps {
  points: readonly RevenuePoint[];
  period: Period;
  type: ChartType;
}

/** Of the whole drawing and of its margins. px */
const height = 260;
const margin = { top: 12, end: 12, bottom: 26 };
/** Least room for a label below the axis, and for a letter beside it. px */
const [tickRoom, letter] = [64, 7];
/** A bar is no wider, and takes this share of its place. */
const [widestBar, barShare] = [44, 0.66];

/** The lines across: whole dollars, from zero or below it to at least the largest value. @returns USD cents */
function linesAcross(points: readonly RevenuePoint[]): number[] {
  const dollars = points.map(({ revenue }) => revenue / 100);
  const top = Math.max(4, ...dollars);
  const bottom = Math.min(0, ...dollars);
  const inner = ticks(bottom, top, 4);
  const step = inner[1]! - inner[0]!;
  const first = Math.floor(bottom / step) * step;
  const count = Math.ceil((top - first) / step);
  return Array.from({ length: count + 1 }, (_, at) => Math.round((first + at * step) * 100));
}

/** Revenue over time as a line, an area or bars; whoever points at it reads the figures there. */
export function Plot({ points, period, type }: PlotProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const lines = linesAcross(points);
  const [bottom, top] = [lines[0]!, lines.at(-1)!];
  const start = 10 + letter * Math.max(...lines.map((value) => wholeDollars(value).length));
  const [inner, tall] = [Math.max(0, width - start - margin.end), height - margin.top - margin.bottom];
  const place = inner / Math.max(1, points.length);
  const x = (at: number) => start + (at + 0.5) * place;
  const y = (cents: number) => margin.top + tall * (1 - (cents - bottom) / (top - bottom));
  const every = Math.max(1, Math.ceil((tickRoom * points.length) / Math.max(1, inner)));
  const at = pointed === undefined ? undefined : points[pointed];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor(
      (event.clientX - event.currentTarget.getBoundingClientRect().left - start) / place,
    );
    setPointed(index >= 0 && index < points.length ? index : undefined);
  };
  return (
    <Box ref={ref} pos="relative" h={height} aria-hidden dir="ltr">
      {width > 0 && (
        <svg
          className={styles.plot}
          width={width}
          height={height}
          role="presentation"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {lines.map((value) => (
            <g key={value} className={styles.across} data-zero={value === 0 || undefined}>
              <line x1={start} x2={width - margin.end} y1={y(value)} y2={y(value)} />
              <text x={start - 8} y={y(value)} dy="0.32em" textAnchor="end">
                {wholeDollars(value)}
              </text>
            </g>
          ))}
          {points.map(({ date }, index) =>
            // Counted from the newest, which is always named.
            (points.length - 1 - index) % every === 0 ? (
              <text key={date} className={styles.tick} x={x(index)} y={height - 6} textAnchor="middle">
                {tickOf[period](date)}
              </text>
            ) : null,
          )}
          {pointed !== undefined && (
            <line
              stroke="var(--mantine-color-dimmed)"
              strokeDasharray="3 3"
              x1={x(pointed)}
              x2={x(pointed)}
              y1={margin.top}
              y2={margin.top + tall}
            />
          )}
          <Shape {...{ points, type, x, y, pointed, barWidth: Math.min(widestBar, place * barShare) }} />
        </svg>
      )}
      {at && pointed !== undefined && (
        <div
          className={styles.reading}
          style={x(pointed) > width / 2 ? { right: width - x(pointed) + 10 } : { left: x(pointed) + 10 }}
        >
          <Text size="xs" c="dimmed">
            {nameOf[period](at.date)}
          </Text>
          <Text size="sm" fw={650} className="db-figures">
            {wholeDollars(at.revenue)}
          </Text>
          <Text size="xs" className="db-figures">
            {at.orders.toLocaleString('en-US')} {at.orders === 1 ? 'order' : 'orders'},{' '}
            {at.leads.toLocaleString('en-US')} {at.leads === 1 ? 'lead' : 'leads'}
          </Text>
        </div>
      )}
    </Box>
  );
}

interface ShapeProps {
  points: readonly RevenuePoint[];
  type: ChartType;
  x: (index: number) => number;
  y: (cents: number) => number;
  pointed: number | undefined;
  barWidth: number;
}

function Shape({ points, type, x, y, pointed, barWidth }: ShapeProps) {
  if (type === 'bar')
    return points.map(({ date, revenue }, index) => (
      <rect
        key={date}
        className={styles.bar}
        data-dimmed={(pointed !== undefined && pointed !== index) || undefined}
        x={x(index) - barWidth / 2}
        width={barWidth}
        y={Math.min(y(0), y(revenue))}
        height={Math.abs(y(revenue) - y(0))}
        rx={2}
      />
    ));
  const values = points.map(({ revenue }) => revenue);
  const across = (_: number, index: number) => x(index);
  const up = (value: number) => y(value);
  const stroke = line<number>().x(across).y(up).curve(curveMonotoneX)(values);
  return (
    <>
      {type === 'area' && (
        <path
          fill="var(--mantine-color-chart-0)"
          opacity={0.18}
          d={area<number>().x(across).y0(y(0)).y1(up).curve(curveMonotoneX)(values) ?? undefined}
        />
      )}
      <path d={stroke ?? undefined} fill="none" stroke="var(--mantine-color-chart-0)" strokeWidth={2} />
      {points.map(({ date, revenue }, index) =>
        points.length <= 12 || index === pointed ? (
          <circle
            key={date}
            fill="var(--mantine-color-chart-0)"
            stroke="var(--db-surface)"
            strokeWidth={1.5}
            cx={x(index)}
            cy={y(revenue)}
            r={index === pointed ? 5 : 3}
          />
        ) : null,
      )}
    </>
  );
}

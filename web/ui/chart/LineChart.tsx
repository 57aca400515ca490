import { line } from 'd3-shape';
import { ceilingOf, mostDots } from '#shared/model/chart-looks.ts';
import styles from './chart.module.css';
import { type ChartProps, ChartTable, Legend, plainNumber, type Series, spoken } from './parts.tsx';

/** The drawing is of 100 by 100 and as wide as there is room for; its lines keep their thickness. */
const side = 100;

/** Lines over time, with a legend. Screen readers are given the same figures as a table. */
export function LineChart({ label, series, bars, format = plainNumber, height = 220, onPick }: ChartProps) {
  const values = bars.flatMap((bar) => series.map(({ key }) => bar.values[key] ?? 0));
  const ceiling = ceilingOf(Math.max(0, ...values));
  const x = (at: number) => (side * (at + 0.5)) / bars.length;
  const y = (value: number) => side - (side * value) / ceiling;
  const drawn = line<(typeof bars)[number]>().x((_, at) => x(at));
  const isKnown = ({ key, hasGaps }: Series, bar: (typeof bars)[number]) =>
    !hasGaps || bar.values[key] !== undefined;
  const pathOf = (one: Series) =>
    drawn.defined((bar) => isKnown(one, bar)).y((bar) => y(bar.values[one.key] ?? 0))([...bars]) ?? '';
  return (
    <div>
      <div className={styles.lines} style={{ blockSize: height }} aria-hidden="true">
        {[1, 0.5, 0].map((share) => (
          <span key={share} className={styles.level} style={{ insetBlockStart: `${100 - share * 100}%` }}>
            {share > 0 && format(ceiling * share)}
          </span>
        ))}
        <svg viewBox={`0 0 ${side} ${side}`} preserveAspectRatio="none" role="presentation">
          {series.map((one) => (
            <path
              key={one.key}
              className={styles.line}
              data-dashed={one.isDashed}
              stroke={one.color}
              d={pathOf(one)}
            />
          ))}
          {series.map((one) =>
            one.isDashed || bars.length > mostDots
              ? null
              : bars.map((bar, at) =>
                  isKnown(one, bar) ? (
                    // A line without length has round ends, which the stretched drawing leaves round.
                    <path
                      key={`${one.key} ${bar.key}`}
                      className={styles.dot}
                      stroke={one.color}
                      d={`M${x(at)},${y(bar.values[one.key] ?? 0)}h0.001`}
                    />
                  ) : null,
                ),
          )}
        </svg>
        <div className={styles.places}>
          {bars.map((bar) => {
            const title = spoken(bar, series, format);
            if (!onPick) return <span key={bar.key} title={title} />;
            return (
              <button
                key={bar.key}
                type="button"
                tabIndex={-1}
                className={styles.mark}
                title={title}
                onClick={({ nativeEvent, currentTarget }) => {
                  // The line that is nearest to the pointer is meant.
                  const at = (side * nativeEvent.offsetY) / currentTarget.clientHeight;
                  const away = ({ key }: Series) => Math.abs(y(bar.values[key] ?? 0) - at);
                  const nearest = [...series].sort((one, other) => away(one) - away(other))[0];
                  if (nearest) onPick(bar.key, nearest.key);
                }}
              />
            );
          })}
        </div>
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {bars.map((bar) => (
          <span key={bar.key}>{bar.tick}</span>
        ))}
      </div>
      <Legend series={series} />
      <ChartTable {...{ label, series, bars, format }} />
    </div>
  );
}

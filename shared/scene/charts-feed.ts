import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Element } from '#shared/model/content.ts';
import type { SignChart } from '#shared/model/sign-reports.ts';
import { keepAsking } from './keep-asking.ts';

/** How often a sign asks for the figures of its charts, ms; the CDN keeps an answer half as long. */
const refreshMs = 60_000;
/** It is asked again so soon while nothing is known, ms. */
const retryMs = 10_000;

// The catalogue of figures is none of a sign without charts: their element's own file brings it.
const showsChart = ({ isVisible, properties }: Element): boolean =>
  isVisible && properties.customElementType === 'report_chart';

/**
 * Keeps the charts of reports on a sign up to date: tells `apply` what `data.reports` is each time that it is another.
 * Does nothing for a sign without such an element; without a network what was known stays.
 * @returns how to stop
 */
export function followCharts(
  elements: readonly Element[],
  load: () => Promise<{ charts: SignChart[] }>,
  apply: (reports: JsonMap) => void,
): () => void {
  if (!elements.some(showsChart)) return () => undefined;
  let known = '';
  return keepAsking(async (isOver) => {
    const found = await load().catch(() => undefined);
    const text = JSON.stringify(found);
    if (found && text !== known && !isOver()) {
      known = text;
      apply(Object.fromEntries(found.charts.map((chart) => [chart.key, { ...chart }])));
    }
    return known ? refreshMs : retryMs;
  });
}

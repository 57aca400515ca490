import { useEffect } from 'react';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import {
  type ChartAsked,
  chartFrom,
  chartsAskedBy,
  chartWithout,
  reportsData,
  reportWith,
  type SignChart,
} from '#shared/model/sign-reports.ts';
import { daysOfPeriod } from '#shared/model/template-period.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useTenantDay } from '#web/features/reports/useTenantDay.ts';
import type { Editor } from '../editor/editor.ts';
import type { Signal } from '../editor/signal.ts';

/** Pause in ms after the last edit before charts are asked for. */
const typingMs = 500;
/** Figures are asked for again after this, ms. */
const againMs = 60_000;

async function made(asked: ChartAsked, today: string): Promise<SignChart> {
  const { key, groupBy, period } = asked;
  const name = reportWith(asked.measure, groupBy);
  if (!name) return chartWithout(key, `This figure cannot be shown by ${groupBy}.`);
  try {
    const report = await api.reports[name]({ ...daysOfPeriod(period, today), groupBy });
    return chartFrom(report, asked);
  } catch (error) {
    return chartWithout(key, messageOf(error));
  }
}

/** Keeps `data.reports` of an open project up to date with the charts that its elements show, as its editor sees them. */
export function useCharts(editor: Editor, charts: Signal<JsonMap>): void {
  const today = useTenantDay()?.today;
  useEffect(() => {
    if (!today) return undefined;
    const known = new Map<string, SignChart>();
    const dueAt = new Map<string, number>();
    let timer: number | undefined;
    let isOver = false;
    const show = (asked: readonly ChartAsked[]) => {
      if (isOver) return;
      const next = reportsData(
        asked.map(({ key }) => known.get(key) ?? chartWithout(key, 'The figures are being counted')),
      );
      // The canvas is drawn anew with each other object.
      if (JSON.stringify(next) !== JSON.stringify(charts.get())) charts.set(next);
    };
    const look = async () => {
      const asked = chartsAskedBy(editor.document.ofAllPages());
      const due = asked.filter(({ key }) => Date.now() >= (dueAt.get(key) ?? 0));
      if (asked.length === 0 && Object.keys(charts.get()).length === 0) return;
      show(asked);
      for (const { key } of due) dueAt.set(key, Date.now() + againMs);
      for (const chart of await Promise.all(due.map((one) => made(one, today)))) known.set(chart.key, chart);
      show(chartsAskedBy(editor.document.ofAllPages()));
    };
    const lookSoon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void look(), typingMs);
    };
    void look();
    const stop = editor.document.revision.subscribe(lookSoon);
    const every = window.setInterval(() => void look(), againMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      window.clearInterval(every);
      stop();
    };
  }, [editor, charts, today]);
}

import type { DailyReport } from '#shared/api/reports.ts';
import type { MeasureName } from '#shared/model/report-measures.ts';
import type { Request } from '../address.ts';

/* What a day at a glance shows, and which report lists the rows behind each figure of it. */

type Part = 'calls' | 'leads' | 'sms';

/** Figures by the report that lists their rows, in their order. */
export const dayParts: Readonly<Record<Part, readonly MeasureName[]>> = {
  calls: [
    'calls',
    'callsAnswered',
    'callsMissed',
    'inbound',
    'outbound',
    'talkSeconds',
    'averageTalkSeconds',
  ],
  leads: ['leadsCreated', 'dealsWon', 'dealAmount'],
  sms: ['textsSent', 'textsDelivered', 'textsFailed', 'textsReceived'],
};

/** A figure of a day; null of an average of nothing. */
export function dayFigure({ calls, leads, texts }: DailyReport, name: MeasureName): number | null {
  const all: Partial<Record<MeasureName, number | null>> = { ...calls, ...leads, ...texts };
  return all[name] ?? null;
}

/** The report whose rows are behind a figure of a day, or of one of its hours. */
export function requestOfDay(measure: MeasureName, date: string, isOfHour: boolean): Request {
  const part = (Object.keys(dayParts) as Part[]).find((one) => dayParts[one].includes(measure)) ?? 'calls';
  const days = { from: date, to: date };
  if (!isOfHour) return { report: { report: part, ...days, groupBy: 'day' } };
  return { custom: { source: part, fields: [measure], groupBy: ['hour'], filter: [], ...days } };
}

/** The key of an hour in reports. */
export const hourKey = (hour: number): string => String(hour).padStart(2, '0');

import { z } from 'zod';
import { job } from '../model/job.ts';
import {
  customReport,
  namedReport,
  report,
  reportDate,
  reportFormats,
  reportLimits,
  reportPeriod,
  reportRows,
  rowsAsked,
} from '../model/report.ts';
import { groupings, type ReportName, reportCatalogue } from '../model/report-catalogue.ts';
import { id, route } from './contract.ts';

const asked = z.strictObject({ ...reportPeriod, groupBy: z.enum(groupings).optional() });

const named = (name: ReportName) =>
  route('GET', `/reports/${name}`, 'reports.view', reportCatalogue[name].about).input(asked).output(report);

const count = z.number().int();

/** What a day came to, whole or by the hour. */
const hour = z.object({
  hour: count.describe("0 to 23 by the tenant's clock; an hour that comes twice is one"),
  calls: count,
  callsAnswered: count,
  talkSeconds: count,
  leadsCreated: count,
});

const daily = z.object({
  date: z.string(),
  timeZone: z.string(),
  isToday: z.boolean().describe('the day still goes on'),
  calls: z.object({
    calls: count,
    callsAnswered: count,
    callsMissed: count,
    inbound: count,
    outbound: count,
    talkSeconds: count,
    averageTalkSeconds: z.number().nullable(),
  }),
  leads: z.object({ leadsCreated: count, dealsWon: count, dealAmount: z.number() }),
  texts: z.object({
    textsSent: count,
    textsDelivered: count,
    textsFailed: count,
    textsReceived: count,
  }),
  hours: z.array(hour),
});
export type DailyReport = z.output<typeof daily>;

const namesOne = ({ report: one, custom }: { report?: unknown; custom?: unknown }) =>
  (one === undefined) !== (custom === undefined);
const oneReport = { message: 'Please name either a report or a custom one.', path: ['report'] };

const exported = z.object({
  id: z.string().describe("the job's"),
  job: job.describe('how far it is'),
  format: z.enum(reportFormats),
  filename: z.string(),
  downloadUrl: z.string().nullable().describe('once the job is completed; good for five minutes'),
});
export type ReportExport = z.output<typeof exported>;

/**
 * Reports of a period by the tenant's own days: at most 92 by day and 366 in all. Agents see their own rows. What takes
 * more records than a request may read is refused with 422 `too_many_records`, and made in the background by an export.
 */
export const reports = {
  calls: named('calls'),
  agents: named('agents'),
  leads: named('leads'),
  journeys: named('journeys'),
  sms: named('sms'),
  dids: named('dids'),
  webhooks: named('webhooks'),
  custom: route(
    'POST',
    '/reports/custom',
    'reports.view',
    'A report of your own figures, filters and groups',
    {
      afterTrial: true,
    },
  )
    .input(customReport)
    .output(report),
  rows: route(
    'POST',
    '/reports/rows',
    'reports.view',
    'The records behind a figure of a report, the rows of a group of it or of its total; agents see their own',
    { afterTrial: true },
  )
    .input(
      z
        .strictObject({
          report: namedReport.optional(),
          custom: customReport.optional(),
          ...rowsAsked.shape,
          limit: z.number().int().min(1).max(reportLimits.listed).default(50),
          cursor: z.string().max(4_000).optional(),
        })
        .refine(namesOne, oneReport),
    )
    .output(reportRows),
  export: route(
    'POST',
    '/reports/export',
    'reports.export',
    `Have a report made as a file in the background; it is kept for ${reportLimits.keepDays} days`,
    { status: 202 },
  )
    .input(
      z
        .strictObject({
          report: namedReport.optional(),
          custom: customReport.optional(),
          format: z.enum(reportFormats),
          rows: rowsAsked
            .optional()
            .describe('instead of the report, the records behind a figure of it; as CSV or XLSX'),
          columns: z
            .array(z.string().max(40))
            .max(40)
            .default([])
            .describe('figures that the file has, in their order; all of them when empty'),
        })
        .refine(namesOne, oneReport)
        .refine(({ rows, format }) => !rows || format !== 'pdf', {
          message: 'The rows behind a figure are exported as CSV or XLSX.',
          path: ['format'],
        }),
    )
    .output(exported),
  getExport: route('GET', '/reports/exports/{id}', 'reports.export', 'How far an export is, and its file')
    .input(z.strictObject({ id: id('job') }))
    .output(exported),
  daily: route(
    'GET',
    '/system/reports/daily',
    'reports.view',
    'A day at a glance: calls, talk time, leads, deals and texts, and the hours',
  )
    .input(z.strictObject({ date: reportDate.optional().describe('today when left out') }))
    .output(daily),
};

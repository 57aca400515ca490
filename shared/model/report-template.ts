import * as z from 'zod';
import { customReport } from './report.ts';
import { groupings, reportCatalogue, reportNames } from './report-catalogue.ts';
import { scheduleFields } from './report-schedule.ts';
import { templatePeriod } from './template-period.ts';

/* A report that was set up once: which one, of what period, grouped how, with which columns. */

export const templateLimits = { templates: 200, name: 80, columns: 40 } as const;

export const templateReports = [...reportNames, 'custom'] as const;
export type TemplateReport = (typeof templateReports)[number];

const customParameters = z.strictObject(
  Object.fromEntries(
    Object.entries(customReport.shape).filter(([name]) => name !== 'from' && name !== 'to'),
  ) as Omit<typeof customReport.shape, 'from' | 'to'>,
);

export const templateParameters = z.strictObject({
  period: templatePeriod.describe('relative, such as lastWeek, or days that stay the same'),
  compare: z.boolean().default(false).describe('beside the period before'),
  groupBy: z.enum(groupings).optional().describe("the report's own when left out"),
  custom: customParameters.optional().describe('of a custom report: all but its days'),
  pivot: z
    .strictObject({ figure: z.string().max(40) })
    .optional()
    .describe('of a custom report of two groupings: shown as a table of one by the other, of this figure'),
});
export type TemplateParameters = z.output<typeof templateParameters>;

export const templateFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(templateLimits.name, `At most ${templateLimits.name} characters.`),
  report: z.enum(templateReports),
  parameters: templateParameters,
  columns: z
    .array(z.string().max(40))
    .max(templateLimits.columns, `At most ${templateLimits.columns} columns.`)
    .describe('figures that are shown, in their order; all of them when empty'),
  shared: z.boolean().describe('everybody of the workspace sees and runs it, each with their own rows'),
});
export type TemplateFields = z.output<typeof templateFields>;

/** Why a report cannot be shown as a pivot table; undefined where it can. */
function pivotProblem(
  { figure }: NonNullable<TemplateParameters['pivot']>,
  custom: TemplateParameters['custom'],
): string | undefined {
  if (custom?.groupBy.length !== 2) return 'Only a report of two groupings is a pivot table.';
  return (custom.fields as string[]).includes(figure) ? undefined : `The report has no figure “${figure}”.`;
}

/** Why a template cannot be kept; undefined where it can. */
export function templateProblem({
  report,
  parameters: { groupBy, custom, period, pivot },
  columns,
}: Pick<TemplateFields, 'report' | 'parameters' | 'columns'>): { field: string; text: string } | undefined {
  const noPivot = pivot && pivotProblem(pivot, custom);
  if (noPivot) return { field: 'parameters', text: noPivot };
  if (report === 'custom') {
    if (!custom) return { field: 'parameters', text: 'Please say what the report counts.' };
    const checked = customReport.safeParse(typeof period === 'string' ? custom : { ...custom, ...period });
    if (!checked.success) return { field: 'parameters', text: checked.error.issues[0]!.message };
    const strange = columns.find((column) => !(custom.fields as string[]).includes(column));
    return strange ? { field: 'columns', text: `The report has no column “${strange}”.` } : undefined;
  }
  const { label, measures, groupBy: usual } = reportCatalogue[report];
  if (custom) return { field: 'parameters', text: `“${label}” has no figures of your own.` };
  const known = measures[groupBy ?? usual];
  if (!known) return { field: 'parameters', text: `“${label}” cannot be grouped by ${groupBy}.` };
  const strange = columns.find((column) => !(known as readonly string[]).includes(column));
  return strange
    ? { field: 'columns', text: `“${label}” has no column “${strange}” by ${groupBy ?? usual}.` }
    : undefined;
}

/**
 * - working: it is being made or mailed
 * - sent: everybody has it
 * - failed: it could not be made, or somebody did not get it
 * - missed: its time passed while nothing could be made
 */
export const runStatuses = ['working', 'sent', 'failed', 'missed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * - waiting: it has not been sent yet
 * - sending: it is handed to the mail server now
 * - sent: the mail server took it
 * - unsure: the work was cut off while it was handed over, so it is not sent again by itself
 * - refused: the mail server will not take it
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'unsure', 'refused'] as const;

export const reportRun = z.object({
  id: z.string(),
  dueAt: z.string().describe('when it was planned, or asked for by hand'),
  byHand: z.boolean(),
  status: z.enum(runStatuses),
  reason: z.string().describe('why it failed or was missed; empty otherwise'),
  from: z.string().describe('first day of its figures'),
  to: z.string().describe('last day'),
  recipients: z.array(z.object({ address: z.string(), state: z.enum(deliveryStates), reason: z.string() })),
  endedAt: z.string().nullable(),
});
export type ReportRun = z.output<typeof reportRun>;

export const reportSchedule = z.object({
  ...scheduleFields.shape,
  recipients: z.array(z.string()),
  setBy: z.string().describe('whose figures the report has'),
  setByName: z.string(),
  nextRunAt: z.string().nullable().describe('null while it is stopped'),
  nextRuns: z.array(z.string()),
  runs: z.array(reportRun).describe('the newest first'),
});
export type ReportSchedule = z.output<typeof reportSchedule>;

export const reportTemplate = z.object({
  id: z.string(),
  ...templateFields.shape,
  ownerId: z.string(),
  ownerName: z.string(),
  isMine: z.boolean(),
  isStarred: z.boolean().describe('by whoever asks'),
  mayEdit: z.boolean().describe('whoever made it, and admins'),
  schedule: reportSchedule.nullable(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ReportTemplate = z.output<typeof reportTemplate>;

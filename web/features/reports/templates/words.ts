import type { MantineColor } from '@mantine/core';
import { dimensionsOf, reportCatalogue } from '#shared/model/report-catalogue.ts';
import type { ReportRun, ReportTemplate, RunStatus } from '#shared/model/report-template.ts';
import { periodWords, type TemplatePeriod } from '#shared/model/template-period.ts';

/* What templates and their runs are called on screens. */

export const periodText = (period: TemplatePeriod): string =>
  typeof period === 'string' ? periodWords[period] : `${period.from} to ${period.to}`;

/** 'Calls', or, of a report of one's own, 'Leads by state, top 5'. */
export function reportText({
  report,
  parameters: { custom },
}: Pick<ReportTemplate, 'report' | 'parameters'>): string {
  if (report !== 'custom') return reportCatalogue[report].label;
  if (!custom) return 'Your own report';
  const { source, groupBy, top } = custom;
  const by = groupBy.map((name) => (dimensionsOf[source][name]?.label ?? name).toLowerCase());
  return `${reportCatalogue[source].label} by ${by.join(' and ')}${top ? `, top ${top}` : ''}`;
}

export const runStates: Record<RunStatus, { label: string; color: MantineColor }> = {
  working: { label: 'On its way', color: 'blue' },
  sent: { label: 'Sent', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  missed: { label: 'Missed', color: 'amber' },
};

export const deliveryWords: Record<ReportRun['recipients'][number]['state'], string> = {
  waiting: 'not sent yet',
  sending: 'being sent',
  sent: 'sent',
  unsure: 'may not have arrived',
  refused: 'refused',
};

/** How a schedule stands, in a word: by its last run. */
export function scheduleState({ schedule }: ReportTemplate): { label: string; color: MantineColor } {
  if (!schedule) return { label: 'No schedule', color: 'gray' };
  if (!schedule.isActive) return { label: 'Stopped', color: 'gray' };
  const last = schedule.runs[0];
  return last && last.status !== 'sent' ? runStates[last.status] : { label: 'Scheduled', color: 'green' };
}

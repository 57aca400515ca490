import { createReportTemplate, everyReportTemplate } from '#functions/reportTemplates/api.ts';
import type { TemplateFields } from '#shared/model/report-template.ts';

/** Reports that everybody of the demo finds; nobody is mailed until somebody schedules one. */
const templates: TemplateFields[] = [
  {
    name: 'Last week by agent',
    report: 'agents',
    parameters: { period: 'lastWeek', compare: true, groupBy: 'agent' },
    columns: [],
    shared: true,
  },
  {
    name: 'When people answer',
    report: 'custom',
    parameters: {
      period: 'last30Days',
      compare: false,
      custom: {
        source: 'calls',
        fields: ['callsAnswered', 'calls', 'answerRate'],
        filter: [],
        groupBy: ['day', 'hour'],
      },
    },
    columns: [],
    shared: true,
  },
  {
    name: 'Leads by source, this month',
    report: 'leads',
    parameters: { period: 'monthToDate', compare: true, groupBy: 'source' },
    columns: [],
    shared: true,
  },
];

/** Templates of reports, where there are none yet. */
export async function addReportTemplates(): Promise<void> {
  if ((await everyReportTemplate()).length > 0) return;
  for (const template of templates) await createReportTemplate(template);
}

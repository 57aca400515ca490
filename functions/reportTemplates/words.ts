import { publicUrl } from '#functions/kernel/public-url.ts';
import { shownName } from '#functions/kernel/shown-name.ts';
import type { ReportSummary } from '#functions/reports/api.ts';
import { figureText } from '#shared/model/figure-text.ts';
import type { Report } from '#shared/model/report.ts';
import type { RunRecord } from './store.ts';

/** The words of the mails about scheduled reports: plain text. */

interface Words {
  subject: string;
  text: string;
}

const body = (...paragraphs: string[]) => `${paragraphs.filter(Boolean).join('\n\n')}\n\n--\nDealbell\n`;

const addressOf = ({ templateId }: RunRecord): string =>
  `${publicUrl()}/reports/templates?template=${templateId}`;

const daysWords = ({ from, to }: Pick<Report, 'from' | 'to'>) => (from === to ? from : `${from} to ${to}`);

/** The totals of a report, one a line. */
export const totalsOf = ({ columns, totals }: Pick<Report, 'columns' | 'totals'>): string =>
  columns
    .filter(({ kind }) => kind === 'measure')
    .map(({ key, label, unit }) => `${label}: ${figureText(totals[key] ?? null, unit)}`)
    .join('\n');

/** @param summary undefined where an earlier version made the file */
export function reportWords(
  run: RunRecord,
  workspace: string,
  { summary, isAttached }: { summary: ReportSummary | undefined; isAttached: boolean },
): Words {
  const name = shownName(run.template.name);
  return {
    subject: `${name}: ${daysWords(run)}`,
    text: body(
      `“${name}” of the workspace “${shownName(workspace)}”, ${daysWords(run)}${summary ? ` (${summary.timeZone})` : ''}.`,
      summary && Object.values(summary.totals).every((total) => !total)
        ? 'There is nothing in this period.'
        : '',
      summary ? totalsOf(summary) : '',
      ...(summary?.notes ?? []),
      isAttached
        ? 'The whole report is attached.'
        : 'The file is too large for a mail. Whoever is signed in to the workspace finds the report here:',
      isAttached ? '' : addressOf(run),
    ),
  };
}

const problemWords = ({ status, reason }: RunRecord): string =>
  status === 'missed' ? `It was missed: ${reason}` : reason;

export function failureWords(run: RunRecord, workspace: string): Words {
  const name = shownName(run.template.name);
  const left = run.recipients.filter(({ state }) => state !== 'sent');
  return {
    subject: `“${name}” did not go out`,
    text: body(
      `The scheduled report “${name}” of the workspace “${shownName(workspace)}” for ${daysWords(run)} did not go out as planned. ${problemWords(run)}`,
      left.length > 0 ? `Not sent to: ${left.map(({ address }) => address).join(', ')}` : '',
      'You can look at it, and have it made again, here:',
      addressOf(run),
    ),
  };
}

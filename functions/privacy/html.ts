import { escapeHtml } from '#functions/kernel/html.ts';
import {
  type PrivacyDetails,
  type PrivacyStep,
  privacyAskerLabels,
  privacyFilesNote,
  privacyKindLabels,
} from '#shared/model/privacy.ts';
import type { RequestRecord } from './store.ts';

const style = `
@page { size: A4; margin: 18mm 16mm }
body { font: 10pt/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 18pt; margin: 0 0 4mm } h2 { font-size: 12pt; margin: 8mm 0 2mm }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 0 0 6mm }
dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 1.5mm 2mm; border-bottom: 0.2mm solid #ddd; overflow-wrap: anywhere }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
section { break-inside: avoid }`;

const head = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>`;
const tail = '</body></html>\n';

const list = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl>${pairs.map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`).join('')}</dl>`;

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, null, 1);
};

export const exportPageHead = ({ requestId, createdAt }: RequestRecord): string =>
  head('What is held of you') +
  list([
    ['Request', requestId],
    ['As of', createdAt],
  ]);
export const exportPageTail = (): string => tail;

/** Rows of one kind of data, to be read: a list for each. */
export const tableOfRows = (title: string, rows: readonly Record<string, unknown>[]): string =>
  rows
    .map(
      (row) =>
        `<section><h2>${escapeHtml(title)}</h2>${list(
          Object.entries(row)
            .map(([name, value]) => [name, shown(value)] as const)
            .filter(([, text]) => text !== ''),
        )}</section>`,
    )
    .join('\n');

const figure = (one: number | null): string => (one === null ? '' : one.toLocaleString('en-US'));

function stepRow({ title, found, left, kept }: PrivacyStep, isErasure: boolean): string {
  const figures = isErasure ? [found, found - (left ?? 0), left] : [found];
  const cells = figures.map((one) => `<td class="n">${figure(one)}</td>`).join('');
  return `<tr><td>${escapeHtml(title)}</td>${cells}${isErasure ? `<td>${escapeHtml(kept)}</td>` : ''}</tr>`;
}

/** The certificate of a request that is done: what was found, what became of it, and on which ground the rest is kept. */
export function certificateOf(details: PrivacyDetails, workspace: string): string {
  const isErasure = details.kind === 'erasure';
  const title = isErasure ? 'Certificate of erasure' : 'Certificate of an export of personal data';
  const columns = isErasure
    ? ['Kind of data', 'Found', 'Erased', 'Kept', 'Why it is kept, or what of it stays']
    : ['Kind of data', 'Items'];
  const steps = details.steps.filter(({ found, left }) => found > 0 || left);
  const about = [
    ['Workspace', workspace],
    ['Certificate', details.id],
    ['Request', privacyKindLabels[details.kind]],
    ['About', details.person],
    ['Leads', details.leadIds.join(', ') || 'none'],
    ['Asked by', privacyAskerLabels[details.askedBy]],
    ['How, and why', details.reason],
    ['Received', details.createdAt],
    ['Done', details.completedAt ?? ''],
    ['Carried out by', details.createdBy],
    ...(details.shared.length > 0
      ? ([
          [
            'Left alone',
            `${details.shared.join(', ')}: another lead has this too, so what is held by it alone was left`,
          ],
        ] as const)
      : []),
  ] as const;
  const rows = steps.map((step) => stepRow(step, isErasure)).join('\n');
  const numeric = isErasure ? [1, 2, 3] : [1];
  const heads = columns
    .map((name, n) => `<th${numeric.includes(n) ? ' class="n"' : ''}>${name}</th>`)
    .join('');
  const note = isErasure ? `<p>${escapeHtml(privacyFilesNote)}</p>` : '';
  return `${head(title)}${list(about)}<table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>${note}${tail}`;
}

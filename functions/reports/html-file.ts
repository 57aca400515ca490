import { escapeHtml } from '#functions/kernel/html.ts';
import type { Report, ReportColumn } from '#shared/model/report.ts';
import { type FileCell, headOf, tableOf } from './file-rows.ts';
import { pictureOf } from './picture/index.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const two = (part: number) => String(part).padStart(2, '0');

function shown(column: ReportColumn, cell: FileCell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return escapeHtml(cell);
  switch (column.unit) {
    case 'usd':
      return money.format(cell);
    case 'share':
      return share.format(cell);
    case 'seconds':
      return `${Math.floor(cell / 3600)}:${two(Math.floor(cell / 60) % 60)}:${two(cell % 60)}`;
    default:
      return number.format(cell);
  }
}

/** Of the chart, which the page then makes as wide as it is itself; px. */
const chartPx = 960;

/** Heads of the table stand on every page, and each page has its number. */
const style = `
@page { size: A4 landscape; margin: 16mm 14mm 18mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt Inter, sans-serif; color: #666 } }
body { font: 9pt/1.4 Inter, 'Dealbell Scripts', sans-serif; color: #1a1a1a; margin: 0 }
h1 { font-size: 17pt; margin: 0 0 3mm }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5mm 5mm; margin: 0 0 6mm; color: #444 }
dt { font-weight: 600 } dd { margin: 0 }
table { border-collapse: collapse; width: 100% }
thead { display: table-header-group } tfoot { display: table-row-group }
svg { display: block; width: 100%; margin: 0 0 6mm; break-inside: avoid }
tr { break-inside: avoid }
th, td { padding: 1.4mm 2mm; text-align: left; border-bottom: 0.2mm solid #ddd; overflow-wrap: anywhere }
th { border-bottom: 0.4mm solid #333; vertical-align: bottom }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
th.n { white-space: normal }
tfoot td { font-weight: 700; border-top: 0.4mm solid #333; border-bottom: 0 }`;

/** As wide as mails are read; px. */
const mailPx = 640;

/** The chart of a report as a document of nothing else. Undefined where there is nothing to draw. */
export function pictureDocumentOf(report: Report): string | undefined {
  const svg = pictureOf(report, mailPx);
  const look = `body{margin:0;padding:8px;background:#fff;width:${mailPx}px} svg{display:block;width:100%}`;
  return (
    svg &&
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${look}</style></head><body>${svg}</body></html>`
  );
}

/** A report as the document that is printed: its chart, then its table. Its fonts are given by who prints it. */
export function htmlOf(report: Report): string {
  const { rows, totals } = tableOf(report);
  const cell = (tag: 'th' | 'td', column: ReportColumn, text: string) =>
    `<${tag}${column.kind === 'measure' ? ' class="n"' : ''}>${text}</${tag}>`;
  const line = (cells: readonly FileCell[]) =>
    `<tr>${cells.map((one, n) => cell('td', report.columns[n]!, shown(report.columns[n]!, one))).join('')}</tr>`;
  const about = headOf(report)
    .slice(1)
    .map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(report.title)}</title>
<style>${style}</style></head><body>
<h1>${escapeHtml(report.title)}</h1><dl>${about}</dl>
${pictureOf(report, chartPx) ?? ''}
<table><thead><tr>${report.columns.map((column) => cell('th', column, escapeHtml(column.label))).join('')}</tr></thead>
<tbody>${rows.map(line).join('\n')}</tbody><tfoot>${line(totals)}</tfoot></table>
</body></html>`;
}

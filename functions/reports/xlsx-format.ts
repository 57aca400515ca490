import type { Unit } from '#shared/model/report-measures.ts';

/** How a workbook shows each kind of number. */
export const numberFormats: Readonly<Record<Unit, string>> = {
  count: '#,##0',
  seconds: '[h]:mm:ss',
  usd: '"$"#,##0.00',
  share: '0.0%',
};

/** A spreadsheet counts time in days. */
export const inDays = (seconds: number): number => seconds / 86_400;

/** What other nouns use of this one. They import this file and no other. */

export { exportedFile, exportOf, startExport } from './export.ts';
export type { ReportSummary } from './export-files.ts';
export { reportJobs } from './export-job.ts';
export { type FigureAsked, type FigureOfSpan, figureIn, figuresOverTime } from './figure.ts';
export { makeReport } from './make.ts';
export type { ReportRequest } from './plan.ts';
export { signChartsOf } from './sign-charts.ts';

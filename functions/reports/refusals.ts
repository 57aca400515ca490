import { AppError, forbidden } from '#functions/kernel/errors.ts';
import { reportLimits } from '#shared/model/report.ts';

const written = (count: number) => count.toLocaleString('en-US');

export const tooManyRecords = (what: string) =>
  new AppError(
    422,
    'too_many_records',
    `More than ${written(reportLimits.rowsAtOnce)} ${what} would have to be read. Choose a shorter period, or export the report: it is then made in the background.`,
    { details: { most: reportLimits.rowsAtOnce } },
  );

export const tooManyToExport = (what: string) =>
  new AppError(
    422,
    'too_many_records',
    `More than ${written(reportLimits.rowsExported)} ${what} would have to be read. Choose a shorter period.`,
  );

export const tooManyGroups = () =>
  new AppError(
    422,
    'too_many_groups',
    `The report has more than ${written(reportLimits.groups)} rows. Group it by less, or filter it.`,
  );

export const adminsOnly = () => forbidden('Access denied. admin role required.');

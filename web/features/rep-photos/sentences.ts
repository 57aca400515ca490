import { ApiError, messageOf } from '#web/app/api-error.ts';

/** What photos say (document 002, section 8). */
export const sentences = {
  logIn: 'Please log in to continue',
  noPermission: 'You do not have permission for this action',
  chooseBoth: 'Please select a file and enter an email',
  chooseAll: 'Please select files and provide email for each',
  chooseCsv: 'Please select a CSV file',
  emptyCsv: 'CSV file is empty',
  mapColumns: 'Please map all required columns (Name, Email, Photo URL)',
  noRows: 'No data rows found in CSV file',
  brokenCsv: 'Failed to parse CSV',
  repEmail: 'Please enter a sales rep email',
  email: 'Please enter an email address',
  notFound: 'No photo found for this email address',
  found: 'Photo found!',
  uploaded: 'Photo uploaded successfully',
  deleted: 'Photo deleted successfully',
  fallbackSet: 'Fallback photo set successfully',
  bulkDone: 'Bulk upload completed',
  csvDone: 'CSV upload completed',
  videoDone: 'Celebration video generated successfully!',
} as const;

const byStatus: Readonly<Record<number, string>> = {
  401: 'Your session has expired. Please log in again.',
  403: 'Access denied. You do not have permission for this action.',
  404: 'Resource not found',
  429: 'Too many requests. Please try again later.',
};

/** The sentence for what a call threw. @param action 'Upload' */
export function problemOf(error: unknown, action: string): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  return byStatus[error.status] ?? (error.message || `${action} failed`);
}

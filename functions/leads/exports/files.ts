import { bucket } from '#functions/kernel/bucket.ts';

export const exportFiles = () => bucket('exports');
export const fileKey = (exportId: string, format: 'csv' | 'json') => `${exportId}/leads.${format}`;

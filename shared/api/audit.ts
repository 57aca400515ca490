import { z } from 'zod';
import { auditActionNames, auditDays, auditRecord } from '../model/audit.ts';
import { id, route, timestamp } from './contract.ts';

const filter = {
  action: z.enum(auditActionNames).optional(),
  user: id('usr').optional().describe('what this user did, and failed sign-ins to their account'),
  from: timestamp.optional().describe(`entries from then on; they are kept ${auditDays} days`),
  to: timestamp.optional().describe('entries before then'),
};

/** Lines of one file; narrower dates give the others. */
export const auditExportLines = 50_000;

/** The audit log of the tenant, for its admins. Entries come by themselves; no call writes or removes one. */
export const audit = {
  list: route('GET', '/audit', 'audit.view', 'The audit log, newest first')
    .input(
      z.strictObject({
        ...filter,
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: z.string().max(400).optional(),
      }),
    )
    .output(z.object({ entries: z.array(auditRecord), nextCursor: z.string().nullable() })),
  export: route('GET', '/audit/export', 'audit.export', 'The audit log as a CSV file, with the same filters')
    .input(z.strictObject(filter))
    .output(
      z.object({
        downloadUrl: z.string(),
        filename: z.string(),
        expiresIn: z.number().int(),
        entries: z.number().int(),
        truncated: z.boolean().describe(`more than ${auditExportLines}: narrow the dates`),
      }),
    ),
};

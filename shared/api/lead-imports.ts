import { z } from 'zod';
import {
  exportRequest,
  importLimits,
  importMapping,
  importOptions,
  importReading,
  importReason,
  leadExport,
  leadImport,
  savedMapping,
} from '../model/lead-import.ts';
import { id, message, route } from './contract.ts';
import { leadChoice } from './lead-choice.ts';

const importId = id('imp');
const uploadId = id('upl');
const filename = z.string().trim().min(1).max(255);
const ofImport = z.strictObject({ id: importId });
const storedMapping = savedMapping.extend({ id: z.string(), createdAt: z.string() });
const cursor = z.string().max(2_000).optional().describe("an earlier answer's `nextCursor`");
const paged = { cursor, limit: z.coerce.number().int().min(1).max(100).default(20) };

/** A form sends its parts as text: JSON. */
const json = (what: string) => z.string().max(200_000).describe(`${what}, as JSON`);

/** Leads brought in from a file and taken out as one; part of the noun `leads`. */
export const leadImports = {
  startImportUpload: route(
    'POST',
    '/leads/import/uploads',
    'leads.import',
    'A form for uploading a CSV file of any size straight to the bucket',
    { status: 201 },
  )
    .input(
      z.strictObject({
        filename,
        fileSize: z
          .number()
          .int()
          .min(1, 'The file is empty.')
          .max(importLimits.fileBytes, 'A file may have 5 GB. Please split it.'),
      }),
    )
    .output(
      z.object({ uploadId, upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }) }),
    ),
  previewImport: route(
    'POST',
    '/leads/import/preview',
    'leads.import',
    'What an uploaded file holds, which columns most likely fill which fields, and what would become of 5 rows',
  )
    .input(
      z.strictObject({
        uploadId,
        filename: filename.default('leads.csv'),
        mapping: importMapping.optional(),
        options: importOptions.prefault({}),
      }),
    )
    .output(importReading),
  startImport: route(
    'POST',
    '/leads/import',
    'leads.import',
    'Import an uploaded file; or a small one sent along as a form of file, mappings and options',
    { status: 202 },
  )
    .input(
      z.union([
        z.strictObject({
          uploadId,
          filename: filename.default('leads.csv'),
          mapping: importMapping,
          options: importOptions.prefault({}),
        }),
        z.strictObject({
          file: z.instanceof(Blob, { message: 'Please choose a file.' }),
          mappings: json('which columns fill which fields; guessed when left out').optional(),
          options: json('rules, tags and owner').optional(),
        }),
      ]),
    )
    .output(leadImport),
  importMappings: route(
    'GET',
    '/leads/import/mappings',
    'leads.import',
    'Mappings that were saved for the next file',
  )
    .input(z.strictObject({}))
    .output(z.object({ mappings: z.array(storedMapping) })),
  saveImportMapping: route(
    'POST',
    '/leads/import/mappings',
    'leads.import',
    'Save a mapping for the next file',
    {
      status: 201,
    },
  )
    .input(savedMapping)
    .output(storedMapping),
  removeImportMapping: route(
    'DELETE',
    '/leads/import/mappings/{id}',
    'leads.import',
    'Remove a saved mapping',
  )
    .input(z.strictObject({ id: id('lmp') }))
    .output(message),
  listImports: route('GET', '/leads/imports', 'leads.import', 'Imports of the last 30 days, newest first')
    .input(z.strictObject(paged))
    .output(z.object({ imports: z.array(leadImport), nextCursor: z.string().nullable() })),
  getImport: route('GET', '/leads/imports/{id}', 'leads.import', 'How far an import is')
    .input(ofImport)
    .output(leadImport),
  cancelImport: route(
    'POST',
    '/leads/imports/{id}/cancel',
    'leads.import',
    'Stop an import; what is in stays',
  )
    .input(ofImport)
    .output(leadImport),
  resumeImport: route(
    'POST',
    '/leads/imports/{id}/resume',
    'leads.import',
    'Go on with an import that was stopped',
  )
    .input(ofImport)
    .output(leadImport),
  undoImport: route(
    'POST',
    '/leads/imports/{id}/undo',
    'leads.import',
    'Delete the leads that an import made and that nobody has changed since',
    { status: 202 },
  )
    .input(ofImport)
    .output(leadImport),
  rejectedRows: route(
    'GET',
    '/leads/imports/{id}/rejected',
    'leads.import',
    'The rows that did not come in, each with its reason; or those of one reason, the first 10,000 of them',
  )
    .input(ofImport.extend({ reason: z.string().max(40).optional().describe('the `key` of a reason') }))
    .output(z.object({ downloadUrl: z.string(), filename: z.string(), expiresIn: z.number().int() })),
  importReasons: route(
    'GET',
    '/leads/imports/{id}/reasons',
    'leads.import',
    'Why rows did not come in, with how many, the most frequent first; also while the import runs',
  )
    .input(ofImport)
    .output(z.object({ reasons: z.array(importReason) })),
  startExport: route(
    'POST',
    '/leads/export',
    'leads.export',
    'Export named leads, or those of a filter, as CSV or JSON',
    {
      status: 202,
    },
  )
    .input(exportRequest.extend(leadChoice('ids')))
    .output(leadExport),
  listExports: route('GET', '/leads/exports', 'leads.export', 'Exports of the last 30 days, newest first')
    .input(z.strictObject(paged))
    .output(z.object({ exports: z.array(leadExport), nextCursor: z.string().nullable() })),
  getExport: route('GET', '/leads/exports/{id}', 'leads.export', 'How far an export is, and its file')
    .input(z.strictObject({ id: id('lex') }))
    .output(leadExport),
};

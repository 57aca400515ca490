import { z } from 'zod';
import { did, didCarrier, didFields, didLimits, didStatus } from '../model/did.ts';
import { phoneInput } from '../model/lead.ts';
import { numberFigureDays, numberFigures } from '../model/number-figures.ts';
import { id, message, outcome, outcomeCounts, pageInfo, route } from './contract.ts';

const didId = id('did');

const numberOutcome = outcome.extend({
  phoneNumber: z.string().describe('as it was given, or of the id'),
});

export const dids = {
  list: route('GET', '/dids', 'dids.view', "The workspace's phone numbers")
    .input(
      z.strictObject({
        page: z.coerce.number().int().min(1).default(1),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        search: z.string().trim().max(80).optional(),
        status: didStatus.optional(),
        carrier: didCarrier.optional(),
        poolId: id('pol').optional().describe('of this pool'),
        leadsTo: z
          .union([id('que'), id('ext'), id('dlp')])
          .optional()
          .describe('the queue, extension or dial plan'),
      }),
    )
    .output(
      z.object({
        dids: z.array(did),
        costs: z
          .array(z.object({ currency: z.string(), monthlyCost: z.number(), numbers: z.number().int() }))
          .describe('what all numbers in use cost a month, as far as that is known'),
        pagination: pageInfo,
      }),
    ),
  create: route('POST', '/dids', 'dids.edit', 'Add a number that the workspace has already', { status: 201 })
    .input(
      z.strictObject({
        phoneNumber: phoneInput,
        label: didFields.label.default(''),
        carrier: didFields.carrier.default('other'),
        route: didFields.route.default(null),
      }),
    )
    .output(did),
  bulkDelete: route('POST', '/dids/bulk-delete', 'dids.edit', 'Remove numbers that were brought by hand')
    .input(z.strictObject({ ids: z.array(didId).min(1, 'Please choose numbers.').max(didLimits.ids) }))
    .output(
      z.object({
        summary: outcomeCounts,
        results: z.array(numberOutcome.extend({ id: z.string() })),
      }),
    ),
  bulkUpload: route(
    'POST',
    '/dids/bulk-upload',
    'dids.edit',
    'Add numbers by the text of a CSV file: a column with the number, and label, carrier and the name of a pool where it has them',
  )
    .input(
      z.strictObject({
        fileContent: z
          .string()
          .min(1, 'The file is empty.')
          .max(didLimits.fileBytes, 'The file is larger than 5 MB.'),
      }),
    )
    .output(
      z.object({
        summary: outcomeCounts.extend({ skipped: z.number().int().describe('there already') }),
        results: z.array(
          numberOutcome.extend({ row: z.number().int().describe('from 1, the header counts') }),
        ),
      }),
    ),
  figures: route(
    'GET',
    '/dids/figures',
    'dids.view',
    `How calls from each number went in the last ${numberFigureDays} days`,
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        days: z.number().int(),
        numbers: z
          .array(numberFigures.extend({ phoneNumber: z.string().describe('E.164') }))
          .describe('those alone from which calls went out'),
      }),
    ),
  get: route('GET', '/dids/{id}', 'dids.view', 'One number')
    .input(z.strictObject({ id: didId }))
    .output(did),
  update: route('PUT', '/dids/{id}', 'dids.edit', 'Change where calls to a number lead, or what it is called')
    .input(
      z.strictObject({
        id: didId,
        ...z.object(didFields).partial().shape,
        version: z.number().int().optional().describe('refused when the number has changed since'),
      }),
    )
    .output(did),
  remove: route('DELETE', '/dids/{id}', 'dids.edit', 'Remove a number that was brought by hand')
    .input(z.strictObject({ id: didId }))
    .output(message),
};

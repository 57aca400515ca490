import { z } from 'zod';
import {
  privacyAskers,
  privacyDetails,
  privacyKinds,
  privacyLimits,
  privacyPerson,
  privacyRequest,
} from '../model/privacy.ts';
import {
  legalHold,
  retention,
  retentionLimits,
  retentionPreview,
  retentionRun,
  term,
} from '../model/retention.ts';
import { id, route } from './contract.ts';

const requestId = id('prq');
const byId = z.strictObject({ id: requestId });

const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(2_000).optional(),
});
/** A kind of data by its name, as GET /privacy/retention has it. */
const termKind = z.string().min(1).max(40);

/** Of whom it is: exactly one is given. */
const whom = z.strictObject({
  leadId: id('led').optional(),
  phone: z.string().trim().min(1).max(40).optional().describe('however it is written'),
  email: z.email('Please enter a valid e-mail address.').max(254).optional(),
});

/** What persons ask of their own data, a copy of it or its erasure; and how long data is kept where nobody asks. */
export const privacy = {
  person: route('GET', '/privacy/person', 'privacy.manage', 'Whom a request would be about')
    .input(whom)
    .output(privacyPerson),
  list: route('GET', '/privacy/requests', 'privacy.manage', 'Requests of persons, the newest first')
    .input(page)
    .output(z.object({ requests: z.array(privacyRequest), nextCursor: z.string().nullable() })),
  create: route(
    'POST',
    '/privacy/requests',
    'privacy.manage',
    'Begin to export or to erase what is held of a person; an erasure cannot be undone',
    { status: 201 },
  )
    .input(
      whom.extend({
        kind: z.enum(privacyKinds),
        askedBy: z.enum(privacyAskers),
        reason: z
          .string()
          .trim()
          .min(1, 'Please say how they asked, and why.')
          .max(privacyLimits.reason, `At most ${privacyLimits.reason} characters.`),
      }),
    )
    .output(privacyRequest),
  get: route(
    'GET',
    '/privacy/requests/{id}',
    'privacy.manage',
    'A request: how far it is, what was found, erased and kept',
  )
    .input(byId)
    .output(privacyDetails),
  resume: route(
    'POST',
    '/privacy/requests/{id}/resume',
    'privacy.manage',
    'Resume a request that was not finished',
  )
    .input(byId)
    .output(privacyRequest),
  download: route(
    'GET',
    '/privacy/requests/{id}/download',
    'privacy.manage',
    'Where the file of an export is fetched',
  )
    .input(byId)
    .output(z.object({ url: z.string(), filename: z.string(), expiresIn: z.number().int() })),
  certificate: route(
    'GET',
    '/privacy/requests/{id}/certificate',
    'privacy.manage',
    'The certificate of a request that is done, as a page to print',
  )
    .input(byId)
    .output(z.object({ filename: z.string(), html: z.string() })),

  retention: route('GET', '/privacy/retention', 'privacy.manage', 'How long each kind of data is kept')
    .input(z.strictObject({}))
    .output(retention),
  setRetention: route(
    'PUT',
    '/privacy/retention',
    'privacy.manage',
    'Set how long a kind of data is kept; the first run waits a day',
  )
    .input(
      z.strictObject({
        kind: termKind,
        term: term.nullable().describe('null keeps for good'),
        isPaused: z.boolean().default(false),
        version: z.number().int().optional().describe('refused when a rule has changed since'),
        confirmName: z
          .string()
          .trim()
          .max(200)
          .optional()
          .describe(
            `the workspace’s name: wanted where a rule that takes more than before would take over ${retentionLimits.typedAbove} leads now`,
          ),
      }),
    )
    .output(retention),
  previewRetention: route(
    'POST',
    '/privacy/retention/preview',
    'privacy.manage',
    'How much of a kind of data a term would take now',
    { afterTrial: true },
  )
    .input(z.strictObject({ kind: termKind, term }))
    .output(retentionPreview),
  retentionRuns: route(
    'GET',
    '/privacy/retention/runs',
    'privacy.manage',
    'What went by itself, newest first',
  )
    .input(page)
    .output(z.object({ runs: z.array(retentionRun), nextCursor: z.string().nullable() })),
  exportRetentionRuns: route(
    'GET',
    '/privacy/retention/runs/export',
    'privacy.manage',
    'What went by itself, as a CSV file',
  )
    .input(z.strictObject({}))
    .output(z.object({ filename: z.string(), csv: z.string() })),

  hold: route('GET', '/privacy/holds/{id}', 'privacy.manage', 'Whether a lead is on legal hold')
    .input(z.strictObject({ id: id('led') }))
    .output(legalHold),
  setHold: route(
    'PUT',
    '/privacy/holds/{id}',
    'privacy.manage',
    'Put a lead on legal hold, or lift it; on hold it can be neither deleted nor erased',
  )
    .input(
      z.strictObject({
        id: id('led'),
        onHold: z.boolean(),
        reason: z
          .string()
          .trim()
          .max(retentionLimits.holdReason, `At most ${retentionLimits.holdReason} characters.`)
          .default(''),
      }),
    )
    .output(legalHold),
};

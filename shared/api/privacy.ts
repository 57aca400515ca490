import { z } from 'zod';
import {
  privacyAskers,
  privacyDetails,
  privacyKinds,
  privacyLimits,
  privacyPerson,
  privacyRequest,
} from '../model/privacy.ts';
import { id, route } from './contract.ts';

const requestId = id('prq');
const byId = z.strictObject({ id: requestId });

/** Of whom it is: exactly one is given. */
const whom = z.strictObject({
  leadId: id('led').optional(),
  phone: z.string().trim().min(1).max(40).optional().describe('however it is written'),
  email: z.email('Please enter a valid e-mail address.').max(254).optional(),
});

/** What persons ask of their own data: a copy of it, or its erasure. */
export const privacy = {
  person: route('GET', '/privacy/person', 'privacy.manage', 'Whom a request would be about')
    .input(whom)
    .output(privacyPerson),
  list: route('GET', '/privacy/requests', 'privacy.manage', 'Requests of persons, the newest first')
    .input(
      z.strictObject({
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: z.string().max(2_000).optional(),
      }),
    )
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
};

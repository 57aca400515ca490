import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { isPlace, normalizeState, unknownState } from '../model/compliance/places.ts';
import { complianceSettings, emergency } from '../model/compliance/settings.ts';
import { channels, consentProof, phoneInput } from '../model/lead.ts';
import { id, message, route, timestamp } from './contract.ts';

/** Numbers of one batch. */
const batchLimit = 1_000;

const address = { phone: phoneInput.optional(), email: z.email().max(254).toLowerCase().optional() };
const clues = {
  state: z
    .string()
    .trim()
    .max(50)
    .overwrite((written) => normalizeState(written) ?? written)
    .refine((state) => state === '' || isPlace(state), unknownState)
    .optional()
    .describe('a state, territory or province: its two letters or its name'),
  country: z.string().trim().length(2, 'A country has two letters, such as CA.').optional(),
  line: z
    .enum(['mobile', 'landline'])
    .optional()
    .describe('where it is known: some states forbid sales calls to mobiles without consent'),
  postcode: z.string().trim().max(20).optional(),
};
const person = z.strictObject({ ...address, ...clues });
const channel = z.enum(channels).default('call');
const leadId = id('led').optional().describe('a lead; what is given besides wins over what it holds');
const whom = z.strictObject({ ...person.shape, leadId, channel });

/** A file of the do-not-contact list: what one call takes. Longer lists are sent in parts. */
export const listFile = { bytes: 4 * 1024 * 1024, rows: 5_000 } as const;

export const reason = z.object({
  code: z.string(),
  text: z.string(),
  citation: z.string().nullable().describe('the law it stands in, if it is law'),
  zone: z.string().nullable(),
});

const localTime = z.object({ zone: z.string(), time: z.string().describe('YYYY-MM-DD HH:mm') });

export const decision = z.object({
  id: z.string(),
  at: timestamp.describe('the instant that was asked about'),
  phone: z.string().nullable().describe('E.164'),
  email: z.string().nullable(),
  channel: z.enum(channels),
  allowed: z.boolean(),
  reasons: z.array(reason),
  timeZones: z.array(z.string()),
  timeZoneSource: z.string(),
  states: z.array(z.string()),
  localTimes: z.array(localTime),
  nextAllowedAt: timestamp.nullable(),
  closesAt: timestamp.nullable().describe('when the window that is open, or opens next, shuts'),
});
export type Decision = z.output<typeof decision>;

export const keptDecision = z.object({
  id: z.string(),
  at: timestamp,
  address: z.string(),
  channel: z.enum(channels),
  allowed: z.boolean(),
  purpose: z
    .enum(['check', 'contact', 'consent'])
    .describe(
      "'consent': an opt-out or an entry of the list was lifted, or a consent of a purchase was proven or fell away",
    ),
  reasons: z.array(reason),
  timeZones: z.array(z.string()),
  states: z.array(z.string()),
  actor: z.string(),
});

export const listedAddress = z.object({
  address: z.string().describe('E.164, or an e-mail address'),
  reason: z.string(),
  addedAt: timestamp,
  addedBy: z.string(),
});

const cursor = z.string().max(2_000).optional();
const pageSize = z.coerce.number().int().min(1).max(500).default(50);

export const tcpa = {
  check: route('POST', '/tcpa/check', 'compliance.check', 'May this person be contacted now, and if not, why')
    .input(
      z.strictObject({
        ...whom.shape,
        at: timestamp.optional(),
        log: z
          .boolean()
          .default(true)
          .describe(
            'false for a look that a screen takes by itself: nobody decides to contact, nothing is kept',
          ),
      }),
    )
    .output(decision),
  checkBatch: route('POST', '/tcpa/check-batch', 'compliance.check', 'The same for up to 1,000 people')
    .input(
      z.strictObject({
        items: z
          .array(person)
          .min(1, 'Please give at least one person.')
          .max(batchLimit, `At most ${batchLimit} people at once.`),
        channel,
        at: timestamp.optional(),
      }),
    )
    .output(
      z.object({
        summary: z.object({
          allowed: z.number().int(),
          refused: z.number().int(),
          invalid: z.number().int(),
        }),
        results: z.array(
          z.object({
            index: z.number().int(),
            decision: decision.nullable(),
            error: z.string().nullable(),
          }),
        ),
      }),
    ),
  nextAllowedTime: route(
    'POST',
    '/tcpa/next-allowed-time',
    'compliance.check',
    'When this person may be contacted next',
    { afterTrial: true },
  )
    .input(z.strictObject({ ...whom.shape, after: timestamp.optional() }))
    .output(
      z.object({
        nextAllowedAt: timestamp.nullable().describe('null when no hour would do: see reasons'),
        closesAt: timestamp.nullable(),
        localTimes: z.array(localTime),
        timeZones: z.array(z.string()),
        reasons: z.array(reason).describe('what stands against it at `after`'),
      }),
    ),
  timezone: route('POST', '/tcpa/timezone', 'compliance.check', 'The time zones a person may be in', {
    afterTrial: true,
  })
    .input(person)
    .output(
      z.object({
        timeZones: z.array(z.string()),
        source: z.string(),
        states: z.array(z.string()),
        localTimes: z.array(localTime),
      }),
    ),
  settings: route('GET', '/tcpa/settings', 'compliance.view', 'What the tenant asks of itself beyond the law')
    .input(z.strictObject({}))
    .output(complianceSettings),
  updateSettings: route(
    'PUT',
    '/tcpa/settings',
    'compliance.manage',
    'Change it; the law stays the widest that is possible',
  )
    .input(changesOf(complianceSettings))
    .output(complianceSettings),
  rules: route('GET', '/tcpa/rules', 'compliance.view', 'The law as it is applied, with its citations')
    .input(z.strictObject({}))
    .output(
      z.object({
        rules: z.array(
          z.object({
            id: z.string(),
            where: z.string(),
            title: z.string(),
            citation: z.string(),
            source: z.string().describe('what was read of it'),
            confidence: z
              .enum(['text', 'reported', 'open'])
              .describe(
                'the law itself was seen; secondary sources say so; an open question, the stricter way',
              ),
            readOn: z.string(),
            reviewBy: z.string().describe('the day by which it is to be read again'),
            since: z.string().nullable().describe('null: in force when it was read'),
            note: z.string().nullable(),
            isStandardTime: z.boolean().describe('the hours are those of standard time all year'),
            emergencies: z.boolean().describe('no contact while an emergency is declared'),
            mobiles: z.boolean().describe('sales calls to mobiles need consent'),
            consent: z.boolean().describe('contact on its channels needs consent'),
            until: z.string().nullable(),
            channels: z.array(z.enum(channels)),
            week: z.array(z.array(z.number()).length(2).nullable()).nullable(),
            holidays: z.boolean(),
            attempts: z.object({ max: z.number(), hours: z.number() }).nullable(),
          }),
        ),
        areaCodesAsOf: z.string(),
        today: z.string(),
      }),
    ),
  emergencies: route(
    'GET',
    '/tcpa/emergencies',
    'signed-in',
    "States of emergency that the platform's operator has declared for everybody",
  )
    .input(z.strictObject({}))
    .output(z.object({ emergencies: z.array(emergency) })),
  declareEmergencies: route('PUT', '/tcpa/emergencies', 'platform.manage', 'Declare them anew, for everybody')
    .input(z.strictObject({ emergencies: z.array(emergency).max(100) }))
    .output(z.object({ emergencies: z.array(emergency) })),
  logs: route('GET', '/tcpa/logs', 'compliance.view', 'Every decision with its reasons, newest first')
    .input(
      z.strictObject({
        phone: phoneInput.optional(),
        allowed: z.stringbool().optional(),
        from: timestamp.optional(),
        to: timestamp.optional(),
        limit: pageSize,
        cursor,
      }),
    )
    .output(z.object({ logs: z.array(keptDecision), nextCursor: z.string().nullable() })),
  holidays: route(
    'GET',
    '/tcpa/holidays/{year}',
    'compliance.view',
    'Holidays of a year: federal, state and your own',
  )
    .input(z.strictObject({ year: z.coerce.number().int().min(1990).max(2100) }))
    .output(
      z.object({
        year: z.number().int(),
        holidays: z.array(
          z.object({
            date: z.string(),
            name: z.string(),
            states: z.array(z.string()).describe('where no sales call may be made; empty: nowhere by law'),
            observed: z.boolean(),
            source: z.enum(['federal', 'state', 'tenant']),
          }),
        ),
      }),
    ),
  doNotContact: route('GET', '/tcpa/do-not-contact', 'compliance.view', 'The do-not-contact list')
    .input(z.strictObject({ search: z.string().trim().max(254).optional(), limit: pageSize, cursor }))
    .output(z.object({ entries: z.array(listedAddress), nextCursor: z.string().nullable() })),
  addDoNotContact: route(
    'POST',
    '/tcpa/do-not-contact',
    'doNotContact.add',
    'Put numbers and addresses on the list',
  )
    .input(
      z.strictObject({
        addresses: z.array(z.string().trim().min(3).max(254)).min(1).max(10_000),
        reason: z.string().trim().max(200).default(''),
      }),
    )
    .output(
      z.object({
        added: z.number().int(),
        alreadyListed: z.number().int(),
        invalid: z.array(z.object({ index: z.number().int(), value: z.string(), error: z.string() })),
      }),
    ),
  uploadDoNotContact: route(
    'POST',
    '/tcpa/do-not-contact/upload',
    'doNotContact.add',
    `Put a CSV file on the list, up to ${listFile.rows} rows at once`,
  )
    .input(
      z.strictObject({
        file: z.instanceof(Blob, { message: 'Please choose a file.' }),
        reason: z.string().trim().max(200).default(''),
        firstRow: z.coerce.number().int().min(1).default(1).describe('number of its first row, of a part'),
      }),
    )
    .output(
      z.object({
        added: z.number().int(),
        alreadyListed: z.number().int(),
        rejected: z.array(z.object({ row: z.number().int(), value: z.string(), error: z.string() })),
      }),
    ),
  removeDoNotContact: route(
    'DELETE',
    '/tcpa/do-not-contact/{address}',
    'doNotContact.remove',
    'Take one off the list',
  )
    .input(
      z.strictObject({
        address: z.string().trim().min(3).max(254),
        how: z.string().trim().min(1, 'Please say how they agreed.').max(200),
        proof: consentProof,
      }),
    )
    .output(message),
  optOut: route(
    'POST',
    '/tcpa/opt-out',
    'doNotContact.add',
    'Note that a person has opted out of a channel, or in again',
  )
    .input(
      z.strictObject({
        ...address,
        leadId: id('led')
          .optional()
          .describe('its own record says so too; without number and address, all of its own are meant'),
        channel: z.enum(channels),
        state: z.enum(['withdrawn', 'given']).default('withdrawn'),
        how: z.string().trim().min(1, 'Please say how.').max(200),
        proof: consentProof
          .optional()
          .describe('needed where they had opted out: the source of the new consent'),
      }),
    )
    .output(message),
};

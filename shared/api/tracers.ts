import { z } from 'zod';
import {
  personFields,
  personProblem,
  phoneQuery,
  proposal,
  purpose,
  searchRecord,
  type TracerProvider,
  tracedPerson,
  tracerLimits,
  tracerProviders,
} from '../model/tracer.ts';
import { id, route, tenantId } from './contract.ts';

const leadId = id('led');
const provider = z.enum(Object.keys(tracerProviders) as [TracerProvider, ...TracerProvider[]]);

/** What every search is told beside whom it looks for. */
const asked = {
  purpose,
  leadId: leadId.optional().describe('the lead that it is about; agents have to name one of their own'),
  again: z
    .boolean()
    .default(false)
    .describe('send it once more although an earlier one may have been billed and its answer was lost'),
};

const found = z.object({
  searchId: z.string(),
  matches: z.array(tracedPerson),
  cost: z.number().nullable().describe('US dollars; 0 for what is cached, null while no price is set'),
  cached: z.boolean().describe('answered earlier, within 30 days: nothing was sent'),
  sandbox: z.boolean(),
});

const access = z.object({
  tenantId: z.number().int(),
  enabled: z.boolean(),
  monthlyLimit: z.number().int().describe('searches a month, of UTC'),
});
export type TracerAccess = z.output<typeof access>;

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A period is a month such as 2026-11.');

/** Skip tracing: who somebody is, and how they are reached, from a provider of public records. */
export const tracers = {
  searchPhone: route(
    'POST',
    '/tracers/search/phone',
    'tracers.search',
    'Look up whose a phone number is; it may be billed',
  )
    .input(phoneQuery.extend(asked))
    .output(found),
  search: route('POST', '/tracers/search', 'tracers.search', 'Look for a person; it may be billed')
    .input(
      personFields.extend(asked).superRefine((input, context) => {
        const problem = personProblem(input);
        if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.text });
      }),
    )
    .output(found),
  enrichLead: route(
    'POST',
    '/tracers/enrich-lead/{id}',
    'tracers.search',
    'Propose values for the empty fields of a lead, or accept such proposals',
  )
    .input(
      z.strictObject({
        id: leadId,
        purpose: purpose.optional().describe('needed unless proposals are accepted'),
        again: asked.again,
        apply: z.boolean().default(false).describe('write what is proposed at once where the match is sure'),
        accept: z
          .array(id('tpr'))
          .min(1, 'Please choose what is to be filled in.')
          .max(20)
          .optional()
          .describe('proposals of before to write; nothing is searched then'),
      }),
    )
    .output(
      z.object({
        searchId: z.string().nullable(),
        match: tracedPerson.nullable().describe('the person that the proposals are of'),
        matches: z.number().int(),
        proposals: z.array(proposal).describe('that wait to be accepted'),
        applied: z.array(proposal).describe('that were written just now'),
        cost: z.number().nullable(),
        cached: z.boolean(),
        sandbox: z.boolean(),
      }),
    ),
  bulkEnrich: route('POST', '/tracers/bulk-enrich', 'tracers.search', 'Enrich many leads in the background')
    .input(
      z.strictObject({
        leadIds: z
          .array(leadId)
          .min(1, 'Please choose leads.')
          .max(tracerLimits.leads, `At most ${tracerLimits.leads.toLocaleString('en-US')} leads at once.`),
        purpose,
        apply: z.boolean().default(false),
      }),
    )
    .output(z.object({ enrichmentId: z.string() })),
  enrichmentStatus: route(
    'GET',
    '/tracers/enrichment/{id}/status',
    'tracers.view',
    'How far a bulk enrichment is',
  )
    .input(z.strictObject({ id: id('job') }))
    .output(
      z.object({
        enrichmentId: z.string(),
        status: z.enum(['running', 'completed', 'failed', 'cancelled', 'dead']),
        total: z.number().int().nullable(),
        processed: z.number().int(),
        found: z.number().int(),
        failed: z.number().int(),
        problems: z
          .array(z.object({ id: z.string(), reason: z.string() }))
          .describe('the first 100 that failed'),
        error: z.string().nullable(),
      }),
    ),
  history: route(
    'GET',
    '/tracers/search-history',
    'tracers.view',
    'Who searched for whom, and for what purpose, newest first; of agents their own',
  )
    .input(
      z.strictObject({
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: z.string().max(400).optional(),
      }),
    )
    .output(z.object({ searches: z.array(searchRecord), nextCursor: z.string().nullable() })),
  usage: route('GET', '/tracers/usage', 'tracers.view', 'The searches of a month, by day')
    .input(
      z.strictObject({ period: month.optional().describe('a month of UTC; this one unless said otherwise') }),
    )
    .output(
      z.object({
        period: z.string(),
        used: z
          .number()
          .int()
          .describe('that count against the limit: billed, maybe billed and on their way'),
        monthlyLimit: z.number().int(),
        billed: z.number().int(),
        maybeBilled: z.number().int(),
        cached: z.number().int(),
        found: z.number().int(),
        cost: z.number().describe('US dollars, of those that had a price'),
        days: z.array(
          z.object({
            day: z.string(),
            billed: z.number().int(),
            maybeBilled: z.number().int(),
            cached: z.number().int(),
          }),
        ),
      }),
    ),
  status: route('GET', '/tracers/status', 'tracers.view', 'Whether searches are possible')
    .input(z.strictObject({}))
    .output(
      z.object({
        enabled: z.boolean().describe('the platform has given the workspace access'),
        connected: z.boolean(),
        sandbox: z
          .boolean()
          .describe('true: no credentials are set, and the stand-in of the local cloud answers'),
        balance: z
          .number()
          .int()
          .describe('searches that are left this month; the provider tells none of its own'),
        monthlyLimit: z.number().int(),
        provider,
        accessProfile: z.string().nullable().describe('of the credentials; the password is never answered'),
        price: z.number().nullable().describe('US dollars a search, by the contract with the provider'),
        trouble: z.string().nullable().describe('why the provider refused the last search'),
      }),
    ),
  testConnection: route(
    'POST',
    '/tracers/test-connection',
    'tracers.manage',
    'Try the credentials, or new ones, which are kept when the provider takes them; nobody is searched for',
  )
    .input(
      z.strictObject({
        credentials: z
          .strictObject({
            provider,
            accessProfile: z.string().trim().min(1, 'Please enter the access profile.').max(100),
            password: z.string().trim().min(1, 'Please enter the password.').max(200),
          })
          .nullable()
          .optional()
          .describe('null removes those that are set'),
        price: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .optional()
          .describe('US dollars a search; null: unknown'),
      }),
    )
    .output(z.object({ ok: z.boolean(), sandbox: z.boolean(), message: z.string() })),
  getAccess: route(
    'GET',
    '/tracers/access/{tenantId}',
    'tracers.access',
    'Whether a workspace may search; an admin asks for their own',
  )
    .input(z.strictObject({ tenantId }))
    .output(access),
  setAccess: route('PUT', '/tracers/access/{tenantId}', 'platform.manage', 'Let a workspace search, or not')
    .input(
      z.strictObject({
        tenantId,
        enabled: z.boolean().optional(),
        monthlyLimit: z
          .number()
          .int()
          .min(0)
          .max(
            tracerLimits.monthly,
            `At most ${tracerLimits.monthly.toLocaleString('en-US')} searches a month.`,
          )
          .optional(),
      }),
    )
    .output(access),
};

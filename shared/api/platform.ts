import { z } from 'zod';
import { auditRecord } from '../model/audit.ts';
import { companyName, defaultTimeZone, standings, tenant, timeZone } from '../model/tenant.ts';
import { capNames, capsChange } from '../model/trial-caps.ts';
import { newPerson } from '../model/user.ts';
import { route, tenantId, timestamp } from './contract.ts';

const caps = z.partialRecord(z.enum(capNames), z.number().int());

/** A tenant as the platform's operator sees it: how it stands, never what it holds. */
const customer = tenant.pick({ id: true, name: true, plan: true, trialEndsAt: true, timeZone: true }).extend({
  standing: z.enum(standings),
  suspendedAt: z.string().nullable(),
  suspendedReason: z.string().nullable(),
  users: z.number().int(),
  admins: z.number().int().describe('active ones'),
  planCaps: caps.describe('the limits that its plan has; what is not there is not limited'),
  setCaps: caps.describe('what an operator has set in their place'),
  createdAt: z.string(),
});
export type Customer = z.infer<typeof customer>;

const one = { id: tenantId };
const reason = z
  .string()
  .trim()
  .min(3, 'Please say why; the people of the workspace read it.')
  .max(300, 'A reason has at most 300 characters.');

const link = z.object({
  link: z.string().describe('works once; shown now and never again'),
  expiresAt: timestamp,
});

const setupToken = z
  .string()
  .max(120)
  .regex(/^setup_\d{1,10}_[A-Za-z0-9_-]{43}$/, 'This is not a link for setting up a workspace.');

/** At most this many days at once. */
export const mostTrialDays = 365;

/** What the platform's operator does with tenants, and the one-time links by which a tenant gets its first admin. */
export const platform = {
  listTenants: route('GET', '/platform/tenants', 'platform.view', 'The tenants of the platform, by number')
    .input(
      z.strictObject({
        search: z.string().trim().max(100).optional().describe('a part of the name, or the number'),
        standing: z.enum(standings).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(z.object({ tenants: z.array(customer), nextCursor: z.string().nullable() })),
  createTenant: route(
    'POST',
    '/platform/tenants',
    'platform.manage',
    'Make a tenant, and a link for its first admin',
    {
      status: 201,
    },
  )
    .input(
      z.strictObject({
        name: companyName,
        timeZone: timeZone.default(defaultTimeZone),
        plan: z.enum(['trial', 'standard']).default('standard'),
      }),
    )
    .output(z.object({ tenant: customer, ...link.shape })),
  getTenant: route('GET', '/platform/tenants/{id}', 'platform.view', 'How a tenant stands')
    .input(z.strictObject(one))
    .output(customer),
  setPlan: route('PUT', '/platform/tenants/{id}/plan', 'platform.manage', "Change a tenant's plan")
    .input(z.strictObject({ ...one, plan: z.enum(['trial', 'standard']) }))
    .output(customer),
  extendTrial: route('POST', '/platform/tenants/{id}/trial', 'platform.manage', 'Extend a trial by days')
    .input(z.strictObject({ ...one, days: z.coerce.number().int().min(1).max(mostTrialDays) }))
    .output(customer),
  setCaps: route('PUT', '/platform/tenants/{id}/caps', 'platform.manage', "Change a tenant's limits")
    .input(capsChange.extend(one))
    .output(customer),
  suspend: route(
    'POST',
    '/platform/tenants/{id}/suspension',
    'platform.manage',
    'Suspend a tenant, with a reason',
  )
    .input(z.strictObject({ ...one, reason }))
    .output(customer),
  resume: route('DELETE', '/platform/tenants/{id}/suspension', 'platform.manage', "End a tenant's suspension")
    .input(z.strictObject(one))
    .output(customer),
  adminLink: route(
    'POST',
    '/platform/tenants/{id}/admin-link',
    'platform.manage',
    'A new link for the first admin of a tenant that has none',
  )
    .input(z.strictObject(one))
    .output(link),
  activity: route('GET', '/platform/activity', 'platform.view', 'What operators did, newest first')
    .input(
      z.strictObject({
        limit: z.coerce.number().int().min(1).max(100).default(50),
        cursor: z.string().max(400).optional(),
      }),
    )
    .output(z.object({ entries: z.array(auditRecord), nextCursor: z.string().nullable() })),
  checkSetup: route('POST', '/platform/setup/check', 'public', 'Whether a link for a first admin still works')
    .input(z.strictObject({ token: setupToken }))
    .output(
      z.object({
        company: z.string().nullable().describe('null: the workspace is made with the admin'),
        mayMakeOperator: z.boolean(),
        expiresAt: timestamp,
      }),
    ),
  setup: route('POST', '/platform/setup', 'public', 'Make the first admin by a one-time link', {
    status: 201,
  })
    .input(
      z.strictObject({
        token: setupToken,
        companyName: companyName.optional(),
        timeZone: timeZone.optional(),
        admin: newPerson,
        operator: newPerson.optional().describe("an account of its own for the platform's operator"),
      }),
    )
    .output(z.object({ tenantId: z.number().int(), tenantName: z.string(), username: z.string() })),
};

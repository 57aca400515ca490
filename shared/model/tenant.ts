import * as z from 'zod';
import { isTimeZone } from './zone-time.ts';

/**
 * How a tenant stands with the platform.
 * - active: nothing stands against anything
 * - unverified: the e-mail address of the trial's first admin is not confirmed yet; nothing leaves the tenant
 * - trialOver: the trial has ended and nobody has converted it; read-only, and nothing leaves the tenant
 * - suspended: by the platform's operator; nobody works in it, and nothing leaves it
 */
export const standings = ['active', 'unverified', 'trialOver', 'suspended'] as const;
export type Standing = (typeof standings)[number];

/** A tenant: one customer of the platform, with everything it owns. */
export const tenant = z.object({
  id: z.number().int(),
  name: z.string(),
  plan: z.enum(['demo', 'trial', 'standard']),
  trialEndsAt: z.string().nullable(),
  standing: z.enum(standings),
  suspendedReason: z.string().nullable().describe("in the operator's words"),
  timeZone: z.string(),
  registrationOpen: z.boolean(),
  secondFactorRequired: z.boolean().describe('everybody needs a second step from their next sign-in on'),
  brandColor: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type Tenant = z.infer<typeof tenant>;

/** A new tenant's colour, until its admin chooses one. */
export const defaultBrandColor = '#f59f00';

/** How long a trial runs, in days. */
export const trialDays = 14;

export const companyName = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(120, 'A name has at most 120 characters.');

export const brandColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour is # and 6 hex digits.');

/** Where most customers are; each says otherwise in its settings. */
export const defaultTimeZone = 'America/New_York';

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'This is not an IANA time zone, such as America/New_York.');

/** Bounds of a tenant's contexts; all of them lie in one item of the table, which takes 400 KB. */
const contextLimits = { contexts: 50, values: 100, text: 2000, bytes: 200_000 } as const;

const contextValue = z.union([z.string().max(contextLimits.text), z.number(), z.boolean(), z.null()]);

/** A context: a named set of values that merge fields and dialling read, such as brand or calling hours. */
export const tenantContexts = z
  .record(
    z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'A context is named by letters, digits, _ and -.'),
    z
      .record(z.string().min(1).max(64), contextValue)
      .refine(
        (values) => Object.keys(values).length <= contextLimits.values,
        `A context has at most ${contextLimits.values} values.`,
      ),
  )
  .refine(
    (contexts) => Object.keys(contexts).length <= contextLimits.contexts,
    `A tenant has at most ${contextLimits.contexts} contexts.`,
  )
  .refine(
    (contexts) => new TextEncoder().encode(JSON.stringify(contexts)).length <= contextLimits.bytes,
    `A tenant's contexts together have at most ${contextLimits.bytes / 1000} KB.`,
  );
export type TenantContexts = z.infer<typeof tenantContexts>;

import { z } from 'zod';
import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { writeOne } from '#functions/kernel/table.ts';
import type { TenantContexts } from '#shared/model/tenant.ts';
import type { Caps } from '#shared/model/trial-caps.ts';

/** A tenant and its settings, in the tenant's own partition: it exists when this item does. */
const Tenants = entity('tenant', {
  fields: z.object({
    name: z.string(),
    plan: z.enum(['demo', 'trial', 'standard']),
    trialEndsAt: z.string().optional(),
    // Until the first admin of a trial has confirmed their e-mail address; absent for all others.
    awaitsVerification: z.boolean().optional(),
    // Since when the platform's operator has suspended the tenant.
    suspendedAt: z.string().optional(),
    // Why, in the operator's words; the people of the tenant read it.
    suspendedReason: z.string().optional(),
    // What the operator has set in place of the trial's caps; see trial-caps.ts.
    caps: z.custom<Caps>().optional(),
    timeZone: z.string(),
    registrationOpen: z.boolean(),
    // Everybody needs a second factor from their next sign-in on.
    secondFactorRequired: z.boolean().optional(),
    brandColor: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.number(),
  }),
  key: identityKeys.tenant,
});

const Contexts = entity('tenantContexts', {
  fields: z.object({ contexts: z.custom<TenantContexts>(), updatedAt: z.string(), version: z.number() }),
  key: { partition: [], sort: [] },
});

/** The registry of tenants and the counter of their numbers, in the platform's partition. */
const Registry = entity('tenantRegistry', {
  fields: z.object({ number: z.number(), createdAt: z.string() }),
  key: { partition: [], sort: ['number'] },
  padded: { number: 10 },
});

const Counter = entity('tenantCounter', {
  fields: z.object({ given: z.number() }),
  key: { partition: [], sort: [] },
});

export type TenantRecord = Stored<typeof Tenants>;
export type StoredTenant = TenantRecord & { tenantId: number };

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'tenants', work);

/** The default tenant's number (document 001, section 9) is never given by the counter. */
const reserved = 1;

/** The next number, given once. */
export const nextNumber = (): Promise<number> =>
  onPlatform(async () => {
    const { data } = await Counter.upsert({}).add({ given: 1 }).go({ response: 'all_new' });
    return reserved + data.given;
  });

/** Enters a number in the registry; again changes nothing. */
export const enter = (number: number, createdAt: string): Promise<void> =>
  onPlatform(() => writeOne(Registry.put({ number, createdAt })));

const pageSize = 200;

/** One page of the numbers in the registry, in order. */
export const numbers = (cursor: string | null) =>
  onPlatform(async () => {
    const page = await Registry.query('key').go({ cursor, limit: pageSize });
    return { numbers: page.data.map(({ number }) => number), cursor: page.cursor };
  });

/** The numbers in the registry that follow `after`, in order. */
export const numbersAfter = (after: number, limit: number): Promise<number[]> =>
  onPlatform(async () => {
    const page = await Registry.query('key').gt({ number: after }).go({ limit });
    return page.data.map(({ number }) => number);
  });

/** The actor's own tenant. */
export const find = (): Promise<StoredTenant | undefined> =>
  readOnce('tenant', async () => {
    const tenant = await Tenants.find({});
    return tenant && { ...tenant, tenantId: tenantOf() };
  });

export const insertTenant = (tenant: TenantRecord): object =>
  Tenants.insert(tenant, conflict(`Tenant ${tenantOf()} exists already.`));

export const updateWrite = (before: TenantRecord, after: TenantRecord): object =>
  Tenants.put(after, ifVersion(before.version, changedSince('these settings', before.version)));

/** The write that notes that the trial's first admin has confirmed their address. */
export const admitTenant = (): object =>
  Tenants.patch({}).remove(['awaitsVerification']).add({ version: 1 }).params();

export const findContexts = async (): Promise<{ contexts: TenantContexts; version: number }> =>
  (await Contexts.find({})) ?? { contexts: {}, version: 0 };

/** The write that replaces the contexts which stood at `before`; 0 when there were none. */
export const replaceContexts = (before: number, contexts: TenantContexts, updatedAt: string): object =>
  Contexts.put(
    { contexts, updatedAt, version: before + 1 },
    ifVersion(before, changedSince('the contexts', before)),
  );

export const changedSince = (what: string, version: number) =>
  conflict(`Somebody has changed ${what} since you opened them. Reload and try again.`, { version });

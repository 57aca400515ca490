import { Entity, type EntityItem } from 'electrodb';
import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { identityKeys } from '#functions/kernel/identity.ts';
import { connection, keys, model, orElse } from '#functions/kernel/table.ts';
import type { TenantContexts } from '#shared/model/tenant.ts';

const { primary } = keys;

/** A tenant and its settings, in the tenant's own partition: it exists when this item does. */
const Tenants = new Entity(
  {
    model: model('tenant'),
    attributes: {
      tenantId: { type: 'number', required: true },
      name: { type: 'string', required: true },
      plan: { type: ['demo', 'trial', 'standard'] as const, required: true },
      trialEndsAt: { type: 'string' },
      // Until the first admin of a trial has confirmed their e-mail address; absent for all others.
      awaitsVerification: { type: 'boolean' },
      // Since when the platform's operator has suspended the tenant.
      suspendedAt: { type: 'string' },
      // Why, in the operator's words; the people of the tenant read it.
      suspendedReason: { type: 'string' },
      // What the operator has set in place of the trial's caps; see trial-caps.ts.
      caps: { type: 'any' },
      timeZone: { type: 'string', required: true },
      registrationOpen: { type: 'boolean', required: true },
      // Everybody needs a second factor from their next sign-in on.
      secondFactorRequired: { type: 'boolean' },
      brandColor: { type: 'string', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      own: identityKeys.tenant,
    },
  },
  connection,
);

const Contexts = new Entity(
  {
    model: model('tenantContexts'),
    attributes: {
      tenantId: { type: 'number', required: true },
      contexts: { type: 'any', required: true },
      updatedAt: { type: 'string', required: true },
      version: { type: 'number', required: true },
    },
    indexes: {
      own: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

/** The registry of tenants and the counter of their numbers, in the platform's partition. */
const Registry = new Entity(
  {
    model: model('tenantRegistry'),
    attributes: {
      tenantId: { type: 'number', required: true },
      number: { type: 'number', required: true, padding: { length: 10, char: '0' } },
      createdAt: { type: 'string', required: true },
    },
    indexes: {
      byNumber: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['number'] },
      },
    },
  },
  connection,
);

const Counter = new Entity(
  {
    model: model('tenantCounter'),
    attributes: {
      tenantId: { type: 'number', required: true },
      given: { type: 'number', required: true },
    },
    indexes: {
      own: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

export type StoredTenant = EntityItem<typeof Tenants>;
export type TenantRecord = Omit<StoredTenant, 'tenantId'>;

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'tenants', work);
const platform = { tenantId: platformTenant };

/** The default tenant's number (document 001, section 9) is never given by the counter. */
const reserved = 1;

/** The next number, given once. */
export const nextNumber = (): Promise<number> =>
  onPlatform(async () => {
    const { data } = await Counter.upsert(platform).add({ given: 1 }).go({ response: 'all_new' });
    return reserved + data.given;
  });

/** Enters a number in the registry; again changes nothing. */
export const enter = (number: number, createdAt: string): Promise<unknown> =>
  onPlatform(() => Registry.put({ ...platform, number, createdAt }).go());

const pageSize = 200;

/** One page of the numbers in the registry, in order. */
export const numbers = (cursor: string | null) =>
  onPlatform(async () => {
    const page = await Registry.query.byNumber(platform).go({ cursor, limit: pageSize });
    return { numbers: page.data.map(({ number }) => number), cursor: page.cursor };
  });

/** The numbers in the registry that follow `after`, in order. */
export const numbersAfter = (after: number, limit: number): Promise<number[]> =>
  onPlatform(async () => {
    const page = await Registry.query.byNumber(platform).gt({ number: after }).go({ limit });
    return page.data.map(({ number }) => number);
  });

/** The actor's own tenant. */
export async function find(): Promise<StoredTenant | undefined> {
  const { data } = await Tenants.get({ tenantId: tenantOf() }).go({ consistent: true });
  return data ?? undefined;
}

export const adding = (tenant: TenantRecord): object =>
  orElse(
    Tenants.create({ ...tenant, tenantId: tenantOf() }).params(),
    conflict(`Tenant ${tenantOf()} exists already.`),
  );

export const updateWrite = (before: StoredTenant, after: TenantRecord): object =>
  orElse(
    Tenants.put({ ...after, tenantId: tenantOf() })
      .where(({ version }, { eq }) => eq(version, before.version))
      .params(),
    changedSince('these settings', before.version),
  );

/** The write that notes that the trial's first admin has confirmed their address. */
export const admittingTenant = (): object =>
  Tenants.patch({ tenantId: tenantOf() }).remove(['awaitsVerification']).add({ version: 1 }).params();

export async function findContexts(): Promise<{ contexts: TenantContexts; version: number }> {
  const { data } = await Contexts.get({ tenantId: tenantOf() }).go({ consistent: true });
  return data ? { contexts: data.contexts, version: data.version } : { contexts: {}, version: 0 };
}

/** The write that replaces the contexts which stood at `before`; 0 when there were none. */
export function replacingContexts(before: number, contexts: TenantContexts, updatedAt: string): object {
  const next = { tenantId: tenantOf(), contexts, updatedAt, version: before + 1 };
  return orElse(
    before === 0
      ? Contexts.create(next).params()
      : Contexts.put(next)
          .where(({ version }, { eq }) => eq(version, before))
          .params(),
    changedSince('the contexts', before),
  );
}

export const changedSince = (what: string, version: number) =>
  conflict(`Somebody has changed ${what} since you opened them. Reload and try again.`, { version });

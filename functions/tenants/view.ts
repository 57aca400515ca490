import { standingOf } from '#functions/kernel/standing.ts';
import type { Tenant } from '#shared/model/tenant.ts';
import type { StoredTenant } from './store.ts';

export const view = (tenant: StoredTenant): Tenant => ({
  id: tenant.tenantId,
  name: tenant.name,
  plan: tenant.plan,
  trialEndsAt: tenant.trialEndsAt ?? null,
  standing: standingOf(tenant),
  suspendedReason: tenant.suspendedReason ?? null,
  timeZone: tenant.timeZone,
  registrationOpen: tenant.registrationOpen,
  secondFactorRequired: tenant.secondFactorRequired ?? false,
  brandColor: tenant.brandColor,
  createdAt: tenant.createdAt,
  updatedAt: tenant.updatedAt,
  version: tenant.version,
});

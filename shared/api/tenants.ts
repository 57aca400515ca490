import { z } from 'zod';
import {
  brandColor,
  companyName,
  defaultTimeZone,
  tenant,
  tenantContexts,
  timeZone,
} from '../model/tenant.ts';
import { newPerson } from '../model/user.ts';
import { route, tenantId } from './contract.ts';

const version = z.number().int().optional().describe('refused when it has changed since');

export const tenants = {
  create: route('POST', '/tenants', 'tenants.create', 'Make a tenant', { status: 201 })
    .input(
      z.strictObject({
        name: companyName,
        timeZone: timeZone.default(defaultTimeZone),
        admin: newPerson.optional(),
      }),
    )
    .output(tenant),
  get: route('GET', '/tenants/{id}', 'signed-in', 'Your tenant')
    .input(z.strictObject({ id: tenantId }))
    .output(tenant),
  update: route('PUT', '/tenants/{id}', 'tenant.edit', "Change your tenant's settings")
    .input(
      z.strictObject({
        id: tenantId,
        name: companyName.optional(),
        timeZone: timeZone.optional(),
        registrationOpen: z.boolean().optional(),
        secondFactorRequired: z.boolean().optional(),
        brandColor: brandColor.optional(),
        version,
      }),
    )
    .output(tenant),
  contexts: route('GET', '/tenant/contexts', 'signed-in', 'The contexts of your tenant')
    .input(z.strictObject({}))
    .output(z.object({ contexts: tenantContexts, version: z.number().int() })),
  setContexts: route('PUT', '/tenant/contexts', 'tenant.contexts', 'Replace the contexts of your tenant')
    .input(z.strictObject({ contexts: tenantContexts, version }))
    .output(z.object({ contexts: tenantContexts, version: z.number().int() })),
};

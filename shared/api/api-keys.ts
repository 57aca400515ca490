import { z } from 'zod';
import { apiKey, apiKeyFields, apiKeyLimits } from '../model/api-key.ts';
import { id, route } from './contract.ts';

const keyId = id('key');
const version = z.number().int().optional().describe('refused when the key has changed since');
const withSecret = z.object({
  key: apiKey,
  secret: z.string().describe('what goes into Authorization: Bearer …; it is answered this once'),
});

/** Keys by which programs call the product for a tenant, each with permissions of its own. */
export const apiKeys = {
  list: route('GET', '/api-keys', 'apiKeys.manage', 'API keys, newest first, the revoked ones last')
    .input(z.strictObject({}))
    .output(z.object({ keys: z.array(apiKey) })),
  create: route('POST', '/api-keys', 'apiKeys.manage', 'Make an API key; its secret is answered once', {
    status: 201,
  })
    .input(
      z.strictObject({
        ...apiKeyFields,
        validUntil: apiKeyFields.validUntil.default(null),
        perMinute: apiKeyFields.perMinute.default(apiKeyLimits.perMinuteDefault),
      }),
    )
    .output(withSecret),
  update: route(
    'PUT',
    '/api-keys/{id}',
    'apiKeys.manage',
    'Change name, permissions, expiry or rate of a key',
  )
    .input(z.strictObject({ id: keyId, ...z.object(apiKeyFields).partial().shape, version }))
    .output(apiKey),
  rotate: route('POST', '/api-keys/{id}/rotate', 'apiKeys.manage', 'Give a key a new secret, answered once')
    .input(
      z.strictObject({
        id: keyId,
        overlapDays: z
          .number()
          .int()
          .min(0)
          .max(
            apiKeyLimits.overlapDays,
            `The old secret works for at most ${apiKeyLimits.overlapDays} more days.`,
          )
          .describe('days for which the old secret still works; 0 ends it at once'),
      }),
    )
    .output(withSecret),
  revoke: route('DELETE', '/api-keys/{id}', 'apiKeys.manage', 'Revoke a key; it is refused from now on')
    .input(z.strictObject({ id: keyId }))
    .output(apiKey),
};

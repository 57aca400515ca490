import { z } from 'zod';
import { display } from '../model/content.ts';
import { route } from './contract.ts';
import { signagePlans } from './signage-plans.ts';

/** A display with what hangs there now: a green light alone misleads (xibosignage/xibo#3752). */
const liveDisplay = display.extend({
  nowShowing: z.string().nullable(),
  nowShowingSince: z.string().nullable(),
  takeoverEndsAt: z.string().nullable(),
  priority: z.enum(['NORMAL', 'HIGH', 'EMERGENCY']).nullable(),
  cause: z
    .enum(['emergency', 'takeover', 'scheduled', 'default', 'own'])
    .describe('why it shows what it shows'),
  nextName: z
    .string()
    .nullable()
    .describe('what comes after it by itself; null with a `nextAt`: its own content'),
  nextAt: z.string().nullable(),
  offlineSince: z.string().nullable().describe('since when nothing was heard of it; null while it is online'),
  confirmed: z
    .string()
    .nullable()
    .describe(
      'the emergency or takeover that the display itself says it shows; null: none, or not heard yet',
    ),
  trouble: z.string().nullable().describe('why it may not show what it should'),
  timeZone: z.string(),
  groupIds: z.array(z.string()),
  previewUrl: z
    .string()
    .nullable()
    .describe('a page that shows the display itself, where the provider has one'),
});
export type LiveDisplay = z.output<typeof liveDisplay>;

/** The provider's key is never returned, only whether one is set. */
export const signageConfig = z.object({
  provider: z.enum(['optisigns', 'sandbox', 'none']),
  apiKeySet: z.boolean(),
  teamId: z.string().nullable(),
  lastSyncAt: z.string().nullable(),
  version: z.number().int(),
});

const displayList = z.object({
  displays: z.array(liveDisplay),
  syncedAt: z.string().nullable(),
  stale: z.boolean().describe('true when the provider did not answer and this is what was last known'),
  provider: signageConfig.shape.provider,
});

export const signage = {
  displays: route('GET', '/optisigns/displays', 'displays.view', 'Displays, with their state now')
    .input(z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(500) }))
    .output(displayList),
  config: route('GET', '/optisigns/config', 'displays.manage', 'How the signage provider is reached')
    .input(z.strictObject({}))
    .output(signageConfig),
  setConfig: route('PUT', '/optisigns/config', 'displays.manage', "Set the signage provider's key")
    .input(
      z.strictObject({
        apiKey: z
          .string()
          .trim()
          .min(1)
          .max(1000)
          .nullable()
          .optional()
          .describe('null removes it; omitted keeps it'),
        teamId: z.string().trim().max(100).nullable().optional(),
      }),
    )
    .output(signageConfig),
  sync: route('POST', '/optisigns/sync', 'displays.edit', 'Ask the provider for its displays again')
    .input(z.strictObject({}))
    .output(displayList),
  ...signagePlans,
};

import { z } from 'zod';
import { floorAgent } from '../model/agent-status.ts';
import { dialplanCapabilities } from '../model/dialplan/capabilities.ts';
import { installationStatus, moduleChange, moduleStatus, publicStatus } from '../model/module-status.ts';
import { route } from './contract.ts';

export const system = {
  health: route('GET', '/health', 'public', 'Is the product up?')
    .input(z.strictObject({}))
    .output(z.object({ status: z.literal('ok') })),
  agentStatus: route(
    'GET',
    '/system/agent-status',
    'agentStatus.view',
    "What each agent is in, their extension's state and their call; agents do not see with whom a colleague talks",
  )
    .input(z.strictObject({}))
    .output(
      z.object({ at: z.string().describe('by the clock of the product'), agents: z.array(floorAgent) }),
    ),
  moduleStatus: route(
    'GET',
    '/system/module-status',
    'tenant.edit',
    'How each part of the product stands for the workspace: ok, down, sandbox or not connected, why, and what changed',
  )
    .input(z.strictObject({}))
    .output(z.object({ modules: z.array(moduleStatus), changes: z.array(moduleChange) })),
  installation: route(
    'GET',
    '/system/installation',
    'platform.view',
    'How the whole installation stood when it was looked at last: its parts, every queue, and what changed',
  )
    .input(z.strictObject({}))
    .output(installationStatus),
  status: route(
    'GET',
    '/status',
    'public',
    'For monitors: 200 while the product works, also in part, and 503 while a part is down',
  )
    .input(z.strictObject({}))
    .output(publicStatus),
  dialplanCapabilities: route(
    'GET',
    '/system/dialplan-capabilities',
    'dialplans.view',
    'What dial plans can be made of: nodes with their ways out, ranges, voices, strategies, and what the exchange can do',
  )
    .input(z.strictObject({}))
    .output(dialplanCapabilities),
  pushChannel: route(
    'GET',
    '/push-channel',
    'signed-in',
    'Where open pages hear that something changed: a websocket that speaks the protocol of AWS AppSync Events',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        /** The address of the websocket. */
        url: z.string(),
        /** What the authorization names as its host. */
        host: z.string(),
      }),
    ),
};

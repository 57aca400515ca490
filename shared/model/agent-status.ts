import * as z from 'zod';
import { callDirections, callStatus } from './call.ts';
import { type ExtensionStatus, extensionStatus } from './extension.ts';

/** Bounds of agents' statuses. */
export const agentStatusLimits = {
  configs: 50,
  name: 80,
  statuses: 20,
  key: 30,
  label: 40,
  /** Longest time in a status before it is marked, in minutes: a shift. */
  maxMinutes: 720,
  /** Longest time after a call before the next is offered, in seconds. */
  wrapUpSeconds: 600,
  priority: 100,
  /** Days of one look at the statistics. */
  statisticsDays: 31,
  /** Days that a change of a status is kept. */
  logDays: 400,
} as const;

const { name, statuses, key, label, maxMinutes, wrapUpSeconds, priority } = agentStatusLimits;

/** What an agent can be in, whether chosen or by their phone. */
const statusFields = {
  key: z
    .string()
    .trim()
    .min(1, 'Please enter a key.')
    .max(key, `A key has at most ${key} characters.`)
    .regex(/^[a-z][a-z0-9-]*$/, 'A key has small letters, digits and dashes, and begins with a letter.'),
  label: z
    .string()
    .trim()
    .min(1, 'Please enter a label.')
    .max(label, `A label has at most ${label} characters.`),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour is # and 6 hex digits.'),
  isAvailable: z.boolean().describe('calls are offered in it'),
  isPaid: z.boolean().describe('counts as paid time'),
  maxMinutes: z.number().int().min(1).max(maxMinutes).nullable().describe('after it the status is marked'),
};
export const agentStatus = z.strictObject({
  ...statusFields,
  isAvailable: statusFields.isAvailable.default(false),
  isPaid: statusFields.isPaid.default(true),
  maxMinutes: statusFields.maxMinutes.default(null),
});
export type AgentStatus = z.output<typeof agentStatus>;

const builtIn = (
  key: string,
  label: string,
  color: string,
  more: Partial<AgentStatus> = {},
): AgentStatus => ({
  key,
  label,
  color,
  isAvailable: false,
  isPaid: true,
  maxMinutes: null,
  ...more,
});

/**
 * Statuses that every workspace has. Agents choose `available` themselves; the others follow from the session at the
 * phone and from calls.
 */
export const builtInStatuses = {
  available: builtIn('available', 'Available', '#40c057', { isAvailable: true }),
  onCall: builtIn('on-call', 'On a call', '#228be6'),
  wrapUp: builtIn('wrap-up', 'Wrap-up', '#7950f2'),
  offline: builtIn('offline', 'Signed out', '#868e96', { isPaid: false }),
} as const;
const builtInKeys: readonly string[] = Object.values(builtInStatuses).map(({ key }) => key);

/** What agents choose from where no config applies to them. */
export const standardConfig = {
  name: 'Standard',
  statuses: [
    builtIn('break', 'Break', '#fab005', { maxMinutes: 15 }),
    builtIn('lunch', 'Lunch', '#fd7e14', { isPaid: false, maxMinutes: 60 }),
    builtIn('meeting', 'Meeting', '#15aabf'),
    builtIn('training', 'Training', '#12b886'),
  ],
  wrapUpSeconds: 30,
} as const;

const statusList = z
  .array(agentStatus)
  .max(statuses, `A config has at most ${statuses} statuses.`)
  .superRefine((list, context) => {
    for (const [at, { key }] of list.entries()) {
      if (builtInKeys.includes(key))
        context.addIssue({ code: 'custom', path: [at, 'key'], message: `“${key}” is there by itself.` });
      if (list.findIndex((one) => one.key === key) < at)
        context.addIssue({ code: 'custom', path: [at, 'key'], message: `The key “${key}” is there twice.` });
    }
  });

/** The fields of a config, for the form, the calls and the store. */
export const agentStatusConfigFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(name, `At most ${name} characters.`),
  statuses: statusList.describe('beside those that every workspace has'),
  wrapUpSeconds: z
    .number()
    .int()
    .min(0)
    .max(wrapUpSeconds)
    .describe('after a call, before the next is offered'),
  isActive: z.boolean(),
  isDefault: z.boolean().describe('applies to agents of no queue with a config; one at most'),
};
/** A config that is added. */
export const newAgentStatusConfig = {
  ...agentStatusConfigFields,
  statuses: agentStatusConfigFields.statuses.default([]),
  wrapUpSeconds: agentStatusConfigFields.wrapUpSeconds.default(standardConfig.wrapUpSeconds),
  isActive: agentStatusConfigFields.isActive.default(true),
  isDefault: agentStatusConfigFields.isDefault.default(false),
};

export const agentStatusConfig = z.object({
  id: z.string(),
  ...agentStatusConfigFields,
  ingroups: z.array(z.string()).describe('ids of the queues whose agents it applies to'),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AgentStatusConfig = z.output<typeof agentStatusConfig>;

/** Which config the agents of a queue have. An agent of several queues has that of the lowest number. */
export const ingroupFields = {
  priority: z.number().int().min(1).max(priority).describe('1 counts first for agents of several queues'),
};
export const ingroup = z.object({
  id: z.string().describe('of the queue'),
  name: z.string(),
  queueId: z.string(),
  statusConfigId: z.string().nullable(),
  ...ingroupFields,
});
export type Ingroup = z.output<typeof ingroup>;

/** Why an agent's status changed: by themselves, by an admin, their session at the phone, a call, the end of wrap-up. */
export const statusCauses = ['self', 'admin', 'session', 'call', 'wrap-up'] as const;
export type StatusCause = (typeof statusCauses)[number];

/** What an agent is in now. Times are ISO 8601 in UTC. */
export const presentStatus = z.object({
  userId: z.string(),
  status: z.string().describe('the key'),
  label: z.string(),
  color: z.string(),
  isAvailable: z.boolean().describe('calls are offered'),
  isPaid: z.boolean(),
  since: z.string(),
  until: z
    .string()
    .nullable()
    .describe('when the longest time of the status has passed, or the wrap-up ends'),
  isOverdue: z.boolean().describe('in the status for longer than it allows'),
  signedIn: z.boolean(),
  next: z.string().nullable().describe('the key that follows a call or its wrap-up'),
});
export type PresentStatus = z.output<typeof presentStatus>;

/** A change of an agent's status. */
export const statusChange = z.object({
  id: z.string(),
  agentId: z.string(),
  at: z.string(),
  from: z.string(),
  fromLabel: z.string(),
  /** How long it was in what it left. */
  seconds: z.number().int(),
  to: z.string(),
  toLabel: z.string(),
  cause: z.enum(statusCauses),
  by: z.string().nullable().describe('the user who changed it; null where it followed by itself'),
});
export type StatusChange = z.output<typeof statusChange>;

/** An agent as the live floor shows them. */
export const floorAgent = presentStatus.omit({ userId: true, isPaid: true }).extend({
  agentId: z.string(),
  name: z.string(),
  extension: z.string().nullable().describe('its number'),
  extensionState: extensionStatus,
  queues: z.array(z.object({ id: z.string(), name: z.string() })),
  call: z
    .object({
      id: z.string(),
      direction: z.enum(callDirections),
      status: callStatus,
      startedAt: z.string(),
      answeredAt: z.string().nullable(),
      with: z.string().nullable().describe("the lead's name or the number; null to colleagues"),
    })
    .nullable(),
});
export type FloorAgent = z.output<typeof floorAgent>;

/** The state of an agent's extension by what the agent is in. */
export function extensionStateOf({
  signedIn,
  isAvailable,
  status,
}: Pick<PresentStatus, 'signedIn' | 'isAvailable' | 'status'>): ExtensionStatus {
  if (!signedIn) return 'offline';
  if (isAvailable) return 'available';
  return status === builtInStatuses.onCall.key || status === builtInStatuses.wrapUp.key ? 'busy' : 'away';
}

import type { Role } from '../api/contract.ts';
import { isLimitedRole, type Permission, type PermissionMap, refusalFor } from './permissions.ts';

/*
 * The push channel carries hints: "something of this topic changed". What changed is asked for by the API, so that
 * rights are checked in one place and a lost hint costs one slow poll.
 */

/** The namespace of all channels. */
export const pushNamespace = 'tenant';

/** What hints are about, and the permissions of which one lets a user hear them. */
export const pushTopics = {
  inbox: ['messages.view', 'ownMessages.view'],
  calls: ['calls.view'],
  agents: ['agentStatus.view'],
  /** Work in the background that somebody follows: imports, exports, jobs of journeys, blasts, batches of videos. */
  jobs: ['jobs.view', 'leads.import', 'leads.export', 'journeys.view', 'personalisedVideos.view'],
  displays: ['displays.view'],
  /** What was won today. */
  celebrations: ['celebrations.view'],
  /** Goals that were reached, alerts that fired. */
  goals: ['goals.view'],
  /** What senders delivered, and what other systems were sent. */
  webhooks: ['webhooks.view'],
  /** One project in the editor: who has it open, and what they saved. */
  editing: ['content.view'],
} as const satisfies Record<string, readonly Permission[]>;

export type PushTopic = keyof typeof pushTopics;

/** One event of the channel, as JSON. It has no id: even that would tell something of what a hearer may not see. */
export interface Hint {
  topic: PushTopic;
}

/**
 * Whom a hint goes to, in its tenant.
 * - topic: everybody who has a permission of the topic
 * - allLeads: those of them who see the leads of everybody
 * - a user, by their id
 * - whoever has a project open
 */
export type HintAudience = 'topic' | 'allLeads' | { userId: string } | { projectId: string };

/** A segment of a channel's path has letters, digits and dashes only, and at most 50. */
const segment = (id: string): string => id.replaceAll('_', '-');

/** The path of the channel for an audience. */
export function channelOf(tenantId: number, topic: PushTopic, audience: HintAudience): string {
  const ofTenant = `/${pushNamespace}/${tenantId}`;
  if (audience === 'topic') return `${ofTenant}/topic/${topic}`;
  if (audience === 'allLeads') return `${ofTenant}/all-leads/${topic}`;
  if ('projectId' in audience) return `${ofTenant}/project/${segment(audience.projectId)}`;
  return `${ofTenant}/user/${segment(audience.userId)}`;
}

interface Listener {
  tenantId: number;
  userId: string;
  role: Role;
  permissions: PermissionMap;
}

const mayHear = ({ role, permissions }: Listener, topic: PushTopic): boolean =>
  pushTopics[topic].some((permission) => refusalFor(role, permissions, permission) === undefined);

/** The channels on which a user hears of a topic; none where they may not. */
export function channelsFor(who: Listener, topic: PushTopic): string[] {
  const { tenantId, userId, role } = who;
  if (!mayHear(who, topic)) return [];
  return [
    channelOf(tenantId, topic, 'topic'),
    ...(isLimitedRole(role) ? [] : [channelOf(tenantId, topic, 'allLeads')]),
    channelOf(tenantId, topic, { userId }),
  ];
}

/** Whether a channel is of a project that the user may open: everybody who may see content sees all of the tenant's. */
function isOwnProject(who: Listener, channel: string): boolean {
  const projectId = channel.slice(channel.lastIndexOf('/') + 1);
  return (
    /^prj-\w+$/.test(projectId) &&
    channel === channelOf(who.tenantId, 'editing', { projectId }) &&
    mayHear(who, 'editing')
  );
}

/** Whether a user may listen to a channel: one of their own tenant, by its exact path. */
export const mayListen = (who: Listener, channel: string): boolean =>
  isOwnProject(who, channel) ||
  (Object.keys(pushTopics) as PushTopic[]).some((topic) => channelsFor(who, topic).includes(channel));

/** Whether the player of a display may listen to a channel: to what is told of displays in its tenant. */
export const playerMayListen = (tenantId: number, channel: string): boolean =>
  channel === channelOf(tenantId, 'displays', 'topic');

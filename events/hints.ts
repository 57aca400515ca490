import type { HintAudience, PushTopic } from '#shared/model/push.ts';
import type { EventType } from './index.ts';

/** What a hint is about, and whom it is for. */
export interface AddressedHint {
  topic: PushTopic;
  audience: HintAudience;
}

/** Derives hints from an event's envelope, or from an item of the table as it is stored. */
export type HintRule = (item: Record<string, unknown>) => AddressedHint[];

/** Everybody who may see the topic hears that something of it changed, and not what. */
const toEverybody =
  (topic: PushTopic): HintRule =>
  () => [{ topic, audience: 'topic' }];

/** Whoever has a project open hears that somebody saved it, came, went or selected something else. */
const toEditorsOf = (projectId: unknown): AddressedHint[] => [
  { topic: 'editing', audience: { projectId: String(projectId) } },
];
const projectSaved: HintRule = ({ data }) => toEditorsOf((data as { projectId: string }).projectId);

/** A new event gets a hint by one line here. */
export const eventHints: Partial<Record<EventType, HintRule>> = {
  // How a text or mail fared is no change of its thread.
  'message.delivered': toEverybody('inbox'),
  'message.failed': toEverybody('inbox'),
  'message.bounced': toEverybody('inbox'),
  'phone.session.changed': toEverybody('agents'),
  'content.elements.saved': projectSaved,
  'content.project.updated': projectSaved,
  'content.published': toEverybody('displays'),
  'content.unpublished': toEverybody('displays'),
  'signage.emergency.started': toEverybody('displays'),
  'signage.emergency.ended': toEverybody('displays'),
};

/**
 * Items that change without an event (what was read, how far a job is), by the kind that ElectroDB writes: a new one
 * gets a hint by one line here. The filter of the table's stream in `cdk/` reads these names.
 */
export const itemHints: Record<string, HintRule> = {
  agentPresence: toEverybody('agents'),
  // What the dialler does for an agent is shown to them alone.
  callingReadiness: ({ agentId }) => [{ topic: 'calls', audience: { userId: String(agentId) } }],
  batch: toEverybody('jobs'),
  blast: toEverybody('jobs'),
  bulkexport: toEverybody('jobs'),
  outcome: toEverybody('jobs'),
  job: toEverybody('jobs'),
  jobpart: toEverybody('jobs'),
  journeyjob: toEverybody('jobs'),
  leadExport: toEverybody('jobs'),
  leadImport: toEverybody('jobs'),
  leadImportTally: toEverybody('jobs'),
  celebration: toEverybody('celebrations'),
  celebrationRule: toEverybody('celebrations'),
  // What fired is told to all, because a goal's figures are asked for by who sees it.
  goalCrossing: toEverybody('goals'),
  display: toEverybody('displays'),
  signagepart: toEverybody('displays'),
  // A player that is heard of again, or that shows an emergency or takeover, or no longer does.
  displaybeat: ({ isNews }) => (isNews ? toEverybody('displays')({}) : []),
  // A sign of life that tells the others nothing new is not told.
  presence: ({ projectId, isNews }) => (isNews ? toEditorsOf(projectId) : []),
  // Also those who could have taken it hear that somebody has.
  call: toEverybody('calls'),
  voicemailMessage: toEverybody('calls'),
  emergencyCall: toEverybody('calls'),
  queueCallback: toEverybody('calls'),
  // A thread of nobody is everybody's; another is its owner's, and theirs who see all.
  // What was given to a group is told to all, because the group's people are not named in it.
  conversation({ owner, givenTo }) {
    const topic = 'inbox';
    if (owner === 'none' || String(givenTo).startsWith('agr_')) return [{ topic, audience: 'topic' }];
    return [
      { topic, audience: 'allLeads' },
      { topic, audience: { userId: String(owner) } },
      ...(givenTo ? [{ topic, audience: { userId: String(givenTo) } } as const] : []),
    ];
  },
  // A note names nobody's lead, so everybody of the inbox looks.
  conversationNote: toEverybody('inbox'),
  webhookDelivery: toEverybody('webhooks'),
  webhookSending: toEverybody('webhooks'),
  webhookEndpoint: toEverybody('webhooks'),
};

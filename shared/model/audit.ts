import * as z from 'zod';
import { mostPermissions } from './permissions.ts';

/**
 * The audit log: what an admin wants to know afterwards. One table of actions, each with the details it keeps (small,
 * and never a secret) and the sentence that people read. A new action is one entry here, and one `auditEntry(…)` beside
 * the change it tells of.
 */

/** How long entries are kept, in days; as long as events. */
export const auditDays = 400;

export const auditAreas = [
  'Sign-in',
  'Users',
  'Keys',
  'Exports',
  'Deletions',
  'Purchases',
  'Campaigns',
  'Settings',
  'Compliance',
  'Platform operator',
] as const;
export type AuditArea = (typeof auditAreas)[number];

interface Definition<D extends z.ZodType> {
  area: AuditArea;
  /** What the action is called in a filter. */
  label: string;
  details: D;
  /** `target` is the name of the thing it was done to. */
  sentence: (details: z.output<D>, target: string) => string;
}

const define = <D extends z.ZodType>(definition: Definition<D>) => definition;

const none = z.object({});
const text = z.string().max(500);
const count = z.number().int().min(0);
const names = z.array(z.string().max(100)).max(mostPermissions);

const plural = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
const list = (all: readonly string[]) => all.join(', ');

const signInFailures = {
  password: 'wrong password',
  deactivated: 'the account is deactivated',
  secondFactor: 'wrong second factor',
  locked: 'too many attempts',
} as const;

const plain = (area: AuditArea, label: string, sentence: (target: string) => string) =>
  define({ area, label, details: none, sentence: (_, target) => sentence(target) });

export const auditActions = {
  'user.signedIn': define({
    area: 'Sign-in',
    label: 'Signed in',
    details: z.object({ method: z.string().max(40).default('password') }),
    sentence: ({ method }) => (method === 'password' ? 'Signed in' : `Signed in by ${method}`),
  }),
  'user.signInFailed': define({
    area: 'Sign-in',
    label: 'Sign-in failed',
    details: z.object({ reason: z.enum(['password', 'deactivated', 'secondFactor', 'locked']) }),
    sentence: ({ reason }, target) => `Sign-in as ${target} failed: ${signInFailures[reason]}`,
  }),
  'user.signedOut': plain('Sign-in', 'Signed out', () => 'Signed out'),
  'session.ended': define({
    area: 'Sign-in',
    label: 'Session ended',
    details: z.object({ reason: text }),
    sentence: ({ reason }, target) => `A session of ${target} was ended: ${reason}`,
  }),

  'user.created': define({
    area: 'Users',
    label: 'User added',
    details: z.object({ role: z.string().max(40) }),
    sentence: ({ role }, target) => `Added ${target} as ${role}`,
  }),
  'user.invited': define({
    area: 'Users',
    label: 'User invited',
    details: z.object({ role: z.string().max(40) }),
    sentence: ({ role }, target) => `Invited ${target} as ${role}`,
  }),
  'user.roleChanged': define({
    area: 'Users',
    label: 'Role changed',
    details: z.object({ from: z.string().max(40), to: z.string().max(40) }),
    sentence: ({ from, to }, target) => `Changed the role of ${target} from ${from} to ${to}`,
  }),
  'user.permissionsChanged': define({
    area: 'Users',
    label: 'Permissions changed',
    details: z.object({ granted: names, denied: names, reset: names }),
    sentence: ({ granted, denied, reset }, target) =>
      `Changed the permissions of ${target}: ${
        [
          granted.length > 0 ? `granted ${list(granted)}` : '',
          denied.length > 0 ? `denied ${list(denied)}` : '',
          reset.length > 0 ? `back to the role's default ${list(reset)}` : '',
        ]
          .filter(Boolean)
          .join('; ') || 'nothing differs'
      }`,
  }),
  'user.changed': define({
    area: 'Users',
    label: 'User changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed ${list(changed)} of ${target}`,
  }),
  'user.deactivated': plain('Users', 'User deactivated', (target) => `Deactivated ${target}`),
  'user.activated': plain('Users', 'User activated', (target) => `Activated ${target}`),
  'user.removed': plain('Users', 'User removed', (target) => `Removed ${target}`),
  'user.passwordChanged': plain('Users', 'Password changed', (target) => `Changed the password of ${target}`),
  'user.passwordReset': plain(
    'Users',
    'Password reset by mail',
    (target) => `Set a new password for ${target} by a link sent by mail`,
  ),
  'user.secondFactorAdded': define({
    area: 'Users',
    label: 'Second factor added',
    details: z.object({ method: text }),
    sentence: ({ method }, target) => `Added ${method} to the sign-in of ${target}`,
  }),
  'user.secondFactorRemoved': define({
    area: 'Users',
    label: 'Second factor removed',
    details: z.object({ method: text }),
    sentence: ({ method }, target) => `Removed ${method} from the sign-in of ${target}`,
  }),

  'apiKey.created': define({
    area: 'Keys',
    label: 'API key made',
    details: z.object({ permissions: names }),
    sentence: ({ permissions }, target) =>
      `Made the API key ${target} with ${plural(permissions.length, 'permission')}`,
  }),
  'apiKey.changed': define({
    area: 'Keys',
    label: 'API key changed',
    details: z.object({ changed: names, added: names, removed: names }),
    sentence: ({ changed, added, removed }, target) =>
      `Changed ${list(changed)} of the API key ${target}${
        added.length > 0 ? `; added ${list(added)}` : ''
      }${removed.length > 0 ? `; took ${list(removed)}` : ''}`,
  }),
  'apiKey.firstUsed': plain(
    'Keys',
    'API key first used',
    (target) => `Used the API key ${target} for the first time`,
  ),
  'apiKey.rotated': plain('Keys', 'API key rotated', (target) => `Rotated the API key ${target}`),
  'apiKey.revoked': plain('Keys', 'API key revoked', (target) => `Revoked the API key ${target}`),
  'exchange.tokenMade': plain(
    'Keys',
    'Enrolment token made',
    (target) => `Made a token by which a bridge enrols for the exchange ${target}`,
  ),
  'exchange.revoked': plain(
    'Keys',
    'Bridge shut out',
    (target) => `Shut the bridge of the exchange ${target} out`,
  ),
  'providerKey.changed': define({
    area: 'Keys',
    label: "Provider's keys changed",
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed the keys of ${target}: ${list(changed)}`,
  }),
  'webhook.secretRotated': define({
    area: 'Keys',
    label: "Webhook's secret changed",
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed ${list(changed)} of the webhook ${target}`,
  }),

  'lead.exported': define({
    area: 'Exports',
    label: 'Leads exported',
    details: z.object({ format: z.string().max(20), expected: count.nullable() }),
    sentence: ({ format, expected }) =>
      `Exported ${expected === null ? 'leads by a filter' : plural(expected, 'lead')} as ${format.toUpperCase()}`,
  }),
  'report.exported': define({
    area: 'Exports',
    label: 'Report exported',
    details: z.object({ title: z.string().max(200), format: z.string().max(10) }),
    sentence: ({ title, format }) => `Exported the report “${title}” as ${format.toUpperCase()}`,
  }),
  'call.exported': define({
    area: 'Exports',
    label: 'Call log exported',
    details: z.object({ calls: count }),
    sentence: ({ calls }) => `Exported ${plural(calls, 'call')} from the call log`,
  }),
  'recording.heard': define({
    area: 'Exports',
    label: 'Recording heard',
    details: z.object({ startedAt: text }),
    sentence: ({ startedAt }, target) =>
      `Asked to hear the recording of the call with ${target} of ${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
  }),
  'transcript.read': define({
    area: 'Exports',
    label: 'Transcript read',
    details: z.object({ startedAt: text }),
    sentence: ({ startedAt }, target) =>
      `Read what was said in the call with ${target} of ${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
  }),
  'voicemail.heard': define({
    area: 'Exports',
    label: 'Voicemail heard',
    details: z.object({ at: text, box: text }),
    sentence: ({ at, box }, target) =>
      `Asked to hear the message of ${target} to ${box} of ${at.slice(0, 16).replace('T', ' ')} UTC`,
  }),
  'voicemail.removed': define({
    area: 'Deletions',
    label: 'Voicemail removed',
    details: z.object({ at: text, box: text }),
    sentence: ({ at, box }, target) =>
      `Removed the message of ${target} to ${box} of ${at.slice(0, 16).replace('T', ' ')} UTC`,
  }),
  'call.supervised': define({
    area: 'Compliance',
    label: 'Call supervised',
    details: z.object({ mode: z.enum(['listen', 'whisper', 'barge']), agent: text }),
    sentence: ({ mode, agent }, target) => {
      const whose = agent ? `${agent}’s call` : 'the call';
      const asked = { listen: 'listen to', whisper: 'whisper on', barge: 'barge in on' } as const;
      return `Asked to ${asked[mode]} ${whose} with ${target}`;
    },
  }),
  'submission.exported': define({
    area: 'Exports',
    label: "Forms' answers exported",
    details: none,
    sentence: (_, target) => `Exported what visitors sent by ${target}`,
  }),
  'content.exported': define({
    area: 'Exports',
    label: 'Signs exported',
    details: z.object({ format: z.string().max(20), projects: count }),
    sentence: ({ format, projects }, target) =>
      projects === 1 && target
        ? `Exported ${target} as ${format}`
        : `Exported ${plural(projects, 'sign')} as ${format}`,
  }),
  'audit.exported': define({
    area: 'Exports',
    label: 'Audit log exported',
    details: z.object({ entries: count }),
    sentence: ({ entries }) => `Exported ${plural(entries, 'entry', 'entries')} of this audit log`,
  }),

  'lead.deleted': define({
    area: 'Deletions',
    label: 'Leads deleted',
    details: z.object({ leads: count.nullable(), forGood: z.boolean() }),
    sentence: ({ leads, forGood }, target) => {
      const which =
        leads === null
          ? 'leads by a filter'
          : leads === 1 && target
            ? `the lead ${target}`
            : plural(leads, 'lead');
      return `Deleted ${which}${forGood ? ' for good' : ''}`;
    },
  }),
  'project.deleted': plain('Deletions', 'Sign deleted', (target) => `Deleted the sign ${target}`),
  'journey.deleted': define({
    area: 'Deletions',
    label: 'Journey deleted',
    details: z.object({ leads: count }),
    sentence: ({ leads }, target) =>
      `Deleted the journey ${target}${leads > 0 ? ` with ${plural(leads, 'lead')} in it` : ''}`,
  }),
  'webhook.deleted': plain('Deletions', 'Webhook deleted', (target) => `Deleted the webhook ${target}`),
  'endpoint.deleted': plain(
    'Deletions',
    'Outgoing endpoint deleted',
    (target) => `Deleted the outgoing endpoint ${target}`,
  ),

  'campaign.deleted': plain('Deletions', 'Campaign deleted', (target) => `Deleted the campaign ${target}`),
  'plan.deleted': plain('Deletions', 'Dial plan deleted', (target) => `Deleted the dial plan ${target}`),

  'privacy.requested': define({
    area: 'Deletions',
    label: 'Privacy request begun',
    details: z.object({ kind: z.string().max(20), askedBy: z.string().max(40) }),
    sentence: ({ kind }, target) =>
      `Began the ${kind === 'erasure' ? 'erasure' : 'export'} of all data of ${target}`,
  }),
  'privacy.completed': define({
    area: 'Deletions',
    label: 'Privacy request done',
    details: z.object({ kind: z.string().max(20), found: count, kept: count }),
    sentence: ({ kind, found, kept }, target) =>
      kind === 'erasure'
        ? `Erased the data of ${target}: ${plural(found, 'item')} found, ${kept.toLocaleString('en-US')} kept by law`
        : `Exported the data of ${target}: ${plural(found, 'item')}`,
  }),
  'privacy.downloaded': plain(
    'Exports',
    'Data of a person downloaded',
    (target) => `Downloaded the data of ${target}`,
  ),

  'retention.changed': define({
    area: 'Settings',
    label: 'How long data is kept changed',
    details: z.object({ before: z.string().max(80), after: z.string().max(80) }),
    sentence: ({ before, after }, target) => `Changed the term of ${target} from ${before} to ${after}`,
  }),
  'retention.ran': define({
    area: 'Deletions',
    label: 'Data erased by its term',
    details: z.object({ erased: count, spared: count, failed: count }),
    sentence: ({ erased, spared, failed }) =>
      `Erased ${plural(erased, 'item')} whose term was over${spared > 0 ? `, kept ${spared.toLocaleString('en-US')}` : ''}${failed > 0 ? `, ${failed.toLocaleString('en-US')} could not be erased` : ''}`,
  }),
  'lead.hold': define({
    area: 'Deletions',
    label: 'Legal hold changed',
    details: z.object({ onHold: z.boolean() }),
    sentence: ({ onHold }, target) =>
      onHold ? `Put the lead ${target} on legal hold` : `Lifted the legal hold on the lead ${target}`,
  }),

  'number.ordered': define({
    area: 'Purchases',
    label: 'Number ordered',
    details: z.object({ carrier: text }),
    sentence: ({ carrier }, target) => `Ordered the number ${target} from ${carrier}`,
  }),
  'number.givenBack': define({
    area: 'Purchases',
    label: 'Number given back',
    details: z.object({ carrier: text }),
    sentence: ({ carrier }, target) => `Had the number ${target} given back to ${carrier}`,
  }),
  'market.ordered': define({
    area: 'Purchases',
    label: 'Leads ordered on the market',
    details: z.object({ leads: count, cents: count }),
    sentence: ({ leads, cents }, target) =>
      `Ordered ${plural(leads, 'lead')} of ${target} for $${(cents / 100).toFixed(2)}`,
  }),

  'campaign.started': plain('Campaigns', 'Campaign started', (target) => `Started the campaign ${target}`),
  'campaign.paused': plain('Campaigns', 'Campaign paused', (target) => `Paused the campaign ${target}`),
  'blast.begun': define({
    area: 'Campaigns',
    label: 'Text to many begun',
    details: z.object({ leads: count.nullable() }),
    sentence: ({ leads }, target) =>
      `Had ${target} texted to ${leads === null ? 'leads by a filter or a file' : plural(leads, 'lead')}`,
  }),

  'plan.deployed': define({
    area: 'Settings',
    label: 'Dial plan deployed',
    details: z.object({ version: count.nullable() }),
    sentence: ({ version }, target) =>
      `Had calls taken by the dial plan ${target}${version === null ? '' : `, version ${version}`}`,
  }),
  'plan.deactivated': plain(
    'Settings',
    'Dial plan deactivated',
    (target) => `Took the dial plan ${target} off the exchange`,
  ),
  'tenant.settingsChanged': define({
    area: 'Settings',
    label: 'Workspace settings changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }) => `Changed the workspace's ${list(changed)}`,
  }),
  'exchange.chosen': plain(
    'Settings',
    'Exchange chosen',
    (target) => `Had calls go through the exchange ${target}`,
  ),
  'emergency.settingsChanged': define({
    area: 'Settings',
    label: 'Emergency call settings changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }) => `Changed ${list(changed)} of emergency calls`,
  }),
  'messages.settingsChanged': define({
    area: 'Settings',
    label: 'Message settings changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed ${list(changed)} of ${target}`,
  }),

  'optOut.lifted': define({
    area: 'Compliance',
    label: 'Opt-out lifted',
    details: z.object({ source: text }),
    sentence: ({ source }, target) => `Lifted the opt-out of ${target}: ${source}`,
  }),

  'platform.bootstrapped': plain(
    'Platform operator',
    'First admin made',
    (target) => `Made the first admin ${target} by the deployment's one-time link`,
  ),
  'operator.entered': plain(
    'Platform operator',
    'Operator looked into the workspace',
    (target) => `Looked at the settings of ${target}`,
  ),
  'operator.tenantCreated': define({
    area: 'Platform operator',
    label: 'Workspace made',
    details: z.object({ plan: z.string().max(40) }),
    sentence: ({ plan }, target) => `Made the workspace ${target} with the plan ${plan}`,
  }),
  'operator.planChanged': define({
    area: 'Platform operator',
    label: 'Plan changed',
    details: z.object({ from: z.string().max(40), to: z.string().max(40) }),
    sentence: ({ from, to }, target) => `Changed the plan of ${target} from ${from} to ${to}`,
  }),
  'operator.trialExtended': define({
    area: 'Platform operator',
    label: 'Trial extended',
    details: z.object({ days: count, until: z.string().max(40) }),
    sentence: ({ days, until }, target) =>
      `Extended the trial of ${target} by ${plural(days, 'day')}, until ${until.slice(0, 10)}`,
  }),
  'operator.suspended': define({
    area: 'Platform operator',
    label: 'Workspace suspended',
    details: z.object({ reason: text }),
    sentence: ({ reason }, target) => `Suspended ${target}: ${reason}`,
  }),
  'operator.resumed': plain(
    'Platform operator',
    'Suspension ended',
    (target) => `Ended the suspension of ${target}`,
  ),
  'operator.limitChanged': define({
    area: 'Platform operator',
    label: 'Limits changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed the limits of ${target}: ${list(changed)}`,
  }),
  'operator.market': define({
    area: 'Platform operator',
    label: 'Lead market',
    details: z.object({ what: z.string().max(700) }),
    sentence: ({ what }, target) => `On the lead market, for ${target}: ${what}`,
  }),
  'operator.emergenciesDeclared': define({
    area: 'Platform operator',
    label: 'States of emergency declared by the platform',
    details: z.object({ states: names }),
    sentence: ({ states }) =>
      states.length > 0
        ? `Declared states of emergency: ${list(states)}`
        : 'Ended all declared states of emergency',
  }),
  'operator.adminLinkMade': plain(
    'Platform operator',
    'First admin invited',
    (target) => `Made a link by which ${target} gets its first admin`,
  ),
} as const;

export type AuditAction = keyof typeof auditActions;
export type AuditDetails<A extends AuditAction> = z.input<(typeof auditActions)[A]['details']>;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** The sentence of an entry. One whose details an older version wrote otherwise has the action's label. */
export function auditSentence(action: string, details: unknown, target: string): string {
  const known = Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : undefined;
  if (!known) return action;
  const parsed = known.details.safeParse(details);
  if (!parsed.success) return known.label;
  return (known.sentence as (details: unknown, target: string) => string)(parsed.data, target);
}

/** Who did it. `key` is a program with an API key, `visitor` somebody who had not signed in. */
const auditActor = z.object({
  kind: z.enum(['user', 'key', 'operator', 'system', 'visitor']),
  id: z.string(),
  name: z.string(),
});
export type AuditActor = z.infer<typeof auditActor>;

const auditTarget = z.object({ kind: z.string(), id: z.string(), name: z.string() });
/** What it was done to; its name as it was then. */
export type AuditTarget = z.infer<typeof auditTarget>;

export const auditRecord = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  summary: z.string().describe('what happened, in words'),
  actor: auditActor,
  address: z.string().nullable().describe('where the request came from'),
  target: auditTarget.nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditRecord = z.infer<typeof auditRecord>;

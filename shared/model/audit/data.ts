import * as z from 'zod';
import { scheduleLimits } from '../report-schedule.ts';
import { count, define, list, none, plain, plural, text } from './definition.ts';

/** What is told of data that was taken out, heard, deleted or erased. */
export const dataActions = {
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
  'report.scheduled': define({
    area: 'Exports',
    label: 'Report scheduled',
    details: z.object({
      /** Empty where the mails were stopped. */
      when: z.string().max(120),
      recipients: count,
      outside: z.array(z.string().max(254)).max(scheduleLimits.recipients),
    }),
    sentence: ({ when, recipients, outside }, target) =>
      when === ''
        ? `Stopped the mails of the report “${target}”`
        : `Had the report “${target}” mailed to ${plural(recipients, 'address', 'addresses')}${
            outside.length > 0 ? ` (outside the workspace: ${list(outside)})` : ''
          }: ${when}`,
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
} as const;

import { z } from 'zod';
import {
  callDirections,
  callLimits,
  callSources,
  callStatus,
  endStatuses,
  call as record,
} from '../model/call.ts';
import { mostPassedOver, passedOver } from '../model/did-pool.ts';
import { phoneInput } from '../model/lead.ts';
import {
  heardRecording,
  recordingComment,
  recordingCommentFields,
  recordingSettings,
} from '../model/recording.ts';
import { transcript } from '../model/transcript.ts';
import { id, message, route, timestamp } from './contract.ts';
import { figures } from './dashboard.ts';

const callId = id('cal');
const agentId = id('usr');
const cursor = z.string().max(200).optional();
const limit = z.coerce.number().int().min(1).max(200).default(50);

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);
const disposition = text(callLimits.disposition);
const notes = text(callLimits.notes);
const recordingUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .nullable();
const cost = z.number().min(0).max(10_000).nullable();

/** Which calls are meant; all without. */
const filter = {
  agentId: agentId.optional(),
  leadId: id('led').optional(),
  status: callStatus.optional(),
  direction: z.enum(callDirections).optional(),
  from: timestamp.optional().describe('begun at this instant or later'),
  to: timestamp.optional().describe('begun before this instant'),
};

const page = z.object({ calls: z.array(record), nextCursor: z.string().nullable() });

/** Days of one look at the figures. */
export const statisticsDays = 92;
const period = {
  from: z.iso.date().optional().describe("first day, by the tenant's calendar; today when left out"),
  to: z.iso.date().optional().describe('last day; the first one when left out'),
};

const logged = {
  disposition: disposition.default(''),
  notes: notes.default(''),
  recordingUrl: recordingUrl.default(null),
  cost: cost.default(null),
};
const leg = z.strictObject({
  agentId,
  startedAt: timestamp,
  answeredAt: timestamp.nullable().default(null),
  endedAt: timestamp,
});

/** `start` makes a call that begins now; without it a call that has been is put in the log. */
const newCall = z.strictObject({
  direction: z.enum(callDirections).default('outbound'),
  phone: phoneInput.optional().describe("the other party's number; the lead's first when left out"),
  ownNumber: phoneInput.optional().describe('the number of yours that was used'),
  leadId: id('led').optional().describe('else the only lead that has the number'),
  start: z.boolean().default(false),
  source: z.enum(callSources).optional(),
  status: z.enum(endStatuses).default('completed').describe('of a call that has been'),
  startedAt: timestamp.optional().describe('of a call that has been; when left out it ends now'),
  talkSeconds: z.number().int().min(0).max(callLimits.seconds).default(0),
  legs: z.array(leg).min(1).max(callLimits.legs).optional().describe('the parts of its agents, in order'),
  ...logged,
});

const byAgent = z.object({
  agentId: z.string(),
  name: z.string(),
  calls: z.number().int(),
  answered: z.number().int(),
  talkSeconds: z.number().int(),
});

const counts = z.record(z.string(), z.number().int());

export const calls = {
  list: route('GET', '/calls', 'calls.view', 'The call log, newest first; agents see their own')
    .input(z.strictObject({ ...filter, limit, cursor }))
    .output(page),
  create: route(
    'POST',
    '/calls',
    'calls.create',
    'Log a call, or start one; an outbound call that starts now passes the compliance check',
    { status: 201 },
  )
    .input(newCall)
    .output(record),
  stats: route('GET', '/calls/stats', 'calls.view', 'How many calls, answered and talked how long, by agent')
    .input(z.strictObject(period))
    .output(
      z.object({
        from: z.string(),
        to: z.string(),
        total: z.number().int(),
        answered: z.number().int(),
        missed: z.number().int(),
        inbound: z.number().int(),
        outbound: z.number().int(),
        talkSeconds: z.number().int(),
        averageTalkSeconds: z.number().int(),
        active: z.number().int().describe('going on now'),
        agents: z.array(byAgent).describe("each agent's own parts: a transferred call counts once for each"),
      }),
    ),
  statistics: route(
    'GET',
    '/calls/statistics',
    'calls.view',
    'Calls by status, direction, disposition and day',
  )
    .input(z.strictObject(period))
    .output(
      z.object({
        from: z.string(),
        to: z.string(),
        byStatus: counts,
        byDirection: counts,
        byDisposition: counts,
        days: z.array(figures.extend({ date: z.string() })),
      }),
    ),
  active: route('GET', '/calls/active', 'calls.view', 'Calls that go on now')
    .input(z.strictObject({}))
    .output(z.object({ calls: z.array(record) })),
  search: route('GET', '/calls/search/{phone}', 'calls.view', 'Calls with a number, newest first')
    .input(z.strictObject({ phone: phoneInput, limit, cursor }))
    .output(page),
  export: route('GET', '/calls/export', 'calls.export', 'The call log as a CSV file, with the same filters')
    .input(z.strictObject(filter))
    .output(
      z.object({
        downloadUrl: z.string(),
        filename: z.string(),
        expiresIn: z.number().int(),
        calls: z.number().int(),
        truncated: z.boolean().describe(`more than ${callLimits.exported}: narrow the dates`),
      }),
    ),
  recordingSettings: route(
    'GET',
    '/calls/recording-settings',
    'recordings.manage',
    'How long recordings of calls are kept, and when it is said that a call is recorded',
  )
    .input(z.strictObject({}))
    .output(recordingSettings),
  updateRecordingSettings: route(
    'PUT',
    '/calls/recording-settings',
    'recordings.manage',
    'Change how recordings of calls are announced and how long they are kept; a shorter term takes effect within a week',
  )
    .input(
      z.strictObject({
        retentionDays: recordingSettings.shape.retentionDays.optional(),
        announcing: recordingSettings.shape.announcing.optional(),
        transcriber: recordingSettings.shape.transcriber.optional(),
        version: z.number().int().optional().describe('refused when the settings have changed since'),
      }),
    )
    .output(recordingSettings),
  hearRecording: route(
    'POST',
    '/calls/{id}/recording',
    'recordings.listen',
    'The addresses by which the recordings of a call are heard, oldest first; the audit log keeps who asked',
  )
    .input(z.strictObject({ id: callId }))
    .output(
      z.object({
        recordings: z.array(heardRecording),
        expiresIn: z.number().int().describe('seconds'),
      }),
    ),
  readTranscripts: route(
    'POST',
    '/calls/{id}/recording/transcripts',
    'recordings.listen',
    'What was said in the recordings of a call, oldest first; the audit log keeps who asked',
  )
    .input(z.strictObject({ id: callId }))
    .output(z.object({ transcripts: z.array(transcript) })),
  makeTranscript: route(
    'PUT',
    '/calls/{id}/recording/transcripts/{recordingId}',
    'recordings.manage',
    'Have a transcript made of a recording that has none, or of which it failed',
  )
    .input(z.strictObject({ id: callId, recordingId: id('rec') }))
    .output(message),
  comments: route(
    'GET',
    '/calls/{id}/recording/comments',
    'recordings.listen',
    'What was noted at times of a recording',
  )
    .input(z.strictObject({ id: callId }))
    .output(z.object({ comments: z.array(recordingComment) })),
  addComment: route(
    'POST',
    '/calls/{id}/recording/comments',
    'recordings.listen',
    'Note something at a time of a recording',
    { status: 201 },
  )
    .input(
      z.strictObject({
        id: callId,
        recordingId: id('rec').optional().describe('the first of the call when left out'),
        ...recordingCommentFields,
      }),
    )
    .output(recordingComment),
  removeComment: route(
    'DELETE',
    '/calls/{id}/recording/comments/{commentId}',
    'recordings.listen',
    'Remove a comment; agents their own',
  )
    .input(z.strictObject({ id: callId, commentId: id('rcm') }))
    .output(message),
  get: route('GET', '/calls/{id}', 'calls.view', 'One call')
    .input(z.strictObject({ id: callId }))
    .output(
      record.extend({
        numberPassedOver: z
          .array(passedOver)
          .max(mostPassedOver)
          .describe('numbers that could not be shown when that of the call was drawn from a pool'),
      }),
    ),
  update: route('PATCH', '/calls/{id}', 'calls.edit', "Change a call's disposition, notes, recording or cost")
    .input(
      z.strictObject({
        id: callId,
        version: z.number().int().optional(),
        disposition: disposition.optional(),
        notes: notes.optional(),
        recordingUrl: recordingUrl.optional(),
        cost: cost.optional(),
      }),
    )
    .output(record),
  transfer: route(
    'POST',
    '/calls/{id}/transfer',
    'calls.transfer',
    'Hand a call that goes on to another agent',
  )
    .input(z.strictObject({ id: callId, agentId }))
    .output(record),
  setStatus: route(
    'PUT',
    '/calls/{id}/status',
    'calls.edit',
    'Move a call on; 409 where the status cannot become that',
  )
    .input(z.strictObject({ id: callId, status: callStatus, disposition: disposition.optional() }))
    .output(record),
};

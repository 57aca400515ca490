import * as z from 'zod';
import { callOrigin } from './exchange.ts';
import { callScript } from './script.ts';

/** Bounds of a call's record. */
export const callLimits = {
  notes: 4_000,
  disposition: 60,
  /** Agents that one call may pass through. */
  legs: 20,
  /** Longest call that can be logged, in seconds: a day. */
  seconds: 86_400,
  /** Rows of one export. */
  exported: 20_000,
} as const;

export const callDirections = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof callDirections)[number];

export const callStatuses = [
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'voicemail',
  'cancelled',
] as const;
export const callStatus = z.enum(callStatuses);
export type CallStatus = z.output<typeof callStatus>;

/** What a status may become. A call that has ended stays as it ended. */
export const callTransitions: Readonly<Record<CallStatus, readonly CallStatus[]>> = {
  queued: ['ringing', 'failed', 'cancelled'],
  ringing: ['in-progress', 'busy', 'no-answer', 'voicemail', 'failed', 'cancelled'],
  // A machine may answer first and be known as one later.
  'in-progress': ['completed', 'voicemail', 'failed'],
  completed: [],
  busy: [],
  'no-answer': [],
  failed: [],
  voicemail: [],
  cancelled: [],
};

export const isActiveCall = (status: CallStatus): boolean => callTransitions[status].length > 0;
export const endStatuses = callStatuses.filter((status) => !isActiveCall(status));

/** How a status reads within a sentence and on a badge. */
export const callStatusLabels: Readonly<Record<CallStatus, string>> = {
  queued: 'Queued',
  ringing: 'Ringing',
  'in-progress': 'In progress',
  completed: 'Completed',
  busy: 'Busy',
  'no-answer': 'No answer',
  failed: 'Failed',
  voicemail: 'Voicemail',
  cancelled: 'Cancelled',
};

export const callSources = ['manual', 'journey', 'webhook', 'list', 'inbound'] as const;

/** One agent's own part of a call; a transferred call has one for each agent. Times are ISO 8601 in UTC. */
const callLeg = z.object({
  agentId: z.string(),
  startedAt: z.string(),
  answeredAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  talkSeconds: z.number().int().describe('0 while the part goes on'),
});
export type CallLeg = z.output<typeof callLeg>;

/** What an exchange says of a call that goes on. */
const callLive = z.object({
  held: z.boolean().describe('the other party hears music'),
  recording: z.enum(['off', 'on', 'paused']),
  recordingRefused: z
    .string()
    .nullable()
    .default(null)
    .describe('why it is not recorded although it should be; null while nothing is wrong'),
  agentState: z.enum(['none', 'ringing', 'talking']).describe("of the agents' phones together"),
  phones: z.array(
    z.object({
      phone: z.string().describe('t<tenant>-<extension>'),
      agentId: z.string().nullable(),
      state: z.enum(['ringing', 'talking']),
    }),
  ),
  transfer: z
    .object({
      target: z.string().describe('an extension, a queue’s id or a number'),
      state: z.enum(['ringing', 'talking', 'joined']),
    })
    .nullable()
    .describe('one that an agent attends to'),
  queueId: z.string().nullable(),
  position: z.number().int().nullable().describe('in the queue, when the caller came'),
  supervisors: z.array(z.object({ phone: z.string(), mode: z.enum(['listen', 'whisper', 'barge']) })),
  seq: z.number().int().describe('of the last event that was heard of it'),
});
export type CallLive = z.output<typeof callLive>;

export const call = z.object({
  id: z.string(),
  version: z.number().int(),
  direction: z.enum(callDirections),
  from: z.string().describe('E.164, or empty where it is not known'),
  to: z.string().describe('E.164, or empty where it is not known'),
  numberReason: z
    .string()
    .default('')
    .describe('why the lead saw this number, of one that was drawn from a pool'),
  /** The other party's number: `to` of an outbound call, `from` of an inbound one. */
  phone: z.string(),
  leadId: z.string().nullable(),
  leadName: z.string().describe('as it was when the call was made'),
  status: callStatus,
  legs: z.array(callLeg),
  disposition: z.string(),
  notes: z.string(),
  recordingUrl: z.string().nullable().describe('where it is elsewhere; who may listen sees it'),
  recorded: z.boolean().default(false).describe('POST /calls/{id}/recording answers how it is heard'),
  recordingAnnouncedAt: z
    .string()
    .nullable()
    .default(null)
    .describe('when everybody heard last that the call is recorded'),
  script: callScript.nullable().default(null).describe('what the other party answered to a script'),
  callbackAt: z.string().nullable().default(null).describe('when to call again'),
  cost: z.number().nullable().describe('US dollars'),
  source: z.enum(callSources),
  origin: callOrigin.nullable().default(null).describe('what had the exchange make it'),
  live: callLive.nullable().default(null).describe('while the exchange has it'),
  startedAt: z.string(),
  answeredAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  talkSeconds: z.number().int().describe('of all parts together'),
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
});
export type Call = z.output<typeof call>;

/** What whoever a call is handed to is told of it: who hands it over, the caller, and what was noted. */
export const handover = z.object({
  from: z
    .object({ agentId: z.string(), name: z.string() })
    .nullable()
    .describe('null where nobody had it before'),
  callNotes: z.string(),
  lead: z
    .object({
      name: z.string(),
      company: z.string(),
      place: z.string().describe('city and state'),
      source: z.string(),
      notes: z.array(z.object({ at: z.string(), by: z.string(), text: z.string() })).describe('newest first'),
    })
    .nullable(),
});
export type Handover = z.output<typeof handover>;

type OnPhones = Pick<Call, 'live' | 'status'>;

/** Whose phones a call that goes on rings, or who talks at one; those who only hear it are not among them. */
export const agentsOnPhones = ({ live, status }: OnPhones): string[] =>
  isActiveCall(status) ? (live?.phones ?? []).flatMap(({ agentId }) => agentId ?? []) : [];

/** Whole seconds between two instants, never below 0. */
export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

/** Why a status cannot become another one, or undefined when it can. */
export function refusalOfStatus(from: CallStatus, to: CallStatus): string | undefined {
  if (callTransitions[from].includes(to)) return undefined;
  const name = (status: CallStatus) => callStatusLabels[status].toLowerCase();
  const next = callTransitions[from].map(name);
  if (next.length === 0) return `This call has ended as ${name(from)}; it cannot become ${name(to)}.`;
  return `A call that is ${name(from)} cannot become ${name(to)}; it can become ${next.join(', ')}.`;
}

/** Whose a call is now: of those who have a part in it the last. */
export const agentOfCall = ({ legs }: Pick<Call, 'legs'>): string | undefined =>
  legs.findLast(({ endedAt }) => !endedAt)?.agentId;

type Running = Pick<Call, 'legs' | 'answeredAt' | 'endedAt' | 'talkSeconds' | 'status'>;

export const endedLeg = (leg: CallLeg, at: string): CallLeg =>
  leg.endedAt
    ? leg
    : { ...leg, endedAt: at, talkSeconds: leg.answeredAt ? secondsBetween(leg.answeredAt, at) : 0 };

const talked = (legs: readonly CallLeg[]) => legs.reduce((sum, { talkSeconds }) => sum + talkSeconds, 0);

/** A call in a new status: who answers, answers the last part; an end ends every part that still goes on. */
export function withStatus<C extends Running>(before: C, status: CallStatus, at: string): C {
  if (status === 'in-progress') {
    const legs = before.legs.map((leg, n) =>
      n === before.legs.length - 1 && !leg.answeredAt ? { ...leg, answeredAt: at } : leg,
    );
    return { ...before, status, legs, answeredAt: before.answeredAt ?? at };
  }
  if (isActiveCall(status)) return { ...before, status };
  const legs = before.legs.map((leg) => endedLeg(leg, at));
  return { ...before, status, legs, endedAt: at, talkSeconds: talked(legs) };
}

/** A call that goes on with another agent: the part before ends, the next one is answered at once. */
export function handedOver<C extends Running>(before: C, agentId: string, at: string): C {
  const legs = [
    ...before.legs.map((leg) => endedLeg(leg, at)),
    {
      agentId,
      startedAt: at,
      answeredAt: before.status === 'in-progress' ? at : null,
      endedAt: null,
      talkSeconds: 0,
    },
  ];
  return { ...before, legs, talkSeconds: talked(legs) };
}

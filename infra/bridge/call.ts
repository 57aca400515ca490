import type { MessageBox, Target } from '#shared/exchange/commands.ts';
import { type CallLanguage, callLanguages, defaultLanguage } from '#shared/model/dialplan/languages.ts';
import type { StepTarget } from '#shared/model/dialplan/steps.ts';
import type { CallResult } from '#shared/model/exchange.ts';

/** What a channel is in a call. A supervisor's phone has a `snoop` channel beside it that hears, or whispers. */
export type Role =
  | 'party'
  | 'agent'
  | 'target'
  | `offer:${string}`
  | `supervisor:${string}`
  | `snoop:${string}`;

/** Where a channel's sound goes; see place.ts. */
export type Place =
  | 'talk'
  | 'music'
  | 'ringing'
  | 'plan'
  | 'message'
  | 'nothing'
  | `queue:${string}`
  | `ear:${string}`;

export interface Leg {
  role: Role;
  /** Asterisk's id of the channel. */
  channel: string;
  phone?: string;
  number?: string;
  /** Of a telephone outside the exchange, until whoever takes it up has pressed 1: since when they are asked to. */
  toAccept?: { askedAt: number | null };
  state: 'dialling' | 'ringing' | 'up';
  since: number;
  /** Where it was put last. */
  place?: Place;
}

export interface Recording {
  id: string;
  /** Asterisk's name of the file. */
  name: string;
  /** `wanted` until there is a conversation to record. */
  state: 'wanted' | 'announcing' | 'on' | 'paused' | 'finished';
  /** The path of the sound that everybody hears first. */
  announce?: string | undefined;
  startedAt?: number;
}

/** The caller leaves a message; of what they said there is a file of this name. */
export interface Message {
  box: MessageBox;
  recordingId: string;
  name: string;
  state: 'greeting' | 'recording' | 'over';
  /** Whether there was more than a hang-up; once it is over. */
  isLeft: boolean;
  startedAt: number | null;
}

/** How a caller stands in a dial plan. */
export interface PlanWalk {
  planId: string;
  /** In how many plans it was before this one. */
  jumps?: number;
  /** The node that they are in, since `enteredAt`; ms since 1970. */
  node: string | null;
  enteredAt: number;
  /** The recording that is heard there. */
  recordingId?: string | undefined;
  /** What Asterisk ran last for them. */
  extension: string;
  application: string;
  /** The way that the bridge has them go on by. */
  way: string | null;
  /** What the bridge does for the node. */
  doing:
    | null
    | {
        type: 'queue';
        maxWaitTime: number;
        musicOnHold: 'default' | 'none' | 'custom';
        announcePosition: boolean;
      }
    | {
        type: 'dial';
        /** Who is still to be rung. */
        left: StepTarget[];
        timeout: number;
        callerId: string | null;
        reasons: CallResult[];
      }
    | { type: 'ask'; until: number }
    | { type: 'record'; recordingId: string; name: string; startedAt: number }
    | { type: 'talk' };
}

/** A call as the journal keeps it. */
export interface Call {
  /** `t<tenant>-<callId>`: its name in Asterisk, which no other tenant can name. */
  id: string;
  tenant: number;
  callId: string;
  direction: 'outbound' | 'inbound';
  to: string;
  callerId: string | null;
  maxRingSeconds: number;
  amd: boolean;
  context: string | null;
  transferNumber: string | null;
  recordCall: boolean;
  /** Whoever answers waits for an agent until `until`, and hears `sound` then; null of calls that are not so. */
  connect: { withinMs: number; sound: string; until: number | null; isOver: boolean } | null;
  callbackUrl: string;
  secret: string;
  state: 'queued' | 'ringing' | 'answered' | 'ended';
  by: 'human' | 'machine' | null;
  result: CallResult | null;
  /** ms since 1970, as all times here. */
  stateAt: number;
  answeredAt: number | null;
  endedAt: number | null;
  talkSeconds: number;
  /** The number of the last event. */
  seq: number;
  legs: Partial<Record<Role, Leg>>;
  /** How many channels it has had: no channel's id is used twice. */
  channels: number;
  held: boolean;
  /** The party has left the conversation for a message after the machine's tone. */
  droppingVoicemail: boolean;
  recording: Recording | null;
  recordings: number;
  /** `back`: the phone of whoever transferred it, which rings again where the target does not take it up. */
  transfer: { mode: 'blind' | 'attended'; to: Target; joined: boolean; back?: string } | null;
  /** It rings the agent who transferred it: nobody else took it up. */
  isComingBack?: boolean;
  supervision: Record<string, 'listen' | 'whisper' | 'barge'>;
  queue: {
    queueId: string;
    joinedAt: number;
    announcedAt: number;
    music: string;
    /** When they heard last that they may be called back; not at all yet. */
    offeredAt?: number;
  } | null;
  /** They keep their place in a queue, and hear that they will be called back. */
  isThanked?: true;
  /** Under which names plans have asked its caller for digits. */
  askedFor?: string[];
  /** The queue that its agent took it from. */
  fromQueue: string | null;
  /** Of an inbound call whose number rings a phone: where the caller may leave a message. */
  box?: MessageBox | undefined;
  message?: Message;
  /** The boxes of what plans have recorded of its caller, by the recordings' ids; null of one that was too short. */
  recordedIn?: Record<string, string | null>;
  /** What a plan had it speak. */
  language?: CallLanguage;
  /** Its way through a dial plan; null of a call that is in none. Calls of earlier versions do not have it. */
  walk?: PlanWalk | null;
}

export const isLive = (call: Call): boolean => call.state !== 'ended';

export const legsOf = (call: Call): Leg[] => Object.values(call.legs).filter((leg) => leg !== undefined);

/** Whether whoever has answered waits for an agent. */
export const waitsForAgent = ({ connect, state, legs }: Call): boolean =>
  Boolean(connect && !connect.isOver) && state === 'answered' && legs.agent?.state !== 'up';

/** The folder of Asterisk's own sounds in the language that a call speaks. */
export const soundsOf = ({ language = defaultLanguage }: Call): string => callLanguages[language].sounds;

export const bridgeOf = (call: Call): string => `${call.id}.talk`;

export const newCall = (
  values: Pick<Call, 'tenant' | 'callId' | 'direction' | 'to' | 'callbackUrl' | 'secret'> & Partial<Call>,
): Call => ({
  id: `t${values.tenant}-${values.callId}`,
  callerId: null,
  maxRingSeconds: 30,
  amd: false,
  context: null,
  transferNumber: null,
  recordCall: false,
  connect: null,
  state: 'queued',
  by: null,
  result: null,
  stateAt: Date.now(),
  answeredAt: null,
  endedAt: null,
  talkSeconds: 0,
  seq: 0,
  legs: {},
  channels: 0,
  held: false,
  droppingVoicemail: false,
  recording: null,
  recordings: 0,
  transfer: null,
  supervision: {},
  queue: null,
  fromQueue: null,
  walk: null,
  ...values,
});

/** Releases of ISDN (Q.850) by which Asterisk says why a channel is gone. */
const causes = { busy: 17, noResponse: 18, noAnswer: 19, rejected: 21, normal: 16 };

/** What a call came to whose party was never reached. */
export function resultOfCause(cause: number | undefined, rang: boolean): CallResult {
  if (cause === causes.busy || cause === causes.rejected) return 'busy';
  if (cause === causes.noAnswer || cause === causes.noResponse) return 'no-answer';
  return rang ? 'no-answer' : 'failed';
}

/** Who is in a call that is no agent: their number. */
export const otherParty = (call: Call): string | null =>
  call.direction === 'inbound' ? call.callerId : call.to;

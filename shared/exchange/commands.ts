import * as z from 'zod';
import { planAbilityNames } from '../model/dialplan/abilities.ts';
import { emergencyLimits } from '../model/emergency-calls.ts';
import { callResult, exchangeLimits } from '../model/exchange.ts';
import { dialPlanId } from './plans.ts';

/*
 * What the product asks of a telephone exchange, version 1 of `/exchange/v1`, over HTTP with a bearer token that names
 * the tenant's account there. The sandbox's exchange and the bridge beside an Asterisk both speak it.
 *
 *   POST   /calls                       make a call (`placing`); the same callId again is the same call
 *   GET    /calls, /calls/{callId}      `{calls}` that go on; how far one is (`callState`), 404 when never here
 *   POST   /calls/{callId}/commands     act on a call (`command`); the same key again changes nothing
 *   PUT    /phones/{phone}              an agent's phone may register (`phone`, answers `phoneAccess`); again: its
 *                                       password is changed
 *   DELETE /phones/{phone}              it may not any more; calls that go on with it go on
 *   GET    /phones                      `{phones}`: which are registered (`phoneState`)
 *   PUT    /queues/{queueId}, DELETE    callers wait in it and are shared out among its members (`queue`)
 *   GET    /queues/{queueId}            who waits in it (`queueState`)
 *   PUT    /numbers/{number}, DELETE    what a number of the tenant's rings (`numberRoute`)
 *   GET    /numbers/{number}           whether another account has it (`numberState`)
 *   PUT    /plans/{planId}, DELETE      a dial plan that numbers may ring (`planPlacing`): what served before goes on serving
 *                                       until this one does, and where it cannot
 *   GET    /plans/{planId}              which text of it serves (`planState`), 404 where none does
 *   PUT    /sounds/{recordingId}, DELETE a recording that callers hear (`sound`, answers `soundState`); again: it is fetched
 *                                       anew and takes the place of the one before
 *   PUT    /account                     where events go that belong to no call of ours yet (`account`)
 *   GET    /health                      what it is, and what it can do (`health`)
 *
 * Everything is the account's own: another tenant's names answer 404. Refusals are `{error, code}`: 400
 * `invalid_input`, 404 `not_found`, 409 `wrong_state`, 501 `not_supported` for what `health.capabilities` lacks.
 */

export const e164Number = z.string().regex(/^\+[1-9]\d{7,14}$/, 'a number in E.164');
export const callId = z.string().regex(/^cal_[\w-]{8,60}$/, 'the id of a call');

/** `t<tenant>-<extension>`: the name of an agent's phone, and of its SIP endpoint. */
export const phoneName = z.string().regex(/^t\d{1,10}-\d{2,8}$/, 'the name of a phone, as t1-101');

/** The box of messages of an extension or a queue, by its id. */
export const boxId = z.string().regex(/^(ext|que)_[\w-]{1,60}$/, 'the id of an extension or a queue');

const queueId = z.string().regex(/^que_[\w-]{1,60}$/, 'the id of a queue');

/** Whom a call is put through to. */
export const target = z.union([
  z.strictObject({ phone: phoneName }),
  z.strictObject({ queueId }),
  z.strictObject({ number: e164Number, callerId: e164Number.nullable().default(null) }),
]);
export type Target = z.output<typeof target>;

/** Where events of something go, and the secret that signs them. */
const callback = { callbackUrl: z.url({ protocol: /^https?$/ }), secret: z.string().min(16) };

/** An audio file that the exchange fetches and plays; WAV, 8 kHz, mono, 16 bit. */
const audioUrl = z.url({ protocol: /^https?$/ });

/** What everybody in the conversation hears before a recording begins; while it cannot be played nothing is recorded. */
export const announcement = z.strictObject({ audioUrl, seconds: z.number().min(0).max(60) });
export type Announcement = z.output<typeof announcement>;

/** Where somebody who calls and is not answered may leave a message. */
export const messageBox = z.strictObject({
  boxId,
  /** What callers hear before the tone; null: the exchange's own words. */
  greeting: announcement.nullable().default(null),
  maxSeconds: z.number().int().min(10).max(exchangeLimits.message.most),
});
export type MessageBox = z.output<typeof messageBox>;

/**
 * A call without an agent, whose answer is to be put through to one by `connect`: where none talks `withinMs` after the
 * greeting, what `audioUrl` has is played and the call ended. A machine is hung up on.
 */
const connecting = z.strictObject({ withinMs: z.number().int().min(500).max(10_000), audioUrl });
export type Connecting = z.output<typeof connecting>;

/** A call that is to be made. With `agent`, their phone rings first, and `to` once they have answered. */
export const placing = z.object({
  callId: z.string().min(1).max(64),
  to: e164Number,
  callerId: z.string().nullable().default(null),
  /** Seconds, for each of the two phones. */
  maxRingSeconds: z.number().min(1).max(300),
  /** Whether the exchange listens for an answering machine. */
  amd: z.boolean().default(false),
  /** The part of the dial plan that takes the answered call; without an agent. */
  context: z.string().nullable().default(null),
  /** Where an answered call is put through to; without an agent. */
  transferNumber: z.string().nullable().default(null),
  recordCall: z.boolean().default(false),
  /** Instead of recordCall: recorded once this was heard. An exchange that does not know it yet records nothing. */
  announceRecording: announcement.nullable().default(null),
  agent: z.strictObject({ phone: phoneName }).nullable().default(null),
  connect: connecting.nullable().default(null),
  ...callback,
});
export type Placing = z.output<typeof placing>;

/** How far a call is; `at` is when it came to that. */
export const callState = z.object({
  callId: z.string(),
  state: z.enum(['queued', 'ringing', 'answered', 'ended']),
  result: callResult.nullable(),
  talkSeconds: z.number().int(),
  at: z.string(),
});
export type CallState = z.output<typeof callState>;

/** What can be done with a call that goes on. */
export const command = z.discriminatedUnion('type', [
  /** An inbound call that rings a phone is taken up there. */
  z.strictObject({ type: z.literal('answer'), phone: phoneName }),
  /** Of a call that was placed with `connect`: an agent's phone rings for whoever has answered. */
  z.strictObject({ type: z.literal('connect'), phone: phoneName }),
  z.strictObject({ type: z.literal('hangup') }),
  /** The other party hears music. */
  z.strictObject({ type: z.literal('hold'), hold: z.boolean() }),
  /** Blind: the call is gone at once. Attended: the agent speaks with the target first, the other party is on hold. */
  z.strictObject({ type: z.literal('transfer'), mode: z.enum(['blind', 'attended']), to: target }),
  /** Of an attended transfer: the agent leaves the two others; or the target leaves; or all three talk. */
  z.strictObject({ type: z.literal('completeTransfer') }),
  z.strictObject({ type: z.literal('cancelTransfer') }),
  z.strictObject({ type: z.literal('joinTransfer') }),
  z.strictObject({
    type: z.literal('record'),
    action: z.enum(['start', 'pause', 'resume', 'stop']),
    /** Of a start. */
    announce: announcement.optional(),
  }),
  /** A third phone rings: it hears both; or is heard by the agent alone; or by both. */
  z.strictObject({
    type: z.literal('supervise'),
    mode: z.enum(['listen', 'whisper', 'barge']),
    phone: phoneName,
  }),
  z.strictObject({ type: z.literal('endSupervision'), phone: phoneName }),
  z.strictObject({
    type: z.literal('digits'),
    digits: z.string().regex(/^[0-9*#A-D]{1,32}$/, 'keys of a phone'),
  }),
  z.strictObject({ type: z.literal('play'), audioUrl }),
  /** Plays to an answering machine after its tone, without the agent, and hangs up. */
  z.strictObject({ type: z.literal('dropVoicemail'), audioUrl }),
  z.strictObject({ type: z.literal('joinQueue'), queueId }),
  z.strictObject({ type: z.literal('leaveQueue') }),
]);
export type Command = z.output<typeof command>;
export type CommandType = Command['type'];
export const commandTypes = command.options.map(({ shape }) => shape.type.value);

/** A command with the key that makes it idempotent. */
export const keyedCommand = z.strictObject({ key: z.string().min(1).max(120), command });

/**
 * How an agent's phone is reached: a browser by WebRTC, a desk phone by SIP, or any telephone outside by its number, which
 * takes a call once its 1 was pressed: a mailbox that answers presses nothing.
 */
export const phoneKind = z.enum(['browser', 'desk', 'outside']);

/** An agent's phone. `expiresAt`: ISO 8601; a softphone's password lives as long as its session. */
export const phone = z.strictObject({
  /** A browser where it is absent, as for bridges of before. */
  kind: phoneKind.optional(),
  /** E.164: of a telephone outside. */
  outsideNumber: z.e164().optional(),
  name: z.string().max(80),
  password: z.string().min(16).max(128),
  callerId: z.string().nullable().default(null),
  /** Where it stands, as its emergency calls say: street, floor, room. Absent where that is not known. */
  location: z.string().max(emergencyLimits.location).optional(),
  expiresAt: z.iso.datetime().nullable().default(null),
});
export type Phone = z.output<typeof phone>;

/** How a registered phone reaches the exchange: SIP, a browser's over a secure websocket, or the sandbox's own page. */
export const phoneAccess = z.object({
  driver: z.enum(['sip', 'sandbox']),
  /** wss://…, or in the local cloud ws://…; of the sandbox, where its phone listens. */
  url: z.string(),
  /** sip:t1-101@exchange; null in the sandbox. */
  sipUri: z.string().nullable(),
  iceServers: z.array(
    z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() }),
  ),
});
export type PhoneAccess = z.output<typeof phoneAccess>;

export const phoneState = z.object({ phone: phoneName, registered: z.boolean(), since: z.string() });
export type PhoneState = z.output<typeof phoneState>;

/** Strategies by Asterisk's names (app_queue). */
export const queueStrategies = [
  'ringall',
  'leastrecent',
  'fewestcalls',
  'random',
  'rrmemory',
  'rrordered',
  'linear',
  'wrandom',
] as const;

/** The key that keeps a caller's place in line when they hang up. */
export const callbackKey = '1';

/** Whoever has waited `afterSeconds` hears `offer`, and by `callbackKey` keeps their place and hears `thanks`. */
const callbackOffer = z.strictObject({
  afterSeconds: z.number().int().min(0).max(3600),
  offer: announcement,
  thanks: announcement,
});

/** Somebody who has hung up and waits in line all the same, since `since`. */
const heldPlace = z.strictObject({ placeId: z.string().regex(/^cbk_[\w-]{1,60}$/), since: z.iso.datetime() });
export type HeldPlace = z.output<typeof heldPlace>;

/** Held places of a queue that an exchange is told of; later ones wait until there is room. */
export const mostHeldPlaces = 200;

export const queue = z.strictObject({
  number: z.string().regex(/^\d{2,8}$/),
  strategy: z.enum(queueStrategies),
  /** Seconds that a member's phone rings, and that a caller waits at most. */
  timeout: z.number().int().min(5).max(120),
  maxWaitTime: z.number().int().min(30).max(3600),
  wrapUpSeconds: z.number().int().min(0).max(600).default(0),
  musicOnHold: z.enum(['default', 'none', 'custom']),
  announcePosition: z.boolean(),
  maxCallers: z.number().int().min(1).max(1000).default(100),
  members: z
    .array(
      z.strictObject({ phone: phoneName, penalty: z.number().int().min(0).max(100), paused: z.boolean() }),
    )
    .max(200),
  /** Left out where callers leave none, so that an exchange of before knows all that it is told. */
  voicemail: messageBox.optional(),
  /** Left out, as the next one, where it is not so. */
  callback: callbackOffer.optional(),
  /** When a member is free for one, `place-due` is told, and again later while the place is still in the list. */
  places: z.array(heldPlace).max(mostHeldPlaces).optional(),
});
export type ExchangeQueue = z.output<typeof queue>;

export const queueState = z.object({
  waiting: z.array(z.object({ callId, position: z.number().int(), since: z.string() })),
});
export type QueueState = z.output<typeof queueState>;

/** What a number of the tenant's rings: somebody, or a dial plan that the exchange has. */
const numberTarget = z.union([...target.options, z.strictObject({ planId: dialPlanId })]);
export type NumberTarget = z.output<typeof numberTarget>;
export const numberRoute = z.strictObject({
  to: numberTarget,
  /** Of a phone that does not answer; a queue has its own. */
  voicemail: messageBox.optional(),
});
export type NumberRoute = z.output<typeof numberRoute>;

/** Whose a number is; nobody has one that leads nowhere. */
export const numberState = z.object({ owner: z.enum(['nobody', 'you', 'another']) });
export type NumberState = z.output<typeof numberState>;

/** A recording that callers hear, by its id. */
export const soundName = z.string().regex(/^rec_[\w-]{1,60}$/, 'the id of a recording');
export const sound = z.strictObject({ audioUrl });
export type ExchangeSound = z.output<typeof sound>;

/** The path by which a dial plan of the exchange plays it, without an ending. */
export const soundState = z.object({ path: z.string().max(300) });
export type SoundState = z.output<typeof soundState>;

export const account = z.strictObject({
  ...callback,
  /**
   * What callers hear on hold, and in queues with `custom` music; left out where that is the exchange's own, so that an
   * exchange of before knows all that it is told.
   */
  music: z.strictObject({ audioUrl }).optional(),
});
export type Account = z.output<typeof account>;

export const health = z.object({
  kind: z.enum(['sandbox', 'asterisk']),
  version: z.string(),
  capabilities: z.array(z.enum(commandTypes as [CommandType, ...CommandType[]])),
  liveCalls: z.number().int(),
  /** What nodes of dial plans it can do beside those that every exchange does; one that does not say can do none of it. */
  plans: z.array(z.enum(planAbilityNames)).default([]),
});
export type ExchangeHealth = z.output<typeof health>;

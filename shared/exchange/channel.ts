import * as z from 'zod';

/*
 * How a bridge that nobody can reach takes its commands: it fetches them. The product puts each request of `/exchange/v1`
 * (commands.ts) on the queue of the bridge as a message; the bridge does it and answers by POST /telephony/bridge/answers.
 */

/** Waits and bounds that both sides keep. */
export const channelTimes = {
  /** A bridge says that it lives this often; seconds. */
  heartbeat: 15,
  /** One that has said nothing for so long is offline; seconds. */
  silence: 50,
  /** Messages are waited for so long at a time; seconds. */
  poll: 20,
  /** A message that is not deleted by then is given out again; seconds. */
  visibility: 15,
  /** The product waits so long for an answer; ms. */
  answer: 8_000,
  /** What a bridge has not begun by then it leaves: a lead is not dialled minutes later; seconds. */
  useful: 60,
  /** An enrolment token can be used for so long; seconds. */
  enrolment: 3_600,
  /** The key of a bridge that nothing was heard of ends after so long; seconds. */
  key: 30 * 24 * 3600,
  /** What opens the queue is good for so long; seconds. STS gives no longer one to a role that took another's. */
  credentials: 3_600,
} as const;

const secret = z.string().regex(/^[\w-]{43}$/, 'a secret of 32 bytes in base64url');
const program = z.string().trim().min(1).max(60);

/** `enr_<owner>_<exchange>_<secret>` and `brg_…`: both name whose exchange they are of. */
const tokenOf = (kind: string) =>
  z
    .string()
    .max(140)
    .regex(new RegExp(`^${kind}_\\d{1,10}_exc_[0-9A-Z]{26}_[\\w-]{43}$`), 'This is not such a token.');
export const enrolmentToken = tokenOf('enr');
export const bridgeKey = tokenOf('brg');

/** Spends an enrolment token: from now on `secret`, which the bridge has made and kept first, is its key. */
export const enrolment = z.strictObject({ token: enrolmentToken, secret, version: program });

/** Which run of a bridge speaks: messages are not given to one that has been killed, whose request still waits. */
export const bridgeRun = z.string().regex(/^[\w-]{8,60}$/);

/** What a bridge says of itself. `journal` is another one when its disk was lost: then it knows nothing any more. */
export const heartbeat = z.strictObject({
  version: program,
  run: bridgeRun,
  journal: z.string().regex(/^[\w-]{8,60}$/),
  asterisk: z.strictObject({ connected: z.boolean(), version: z.string().max(60).nullable() }),
  liveCalls: z.number().int().min(0).max(100_000),
  phones: z.number().int().min(0).max(100_000),
});
export type Heartbeat = z.output<typeof heartbeat>;

/** Where a bridge fetches its messages until `until`: at the queue itself, or by the product. */
export const channel = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sqs'),
    queueUrl: z.url(),
    region: z.string(),
    credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string(), sessionToken: z.string() }),
    until: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('https'), until: z.iso.datetime() }),
]);
export type Channel = z.output<typeof channel>;

/** A request of `/exchange/v1`, in a tenant's name. Those of one lane are done in their order. */
export const channelMessage = z.object({
  id: z.string().regex(/^req_[\w-]{10,60}$/),
  tenant: z.number().int().min(1),
  lane: z.string().min(1).max(120),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string().startsWith('/').max(300),
  body: z.unknown().optional(),
  /** Ms since 1970: later it is left undone. */
  notAfter: z.number().int(),
});
export type ChannelMessage = z.output<typeof channelMessage>;

/** What came of it, as `/exchange/v1` answers by HTTP. */
export const channelAnswer = z.strictObject({
  id: channelMessage.shape.id,
  tenant: z.number().int().min(1).max(2_147_483_647),
  status: z.number().int().min(200).max(599),
  body: z.unknown(),
  receipt: z.string().min(1).max(1024).optional().describe('of a message that was fetched by the product'),
});

export type ChannelAnswer = z.output<typeof channelAnswer>;

/** A message of the way by the product, with what deletes it. */
export const fetched = z.object({ receipt: z.string(), message: z.string() });

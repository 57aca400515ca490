import * as z from 'zod';

/*
 * The wire format of AppSync Events.
 * Sources: https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html and
 * https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html, as of November 2026.
 */

export const subprotocol = 'aws-appsync-event-ws';

/** What one request or connection may have. */
export const limits = {
  eventsPerPublish: 5,
  /** Bytes of one event. */
  event: 240 * 1024,
  subscriptionsPerConnection: 100,
  /** Bytes of one message of a client. */
  message: 64 * 1024,
} as const;

/** A client that has heard nothing for the first time closes the connection; the second is how often it hears; ms. */
export const keepAlive = { timeoutMs: 300_000, everyMs: 60_000 } as const;

/** One to five segments of up to 50 letters, digits and dashes. */
const segment = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?';
const channelPath = new RegExp(`^/${segment}(?:/${segment}){0,4}$`);
const wildcardPath = new RegExp(`^/${segment}(?:/${segment}){0,3}/\\*$`);

export const isChannel = (path: string): boolean => channelPath.test(path);

/** Subscriptions may end in a wildcard, which stands for everything below. */
export const isSubscribable = (path: string): boolean => isChannel(path) || wildcardPath.test(path);

export const namespaceOf = (path: string): string => path.split('/')[1] ?? '';

/** Whether a subscription hears what is published on a channel. */
export const hears = (subscribed: string, channel: string): boolean =>
  subscribed.endsWith('/*') ? channel.startsWith(subscribed.slice(0, -1)) : subscribed === channel;

const authorization = z.looseObject({ Authorization: z.string().optional(), host: z.string().optional() });
export type Authorization = z.infer<typeof authorization>;

/** The authorization that a client puts among the subprotocols, as no browser lets it set headers. */
export function authorizationOf(protocols: string | undefined): Authorization | undefined {
  const header = (protocols ?? '')
    .split(',')
    .map((one) => one.trim())
    .find((one) => one.startsWith('header-'));
  if (!header) return undefined;
  try {
    const text = Buffer.from(header.slice('header-'.length), 'base64url').toString('utf8');
    return authorization.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init') }),
  z.object({
    type: z.literal('subscribe'),
    id: z.string().min(1).max(128),
    channel: z.string(),
    authorization,
  }),
  z.object({ type: z.literal('unsubscribe'), id: z.string() }),
]);

export const publishRequest = z.object({
  channel: z.string(),
  /** Each is JSON. */
  events: z.array(z.string()).min(1).max(limits.eventsPerPublish),
});

export const errors = (errorType: string, message: string) => [{ errorType, message }];

import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { forbidden, unauthorized } from '#functions/kernel/errors.ts';
import { hashOf, isSame } from '#functions/kernel/hashes.ts';
import { rawRequest } from '#functions/kernel/http-context.ts';
import { log } from '#functions/kernel/log.ts';
import { bridgeKey, type Channel, channelTimes, type Heartbeat } from '#shared/exchange/channel.ts';
import { onExchangeNew } from '../hooks.ts';
import { queueCredentials } from './credentials.ts';
import { tenantsThere } from './manage.ts';
import { deleteForBridge, giveBackOfBridge, receiveForBridge } from './queue.ts';
import {
  findExchange,
  giveToBridge,
  isPlacedOn,
  keepAnswer,
  noteBridge,
  type OwnedExchange,
} from './store.ts';

/* What bridges ask of the product. Each proves by its key which exchange it is of. */

/** Answers are kept so long after their request, for who asks again with the same key; seconds. */
const answerSeconds = 600;

const ahead = (seconds: number): string => new Date(clock.now() + seconds * 1000).toISOString();

const nameIn = (token: string) => {
  const [, owner = '', exchangeId = ''] = /^\w{3}_(\d+)_(exc_[0-9A-Z]{26})_/.exec(token) ?? [];
  return { owner: Number(owner), exchangeId };
};

const tokenUnknown = () =>
  unauthorized('This enrolment token is unknown, was used, or is over. Make another one.', 'token_unknown');

interface Enrolment {
  token: string;
  secret: string;
  version: string;
}

/** The bridge has made its key before it asks, so one whose answer was lost asks again and has the same. @throws 401 */
export async function enrolBridge({ token, secret, version }: Enrolment) {
  const name = nameIn(token);
  const exchange = await findExchange(name);
  if (!exchange) throw tokenUnknown();
  const keyHash = hashOf(`brg_${name.owner}_${name.exchangeId}_${secret}`);
  const answer = { exchangeId: exchange.exchangeId, name: exchange.name, phoneUrl: exchange.phoneUrl };
  if (isSame(exchange.keyHash ?? undefined, keyHash)) return answer;
  const tokenHash = hashOf(token);
  const isOver = Date.parse(exchange.tokenUntil ?? '') <= clock.now();
  if (isOver || !isSame(exchange.tokenHash ?? undefined, tokenHash)) throw tokenUnknown();
  const isGiven = await giveToBridge(name, tokenHash, {
    keyHash,
    keyUntil: ahead(channelTimes.key),
    enrolledAt: clock.iso(),
    revokedAt: null,
    seenAt: null,
    bridgeVersion: version,
  });
  if (!isGiven) throw tokenUnknown();
  log.info('A bridge was enrolled.', name);
  return answer;
}

/** @throws 401 for a key that is unknown, was revoked, or is over */
async function bridgeOfRequest(): Promise<OwnedExchange & { keyHash: string }> {
  const given = /^Bearer (\S+)$/.exec(rawRequest().headers.authorization ?? '')?.[1];
  const refused = unauthorized('The key of this bridge is unknown, was revoked, or is over.', 'key_unknown');
  const key = bridgeKey.safeParse(given);
  if (!key.success) throw refused;
  const exchange = await findExchange(nameIn(key.data));
  const keyHash = hashOf(key.data);
  if (!exchange || !isSame(exchange.keyHash ?? undefined, keyHash)) throw refused;
  if (Date.parse(exchange.keyUntil ?? '') <= clock.now()) throw refused;
  return { ...exchange, keyHash };
}

/**
 * Notes that a bridge lives. One whose journal is another than before knows nothing of phones and queues any more: all
 * workspaces on it have them told again.
 */
export async function hearHeartbeat({ version, run, journal, asterisk, liveCalls, phones }: Heartbeat) {
  const bridge = await bridgeOfRequest();
  const hasChanged = bridge.asteriskConnected !== asterisk.connected;
  if (bridge.journal !== journal) await tellAnew(bridge);
  const isNoted = await noteBridge(bridge, bridge.keyHash, {
    seenAt: clock.iso(),
    bridgeVersion: version,
    run,
    // Noted after everything was marked: a kill in between has it marked again.
    journal,
    asteriskConnected: asterisk.connected,
    ...(asterisk.version ? { asteriskVersion: asterisk.version } : {}),
    ...(hasChanged ? { asteriskSince: clock.iso() } : {}),
    liveCalls,
    phones,
  });
  if (!isNoted) throw unauthorized('The key of this bridge was revoked.', 'key_unknown');
  return { at: clock.iso(), phoneUrl: bridge.phoneUrl };
}

async function tellAnew(bridge: OwnedExchange): Promise<void> {
  for (const tenantId of await tenantsThere(bridge))
    await asSystem(tenantId, 'exchange', () => onExchangeNew.run());
}

/** What a bridge fetches its messages by, renewed: its key is good for as long again. */
export async function renewChannel(): Promise<Channel> {
  const bridge = await bridgeOfRequest();
  await noteBridge(bridge, bridge.keyHash, { keyUntil: ahead(channelTimes.key) });
  const credentials = bridge.queueUrl && (await queueCredentials(bridge.queueUrl, bridge.exchangeId));
  return credentials || { kind: 'https', until: ahead(channelTimes.credentials) };
}

/** A request for messages looks so often whether its bridge has been started again meanwhile; seconds. */
const lookSeconds = 1;

/**
 * Messages, as soon as there are any. Where the bridge was killed and runs anew, the request of its earlier run ends
 * empty: what it had taken would be hidden from the one that lives.
 */
export async function messagesForBridge(run: string, done: readonly string[]) {
  for (let waited = 0; waited < channelTimes.poll; waited += lookSeconds) {
    const { queueUrl, run: latest } = await bridgeOfRequest();
    if (!queueUrl || latest !== run) break;
    if (waited === 0) await Promise.all(done.map((receipt) => deleteForBridge(queueUrl, receipt)));
    const messages = await receiveForBridge(queueUrl, lookSeconds);
    if (messages.length === 0) continue;
    if ((await bridgeOfRequest()).run === run) return { messages };
    await Promise.all(messages.map(({ receipt }) => giveBackOfBridge(queueUrl, receipt)));
    break;
  }
  return { messages: [] };
}

interface Answer {
  id: string;
  tenant: number;
  status: number;
  body?: unknown;
  receipt?: string | undefined;
}

/** @throws 401; 403 for a workspace whose calls do not go through this exchange */
export async function hearAnswer({ id, tenant, status, body, receipt }: Answer): Promise<void> {
  const bridge = await bridgeOfRequest();
  if (!(await isPlacedOn(bridge, tenant))) throw forbidden('This workspace is not on this exchange.');
  await asSystem(tenant, 'exchange', () =>
    keepAnswer({
      requestId: id,
      status,
      body: JSON.stringify(body ?? {}),
      expiresAt: clock.seconds() + answerSeconds,
    }),
  );
  if (receipt && bridge.queueUrl) await deleteForBridge(bridge.queueUrl, receipt);
}

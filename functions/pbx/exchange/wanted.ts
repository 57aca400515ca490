import { publicUrl } from '#functions/kernel/public-url.ts';
import { unseal } from '#functions/kernel/secrets.ts';
import {
  extensionOfPhone,
  phoneNameOf,
  putNumber,
  putPhone,
  putQueue,
  removeNumber,
  removePhone,
  removeQueue,
} from '#functions/telephony/api.ts';
import type { ExchangeQueue, MessageBox, Phone, PhoneAccess } from '#shared/exchange/commands.ts';
import { voicemailLimits } from '#shared/model/voicemail.ts';
import { callbacksForExchange } from '../callbacks/offer.ts';
import { callbackNumberOf, locationOf } from '../emergency/caller-number-and-location.ts';
import { extensionNumbered } from '../extensions/find.ts';
import { secretPurpose } from '../extensions/record.ts';
import { type ExtensionRecord, everyExtension, findExtension } from '../extensions/store.ts';
import type { QueueRecord } from '../queues/store.ts';
import { findWholeQueue, type WholeQueue } from '../queues/whole.ts';
import { currentSession, passwordPurpose } from '../sessions/store.ts';
import { targetOfNumber } from './number-hooks.ts';

/* How queues and phones are to stand on the exchange: worked out of what is stored, each time anew. */

/** Where callers leave messages whom an extension or a queue does not answer; nothing where they may not. */
function boxOf(
  boxId: string,
  { voicemail, greeting }: Pick<QueueRecord, 'voicemail' | 'greeting'>,
): { voicemail?: MessageBox } {
  if (!voicemail) return {};
  const said = greeting && { audioUrl: `${publicUrl()}${greeting.url}`, seconds: greeting.seconds };
  return { voicemail: { boxId, greeting: said, maxSeconds: voicemailLimits.message } };
}

/** The box of an extension as it stands now; undefined where callers may leave no message. */
export async function messageBoxOf(extensionId: string): Promise<MessageBox | undefined> {
  const extension = await findExtension(extensionId);
  return extension && boxOf(extensionId, extension).voicemail;
}

/** A queue with those of its members who have an extension; one that takes no calls now is paused there. */
async function wantedQueue(record: WholeQueue): Promise<ExchangeQueue> {
  const { queueId, members, ...queue } = record;
  const extensions = new Map((await everyExtension()).map((one) => [one.extensionId, one]));
  const { number, strategy, timeout, maxWaitTime, wrapUpSeconds, maxCallers } = queue;
  const { musicOnHold, announcePosition } = queue;
  return {
    number,
    strategy,
    timeout,
    maxWaitTime,
    wrapUpSeconds,
    maxCallers,
    musicOnHold,
    announcePosition,
    ...boxOf(queueId, queue),
    ...(await callbacksForExchange(record)),
    members: members.flatMap(({ extensionId, penalty, paused }) => {
      const extension = extensions.get(extensionId);
      if (!extension) return [];
      const takesNone = paused || extension.status !== 'available';
      return [{ phone: phoneNameOf(extension.number), penalty, paused: takesNone }];
    }),
  };
}

/** Tells the exchange how a queue stands, or that there is none. */
export async function pushQueue(queueId: string): Promise<undefined> {
  const queue = await findWholeQueue(queueId);
  await (queue ? putQueue(queueId, await wantedQueue(queue)) : removeQueue(queueId));
}

/** Tells the exchange where calls to a number lead, or that they lead nowhere. */
export async function pushNumber(phoneNumber: string): Promise<undefined> {
  const to = await targetOfNumber.run(phoneNumber);
  const number = to && 'phone' in to ? extensionOfPhone(to.phone) : undefined;
  const extension = number === undefined ? undefined : await extensionNumbered(number);
  const box = extension ? boxOf(extension.extensionId, extension) : {};
  await (to ? putNumber(phoneNumber, { to, ...box }) : removeNumber(phoneNumber));
}

/**
 * A phone that somebody is signed in to: a browser's has a password of its own, others their extension's, which one outside
 * never uses.
 */
async function wantedPhone(extension: ExtensionRecord): Promise<Phone | undefined> {
  const session = await currentSession(extension.extensionId);
  if (!session || session.number !== extension.number) return undefined;
  const password = session.sealedPassword
    ? await unseal(passwordPurpose, session.sealedPassword)
    : await unseal(secretPurpose, extension.sealedSecret);
  return {
    ...(session.device === 'browser' ? {} : { kind: session.device }),
    ...(session.device === 'outside' ? { outsideNumber: extension.outsideNumber ?? undefined } : {}),
    name: extension.name,
    password,
    callerId: await callbackNumberOf(extension),
    location: (await locationOf(extension)) || undefined,
    expiresAt: session.passwordUntil,
  };
}

/** Tells the exchange that a phone may register, or that it may not any more. */
export async function pushPhone(phoneName: string): Promise<PhoneAccess | undefined> {
  const number = extensionOfPhone(phoneName);
  const extension = number === undefined ? undefined : await extensionNumbered(number);
  const phone = extension && (await wantedPhone(extension));
  if (phone) return putPhone(phoneName, phone);
  await removePhone(phoneName);
  return undefined;
}

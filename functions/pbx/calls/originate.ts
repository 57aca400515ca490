import type { z } from 'zod';
import { callOr404 } from '#functions/calls/api.ts';
import { localTimes } from '#functions/compliance/api.ts';
import { actor, currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { AppError, badRequest, conflict, forbidden } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { sharingReads } from '#functions/kernel/shared-reads.ts';
import { usable } from '#functions/leads/api.ts';
import {
  ContactRefused,
  ExchangeDown,
  phoneNameOf,
  phoneStates,
  placeCall,
} from '#functions/telephony/api.ts';
import type { pbx } from '#shared/api/pbx/index.ts';
import type { Call } from '#shared/model/call.ts';
import { extensionOfUser, extensionOr404 } from '../extensions/read.ts';
import { currentSession } from '../sessions/store.ts';
import { numberToShow } from './number-hook.ts';

type Asked = z.output<NonNullable<(typeof pbx.originateCall)['~orpc']['inputSchema']>>;

/** Each of the two phones rings so long; seconds. */
const ringSeconds = 40;

/** The extension whose phone is to ring. @throws 403 for a colleague's; 404; 409 for a user without one */
export async function ownExtension(extensionId?: string) {
  const { userId } = currentUser();
  if (extensionId) {
    const extension = await extensionOr404(extensionId);
    if (extension.userId !== userId && seesOwnLeadsOnly())
      throw forbidden('You can call from your own extension.');
    return extension;
  }
  const own = await extensionOfUser(userId);
  if (!own)
    throw conflict('You have no extension yet. An admin can give you one.', undefined, 'no_extension');
  return own;
}

const signInFirst = 'Please sign in to the phone first: it cannot be reached.';

/** The phone at an extension, which can be reached. @throws 409 'phone_not_signed_in'; 503 while the exchange is down */
export async function reachablePhone(number: string, sentence = signInFirst): Promise<string> {
  const phone = phoneNameOf(number);
  const states = await asAnswer(phoneStates());
  if (!states.some((one) => one.phone === phone && one.registered))
    throw conflict(sentence, undefined, 'phone_not_signed_in');
  return phone;
}

async function asAnswer<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ExchangeDown)
      throw new AppError(503, 'exchange_down', 'The exchange cannot be reached. Please try again.');
    if (error instanceof ContactRefused) throw refusalOf(error);
    throw error;
  }
}

/** As POST /calls refuses it. */
function refusalOf({ decision }: ContactRefused): AppError {
  const { reasons, nextAllowedAt, timeZones = [], closesAt = null, id: decisionId = null } = decision;
  const [next] = nextAllowedAt ? localTimes(timeZones, Date.parse(nextAllowedAt)) : [];
  const until = next ? ` It may be called from ${next.time} (${next.zone}) on.` : '';
  return conflict(
    `This number may not be called now. ${reasons[0]?.text ?? ''}${until}`,
    { reasons, nextAllowedAt, closesAt, localTimes: decision.localTimes ?? [], decisionId },
    'contact_refused',
  );
}

/**
 * Calls somebody: the agent's phone rings, then theirs. Whom the other side sees call is a number of the pools that the
 * agent's groups call from, or the extension's: agents choose no other, for a false one is against the law
 * (47 U.S.C. 227(e)).
 * @throws 400, 403, 404; 409 'contact_refused', 'no_extension', 'phone_not_signed_in'; 503
 */
export const originate = (asked: Asked): Promise<Call> => sharingReads(() => originated(asked));

async function originated({ to, leadId, extensionId, callerId, recordCall, key }: Asked): Promise<Call> {
  const { userId } = currentUser();
  const lead = leadId ? await usable(leadId) : undefined;
  const extension = await ownExtension(extensionId);
  const number = to ? e164(to, 'to') : lead?.phones[0]?.number;
  const given = callerId ? e164(callerId, 'callerId') : undefined;
  if (given !== undefined && given !== extension.callerId && seesOwnLeadsOnly())
    throw forbidden('Your calls show the number of your extension. An admin can change it.');
  if (!number) throw badRequest('Please give a phone number.', { field: 'to' });
  const agentPhone = await reachablePhone(extension.number);
  const agentId = extension.userId ?? userId;
  const { callId } = await asAnswer(
    placeCall({
      key: `originate ${userId} ${key ?? newId('key')}`,
      leadId: lead?.id ?? null,
      to: number,
      callerId: given ?? extension.callerId,
      drawNumber:
        given === undefined
          ? () => numberToShow.run(agentId, { phone: number, state: lead?.address.state ?? '' })
          : undefined,
      maxRingSeconds: ringSeconds,
      amd: false,
      context: null,
      transferNumber: null,
      recordCall,
      agentPhone,
      source: { kind: 'agent', id: agentId },
    }),
  );
  return callOr404(callId);
}

/** `originate` for who is signed in to a phone; undefined for anybody else. */
export async function originateFromPhone(
  asked: Pick<Asked, 'to' | 'leadId' | 'callerId'>,
): Promise<Call | undefined> {
  const who = actor();
  const extension = who.kind === 'user' ? await extensionOfUser(who.userId) : undefined;
  const session = extension && (await currentSession(extension.extensionId));
  return session && originate({ ...asked, recordCall: false });
}

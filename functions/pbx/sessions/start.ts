import { agentSignedIn } from '#functions/agentStatus/api.ts';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, unavailable } from '#functions/kernel/errors.ts';
import { newId, randomToken } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { seal } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import { ExchangeDown, ExchangeRefused, phoneNameOf } from '#functions/telephony/api.ts';
import type { PhoneAccess } from '#shared/exchange/commands.ts';
import { type PhoneDevice, type PhoneSession, phoneSessionLimits } from '#shared/model/phone-session.ts';
import { markWrites, push, pushAfterwards } from '../exchange/pushes.ts';
import { extensionOfUser } from '../extensions/read.ts';
import { statusWrite } from '../extensions/store.ts';
import { endSession, phoneAndQueues } from './end.ts';
import { sessionShown } from './list.ts';
import {
  currentSession,
  endWrite,
  findSession,
  passwordPurpose,
  type SessionRecord,
  sessionInsertion,
} from './store.ts';

/** A password outlives the longest day by so many hours, for a call that goes on at its end. */
const passwordHours = phoneSessionLimits.longestHours + 8;

const noOutsideNumber = () =>
  conflict(
    'Your extension has no other telephone yet. Ask an admin to enter its number.',
    undefined,
    'no_outside_number',
  );

const noExtension = () =>
  conflict('You have no extension yet. Ask an admin to give you one.', undefined, 'no_extension');

/** Writes the session as the extension's; one that somebody has there ends, and hears why. */
async function begin(device: PhoneDevice, password: string) {
  const { userId } = currentUser();
  const sealedPassword = device === 'browser' ? await seal(passwordPurpose, password) : null;
  return retryOnConflict(async () => {
    const extension = await extensionOfUser(userId);
    if (!extension) throw noExtension();
    if (device === 'outside' && !extension.outsideNumber) throw noOutsideNumber();
    const { extensionId, number } = extension;
    const now = clock.now();
    const at = clock.iso();
    const session: SessionRecord = {
      sessionId: newId('pse'),
      userId,
      extensionId,
      number,
      device,
      startedAt: at,
      seenAt: at,
      endedAt: null,
      endReason: null,
      pause: null,
      pauses: {},
      sealedPassword,
      passwordUntil: new Date(now + passwordHours * 3_600_000).toISOString(),
      version: 1,
    };
    const before = await currentSession(extensionId);
    const pushed = await phoneAndQueues(extensionId, number);
    await commit(
      await sessionInsertion(session),
      before ? [endWrite(before, 'takenOver')] : [],
      statusWrite(extensionId, 'available', at, userId),
      markWrites(pushed),
    );
    return { session, pushed };
  });
}

/** So often a phone's access is asked for while other devices of its user sign in as well. */
const phoneTries = 10;

/** How the phone reaches the exchange, once that lets it register. @throws ExchangeDown */
async function accessOf(phone: string): Promise<PhoneAccess | undefined> {
  // Where somebody else has just told the exchange of the phone, it is told again, for what it answers.
  for (let tried = 0; tried < phoneTries; tried++) {
    const access = await push({ kind: 'phone', name: phone });
    if (access) return access;
    await commit(markWrites([{ kind: 'phone', name: phone }]));
  }
  return undefined;
}

interface SignedInPhone {
  session: PhoneSession;
  phone: string;
  access: PhoneAccess;
  /** Of the softphone; null for a desk phone, which knows its own, and for one outside. */
  password: string | null;
}

/**
 * Signs the user in to the phone of their extension. Another device of theirs that was signed in is signed out.
 * @throws 409 'no_extension', 'no_outside_number', 'taken_over', 'exchange_not_connected'; 502 'exchange_down', 'exchange_refused'
 */
export async function startSession(device: PhoneDevice): Promise<SignedInPhone> {
  const password = randomToken(18);
  const { session, pushed } = await begin(device, password);
  const { sessionId, number } = session;
  const phone = phoneNameOf(number);
  let access: PhoneAccess | undefined;
  try {
    access = await accessOf(phone);
  } catch (error) {
    await endSession(sessionId, 'exchangeDown');
    if (error instanceof ExchangeRefused)
      throw unavailable('The telephone exchange refuses this phone.', 'exchange_refused', error);
    if (!(error instanceof ExchangeDown)) throw error;
    throw unavailable(
      'The telephone exchange cannot be reached at the moment. Please try again.',
      'exchange_down',
      error,
    );
  }
  // Others hear of it by the event; whoever signs in may choose a status at once.
  await agentSignedIn(session.userId);
  await pushAfterwards(pushed.filter(({ kind }) => kind === 'queue'));
  const now = await findSession(sessionId);
  if (!access || !now || now.endedAt)
    throw conflict('You have just signed in to the phone elsewhere.', undefined, 'taken_over');
  return {
    session: await sessionShown(now),
    phone,
    access,
    password: device === 'browser' ? password : null,
  };
}

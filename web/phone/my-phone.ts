import { atom, useAtomValue } from 'jotai';
import type { EmergencyNumber } from '#shared/model/emergency-calls.ts';
import { type PhoneSession, phoneSessionLimits, type SessionEnd } from '#shared/model/phone-session.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import { state } from '#web/app/state.ts';
import { toast } from '#web/ui/toast.ts';
import { isOwnCallToAnswer } from './auto-answer.ts';
import { takeExpected } from './expected-call.ts';
import { createPhone, type Line, type Phone, type Registration, type TestCall } from './phone.ts';
import type { Quality } from './quality.ts';
import { startRinging } from './ringer.ts';
import { createTabLock, type TabLock } from './single-tab.ts';

/*
 * The telephone of this tab. The server has the session, the exchange the calls; here is what belongs to the browser:
 * the connection, the ring and the microphone.
 */

export type PhoneState =
  | { status: 'out'; notice: string | null }
  | { status: 'signingIn' }
  | {
      status: 'in';
      sessionId: string;
      /** The name that the exchange knows it by. */
      name: string;
      extension: string;
      registration: Registration;
      line: Line | null;
      quality: Quality | null;
      /** It rings for a call that the agent has made: it is taken up by itself. */
      answersItself: boolean;
    };
type SignedIn = Extract<PhoneState, { status: 'in' }>;

const out: PhoneState = { status: 'out', notice: null };
/** Changed here alone. */
export const phoneAtom = atom<PhoneState>(out);
export const usePhone = (): PhoneState => useAtomValue(phoneAtom);

/** What is held beside the state: none of it is drawn. */
let phone: Phone | null = null;
let stopRinging: (() => void) | undefined;
let heart: ReturnType<typeof setInterval> | undefined;
let lock: TabLock | undefined;
let userIdHere = '';

/** Set while this tab is a telephone, so that it is one again after a reload. */
const markOf = (userId: string) => `dealbell-phone-${userId}`;

const endings: Readonly<Record<SessionEnd, string>> = {
  signedOut: 'You have signed out of the phone.',
  signedOutByAdmin: 'An admin has signed you out of the phone.',
  takenOver: 'You have signed in to the phone elsewhere; calls ring there.',
  timedOut: 'The phone was signed out, because nothing was heard of it for a while.',
  tooLong: 'The phone was signed out at the end of the longest working day.',
  userLeft: 'Your user was deactivated, and the phone signed out.',
  extensionChanged: 'Your extension was changed. Sign in to the phone again.',
  exchangeDown: 'The telephone exchange could not be reached. Sign in to the phone again.',
  exchangeMoved: 'Calls go through another exchange now. Sign in to the phone again.',
};

const signedIn = (): SignedIn | null => {
  const now = state.get(phoneAtom);
  return now.status === 'in' ? now : null;
};

function change(part: Partial<SignedIn>): void {
  const now = signedIn();
  if (now) state.set(phoneAtom, { ...now, ...part });
}

/** Others learn from the server who is signed in, and in what status. */
const askAgain = () => queryClient.invalidateQueries({ queryKey: query.agentStatus.mine.key() });

function tabLock(userId: string): TabLock {
  lock ??= createTabLock({
    name: `dealbell-phone-${userId}`,
    locks: navigator.locks,
    channel: new BroadcastChannel(`dealbell-phone-${userId}`),
    mayYield: () => !signedIn()?.line,
    onYielded: () => leave('The phone is in another tab now.'),
  });
  return lock;
}

/** This tab is no telephone any more; the server's session is not touched. */
function leave(notice: string | null): void {
  clearInterval(heart);
  stopRinging?.();
  stopRinging = undefined;
  const before = phone;
  phone = null;
  state.set(phoneAtom, { status: 'out', notice });
  sessionStorage.removeItem(markOf(userIdHere));
  lock?.release();
  void before?.close();
  void askAgain();
}

function hearLine(line: Line | null): void {
  const before = signedIn()?.line ?? null;
  const isNew = line?.state === 'ringing' && (before?.state !== 'ringing' || before.callId !== line.callId);
  change({ line, ...(isNew || !line ? { answersItself: false } : {}) });
  if (line?.state !== 'ringing' || isNew) {
    stopRinging?.();
    stopRinging = undefined;
  }
  if (isNew) void takeUpOrRing(line);
  void queryClient.invalidateQueries({ queryKey: query.calls.active.key() });
  void queryClient.invalidateQueries({ queryKey: query.calls.get.key() });
}

/** Who has made the call, or asked to hear it, has said already that they want it. */
async function takeUpOrRing(line: Line): Promise<void> {
  const mine = takeExpected(line.callId) || (await isOwnCallToAnswer(line, signedIn()!.name, userIdHere));
  const now = signedIn()?.line;
  if (now?.state !== 'ringing' || now.callId !== line.callId) return;
  if (!mine) {
    stopRinging = startRinging();
    return;
  }
  change({ answersItself: true });
  await answerPhone();
}

function hearRegistration(registration: Registration): void {
  change({ registration });
  // A phone is refused when its session has ended: the server knows why.
  if (registration === 'refused') void beat();
}

async function beat(): Promise<void> {
  const now = signedIn();
  if (!now) return;
  let session: PhoneSession;
  try {
    session = await api.pbx.phoneHeartbeat({ id: now.sessionId });
  } catch (error) {
    // Without a network the next beat tells; a session that is nobody's here any more is over.
    if (error instanceof ApiError && error.status === 404) leave(endings.timedOut);
    return;
  }
  if (!session.endReason || signedIn()?.sessionId !== session.id) return;
  // A computer that slept: its agent is still there.
  const slept = session.endReason === 'timedOut' && document.visibilityState === 'visible';
  leave(endings[session.endReason]);
  if (slept) await signInToPhone(userIdHere);
}

const onVisible = () => {
  if (document.visibilityState === 'visible') void beat();
};

interface SignInOptions {
  /** Whether another tab of this browser is asked to let go. */
  ask?: boolean;
}

/** Makes this tab the agent's telephone. What goes wrong is said in the state's notice. */
export async function signInToPhone(userId: string, { ask = true }: SignInOptions = {}): Promise<void> {
  if (state.get(phoneAtom).status !== 'out') return;
  userIdHere = userId;
  state.set(phoneAtom, { status: 'signingIn' });
  let sessionId: string | null = null;
  try {
    if (!(await tabLock(userId).acquire({ ask }))) {
      const taken = 'Another tab has a call on the phone. End it there, then sign in here.';
      state.set(phoneAtom, { status: 'out', notice: ask ? taken : null });
      return;
    }
    const { session, access, password, phone: name } = await api.pbx.startPhoneSession({ device: 'browser' });
    sessionId = session.id;
    const isCurrent = () => signedIn()?.sessionId === session.id;
    phone = await createPhone({
      access,
      phone: name,
      password: password!,
      events: {
        // What a phone of before says while it closes is not this one's.
        registration: (now) => isCurrent() && hearRegistration(now),
        line: (line) => isCurrent() && hearLine(line),
        quality: (quality) => isCurrent() && change({ quality }),
        said: (text) => isCurrent() && toast.warning(text),
      },
    });
    const { number: extension } = session;
    const start = { registration: 'connecting', line: null, quality: null, answersItself: false } as const;
    state.set(phoneAtom, { status: 'in', sessionId, name, extension, ...start });
    await phone.register();
    sessionStorage.setItem(markOf(userId), 'here');
    heart = setInterval(() => void beat(), phoneSessionLimits.heartbeatSeconds * 1000);
    document.addEventListener('visibilitychange', onVisible);
    void askAgain();
  } catch (error) {
    leave(messageOf(error));
    if (sessionId) await api.pbx.endPhoneSession({ id: sessionId }).catch(() => undefined);
  }
}

/** After a reload the tab is a telephone again, unless another one has become it. */
export function resumePhone(userId: string): void {
  if (sessionStorage.getItem(markOf(userId))) void signInToPhone(userId, { ask: false });
}

export async function signOutOfPhone(): Promise<void> {
  const now = signedIn();
  if (!now) return;
  leave(null);
  await api.pbx.endPhoneSession({ id: now.sessionId }).catch(() => undefined);
  await askAgain();
}

/** Whoever signs out of the product has no telephone in it; the session ends when nothing is heard of it. */
export function dropPhone(): void {
  if (signedIn()) leave(null);
  lock = undefined;
}

export const dismissNotice = () => state.set(phoneAtom, out);

/** Takes up the call that rings. @returns false where the microphone is refused, which the notice says */
export async function answerPhone(): Promise<void> {
  stopRinging?.();
  stopRinging = undefined;
  await phone?.answer();
}

/** Declines a call that rings, or leaves the one that goes on. */
export const hangUpPhone = async (): Promise<void> => phone?.hangup();

/** @throws while a call is on the line, and what `Phone.testCall` throws */
export async function startTestCall(ended: () => void): Promise<TestCall> {
  if (!phone) throw new Error('Sign in to the phone for a test call.');
  if (signedIn()?.line) throw new Error('Make the test call when no call is on the phone.');
  return phone.testCall(ended);
}

export const muteCall = (isMuted: boolean): void => phone?.setMuted(isMuted);

/** Dials 911, or 933 which tests it; a call that goes on is left. @throws without a microphone, or signed out */
export async function dialEmergency(number: EmergencyNumber): Promise<void> {
  if (!phone) throw new Error('Sign in to the phone, or dial 911 on any other telephone.');
  stopRinging?.();
  stopRinging = undefined;
  await phone.dialEmergency(number);
}

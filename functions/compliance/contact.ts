import { clock } from '#functions/kernel/clock.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import type { Decision } from '#shared/api/tcpa.ts';
import type { Facts } from '#shared/model/compliance/decide.ts';
import type { Channel } from '#shared/model/lead.ts';
import { decide, recordOf } from './check.ts';
import { addressee, factsOf, type Person } from './facts.ts';
import { warnOfOldLaw } from './review.ts';
import {
  type DecisionRecord,
  declaredEmergencies,
  insertDecision,
  keepDecisions,
  listedAmong,
  readPeopleAhead,
  readSettings,
  replaceStanding,
  type StandingRecord,
  standingsOf,
} from './store.ts';

/** Attempts kept of a person: as many as a tenant's setting can count, and as old. */
const keptAttempts = 100;
const keptMs = 720 * 3_600_000;

/** Changes what is known of an address, and reads again when somebody else was quicker. @throws 409 'busy' */
const change = <T>(
  address: string,
  work: (before: StandingRecord) => Promise<{ after?: StandingRecord; writes?: object[]; result: T }>,
): Promise<T> =>
  retryOnConflict(
    async () => {
      const before = (await standingsOf([address])).get(address)!;
      const { after, writes = [], result } = await work(before);
      if (after) await commit(replaceStanding(before, after), writes);
      return result;
    },
    {
      tries: 8,
      pauseMs: 20,
      onGivingUp: () => {
        throw conflict(
          'Somebody is contacting this person at this moment. Please try again.',
          undefined,
          'busy',
        );
      },
    },
  );

/** A decision about an attempt has its id, so that one that is decided again is kept once. */
const decisionId = (attemptId: string): string => deterministicId('cdc', attemptId);

interface Attempted {
  person: Person;
  attemptId: string;
}

/** Those who have an address on the channel; the others are told so when they are contacted. */
const reachable = (attempts: readonly Attempted[], channel: Channel) =>
  attempts.flatMap(({ person, attemptId }) => {
    try {
      return [{ person: addressee(person, channel), attemptId }];
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  });

/**
 * Looks at many who are going to be contacted, and keeps the refusal of each who may not be now, as `bookContact` would:
 * what else their message takes need then not be taken. Within `sharingReads` what is read serves the `bookContact` of
 * the others, which alone says yes.
 * @returns the refusals by attempt
 */
export async function keepRefusals(
  attempts: readonly Attempted[],
  channel: Channel,
): Promise<Map<string, Decision>> {
  warnOfOldLaw();
  const asked = reachable(attempts, channel);
  const [settings, emergencies, { standings, listed }] = await Promise.all([
    readSettings(),
    declaredEmergencies(),
    readPeopleAhead(asked.map(({ person }) => person.address)),
  ]);
  const refusals = new Map<string, Decision>();
  const records: DecisionRecord[] = [];
  for (const { person, attemptId } of asked) {
    const { address } = person;
    const standing = standings.get(address)!;
    // What is booked has been allowed.
    if (standing.attempts[channel]?.some(({ id }) => id === attemptId)) continue;
    const facts = factsOf(person, channel, settings, standing, listed.has(address), emergencies);
    const decision = decide(person, facts, clock.now(), decisionId(attemptId));
    if (decision.allowed) continue;
    refusals.set(attemptId, decision);
    records.push(recordOf(decision, address, 'contact'));
  }
  await keepDecisions(records);
  return refusals;
}

/**
 * The gate that every call, text and mail passes: asks whether the person may be contacted now and, if so, books
 * the attempt in the same transaction, so that two who ask at one instant cannot both take the last one.
 * `attemptId` names the attempt: asked again with the same one, the answer is still yes and nothing is counted
 * twice. The decision is kept with its reasons either way.
 * @throws 400 when the person has no address on the channel; 409 'busy'
 */
export async function bookContact(
  person: Person,
  channel: Channel,
  attemptId: string,
  { ignoresOwnHours }: Pick<Facts, 'ignoresOwnHours'> = {},
): Promise<Decision> {
  const one = addressee(person, channel);
  const { address } = one;
  warnOfOldLaw();
  const [settings, emergencies, listed] = await Promise.all([
    readSettings(),
    declaredEmergencies(),
    listedAmong([address]),
  ]);
  const id = decisionId(attemptId);
  return change(address, async (before) => {
    const now = clock.now();
    const booked = before.attempts[channel] ?? [];
    const known = booked.find((attempt) => attempt.id === attemptId);
    // An attempt does not stand in its own way when it is asked about again.
    const others = {
      ...before,
      attempts: { ...before.attempts, [channel]: booked.filter((a) => a !== known) },
    };
    const facts = {
      ...factsOf(one, channel, settings, others, listed.has(address), emergencies),
      ignoresOwnHours,
    };
    const decision = decide(one, facts, known?.at ?? now, id);
    if (known) return { result: decision };
    const record = recordOf(decision, address, 'contact');
    if (!decision.allowed) {
      await keepDecisions([record]);
      return { result: decision };
    }
    const attempts = [{ id: attemptId, at: now }, ...booked]
      .filter(({ at }) => at > now - keptMs)
      .slice(0, keptAttempts);
    return {
      result: decision,
      after: { ...before, attempts: { ...before.attempts, [channel]: attempts } },
      writes: [insertDecision(record)],
    };
  });
}

/**
 * Notes an attempt that was made elsewhere, such as a call that is put in the log afterwards: nothing is asked, but
 * it counts from its own instant on. Noted again with the same id it counts once.
 */
export async function noteAttempt(
  person: Person,
  channel: Channel,
  attemptId: string,
  madeAt: string,
): Promise<void> {
  const { address } = addressee(person, channel);
  const at = Date.parse(madeAt);
  await change(address, async (before) => {
    const booked = before.attempts[channel] ?? [];
    if (at <= clock.now() - keptMs || booked.some(({ id }) => id === attemptId)) return { result: undefined };
    const attempts = [{ id: attemptId, at }, ...booked].sort((a, b) => b.at - a.at).slice(0, keptAttempts);
    return {
      result: undefined,
      after: { ...before, attempts: { ...before.attempts, [channel]: attempts } },
    };
  });
}

/**
 * Notes that a person wants no more of a channel, at once. What they said themselves is not overwritten by what staff
 * note afterwards: only an admin lifts it (new-consent.ts).
 */
export async function noteWithdrawal(
  person: Person,
  channel: Channel,
  how: string,
  by: 'person' | 'staff',
): Promise<void> {
  const { address } = addressee(person, channel);
  await change(address, async (before) => {
    const said = before.consent[channel];
    if (said?.state === 'withdrawn' && said.by !== 'staff' && by === 'staff') return { result: undefined };
    const withdrawal = { state: 'withdrawn' as const, how, by, at: clock.iso() };
    return { after: { ...before, consent: { ...before.consent, [channel]: withdrawal } }, result: undefined };
  });
}

/**
 * Notes that a lead with this number was bought: a consent to texts belongs to whoever it was given to, so none is sent
 * until the person consents anew. The first seller stays noted.
 */
export async function noteBought(person: Person, from: string): Promise<void> {
  const { address } = addressee(person, 'sms');
  await change(address, async (before) => ({
    result: undefined,
    ...(before.boughtFrom === undefined ? { after: { ...before, boughtFrom: from } } : {}),
  }));
}

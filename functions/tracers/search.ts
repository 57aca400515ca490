import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { actor, actorName } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict, tooMany, unavailable } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import { type Purpose, type TracedPerson, tracerLimits } from '#shared/model/tracer.ts';
import { assertAccess, limitReached } from './access.ts';
import { accountOf, noteTrouble } from './account.ts';
import { askGalaxy, patienceMs, type TracerAccount, TracerFailure } from './galaxy.ts';
import { criteriaOf, personsIn, plain, type Query } from './persons.ts';
import {
  type Answer,
  abandonedMs,
  answerWrite,
  countOnDay,
  findAnswer,
  giveBack,
  historyEnd,
  readSettings,
  type SearchItem,
  searchEnd,
  searchInsertion,
  takeOne,
} from './store.ts';

/*
 * One search, from the click to its answer. Each request is billed, so that everything is written before it is sent:
 *
 *   claim ── one transaction: the question is being asked · one of the month is taken · the history has it
 *   send  ── once, with a time-out
 *   end   ── one transaction: found or nothing │ refused: the month gets it back │ lost: it may have been billed
 *
 * A second click finds the claim and waits for the same answer. Whoever dies between claim and end leaves the claim
 * to the sweeper, which calls it lost.
 */

export interface Ask {
  query: Query;
  purpose: Purpose;
  leadId?: string | null | undefined;
  enrichmentId?: string | null | undefined;
  /** Sends it although an earlier one was lost and may have been billed. */
  again?: boolean | undefined;
}

export interface Found {
  searchId: string;
  matches: TracedPerson[];
  cost: number | null;
  cached: boolean;
  sandbox: boolean;
}

/** All searches of a month take from one number, and each gets its turn. */
export const manyAtOnce = { tries: 60, pauseMs: 4, maxPauseMs: 120 };
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'busy';

/** How long somebody waits for the same question that another has asked, and how often they look; ms. */
const waitMs = patienceMs + 3_000;
const lookMs = 150;

/** One text for one question, however it is spelled. */
export const questionOf = (query: Query): string => {
  const parts = Object.entries(query)
    .map(([field, value]) => `${field}=${field === 'phone' || field === 'email' ? value : plain(value)}`)
    .toSorted();
  return createHash('sha256').update(parts.join('&')).digest('base64url');
};

const username = (): string => {
  const who = actor();
  if (who.kind === 'user') return who.username;
  return who.kind === 'key' ? who.name : actorName();
};

const monthOf = (at: string): string => at.slice(0, 7);
const dayOf = (at: string): string => at.slice(0, 10);
/** Ten thousandths of a dollar. */
const inParts = (dollars: number | null): number => Math.round((dollars ?? 0) * 10_000);

function newSearch(ask: Ask, question: string, sandbox: boolean): SearchItem {
  const { query, purpose, leadId = null, enrichmentId = null } = ask;
  return {
    searchId: newId('trs'),
    at: clock.iso(),
    kind: 'phone' in query ? 'phone' : 'person',
    query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
    purpose,
    leadId,
    enrichmentId,
    userId: actorName(),
    username: username(),
    state: 'asked',
    billed: 'maybe',
    cached: false,
    cost: null,
    matches: 0,
    error: null,
    sandbox,
    question,
    expiresAt: historyEnd(),
    version: 1,
  };
}

const lostNow = (searchId: string, label = 'the provider') =>
  new AppError(
    504,
    'answer_lost',
    `The answer of ${label} was lost. The search may have been billed, and is not sent again by itself.`,
    { details: { searchId } },
  );

const lostBefore = ({ searchId, at }: Answer) =>
  conflict(
    'The answer to this search was lost earlier, and it may have been billed. Sending it again may be billed once more.',
    { searchId, sentAt: new Date(at).toISOString() },
    'may_have_been_billed',
  );

const isKept = ({ expiresAt }: Answer): boolean => expiresAt > clock.seconds();
const isOnItsWay = ({ state, at }: Answer): boolean => state === 'asking' && clock.now() - at < abandonedMs;
const wasLost = ({ state, at }: Answer): boolean =>
  (state === 'lost' || state === 'asking') && clock.now() - at < tracerLimits.lostHours * 3_600_000;

/** The answer to a question that somebody else is asking, once it is there; undefined where that takes too long. */
async function awaited(question: string, { searchId }: Answer): Promise<Answer | undefined> {
  for (const end = performance.now() + waitMs; performance.now() < end; ) {
    await pause(lookMs);
    const answer = await findAnswer(question);
    if (answer?.searchId !== searchId || answer.state !== 'asking') return answer;
  }
  return undefined;
}

/** Answers from what is kept, which costs nothing; the history has it all the same. */
async function fromCache(ask: Ask, answer: Answer): Promise<Found> {
  const { matches, sandbox, question } = answer;
  const search: SearchItem = {
    ...newSearch(ask, question, sandbox),
    state: matches.length > 0 ? 'found' : 'nothing',
    billed: 'no',
    cached: true,
    cost: 0,
    matches: matches.length,
  };
  await retryOnConflict(() => commit(searchInsertion(search), countOnDay(dayOf(search.at), { cached: 1 })), {
    ...manyAtOnce,
    isOvertaken: isBusy,
  });
  return { searchId: search.searchId, matches, cost: 0, cached: true, sandbox };
}

interface Claimed {
  search: SearchItem;
  answer: Answer;
}

/** Writes down that a question is being asked; undefined where somebody else was quicker. @throws 409 'monthly_limit' */
async function claim(
  ask: Ask,
  before: Answer | undefined,
  { question, limit, sandbox }: { question: string; limit: number; sandbox: boolean },
): Promise<Claimed | undefined> {
  const search = newSearch(ask, question, sandbox);
  const { searchId, at } = search;
  const answer = {
    question,
    searchId,
    state: 'asking',
    at: Date.parse(at),
    error: null,
    matches: [],
    sandbox,
  } as const;
  const writes = [
    answerWrite(before, { ...answer, matches: [] }),
    takeOne(monthOf(at), limit, limitReached(limit)),
    searchInsertion(search),
  ];
  try {
    await retryOnConflict(() => commit(writes), { ...manyAtOnce, isOvertaken: isBusy });
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
  return { search, answer: { ...answer, matches: [], expiresAt: 0, version: (before?.version ?? 0) + 1 } };
}

/** Ends a search. One that the sweeper has called lost meanwhile stays so. */
async function end(
  { search, answer }: Claimed,
  ended: Pick<SearchItem, 'state' | 'billed'> & Partial<SearchItem>,
  matches: TracedPerson[] | null,
): Promise<void> {
  const { billed, state, cost = null, error = null } = ended;
  const day = dayOf(search.at);
  const counted = { cost: inParts(cost), found: matches && matches.length > 0 ? 1 : 0 };
  const figures = {
    yes: [countOnDay(day, { billed: 1, ...counted })],
    maybe: [countOnDay(day, { maybeBilled: 1, ...counted })],
    no: [giveBack(monthOf(search.at))],
  }[billed];
  const becomes = matches ? 'answered' : state === 'lost' ? 'lost' : 'free';
  const writes = [
    searchEnd(search, ended),
    answerWrite(answer, { ...answer, state: becomes, error, matches: matches ?? [] }),
    ...figures,
  ];
  try {
    await retryOnConflict(() => commit(writes), { ...manyAtOnce, isOvertaken: isBusy });
  } catch (failure) {
    if (!(failure instanceof ConditionFailed)) throw failure;
  }
}

function answerOf({ message, cause }: TracerFailure): AppError {
  switch (cause) {
    case 'criteria':
      return badRequest(message);
    case 'busy':
      return tooMany(message, 60);
    case 'account':
    case 'unreached':
      return unavailable(`${message} Nothing was billed.`, 'provider_refused');
    case 'unknown':
      return unavailable(message, 'answer_lost');
    default:
      return cause satisfies never;
  }
}

/** Sends what is claimed, once, and writes down what became of it. */
async function sent(
  claimed: Claimed,
  account: TracerAccount,
  query: Query,
  price: number | null,
): Promise<Found> {
  const { search } = claimed;
  const { searchId } = search;
  const type = 'phone' in query ? 'ReversePhonePerson' : 'Person';
  let matches: TracedPerson[];
  try {
    matches = personsIn(await askGalaxy(account, type, criteriaOf(query)), query);
  } catch (error) {
    if (!(error instanceof TracerFailure)) throw error;
    const { message, billed, cause } = error;
    const state = cause === 'unknown' ? 'lost' : cause === 'unreached' ? 'unsent' : 'refused';
    await end(claimed, { state, billed, error: message, cost: billed === 'no' ? 0 : price }, null);
    if (cause === 'account') await noteTrouble(message);
    throw state === 'lost' ? lostNow(searchId, account.label) : answerOf(error);
  }
  const state = matches.length > 0 ? 'found' : 'nothing';
  await end(claimed, { state, billed: 'yes', cost: price, matches: matches.length }, matches);
  await noteTrouble(null);
  return { searchId, matches, cost: price, cached: false, sandbox: account.sandbox };
}

/**
 * Looks somebody up: from what is kept, or by the provider, which bills it.
 * @throws 400, 403 'no_access', 409 'monthly_limit', 'may_have_been_billed', 502, 504 'answer_lost'
 */
export async function lookUp(ask: Ask): Promise<Found> {
  const { query, again = false } = ask;
  const { monthlyLimit: limit } = await assertAccess();
  await assertMayLeave();
  const settings = await readSettings();
  const account = await accountOf(settings);
  const { sandbox, label } = account;
  const question = questionOf(query);
  for (let before = await findAnswer(question); ; before = await findAnswer(question)) {
    if (before && isOnItsWay(before)) {
      const answer = await awaited(question, before);
      if (!answer) throw lostNow(before.searchId, label);
      // A double click has one outcome, whatever it is.
      if (answer.searchId === before.searchId && answer.state === 'lost')
        throw lostNow(answer.searchId, label);
      if (answer.searchId === before.searchId && answer.state === 'free')
        throw unavailable(answer.error ?? `${label} has refused the search.`, 'provider_refused');
      before = answer;
    }
    if (before?.state === 'answered' && isKept(before) && before.sandbox === sandbox)
      return fromCache(ask, before);
    if (before && wasLost(before) && !isOnItsWay(before) && !again) throw lostBefore(before);
    if (before && isOnItsWay(before)) continue;
    const claimed = await claim(ask, before, { question, limit, sandbox });
    if (claimed) return sent(claimed, account, query, settings.price);
  }
}

import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { findLead } from '#functions/leads/api.ts';
import { announce, callOff, displaysMeant } from '#functions/signage/api.ts';
import { celebrates, isQuiet } from '#shared/model/celebration.ts';
import { dayOf, standingOn } from './day.ts';
import { takeBackNews } from './news.ts';
import { hasNews, newsInsertion } from './news-store.ts';
import { everyRule } from './rule-store.ts';
import { signDataOfAll } from './sign-data.ts';
import { heardOf, soundOfRule } from './sound.ts';
import {
  type CelebrationKey,
  type CelebrationRecord,
  dueIdOf,
  earlierEvents,
  eventsOf,
  findCelebration,
  isOpen,
  keyOfDue,
  ownEvent,
  replaceCelebration,
} from './store.ts';
import { leaderOf, leaveSign, partSign, putTogether, salesOn } from './together.ts';

/*
 * One celebration, whatever began it, by steps that are each written down: what a kill leaves half done is taken up by
 * the minute's look, and who is given it twice does it once. The sign goes on displays by announcements, which bear the
 * celebration's own id and queue up behind each other (functions/signage/announce.ts).
 */

/** Where displays have no room, or the provider is away, it is tried again after so long; ms. */
const againMs = 30_000;
/** So long; what has not been shown by then is news of yesterday. */
const giveUpMs = 3_600_000;

type Change = Partial<Omit<CelebrationRecord, 'at' | 'celebrationId' | 'version'>>;

/** Writes a step, where nobody else has written one since it was read. @param lookAgainMs when it is looked at, while it is open */
export async function step(
  record: CelebrationRecord,
  change: Change,
  lookAgainMs?: number,
  also: object[] = [],
): Promise<CelebrationRecord> {
  const after = { ...record, ...change, updatedAt: clock.iso(), version: record.version + 1 };
  await commit(replaceCelebration(after, lookAgainMs), ...also);
  return after;
}

/** The first rule that the sale fits says where and how; it is decided once, by what has been won before it. */
async function choose(record: CelebrationRecord): Promise<CelebrationRecord> {
  const day = await dayOf(Date.parse(record.at));
  const before = (await standingOn(day)).filter(
    (other) => dueIdOf(other) < dueIdOf(record) && other.celebrationId !== record.celebrationId,
  );
  if (record.leadId && before.some(({ leadId }) => leadId === record.leadId))
    return step(record, { state: 'repeated', note: 'It was celebrated before today.' });
  const lead = record.leadId ? await findLead(record.leadId) : undefined;
  const { amount, repId } = record;
  const rules = (await everyRule()).filter(({ createdAt }) => createdAt <= record.at);
  const rule = rules.find((candidate) => celebrates(candidate, { amount, repId, lead, before }));
  if (!rule)
    return step(record, {
      state: 'passed',
      note: rules.length === 0 ? 'No rule says where to celebrate.' : 'No rule fits it.',
    });
  const { ruleId, name: ruleName, projectId, seconds } = rule;
  const ruled = { ruleId, ruleName, projectId, seconds, sound: soundOfRule(rule) };
  if (isQuiet(rule, day.minute)) return step(record, { ...ruled, state: 'passed', note: 'In quiet hours.' });
  // Chats are told also where no display is.
  const news = hasNews(rule) ? [newsInsertion(record, rule)] : [];
  const displayIds = await displaysMeant(rule);
  if (displayIds.length === 0)
    return step(
      record,
      { ...ruled, state: 'passed', note: 'There is no display to show it on.' },
      undefined,
      news,
    );
  const leader = rule.together ? await leaderOf(ruleId, before) : undefined;
  if (leader) return putTogether({ ...record, ...ruled, displayIds }, leader, news);
  return step(record, { ...ruled, displayIds, state: 'chosen' }, undefined, news);
}

/** Names of displays in a sentence. */
export const named = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

/** Takes its sign as it was before, with fewer or more sales, off the displays. */
async function clearEarlier(record: CelebrationRecord): Promise<void> {
  for (const event of earlierEvents(record)) await callOff(event);
}

const beside = (others: number): string =>
  others === 0 ? '' : ` With ${others === 1 ? 'another sale' : `${others} other sales`}.`;

/** Puts it on its displays; those that have no room for it yet are asked again later. */
async function show(record: CelebrationRecord): Promise<CelebrationRecord> {
  const { projectId, displayIds, seconds, leadId, celebrationId, at } = record;
  const isLate = clock.now() - Date.parse(at) > giveUpMs;
  try {
    // First, so that it takes no other's place in the queue of a display.
    await clearEarlier(record);
    const sales = await salesOn(record);
    const results = await announce({
      event: ownEvent(record),
      projectId: projectId!,
      displayIds,
      seconds,
      priority: 'HIGH',
      data: await signDataOfAll(sales),
      // One of several that is deleted takes no other along; who hears of it makes the sign anew.
      leadId: sales.length > 1 ? null : leadId,
      sound: await heardOf(record),
    });
    const shown = results.filter(({ ok }) => ok).map(({ name }) => name);
    const waiting = results.filter(({ ok }) => !ok);
    const trouble = waiting.map(({ name, reason }) => `${name}: ${reason}`).join(' ');
    const where = shown.length > 0 ? `On ${named(shown)}.${beside(sales.length - 1)}` : '';
    const note = `${where} ${trouble}`.trim().slice(0, 500);
    if (waiting.length > 0 && !isLate) return await step(record, { note }, againMs);
    return await step(record, { note, state: shown.length > 0 ? 'celebrated' : 'passed' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOver = isLate || error.status < 500;
    const note = error.message.slice(0, 500);
    log.warn('A celebration is on no display.', { celebrationId, note });
    return step(record, { note, ...(isOver ? { state: 'passed' as const } : {}) }, againMs);
  }
}

/** Whoever was about to show it when it was called off is done or dead after so long; ms. */
const clearAgainMs = 90_000;

/**
 * Takes it off all displays after it was called off: at once, and once more when nobody can be at showing it any more.
 */
async function clear(record: CelebrationRecord): Promise<CelebrationRecord> {
  const others = [...(await partSign(record, step)), ...(await leaveSign(record, step))];
  for (const event of eventsOf(record)) await callOff(event);
  for (const other of others) await celebrate(other);
  await takeBackNews(record);
  const isOver = clock.now() - Date.parse(record.updatedAt) >= clearAgainMs;
  return isOver ? step(record, { clearing: false }) : record;
}

/**
 * Does what is left to do of a celebration. Somebody who calls it off at the same moment wins: what is on displays by
 * then goes again. Safe to call at any time, any number of times.
 */
export const celebrate = (key: CelebrationKey): Promise<CelebrationRecord | undefined> =>
  retryOnConflict(async (tried) => {
    let record = await findCelebration(key);
    // Who was overtaken may have announced the sign as it was before the other's change.
    if (record && tried > 0) await clearEarlier(record);
    if (record?.state === 'recorded') {
      record = await choose(record);
      if (record.leader) await celebrate(record.leader);
    }
    if (record?.state === 'chosen') record = await show(record);
    if (record?.clearing) record = await clear(record);
    return record;
  });

/** Calls a celebration off: it counts no longer, and goes from all displays. */
export async function undo(key: CelebrationKey, note: string): Promise<CelebrationRecord | undefined> {
  await retryOnConflict(async () => {
    const record = await findCelebration(key);
    if (record && record.state !== 'undone') await step(record, { state: 'undone', clearing: true, note });
  });
  return celebrate(key);
}

/** The sweeper's part: goes on with what a kill, a full display or a provider that was away has left open. */
export const celebrationWork: DueWork = {
  async look(id) {
    const record = await celebrate(keyOfDue(id));
    return record && isOpen(record) ? clock.now() + againMs : undefined;
  },
  earlier: async () => [],
};

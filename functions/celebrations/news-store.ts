import { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { randomToken } from '#functions/kernel/ids.ts';
import { celebrationLimits, chatTelling } from '#shared/model/celebration.ts';
import type { RuleRecord } from './rule-store.ts';
import { type CelebrationKey, dueIdOf } from './store.ts';

/** A picture or a video of the sign with the deal's data. */
const drawing = z.object({
  state: z.enum(['none', 'drawing', 'there', 'failed', 'gone']),
  /** Below the CDN's root, while it is there. */
  path: z.string(),
});
export type Drawing = z.output<typeof drawing>;

/** What of a celebration leaves the office: its picture, its video, and who was told in a chat. */
const News = entity('celebrationNews', {
  fields: z.object({
    at: z.string(),
    celebrationId: z.string(),
    ruleId: z.string(),
    /** Makes the addresses of its files ones that nobody guesses. */
    token: z.string(),
    still: drawing,
    video: drawing,
    tellings: z.array(chatTelling.extend({ claimedAt: z.number() })),
    /** It was called off, and that is being told. */
    isTakenBack: z.boolean(),
    /** Tries in a row that failed. */
    attempts: z.number(),
    version: z.number(),
    expiresAt: z.number(),
  }),
  key: { partition: [], sort: ['at', 'celebrationId'], casing: 'none' },
  due: true,
});
export type NewsRecord = Stored<typeof News>;

const daySeconds = 86_400;

export const findNews = ({ at, celebrationId }: CelebrationKey): Promise<NewsRecord | undefined> =>
  News.find({ at, celebrationId });
export const findNewsOf = (keys: readonly CelebrationKey[]): Promise<NewsRecord[]> =>
  News.findMany(keys.map(({ at, celebrationId }) => ({ at, celebrationId })));

/** Whether a rule has anything told or filmed. */
export const hasNews = ({ sealedSlack, sealedTeams, video }: RuleRecord): boolean =>
  sealedSlack !== null || sealedTeams !== null || video;

/** Files are kept as long as those of exports; ms. */
const keepFilesMs = 30 * daySeconds * 1000;

/** Whether somebody is still to be told, or something to be drawn. */
export const isOpenNews = ({ still, video, tellings }: NewsRecord): boolean =>
  [still, video].some(({ state }) => state === 'drawing') ||
  tellings.some(({ state }) => state === 'waiting' || state === 'sending');

function placeOf(news: NewsRecord, lookAt: number) {
  const hasFiles = [news.still, news.video].some(({ state }) => state === 'there');
  if (isOpenNews(news)) return dueAt('celebrationNews', dueIdOf(news), lookAt);
  return hasFiles ? dueAt('celebrationNews', dueIdOf(news), Date.parse(news.at) + keepFilesMs) : {};
}

/** Whether its files have had their time. */
export const hasExpired = ({ at }: NewsRecord): boolean => clock.now() >= Date.parse(at) + keepFilesMs;

const item = (news: NewsRecord, lookAt: number) => ({ ...news, ...placeOf(news, lookAt) });

/** The write with which the news of a celebration begin, as its rule has them. */
export function newsInsertion({ at, celebrationId }: CelebrationKey, rule: RuleRecord): object {
  const { ruleId, sealedSlack, sealedTeams, video } = rule;
  const chats = [...(sealedSlack ? (['slack'] as const) : []), ...(sealedTeams ? (['teams'] as const) : [])];
  const blank = (isWanted: boolean): Drawing => ({ state: isWanted ? 'drawing' : 'none', path: '' });
  const news: NewsRecord = {
    at,
    celebrationId,
    ruleId,
    token: randomToken(16),
    still: blank(chats.length > 0),
    video: blank(video),
    tellings: chats.map((chat) => ({ chat, topic: 'win', state: 'waiting', reason: '', claimedAt: 0 })),
    isTakenBack: false,
    attempts: 0,
    version: 1,
    expiresAt: clock.seconds() + celebrationLimits.keepDays * daySeconds,
  };
  return News.insert(item(news, clock.now()));
}

/** The write of changed news; of two workers the slower is refused. @param lookAt of what is open, ms since 1970 */
export const newsWrite = (before: NewsRecord, after: NewsRecord, lookAt = clock.now()): object =>
  News.put(item({ ...after, version: before.version + 1 }, lookAt), ifVersion(before.version));

import { exportFor, projectOr404, showExport } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { handOverEach, type Outcome } from '#functions/kernel/hand-over.ts';
import { log } from '#functions/kernel/log.ts';
import { retryOnConflict, wasOvertaken } from '#functions/kernel/retry.ts';
import { unsealRemembered } from '#functions/kernel/secrets.ts';
import { commit } from '#functions/kernel/table.ts';
import { ownStanding, standingReasons } from '#functions/tenants/api.ts';
import { chatOutcome, chats, postNews } from '#functions/webhookEndpoints/api.ts';
import { exportOptions } from '#shared/model/content.ts';
import { dimensionsOf } from './dimensions.ts';
import { type DrawingKind, drawingKinds, exportIdOf, fileOf, hasFiles, removeFiles } from './news-files.ts';
import { type Drawing, findNews, hasExpired, isOpenNews, type NewsRecord, newsWrite } from './news-store.ts';
import { newsWords } from './news-words.ts';
import { chatPurpose, findRule } from './rule-store.ts';
import { signDataOf } from './sign-data.ts';
import { heardOf } from './sound.ts';
import {
  type CelebrationKey,
  type CelebrationRecord,
  celebrationPrefix,
  celebrationsBetween,
  dueIdOf,
  findCelebration,
  keyOfDue,
} from './store.ts';

/*
 * What of a celebration leaves the office: a still of its sign with the deal's data to the team's chats, and a video.
 *
 *   begun with the celebration ──▶ drawn ──▶ told ──▶ the video is there, and told too
 *          any of them ──called off──▶ what was told is taken back, the files are removed
 *
 * The renderer is asked at once, and what it has drawn is told as soon as it says so; the sweeper sees to the rest, each
 * minute. Each message is claimed in the table before it is posted, so it goes out at most once; what certainly did not
 * arrive is tried again, later each time.
 */

/** Tries in a row, each a minute later and twice as long after the one before. */
const tries = 5;
const firstWaitMs = 60_000;
/** A still that is not drawn by then, as no renderer is there, is left out of the message. */
const patienceMs = 5 * 60_000;
/** How often a drawing is looked after, ms: as often as the sweeper comes. */
const againMs = 10_000;
/** Drawings of wins of so long ago are told of by the sweeper alone; ms. */
const freshMs = 15 * 60_000;

/** The length of a video, in seconds at most. */
const videoSeconds = 10;

async function askFor(kind: DrawingKind, record: CelebrationRecord): Promise<void> {
  const projectId = record.projectId!;
  const { canvasSize } = await projectOr404(projectId);
  const dimensions = dimensionsOf(canvasSize);
  const options = exportOptions.parse(
    kind === 'still'
      ? { exportType: 'image', dimensions }
      : { exportType: 'video', dimensions, duration: Math.min(record.seconds, videoSeconds) },
  );
  const data = (await signDataOf(record)) as Record<string, unknown>;
  const sound = kind === 'video' ? await heardOf(record) : undefined;
  await exportFor(record.celebrationId, {
    projectId,
    options,
    data,
    exportId: exportIdOf(kind, record),
    sound,
  });
}

/** Asks the renderer for what is to be drawn of a celebration. Asked twice, it is drawn once. */
export async function drawNews(key: CelebrationKey): Promise<void> {
  const [news, record] = await Promise.all([findNews(key), findCelebration(key)]);
  if (!news || !record || record.state === 'undone') return;
  for (const kind of drawingKinds)
    if (news[kind].state === 'drawing')
      await askFor(kind, record).catch((error) => {
        // The sweeper asks again, and says so where it cannot be.
        if (!(error instanceof AppError)) throw error;
        log.warn('A celebration could not be drawn.', { celebrationId: key.celebrationId, error });
      });
}

async function changed(
  before: NewsRecord,
  change: Partial<NewsRecord>,
  lookAt?: number,
): Promise<NewsRecord> {
  await commit(newsWrite(before, { ...before, ...change }, lookAt));
  return { ...before, ...change, version: before.version + 1 };
}

/** How a drawing stands now. */
async function drawnNow(kind: DrawingKind, news: NewsRecord, record: CelebrationRecord): Promise<Drawing> {
  if (news[kind].state !== 'drawing') return news[kind];
  try {
    await askFor(kind, record);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { state: 'failed', path: '' };
  }
  const drawn = await showExport(exportIdOf(kind, news), fileOf(kind, news));
  return { state: drawn.state, path: drawn.state === 'there' ? drawn.path : '' };
}

/** A video that comes after its win was told is told of, too. */
const withVideo = ({ tellings }: NewsRecord): NewsRecord['tellings'] => [
  ...tellings,
  ...tellings
    .filter(({ topic, state }) => topic === 'win' && (state === 'sent' || state === 'unsure'))
    .map(({ chat }) => ({ chat, topic: 'video', state: 'waiting', reason: '', claimedAt: 0 }) as const),
];

async function draw(news: NewsRecord, record: CelebrationRecord): Promise<NewsRecord> {
  const still = await drawnNow('still', news, record);
  const video = await drawnNow('video', news, record);
  if (still.state === news.still.state && video.state === news.video.state) return news;
  const isNewVideo = video.state === 'there' && news.video.state !== 'there';
  return changed(news, { still, video, ...(isNewVideo ? { tellings: withVideo(news) } : {}) });
}

async function tell(at: number, news: NewsRecord, record: CelebrationRecord): Promise<Outcome> {
  const { chat, topic } = news.tellings[at]!;
  const rule = await findRule(news.ruleId);
  const sealed = chat === 'slack' ? rule?.sealedSlack : rule?.sealedTeams;
  if (!sealed) return { state: 'refused', reason: 'Its address was taken away.' };
  const url = await unsealRemembered(chatPurpose, sealed);
  return chatOutcome(await postNews(chat, url, await newsWords(topic, record, news)));
}

/** Tells one chat after the other; one that is out of order does not keep the others waiting. */
async function tellEverybody(begun: NewsRecord, record: CelebrationRecord): Promise<NextLook> {
  let news = begun;
  const looks: number[] = [];
  let failed: unknown;
  for (const chat of chats) {
    const own = news.tellings.flatMap((telling, at) => (telling.chat === chat ? [at] : []));
    try {
      const look = await handOverEach({
        items: () => own.map((at) => news.tellings[at]!),
        note: async (which, change) => {
          const tellings = news.tellings.map((one, at) => (at === own[which] ? { ...one, ...change } : one));
          news = await changed(news, { tellings, ...(change.state === 'sent' ? { attempts: 0 } : {}) });
        },
        send: (which) => tell(own[which]!, news, record),
      });
      if (look !== undefined) looks.push(look);
    } catch (error) {
      if (wasOvertaken(error)) throw error;
      failed = error;
    }
  }
  if (failed) throw failed;
  return looks.length > 0 ? Math.min(...looks) : undefined;
}

/** Those who wait are told nothing any more, and why. */
const giveUp = (news: NewsRecord, reason: string): Promise<NewsRecord> =>
  changed(news, {
    tellings: news.tellings.map((one) =>
      one.state === 'waiting' ? { ...one, state: 'refused', reason } : one,
    ),
  });

/** What certainly reached nobody is tried again, later each time, and given up in the end. */
async function tryLater(key: CelebrationKey, error: Error): Promise<NextLook> {
  const news = await findNews(key);
  if (!news || !isOpenNews(news)) return undefined;
  const attempts = news.attempts + 1;
  if (attempts >= tries) await giveUp({ ...news, attempts }, error.message.slice(0, 300));
  else await changed(news, { attempts }, clock.now() + firstWaitMs * 2 ** news.attempts);
  return undefined;
}

/**
 * Has what was told of a celebration taken back, after it was called off: who was told hears so, who was not is told
 * nothing, and its files are no longer there. It may be called twice.
 */
export const takeBackNews = (key: CelebrationKey): Promise<void> =>
  retryOnConflict(async () => {
    const news = await findNews(key);
    if (!news || news.isTakenBack) return;
    const heard = news.tellings.filter(
      ({ topic, state }) => topic === 'win' && ['sent', 'unsure', 'sending'].includes(state),
    );
    await changed(news, {
      isTakenBack: true,
      attempts: 0,
      tellings: [
        ...news.tellings.map((one) =>
          one.state === 'waiting'
            ? ({ ...one, state: 'refused', reason: 'It was called off.' } as const)
            : one,
        ),
        ...heard.map(
          ({ chat }) => ({ chat, topic: 'undone', state: 'waiting', reason: '', claimedAt: 0 }) as const,
        ),
      ],
    });
  });

async function advance(key: CelebrationKey): Promise<NextLook> {
  const [found, record] = await Promise.all([findNews(key), findCelebration(key)]);
  if (!found || !record) return undefined;
  let news = found;
  if (hasFiles(news) && (news.isTakenBack || hasExpired(news))) news = await removeFiles(news);
  if (!isOpenNews(news)) return undefined;
  const standing = await ownStanding();
  if (standing !== 'active') {
    await giveUp(news, standingReasons[standing].sentence);
    return undefined;
  }
  if (!news.isTakenBack) news = await draw(news, record);
  const isYoung = clock.now() - Date.parse(news.at) < patienceMs;
  if (news.still.state === 'drawing' && isYoung) return clock.now() + againMs;
  const next = await tellEverybody(news, record);
  return (
    next ?? (drawingKinds.some((kind) => news[kind].state === 'drawing') ? clock.now() + againMs : undefined)
  );
}

/** The sweeper's part: goes on with what is left to do of the news of a celebration. */
async function look(id: string): Promise<NextLook> {
  const key = keyOfDue(id);
  try {
    return await advance(key);
  } catch (error) {
    // Another worker is at it.
    if (wasOvertaken(error)) return clock.now() + againMs;
    return tryLater(key, error as Error);
  }
}

/**
 * Tells chats of what the renderer has drawn or could not. Of the export of a project it knows nothing and does nothing,
 * and what is lost of this is the sweeper's.
 * @param celebrationId whose export it was: `exportFor` gives it in the place of a project's id
 */
export async function drawingEnded(celebrationId: string): Promise<void> {
  if (!celebrationId.startsWith(`${celebrationPrefix}_`)) return;
  const now = clock.now();
  const won = await celebrationsBetween(new Date(now - freshMs).toISOString(), new Date(now).toISOString());
  const record = won.find((one) => one.celebrationId === celebrationId);
  if (record) await look(dueIdOf(record));
}

export const celebrationNewsWork: DueWork = { look, earlier: async () => [] };

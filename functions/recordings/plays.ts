import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { type PlayContext, playContexts } from '#shared/model/prompt-recording.ts';
import { dayOf } from './day.ts';
import {
  findRecording,
  playKeyInsertion,
  playsOf,
  playWrites,
  type RecordingRecord,
  recordingOr404,
  totalOf,
} from './store.ts';
import { usersOfRecordings } from './use-hooks.ts';

/** Of a recording's length: who hears as much has heard it to the end. */
const completeShare = 0.95;
/** A play is told again within so many seconds at most. */
const keySeconds = 86_400;
const noPlan = '-';

interface Play {
  context: PlayContext;
  durationMs: number;
  planId?: string | undefined;
  key?: string | undefined;
}

/** Counts that somebody heard a recording. @throws 400 for a plan that does not play it, 404 */
export async function trackUsage(recordingId: string, play: Play) {
  const recording = await recordingOr404(recordingId);
  if (play.planId) {
    const users = (await usersOfRecordings()).get(recordingId) ?? [];
    if (!users.some(({ id }) => id === play.planId))
      throw badRequest('This plan does not play the recording.', { field: 'planId' });
  }
  await count(recording, play);
  return { usageCount: await totalOf(recordingId) };
}

/**
 * Counts that a caller heard a recording, as the exchange tells. Told again with the same key it is not counted again; of
 * a recording that is gone nothing is.
 * @param durationMs that they were where it is played: of a menu they may have been silent for a part of it
 */
export async function hearPlay(recordingId: string, play: Play & { key: string }): Promise<void> {
  const recording = await findRecording(recordingId);
  if (!recording) return;
  const durationMs = Math.min(play.durationMs, recording.durationMs ?? play.durationMs);
  await count(recording, { ...play, durationMs });
}

async function count(
  { recordingId, durationMs: length }: RecordingRecord,
  { context, durationMs, planId, key }: Play,
): Promise<void> {
  const completions = length !== null && durationMs >= length * completeShare ? 1 : 0;
  const writes = playWrites({
    recordingId,
    day: dayOf(clock.now()),
    context,
    planId: planId ?? noPlan,
    completions,
    listenMs: durationMs,
  });
  if (!key) await commit(writes);
  else await accepted(commit(playKeyInsertion(recordingId, key, clock.seconds() + keySeconds), writes));
}

type Counted = Awaited<ReturnType<typeof playsOf>>[number];
const sumOf = (all: readonly Counted[], of: 'plays' | 'completions' | 'listenMs'): number =>
  all.reduce((sum, one) => sum + one[of], 0);

/** How often a recording was heard, where, and on which days. @throws 404 */
export async function analyticsOf(recordingId: string) {
  await recordingOr404(recordingId);
  const [all, users] = await Promise.all([playsOf(recordingId), usersOfRecordings()]);
  const plays = sumOf(all, 'plays');
  const names = new Map((users.get(recordingId) ?? []).map(({ id, name }) => [id, name]));
  const contexts = Map.groupBy(all, ({ context }) => context);
  const plans = Map.groupBy(
    all.filter(({ planId }) => planId !== noPlan),
    ({ planId }) => planId,
  );
  const days = Map.groupBy(all, ({ day }) => day);
  return {
    plays,
    completions: sumOf(all, 'completions'),
    averageListenMs: plays === 0 ? null : Math.round(sumOf(all, 'listenMs') / plays),
    byContext: (Object.keys(playContexts) as PlayContext[]).flatMap((context) => {
      const counted = contexts.get(context);
      return counted ? [{ context, plays: sumOf(counted, 'plays') }] : [];
    }),
    byPlan: [...plans].map(([planId, counted]) => ({
      planId,
      name: names.get(planId) ?? 'A plan that does not play it any more',
      plays: sumOf(counted, 'plays'),
    })),
    days: [...days]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, counted]) => ({
        day,
        plays: sumOf(counted, 'plays'),
        completions: sumOf(counted, 'completions'),
      })),
  };
}

import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { env } from '#functions/kernel/env.ts';
import { log } from '#functions/kernel/log.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { recordingKey } from '../recording-marks.ts';
import { partsOfRecording } from '../recording-store.ts';
import { providers } from './providers/index.ts';
import { TranscriberBusy, TranscriberRefused } from './providers/types.ts';
import {
  changeTranscript,
  findTranscript,
  keepSegments,
  removeSegments,
  type TranscriptRecord,
  transcriptRemoval,
} from './store.ts';

/*
 * How a recording gets its transcript, a step at a time by the sweeper: a job of the provider takes minutes, so nobody has
 * to hurry, and a kill between two steps does the first one again.
 *
 *   waiting ── begun, by a name that is only this recording's ──▶ asked ── heard ──▶ done
 *                                                                   └── refused, or nothing after six hours ──▶ failed
 */

/** A job is asked after so often, and for so long; ms. Transcribe takes less time than was spoken. */
const askAgainMs = 60_000;
const longestMs = 6 * 3_600_000;
/** How often in a row a provider may be busy, and the first and longest wait then; ms. */
const mostTries = 12;
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;

/** The name of the job, by which it is begun once. */
const jobOf = ({ callId, recordingId, round }: TranscriptRecord): string =>
  `t${tenantOf()}-${callId}-${recordingId}-${round}`;

const isThere = async ({ callId, recordingId }: TranscriptRecord): Promise<boolean> =>
  (await partsOfRecording(callId)).some((part) => part.recordingId === recordingId);

/** The recording was deleted: so is what was made of it, also at the provider. */
async function drop(record: TranscriptRecord): Promise<undefined> {
  await forget(record);
  await removeSegments(record);
  await writeOne(transcriptRemoval(record));
}

/** What the provider has made lies with it no longer than it has to. */
async function forget(record: TranscriptRecord): Promise<void> {
  await providers[record.provider].forget(jobOf(record));
}

async function begin(record: TranscriptRecord): Promise<number | undefined> {
  const { callId, recordingId, provider } = record;
  const key = bucket('recordings').key(recordingKey(callId, recordingId));
  await providers[provider].begin(jobOf(record), { bucket: env('BUCKET_NAME'), key });
  const at = clock.now() + askAgainMs;
  return (await changeTranscript(record, { state: 'asked', tries: 0 }, at)) ? at : clock.now();
}

async function hear(record: TranscriptRecord): Promise<number | undefined> {
  const heard = await providers[record.provider].hear(jobOf(record));
  if (heard.state === 'failed') return fail(record, heard.reason);
  if (heard.state === 'running') {
    const isLost = clock.now() - Date.parse(record.changedAt) > longestMs;
    return isLost ? fail(record, 'It took too long.') : clock.now() + askAgainMs;
  }
  await keepSegments(record, heard.segments);
  // It may have been deleted in this very moment.
  if (!(await isThere(record))) return drop(record);
  await forget(record).catch((error: Error) =>
    log.warn('The provider keeps a transcript that it was to forget.', { job: jobOf(record), error }),
  );
  await changeTranscript(record, { state: 'done', reason: '' });
  return undefined;
}

async function fail(record: TranscriptRecord, reason: string): Promise<undefined> {
  await changeTranscript(record, { state: 'failed', reason: reason.slice(0, 300) });
}

async function later(record: TranscriptRecord, { message }: TranscriberBusy): Promise<number | undefined> {
  const tries = record.tries + 1;
  if (tries > mostTries) return fail(record, `${message} It was asked ${mostTries} times.`);
  const at = clock.now() + Math.min(longestWaitMs, firstWaitMs * 2 ** record.tries);
  await changeTranscript(record, { tries }, at);
  return at;
}

/** The sweeper's part: transcripts that are to be made, and jobs that go on. */
export const callTranscriptWork: DueWork = {
  async look(id) {
    const [callId = '', recordingId = ''] = id.split(' ');
    const record = await findTranscript(callId, recordingId);
    if (record?.state !== 'waiting' && record?.state !== 'asked') return undefined;
    try {
      if (!(await isThere(record))) return await drop(record);
      return await (record.state === 'waiting' ? begin(record) : hear(record));
    } catch (error) {
      if (error instanceof TranscriberBusy) return later(record, error);
      if (error instanceof TranscriberRefused) return fail(record, error.message);
      throw error;
    }
  },
  earlier: async () => [],
};

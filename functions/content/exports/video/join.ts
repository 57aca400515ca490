import {
  CreateJobCommand,
  GetJobCommand,
  type Job,
  MediaConvertClient,
  NotFoundException,
} from '@aws-sdk/client-mediaconvert';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { env } from '#functions/kernel/env.ts';
import { log } from '#functions/kernel/log.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { traced } from '#functions/kernel/trace.ts';
import { findExport, noteJob, type StoredExport, takeJoining } from '../store.ts';
import { exportFiles, outputKey } from '../use-cases.ts';
import { completeStored, restOfLease } from '../work.ts';
import { partKey, removeParts, silenceKey, soundKey } from './cleanup.ts';
import { jobSettings } from './job.ts';
import { partsOf } from './store.ts';
import { failVideo, reportJoining } from './work.ts';

const mediaConvert = traced(new MediaConvertClient({}));

/** Starting a job is given up by its caller's death only; another may try after this, in ms. */
const startLeaseMs = 10_000;

/** What a job carries along, and its event brings back. */
export interface JobMetadata {
  stage: string;
  tenantId: string;
  exportId: string;
}

const fileAddress = (key: string) => `s3://${env('BUCKET_NAME')}/${exportFiles().key(key)}`;

/**
 * Starts the joining when every part is there: once, whoever asks and however often. A job that was created by
 * a caller who died before noting it is found again by its token.
 * @returns seconds after which to ask again, where another caller is at it and may have died
 */
export async function joinWhenComplete(exportId: string): Promise<number | undefined> {
  const item = await findExport(exportId);
  if (item?.status !== 'processing' || item.partsLeft !== 0 || item.jobId) return undefined;
  const now = clock.now();
  if (!(await accepted(commit(takeJoining(exportId, now, now + startLeaseMs)))))
    return restOfLease(now + startLeaseMs);
  await reportJoining(exportId, 0);
  const stored = new Set(await exportFiles().list(`${exportId}/parts/`));
  const parts = (await partsOf(exportId)).map(({ n, from, to }) => ({
    video: fileAddress(partKey(exportId, n)),
    sound: fileAddress(
      stored.has(soundKey(exportId, n)) ? soundKey(exportId, n) : silenceKey(exportId, to - from),
    ),
  }));
  const metadata: JobMetadata = { stage: env('STAGE'), tenantId: String(tenantOf()), exportId };
  const { Job } = await mediaConvert.send(
    new CreateJobCommand({
      Role: env('MEDIACONVERT_ROLE'),
      ClientRequestToken: exportId,
      UserMetadata: { ...metadata },
      StatusUpdateInterval: 'SECONDS_10',
      Settings: jobSettings(item.options, parts, fileAddress(`${exportId}/output`)),
    }),
  );
  await accepted(commit(noteJob(exportId, Job!.Id!)));
  return undefined;
}

/** What became of a job, as its event or GetJob tells. */
export type JobOutcome = { status: 'complete' } | { status: 'failed'; reason: string };

/**
 * Ends an export after its job, once. The parts go first, so that none is left behind by a completed export.
 * @param jobId an outcome of another job than the export's own is not heard
 */
export async function finishJoining(exportId: string, jobId: string, outcome: JobOutcome): Promise<void> {
  const item = await findExport(exportId);
  if (item?.status !== 'processing') return removeParts(exportId);
  if (item.jobId && item.jobId !== jobId) return;
  if (outcome.status === 'failed') {
    log.error('MediaConvert could not join a video.', { exportId, jobId, reason: outcome.reason });
    return failVideo(item, 'The parts of the video could not be joined. Please export it again.');
  }
  const stat = await exportFiles().stat(outputKey(item));
  if (!stat) return failVideo(item, 'The joined video is not there. Please export it again.');
  await removeParts(exportId);
  await completeStored(item, stat.size, 'video/mp4');
}

async function findJob(jobId: string): Promise<Job | undefined> {
  try {
    return (await mediaConvert.send(new GetJobCommand({ Id: jobId }))).Job;
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

/** Asks MediaConvert itself, for when an event was lost; and tells how far it is. */
export async function askAboutJob({ exportId, jobId }: StoredExport & { jobId: string }): Promise<void> {
  const job = await findJob(jobId);
  const failed = (reason: string) => finishJoining(exportId, jobId, { status: 'failed', reason });
  if (!job) return failed('There is no such job.');
  if (job.Status === 'COMPLETE') return finishJoining(exportId, jobId, { status: 'complete' });
  if (job.Status === 'ERROR' || job.Status === 'CANCELED')
    return failed(job.ErrorMessage ?? `The job is ${job.Status}.`);
  await reportJoining(exportId, job.JobPercentComplete ?? 0);
}

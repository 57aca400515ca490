import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitTarget } from '../aws-auth.ts';
import {
  AwsError,
  asAwsError,
  type Handle,
  parseJsonObject,
  readBody,
  type ServiceOptions,
  sendJson,
} from '../aws-json.ts';
import type { PutEventsEntry } from '../eventbridge/index.ts';
import type { S3Service } from '../s3/index.ts';
import { JobRunner } from './service.ts';
import { parseJob } from './settings.ts';
import { type JobRecord, JobStore } from './store.ts';

export interface MediaConvertOptions extends ServiceOptions {
  s3: Pick<S3Service, 'getObject' | 'putFile'>;
  /** Puts an event of MediaConvert on the account's bus; it is stored when this returns. */
  putEvent(entry: PutEventsEntry): unknown;
  /** Told of each ffmpeg that runs, so that none outlives the local cloud. */
  child?(pid: number, running: boolean): void;
  log?(line: string): void;
}

export interface MediaConvert {
  handle: Handle;
  /** Takes up jobs from before the last stop. Call it once events can be put. */
  start(): void;
  close(): Promise<void>;
}

const root = '/2017-08-29';

/** AWS Elemental MediaConvert on one machine: the REST calls of jobs, done by ffmpeg; jobs are in `mediaconvert.db`. */
export function createMediaConvert(options: MediaConvertOptions): MediaConvert {
  const { stateDir, region = 'us-east-1', accountId = '000000000000' } = options;
  const now = () => (options.clock?.() ?? new Date()).getTime();
  const store = new JobStore(stateDir);
  const arn = (resource: string) => `arn:aws:mediaconvert:${region}:${accountId}:${resource}`;
  const queue = arn('queues/Default');

  function tell(job: JobRecord): void {
    const { id, status, request, errorCode, errorMessage, outputs } = job;
    const detail = {
      timestamp: now(),
      accountId,
      queue,
      jobId: id,
      status,
      userMetadata: request.userMetadata,
      ...(errorMessage ? { errorCode, errorMessage } : {}),
      ...(outputs
        ? {
            outputGroupDetails: [
              {
                type: 'FILE_GROUP',
                outputDetails: outputs.map(({ path, durationMs, width, height }) => ({
                  outputFilePaths: [path],
                  durationInMs: durationMs,
                  videoDetails: { widthInPx: width, heightInPx: height },
                })),
              },
            ],
          }
        : {}),
    };
    options.putEvent({
      Source: 'aws.mediaconvert',
      DetailType: 'MediaConvert Job State Change',
      Detail: JSON.stringify(detail),
      Resources: [arn(`jobs/${id}`)],
    });
  }

  const runner = new JobRunner({
    stateDir,
    store,
    s3: options.s3,
    now,
    tell,
    child: options.child ?? (() => undefined),
    log: options.log ?? ((line) => console.warn(line)),
  });

  const answer = (job: JobRecord) => ({
    id: job.id,
    arn: arn(`jobs/${job.id}`),
    queue,
    role: job.request.role,
    status: job.status,
    createdAt: Math.floor(job.createdMs / 1000),
    jobPercentComplete: job.percent,
    userMetadata: job.request.userMetadata,
    settings: job.request.settings,
    timing: {
      submitTime: Math.floor(job.createdMs / 1000),
      ...(job.startedMs ? { startTime: Math.floor(job.startedMs / 1000) } : {}),
      ...(job.finishedMs ? { finishTime: Math.floor(job.finishedMs / 1000) } : {}),
    },
    ...(job.errorMessage ? { errorCode: job.errorCode, errorMessage: job.errorMessage } : {}),
  });

  function create(body: unknown): JobRecord {
    const request = parseJob(body);
    const known = request.clientRequestToken && store.byToken(request.clientRequestToken);
    if (known) return known;
    const id = `${now()}-${randomBytes(4).toString('hex')}`;
    const job: JobRecord = { id, request, status: 'SUBMITTED', percent: 0, createdMs: now() };
    store.insert(job);
    runner.wake();
    return job;
  }

  function jobOf(id: string): JobRecord {
    const job = store.find(decodeURIComponent(id));
    if (!job) throw new AwsError('NotFoundException', `There is no job ${id}.`, 404);
    return job;
  }

  function cancel(id: string): void {
    const job = jobOf(id);
    if (job.status !== 'SUBMITTED' && job.status !== 'PROGRESSING')
      throw new AwsError('ConflictException', `The job is ${job.status} and cannot be cancelled.`, 409);
    store.update({ ...job, status: 'CANCELED', finishedMs: now() });
    runner.cancel(job.id);
    runner.wake();
  }

  async function act(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readBody(req);
    const { path } = splitTarget(req.url ?? '/');
    const [collection, id] = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : [];
    const call = `${req.method} ${collection}${id ? '/id' : ''}`;
    switch (call) {
      case 'POST jobs':
        return sendJson(res, 201, { job: answer(create(parseJsonObject(body))) });
      case 'GET jobs/id':
        return sendJson(res, 200, { job: answer(jobOf(id!)) });
      case 'GET jobs':
        return sendJson(res, 200, { jobs: store.list(20).map(answer) });
      case 'DELETE jobs/id':
        cancel(id!);
        return sendJson(res, 202, {});
      default:
        throw new AwsError(
          'NotFoundException',
          `The local MediaConvert has no call ${req.method} ${path}.`,
          404,
        );
    }
  }

  return {
    async handle(req, res) {
      try {
        await act(req, res);
      } catch (thrown) {
        const error = asAwsError(thrown);
        sendJson(res, error.status, { message: error.message }, { 'x-amzn-errortype': error.code });
      }
    },
    start: () => runner.wake(),
    async close() {
      await runner.stop();
      store.close();
    },
  };
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CancelJobCommand,
  CreateJobCommand,
  type CreateJobCommandInput,
  GetJobCommand,
  ListJobsCommand,
  MediaConvertClient,
} from '@aws-sdk/client-mediaconvert';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { scratchDir, serve, TEST_CREDENTIALS } from '../aws-testing.ts';
import type { PutEventsEntry } from '../eventbridge/index.ts';
import { createS3, type S3Service } from '../s3/index.ts';
import { ffmpegPath, runFfmpeg } from './ffmpeg.ts';
import { createMediaConvert, type MediaConvert } from './index.ts';

const scratch = scratchDir();
const bucket = 'clips';
const run = { path: ffmpegPath(scratch.dir), signal: new AbortController().signal, child: () => undefined };

/** Half a second of test picture, and of a tone of its own. */
async function makeClip(s3: S3Service, name: string, size = '160x90'): Promise<void> {
  const [video, sound] = [join(scratch.dir, `${name}.mp4`), join(scratch.dir, `${name}.wav`)];
  const picture = `testsrc=size=${size}:rate=30:duration=0.5`;
  const codec = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-bf', '0'];
  await runFfmpeg(['-y', '-f', 'lavfi', '-i', picture, ...codec, video], run);
  const tone = 'sine=frequency=440:sample_rate=48000:duration=0.5';
  await runFfmpeg(['-y', '-f', 'lavfi', '-i', tone, '-ac', '2', sound], run);
  await s3.putFile(bucket, `${name}.mp4`, readFileSync(video));
  await s3.putFile(bucket, `${name}.wav`, readFileSync(sound));
}

let s3: S3Service;
beforeAll(async () => {
  s3 = createS3({ dir: join(scratch.dir, 's3'), credentials: TEST_CREDENTIALS });
  s3.ensureBucket(bucket);
  await makeClip(s3, 'a');
  await makeClip(s3, 'b');
  await makeClip(s3, 'small', '80x46');
}, 30_000);
afterAll(async () => {
  await s3.close();
  scratch.remove();
});

let started = 0;
/** A stand-in with its own state, the events it has put, and a client of it. */
async function service(stateDir = join(scratch.dir, `state-${++started}`)) {
  const events: (PutEventsEntry & { Detail: string })[] = [];
  const standIn: MediaConvert = createMediaConvert({
    stateDir,
    s3,
    putEvent: (entry) => events.push(entry as never),
    log: () => undefined,
  });
  standIn.start();
  const server = await serve({ mediaconvert: standIn.handle });
  const client = new MediaConvertClient(server.config);
  return {
    client,
    stateDir,
    details: () => events.map(({ Detail }) => JSON.parse(Detail)),
    job: async (id: string) => (await client.send(new GetJobCommand({ Id: id }))).Job!,
    async close() {
      await standIn.close();
      await server.close();
    },
  };
}

const request = (
  names: string[],
  key: string,
  codec: object = { Codec: 'PASSTHROUGH' },
): CreateJobCommandInput => ({
  Role: 'arn:aws:iam::000000000000:role/convert',
  UserMetadata: { exportId: 'exp_1' },
  Settings: {
    Inputs: names.map((name) => ({
      FileInput: `s3://${bucket}/${name}.mp4`,
      VideoSelector: {},
      AudioSelectors: {
        'Audio Selector 1': {
          ExternalAudioFileInput: `s3://${bucket}/${name}.wav`,
          DefaultSelection: 'DEFAULT',
        },
      },
    })),
    OutputGroups: [
      {
        OutputGroupSettings: {
          Type: 'FILE_GROUP_SETTINGS',
          FileGroupSettings: { Destination: `s3://${bucket}/${key}` },
        },
        Outputs: [
          {
            ContainerSettings: { Container: 'MP4', Mp4Settings: { MoovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
            VideoDescription: { CodecSettings: codec },
            AudioDescriptions: [
              {
                AudioSourceName: 'Audio Selector 1',
                CodecSettings: {
                  Codec: 'AAC',
                  AacSettings: { Bitrate: 128_000, CodingMode: 'CODING_MODE_2_0', SampleRate: 48_000 },
                },
              },
            ],
          },
        ],
      },
    ],
  },
});

async function bytesOf(key: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of s3.getObject(bucket, key)!.body()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function look(key: string) {
  const bytes = await bytesOf(key);
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = await input.getPrimaryAudioTrack();
  let frames = 0;
  for await (const _ of new EncodedPacketSink(video).packets()) frames++;
  return {
    frames,
    codec: video.codec,
    sound: audio?.codec,
    seconds: await input.computeDuration(),
    fastStart: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  };
}

const ended = (cloud: Awaited<ReturnType<typeof service>>, id: string) =>
  eventually(async () => {
    const job = await cloud.job(id);
    expect(job.Status).toMatch(/COMPLETE|ERROR/);
    return job;
  });

describe('a job', () => {
  it('joins inputs by passing through, with their sounds, and tells the bus', async () => {
    const cloud = await service();
    const { Job } = await cloud.client.send(new CreateJobCommand(request(['a', 'b'], 'joined')));
    expect(Job).toMatchObject({ Status: 'SUBMITTED', UserMetadata: { exportId: 'exp_1' } });
    expect(Job!.CreatedAt).toBeInstanceOf(Date);
    expect(await ended(cloud, Job!.Id!)).toMatchObject({ Status: 'COMPLETE', JobPercentComplete: 100 });
    const made = await look('joined.mp4');
    expect(made).toMatchObject({ frames: 30, codec: 'avc', sound: 'aac', fastStart: true });
    expect(made.seconds).toBeCloseTo(1, 1);
    expect(cloud.details().map(({ status }) => status)).toEqual(['PROGRESSING', 'COMPLETE']);
    expect(cloud.details()[1]).toMatchObject({
      jobId: Job!.Id,
      userMetadata: { exportId: 'exp_1' },
      outputGroupDetails: [{ outputDetails: [{ outputFilePaths: [`s3://${bucket}/joined.mp4`] }] }],
    });
    await cloud.close();
  });

  it('encodes by QVBR with every frame', async () => {
    const cloud = await service();
    const codec = {
      Codec: 'H_264',
      H264Settings: { RateControlMode: 'QVBR', QvbrSettings: { QvbrQualityLevel: 7 }, MaxBitrate: 1_000_000 },
    };
    const { Job } = await cloud.client.send(new CreateJobCommand(request(['a', 'b'], 'encoded', codec)));
    expect((await ended(cloud, Job!.Id!)).Status).toBe('COMPLETE');
    expect(await look('encoded.mp4')).toMatchObject({ frames: 30, codec: 'avc', fastStart: true });
    await cloud.close();
  });

  it('is the same one when it is asked for again with the same token', async () => {
    const cloud = await service();
    const again = new CreateJobCommand({ ...request(['a'], 'token'), ClientRequestToken: 'once' });
    const ids = [];
    for (let i = 0; i < 2; i++) ids.push((await cloud.client.send(again)).Job!.Id!);
    expect(ids[0]).toBe(ids[1]);
    expect((await cloud.client.send(new ListJobsCommand({}))).Jobs).toHaveLength(1);
    await ended(cloud, ids[0]!);
    await cloud.close();
  });

  it.each([
    ['an input that is not there', ['a', 'nothing'], /nothing\.mp4\]: it is not there/],
    ['inputs that are not alike', ['a', 'small'], /encoded alike/],
  ])('ends in an error for %s', async (_, names, sentence) => {
    const cloud = await service();
    const { Job } = await cloud.client.send(new CreateJobCommand(request(names, 'never')));
    const { Status, ErrorMessage, ErrorCode } = await ended(cloud, Job!.Id!);
    expect({ Status, ErrorCode: typeof ErrorCode }).toEqual({ Status: 'ERROR', ErrorCode: 'number' });
    expect(ErrorMessage).toMatch(sentence);
    expect(cloud.details().at(-1)).toMatchObject({ status: 'ERROR', errorMessage: ErrorMessage });
    expect(s3.getObject(bucket, 'never.mp4')).toBeNull();
    await cloud.close();
  });

  it('that was cut off is run again at the next start, and its end is told once more', async () => {
    const first = await service();
    const { Job } = await first.client.send(new CreateJobCommand(request(['a', 'b'], 'again')));
    // What a kill leaves: a job that is open, and half of its work.
    mkdirSync(join(first.stateDir, 'work', Job!.Id!), { recursive: true });
    writeFileSync(join(first.stateDir, 'work', Job!.Id!, 'input-0'), 'half');
    await first.close();
    const second = await service(first.stateDir);
    expect((await ended(second, Job!.Id!)).Status).toBe('COMPLETE');
    expect(await look('again.mp4')).toMatchObject({ frames: 30 });
    expect(second.details().at(-1)).toMatchObject({ status: 'COMPLETE' });
    await second.close();
  });
});

describe('calls that cannot be', () => {
  it('are refused as the SDK knows them', async () => {
    const cloud = await service();
    await expect(cloud.job('1-none')).rejects.toMatchObject({ name: 'NotFoundException' });
    const bad = request(['a'], 'x', { Codec: 'H_264', H264Settings: { RateControlMode: 'QVBR' } });
    await expect(cloud.client.send(new CreateJobCommand(bad))).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining('qvbrSettings'),
    });
    const unknown = request(['a'], 'x');
    unknown.Settings!.Inputs![0]!.InputClippings = [{ StartTimecode: '00:00:00:00' }];
    await expect(cloud.client.send(new CreateJobCommand(unknown))).rejects.toThrow(/inputClippings/);
    const { Job } = await cloud.client.send(new CreateJobCommand(request(['a'], 'done')));
    await ended(cloud, Job!.Id!);
    await expect(cloud.client.send(new CancelJobCommand({ Id: Job!.Id! }))).rejects.toMatchObject({
      name: 'ConflictException',
    });
    await cloud.close();
  });
});

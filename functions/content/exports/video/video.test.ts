import { ListJobsCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { env } from '#functions/kernel/env.ts';
import { commit } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { exportWork } from '../revive.ts';
import { findExport, takeJoining } from '../store.ts';
import { exportFiles } from '../use-cases.ts';
import { leaseMs, maxAttempts } from '../work.ts';
import { silenceKey } from './cleanup.ts';
import { finishJoining, joinWhenComplete } from './join.ts';
import { partsOf } from './store.ts';
import { completePart, divide, failVideo, reportPart, sendParts, takePartForRendering } from './work.ts';

const { content } = api;

/** A video of 30 s, divided into its three parts of 300 frames. */
async function divided(duration = 30) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const project = (await agent.call(content.create, { name: 'Clip' })).body;
  const wanted = { id: project.id, exportType: 'video' as const, duration };
  const { id } = (await agent.call(content.createExport, wanted)).body;
  const renderer = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'render', work);
  const item = async () => (await renderer(() => findExport(id)))!;
  await renderer(async () => divide(await item()));
  const finish = (n: number) =>
    renderer(async () => {
      const taken = await takePartForRendering(id, n);
      if (typeof taken === 'string') return taken;
      await exportFiles().put(silenceKey(id, taken.part.to - taken.part.from), 'wav', 'audio/wav');
      await completePart(taken.part, Buffer.from(`part ${n}`));
      return 'done';
    });
  const files = () => renderer(() => exportFiles().list(`${id}/`));
  const parts = () => renderer(() => partsOf(id));
  const status = async () => (await agent.call(content.exportStatus, { id })).body;
  return { agent, id, renderer, item, finish, files, parts, status };
}

const jobsOf = async (id: string) => {
  const { Jobs = [] } = await new MediaConvertClient({}).send(new ListJobsCommand({}));
  return Jobs.filter(({ UserMetadata }) => UserMetadata?.exportId === id);
};

describe('a video in parts', () => {
  it('is divided once', async () => {
    const { renderer, item, parts } = await divided();
    await renderer(async () => divide({ ...(await item()), partsTotal: undefined }));
    expect((await parts()).map(({ from, to }) => [from, to])).toEqual([
      [0, 300],
      [300, 600],
      [600, 900],
    ]);
    expect(await item()).toMatchObject({ partsTotal: 3, partsLeft: 3 });
  });

  it('counts each part once, whatever comes twice, and tells its progress', async () => {
    const { id, renderer, item, finish, status } = await divided();
    const takes = await renderer(() => Promise.all([0, 0, 0].map(() => takePartForRendering(id, 0))));
    const [taken] = takes.filter((one) => typeof one !== 'string');
    expect(takes.filter((one) => one === 'held')).toHaveLength(2);
    await renderer(() => reportPart(taken!.part, 150));
    expect((await status()).progress).toMatchObject({
      stage: 'rendering',
      progress: 13,
      message: 'Rendering, 150 of 900 frames',
    });
    await renderer(() => Promise.all([0, 1, 2].map(() => completePart(taken!.part, Buffer.from('part 0')))));
    expect(await item()).toMatchObject({ partsLeft: 2 });
    expect(await finish(0)).toBe('finished');
    expect((await status()).progress.progress).toBe(26);
  });

  it('is joined once when the last part is in, however many ask', async () => {
    const { id, renderer, item, finish } = await divided();
    for (const n of [2, 0]) await finish(n);
    await renderer(() => joinWhenComplete(id));
    expect(await jobsOf(id)).toHaveLength(0);
    await finish(1);
    await renderer(() => Promise.all([0, 1, 2].map(() => joinWhenComplete(id))));
    const jobs = await jobsOf(id);
    expect(jobs).toHaveLength(1);
    expect((await item()).jobId).toBe(jobs[0]!.Id);
    expect(jobs[0]!.Settings!.Inputs!.map(({ FileInput }) => FileInput!.split('/').at(-1))).toEqual([
      '0.mp4',
      '1.mp4',
      '2.mp4',
    ]);
  });

  it('tells whoever comes while another starts the joining when to look again', async () => {
    const { id, renderer, finish } = await divided(5);
    await finish(0);
    const now = clock.now();
    await renderer(() => commit(takeJoining(id, now, now + 10_000)));
    const seconds = await renderer(() => joinWhenComplete(id));
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(13);
    expect(await jobsOf(id)).toHaveLength(0);
  });

  it('leaves its file and no parts, and ends once', async () => {
    const { id, renderer, item, finish, files, parts, status } = await divided();
    for (const n of [0, 1, 2]) await finish(n);
    await renderer(() => joinWhenComplete(id));
    const jobId = (await item()).jobId!;
    await renderer(() => exportFiles().put(`${id}/output.mp4`, 'whole', 'video/mp4'));
    await renderer(() => finishJoining(id, 'another job', { status: 'failed', reason: 'x' }));
    for (let told = 0; told < 2; told++)
      await renderer(() => finishJoining(id, jobId, { status: 'complete' }));
    await renderer(() => finishJoining(id, jobId, { status: 'failed', reason: 'too late' }));
    expect((await status()).export).toMatchObject({ status: 'completed', fileSize: 5, filename: 'Clip.mp4' });
    expect(await files()).toEqual([`${id}/output.mp4`, `${id}/source.json`]);
    expect(await parts()).toEqual([]);
  });

  it('fails with a sentence when its parts cannot be joined, and leaves no parts', async () => {
    const { id, renderer, item, finish, files, status } = await divided();
    for (const n of [0, 1, 2]) await finish(n);
    await renderer(() => joinWhenComplete(id));
    // What was rendered here is no video, so the job really fails; its event is lost.
    await eventually(async () => expect((await jobsOf(id))[0]!.Status).toBe('ERROR'));
    const clock = timeTravel();
    clock.forward({ seconds: 60 });
    await eventually(async () => {
      await renderer(() => exportWork.look(id));
      expect((await item()).status).toBe('failed');
    });
    expect((await status()).export.errorMessage).toBe(
      'The parts of the video could not be joined. Please export it again.',
    );
    expect(await files()).toEqual([`${id}/source.json`]);
  });

  it('keeps nothing of a part that comes after the end', async () => {
    const { id, renderer, item, files, parts } = await divided();
    const taken = await renderer(() => takePartForRendering(id, 1));
    if (typeof taken === 'string') throw new Error(taken);
    await renderer(async () => failVideo(await item(), 'too slow'));
    expect(await renderer(() => reportPart(taken.part, 10))).toBe(false);
    await renderer(() => completePart(taken.part, Buffer.from('late')));
    expect(await files()).toEqual([`${id}/source.json`]);
    expect(await parts()).toEqual([]);
  });

  it('is removed with its parts', async () => {
    const { agent, id, finish, files, parts } = await divided();
    await finish(0);
    await agent.call(content.removeExport, { id });
    expect(await files()).toEqual([]);
    expect(await parts()).toEqual([]);
    expect(await finish(1)).toBe('finished');
  });
});

describe('the sweeper', () => {
  const sqs = new SQSClient({});
  const QueueUrl = () => env('RENDER_QUEUE_URL');
  beforeEach(async () => {
    await sqs.send(new PurgeQueueCommand({ QueueUrl: QueueUrl() })).catch(() => undefined);
  });

  /** Parts whose messages lie on the queue. */
  async function sent(id: string): Promise<number[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: QueueUrl(), MaxNumberOfMessages: 10 }),
    );
    const bodies = Messages.map(({ Body }) => JSON.parse(Body!).body);
    return bodies.filter(({ exportId }) => exportId === id).map(({ n }) => n);
  }

  it('sends what was never sent, and a part whose renderer died, and nothing that waits its turn', async () => {
    const clock = timeTravel();
    const { id, renderer } = await divided();
    await renderer(() =>
      sendParts([
        { exportId: id, n: 0 },
        { exportId: id, n: 1 },
      ]),
    );
    expect(await sent(id)).toEqual([0, 1]);
    await renderer(() => takePartForRendering(id, 0));
    await renderer(() => exportWork.look(id));
    expect(await sent(id)).toEqual([2]);
    clock.forward({ seconds: (2 * leaseMs) / 1000 });
    await renderer(() => exportWork.look(id));
    expect(await sent(id)).toEqual([0]);
  });

  it('sends a part again that nobody has taken for a minute, and then after twice as long each time', async () => {
    const clock = timeTravel();
    const { id, renderer } = await divided();
    await renderer(() => sendParts([0, 1, 2].map((n) => ({ exportId: id, n }))));
    await sent(id);
    const sentAfter = async (seconds: number) => {
      clock.forward({ seconds });
      await renderer(() => exportWork.look(id));
      return sent(id);
    };
    expect(await sentAfter(50)).toEqual([]);
    expect(await sentAfter(15)).toEqual([0, 1, 2]);
    expect(await sentAfter(110)).toEqual([]);
    expect(await sentAfter(15)).toEqual([0, 1, 2]);
    expect(await sentAfter(230)).toEqual([]);
  });

  it('starts the joining that a renderer died before', async () => {
    const { id, renderer, item, finish } = await divided(5);
    await finish(0);
    expect(await item()).toMatchObject({ partsLeft: 0 });
    await renderer(() => exportWork.look(id));
    expect(await jobsOf(id)).toHaveLength(1);
  });

  it('gives up a part that several renderers died of', async () => {
    const clock = timeTravel();
    const { id, renderer, status } = await divided();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const taken = await renderer(() => takePartForRendering(id, 0));
      expect(typeof taken).toBe('object');
      clock.forward({ seconds: (2 * leaseMs) / 1000 });
    }
    await renderer(() => exportWork.look(id));
    expect((await status()).export).toMatchObject({
      status: 'failed',
      errorMessage: 'The renderer stopped several times while it worked on this.',
    });
  });
});

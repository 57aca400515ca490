import {
  CreateJobCommand,
  GetJobCommand,
  MediaConvertClient,
  NotFoundException,
  TooManyRequestsException,
} from '@aws-sdk/client-mediaconvert';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { findExport } from '../store.ts';
import { exportFiles } from '../use-cases.ts';
import { silenceKey } from './cleanup.ts';
import { askAboutJob, joinWhenComplete } from './join.ts';
import { completePart, divide, takePartForRendering } from './work.ts';

/* What MediaConvert does on AWS and its local stand-in does not. */

const { content } = api;
const error = { $metadata: {}, message: 'No.' };

/** A video of one part, which is rendered; MediaConvert is the mock. */
async function rendered() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const { id: projectId } = (await agent.call(content.create, { name: 'Clip' })).body;
  const wanted = { id: projectId, exportType: 'video' as const, duration: 5 };
  const { id } = (await agent.call(content.createExport, wanted)).body;
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'render', work);
  const item = async () => (await system(() => findExport(id)))!;
  await system(async () => {
    await divide(await item());
    const taken = await takePartForRendering(id, 0);
    if (typeof taken === 'string') throw new Error(`The part is ${taken}.`);
    await exportFiles().put(silenceKey(id, taken.part.to - taken.part.from), 'wav', 'audio/wav');
    await completePart(taken.part, Buffer.from('part'));
  });
  const mediaConvert = mockClient(MediaConvertClient);
  onTestFinished(() => mediaConvert.restore());
  const ask = async (jobId: string) => {
    const known = await item();
    await system(() => askAboutJob({ ...known, jobId }));
  };
  const status = async () => (await agent.call(content.exportStatus, { id })).body.export;
  return { id, system, item, mediaConvert, ask, status };
}

describe('the joining of a video', () => {
  it('is begun again, under the same token, after MediaConvert refused it for its rate', async () => {
    const time = timeTravel();
    const { id, system, item, mediaConvert } = await rendered();
    mediaConvert
      .on(CreateJobCommand)
      .rejectsOnce(new TooManyRequestsException(error))
      .resolves({ Job: { Id: 'job-1' } as never });
    await expect(system(() => joinWhenComplete(id))).rejects.toThrow(TooManyRequestsException);
    expect(await item()).toMatchObject({ status: 'processing' });
    expect((await item()).jobId).toBeUndefined();
    time.forward({ seconds: 11 });
    await system(() => joinWhenComplete(id));
    expect((await item()).jobId).toBe('job-1');
    const tokens = mediaConvert
      .commandCalls(CreateJobCommand)
      .map(({ args }) => args[0].input.ClientRequestToken);
    expect(tokens).toEqual([id, id]);
  });

  it.each([
    ['ends in an error', { Status: 'ERROR', ErrorMessage: 'A part cannot be read.' }],
    ['is cancelled in the console', { Status: 'CANCELED' }],
  ])('fails with a sentence for people where its job %s', async (_, Job) => {
    const { mediaConvert, ask, status } = await rendered();
    mediaConvert.on(GetJobCommand).resolves({ Job: Job as never });
    await ask('job-1');
    expect(await status()).toMatchObject({
      status: 'failed',
      errorMessage: 'The parts of the video could not be joined. Please export it again.',
    });
  });

  it('fails where MediaConvert knows nothing of its job', async () => {
    const { mediaConvert, ask, status } = await rendered();
    mediaConvert.on(GetJobCommand).rejects(new NotFoundException(error));
    await ask('job-1');
    expect((await status()).status).toBe('failed');
  });

  it('goes on where MediaConvert does not answer, and says how far it is when it does', async () => {
    const { mediaConvert, ask, status } = await rendered();
    mediaConvert
      .on(GetJobCommand)
      .rejectsOnce(Object.assign(new Error('The request timed out.'), { name: 'TimeoutError' }))
      .resolves({ Job: { Status: 'PROGRESSING', JobPercentComplete: 50 } as never });
    await expect(ask('job-1')).rejects.toThrow('timed out');
    const { progress } = await status();
    await ask('job-1');
    const after = await status();
    expect(after.status).toBe('processing');
    expect(after.progress).toBeGreaterThan(progress);
  });
});

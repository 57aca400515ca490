import { vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { handler } from '#functions/recordings/worker.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { setQueue } from './queue.ts';
import { as, freshTenant } from './tenant.ts';

const { recordings } = api;

/** A tenant with a queue of texts for voices, until the test ends. @param sandbox that its voices are in */
export async function recordingsWorkspace(sandbox: TestSandbox) {
  const tenant = await freshTenant();
  const queue = await setQueue('VOICES');
  vi.stubEnv('SANDBOX_URL', sandbox.origin);
  const admin = as(tenant.admin);
  const create = async (input: object = {}) => {
    const made = await admin.call(recordings.create, { name: 'Welcome', ...input });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.id;
  };
  const read = async (id: string) => (await admin.call(recordings.get, { id })).body;
  const generate = async (id: string) => {
    const answer = await admin.call(recordings.generate, { id });
    await queue.work(handler);
    return answer;
  };
  const uploaded = async (id: string, file: Buffer) => {
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(file)], { type: 'audio/wav' }), 'sound.wav');
    const body = new Response(form);
    const headers = { 'content-type': body.headers.get('content-type')! };
    return admin.call(recordings.upload, { id }, { headers, body: Buffer.from(await body.arrayBuffer()) });
  };
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  /** Texts of the tenant's that voices have read. */
  const readings = async (text: string) => {
    const all = (await (await fetch(`${sandbox.origin}/sandbox/voices`)).json()) as {
      readings: { text: string }[];
    };
    return all.readings.filter((one) => one.text === text).length;
  };
  const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  return {
    tenant,
    queue,
    admin,
    agent: as(tenant.agent),
    create,
    read,
    generate,
    uploaded,
    inTenant,
    readings,
    fetched,
  };
}

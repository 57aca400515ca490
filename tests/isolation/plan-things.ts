import { toneOf, wavOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import type { as, TestTenant } from '#tests/support/tenant.ts';

type Caller = ReturnType<typeof as>;

/** How a tenant's calls are routed. */
export async function planThings(tenant: TestTenant, admin: Caller): Promise<Record<string, string>> {
  const menu = await admin.call(api.ivr.create, {
    name: `Menu of tenant ${tenant.id}`,
    prompt: `Welcome to tenant ${tenant.id}.`,
  });
  const plan = await admin.call(api.dialplans.create, { name: `Plan of tenant ${tenant.id}` });
  const walk = await admin.call(api.dialplans.addWalk, {
    id: plan.body.id,
    name: `Walk of tenant ${tenant.id}`,
    call: null,
    steps: [{ nodeId: 'start', way: 'next' }],
    end: 'open',
    to: null,
  });
  const recording = await admin.call(api.recordings.create, {
    name: `Greeting of tenant ${tenant.id}`,
    text: `Welcome to tenant ${tenant.id}.`,
  });
  const rec = recording.body.id;
  const form = new FormData();
  form.append('audio', new Blob([new Uint8Array(wavOf(toneOf(440, 0.5)))], { type: 'audio/wav' }));
  const sound = new Response(form);
  await admin.call(
    api.recordings.upload,
    { id: rec },
    {
      headers: { 'content-type': sound.headers.get('content-type')! },
      body: Buffer.from(await sound.arrayBuffer()),
    },
  );
  const { versions } = (await admin.call(api.recordings.versions, { id: rec })).body;
  return { ivr: menu.body.id, dlp: plan.body.id, wlk: walk.body.id, rec, rcv: versions[0]!.id };
}

/** What an admin can list of it. */
export async function everythingOfPlans(admin: Caller) {
  const plans = await admin.call(api.dialplans.list, {});
  return [
    await admin.call(api.recordings.list, {}),
    await admin.call(api.ivr.list, {}),
    plans,
    ...(await Promise.all(plans.body.plans.map(({ id }) => admin.call(api.dialplans.get, { id })))),
    ...(await Promise.all(plans.body.plans.map(({ id }) => admin.call(api.dialplans.walks, { id })))),
  ];
}

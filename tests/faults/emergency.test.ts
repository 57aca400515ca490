import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, Product } from '#tests/support/product.ts';

/**
 * The product is killed as by a power cut while an emergency is started and while it is ended, between any two of
 * their steps. FAULT_KILLS sets how often (`npm run test:faults` takes ten).
 */
const kills = Number(process.env.FAULT_KILLS ?? 1);
/** The sweeper comes each minute; on a busy machine a little later. ms */
const sweepMs = 100_000;

let product: Product;
let displays: string[];
let alarm: string;
let own: string;

const shown = async (): Promise<(string | null)[]> =>
  Promise.all(
    displays.map(async (id) => {
      const answer = await fetch(`${product.origin}/display/${id}/state?preview=1`);
      return ((await answer.json()) as { name: string | null }).name;
    }),
  );

/** Waits for the minute's look to have brought every display there. */
async function until(expected: (string | null)[]): Promise<void> {
  for (const end = Date.now() + sweepMs; ; await pause(300)) {
    const now = await shown();
    if (JSON.stringify(now) === JSON.stringify(expected)) return;
    if (Date.now() > end) expect(now).toEqual(expected);
  }
}

interface Emergencies {
  active: { id: string }[];
}
const active = async (caller: Caller) =>
  (await caller.ask<Emergencies>('GET', '/signage/emergencies')).active.map(({ id }) => id);

/** Makes a call and kills the product a moment after it was sent, answered or not. */
async function cutOff(caller: Caller, path: string, body: object, moment: number): Promise<void> {
  const call = caller.ask('POST', path, body).catch(() => undefined);
  await pause(moment);
  await product.kill();
  await call;
  await product.start();
}

beforeAll(async () => {
  product = await Product.start();
  const caller = await product.signIn();
  const list = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  displays = list.displays.map(({ id }) => id);
  const project = async (name: string) =>
    (await caller.ask<{ id: string }>('POST', '/content/projects', { name })).id;
  [own, alarm] = [await project('Own'), await project('Alarm')];
  await caller.ask('POST', `/content/projects/${own}/publish`, { displayIds: [displays[0]] });
}, 120_000);

afterAll(() => product?.stop());

describe(`killed ${kills} times at each end of an emergency`, () => {
  it(
    'starts once, covers every display, and gives each its own back',
    async () => {
      const before = ['Own', null, null];
      for (let killed = 0; killed < kills; killed++) {
        const requestId = `emergency-${killed}-${Date.now()}`;
        const request = { projectId: alarm, all: true, requestId };
        // From before the first write to after the last push.
        await cutOff(await product.signIn(), '/signage/emergencies', request, 15 + killed * 90);
        // Who got no answer sends it again: it is the same emergency.
        const again = await product.signIn();
        const { id } = await again.ask<{ id: string }>('POST', '/signage/emergencies', request);
        expect(await active(again)).toEqual([id]);
        await until(['Alarm', 'Alarm', 'Alarm']);
        await cutOff(again, `/signage/emergencies/${id}/end`, {}, 5 + killed * 60);
        const ending = await product.signIn();
        // It was ended or it was not; when it was, the minute's look must do the rest.
        if ((await active(ending)).length > 0) await ending.ask('POST', `/signage/emergencies/${id}/end`, {});
        await until(before);
      }
    },
    60_000 + kills * 300_000,
  );
});

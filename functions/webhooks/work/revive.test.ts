import { describe, expect, it } from 'vitest';
import { sweepDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { setQueue } from '#tests/support/queue.ts';
import { timeTravel } from '#tests/support/time.ts';
import { number, withWebhook } from '#tests/support/webhooks.ts';
import { workChunk } from './deliver.ts';
import { webhookDeliveryWork } from './revive.ts';
import { handler } from './worker.ts';

const lead = { phone: number(1), name: 'Ada Lovelace' };

/** A webhook with a queue of its own, the minute's look, and a worker. */
async function forgetful() {
  const time = timeTravel();
  const [hook, queue] = [await withWebhook(), await setQueue('HOOKS')];
  const due = { webhookDelivery: webhookDeliveryWork };
  const sweep = () => hook.system(() => sweepDue(due));
  const sweepOne = () => hook.system(() => sweepItems(1, due));
  return { ...hook, time, queue, sweep, sweepOne, worked: () => queue.work(handler) };
}

describe('a delivery whose message was lost', () => {
  it('is queued again after two minutes, and makes its lead once', async () => {
    const { post, sweep, sweepOne, time, worked, delivery, leads } = await forgetful();
    const { deliveryId } = (await post(lead)).body;
    time.forward({ seconds: 115 });
    expect(await sweep()).toBe(0);
    time.forward({ seconds: 10 });
    await sweepOne();
    // The next minutes find it waiting for the worker, and leave it there.
    time.forward({ minutes: 1 });
    expect(await sweep()).toBe(0);
    expect(await worked()).toBe(1);
    expect(await delivery(deliveryId)).toMatchObject({ status: 'succeeded', done: 1 });
    expect(await leads()).toHaveLength(1);
    time.forward({ days: 1 });
    await eventually(async () => expect(await sweep()).toBe(0));
  });

  it('with many leads that was left in the middle is worked to its end', async () => {
    const { post, work, system, webhook, sweepOne, time, worked, delivery, leads, queue } = await forgetful();
    const rows = Array.from({ length: 60 }, (_, n) => ({ phone: number(100 + n), name: `Lead ${n}` }));
    const { deliveryId } = (await post(rows)).body;
    await work(deliveryId);
    await system(() => workChunk({ webhookId: webhook.id, deliveryId, chunk: 1 }));
    await queue.empty();
    expect(await delivery(deliveryId)).toMatchObject({ status: 'received', done: 25 });
    time.forward({ minutes: 3 });
    await sweepOne();
    await worked();
    expect(await delivery(deliveryId)).toMatchObject({ status: 'succeeded', done: 60, succeeded: 60 });
    expect(await leads()).toHaveLength(60);
  });

  it('is given up for all to see when its worker dies each time', async () => {
    const { post, sweepOne, time, delivery } = await forgetful();
    const { deliveryId } = (await post(lead)).body;
    for (let times = 0; times < 10; times++) {
      time.forward({ minutes: 61 });
      await sweepOne();
    }
    time.forward({ minutes: 61 });
    await sweepOne();
    expect((await delivery(deliveryId)).status).toBe('failed');
  });
});

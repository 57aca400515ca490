import { setTimeout as pause } from 'node:timers/promises';
import { queueLimits } from '#shared/model/queue.ts';
import { closeBrowser } from '#tests/support/browser.ts';
import { askSandbox, mainLineOf } from '#tests/support/calling.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { openByHints, tellTimes } from '../hints.ts';

const rounds = Number(process.env.ROUNDS ?? 50);
/** Longer than a page rests between two refreshes, so that each call is one by itself; ms. */
const restMs = 1_500;
const caller = '+17865550188';
/** A queue that nobody has to leave while this is measured. */
const queueThatHolds = {
  maxWaitTime: queueLimits.maxWaitTime.max,
  maxCallers: queueLimits.maxCallers.max,
};
/** Whoever waits meanwhile. */
const others = '+17865550177';
const sizes = (process.env.CALLS ?? '50,150').split(',').map(Number);

/** Has so many callers more wait in the queue of the main line, until the live floor has that many. */
async function fill(product: Product, admin: Caller, from: number, until: number): Promise<void> {
  for (let n = from; n < until; n++)
    await askSandbox(product, 'phone/call', { from: others, to: mainLineOf(product) });
  await eventually(async () => {
    const { calls } = await admin.ask<{ calls: object[] }>('GET', '/calls/active');
    if (calls.length !== until) throw new Error(`${calls.length} of ${until} calls go on.`);
  });
}

/**
 * How long after the sandbox's exchange has a call that comes in the live floor shows it, by hints alone, beside a bare
 * websocket that only hears the hint: alone, and while so many callers wait. The exchange's event, the function that takes
 * it, the table, its stream and the publisher lie between; the product is the whole one.
 */
export async function measureScreen() {
  const product = await Product.start();
  try {
    // No agent is at a phone: whom they do not take up would be offered to them all the time, which hints of calls too.
    const admin = await product.signIn('admin');
    // Known, so that no lead is made of each call.
    await admin.ask('POST', '/leads', { firstName: 'Ada', phones: [caller] });
    await admin.ask('POST', '/leads', { firstName: 'Bob', phones: [others] });
    const { queues } = await admin.ask<{ queues: { id: string }[] }>('GET', '/pbx/queues');
    for (const { id } of queues) await admin.ask('PUT', `/pbx/queues/${id}`, queueThatHolds);
    const { page, bare } = await openByHints(product, admin, 'calls', '/exchange');
    const row = page.getByRole('table', { name: 'Calls that go on' }).getByRole('row', { name: /555-0188/ });

    const measure = async (calls: number) => {
      const [hints, screens]: [number[], number[]] = [[], []];
      // The first turns start functions.
      for (let turn = -3; turn < rounds; turn++) {
        while (bare.unheard.length > 0) await bare.heard();
        const began = performance.now();
        const since = () => performance.now() - began;
        const heard = bare.heard().then(since);
        const shown = row.waitFor({ timeout: 30_000 }).then(since);
        const { callId } = await askSandbox<{ callId: string }>(product, 'phone/call', {
          from: caller,
          to: mainLineOf(product),
        });
        const [hintMs, screenMs] = await Promise.all([heard, shown]);
        if (turn >= 0) {
          hints.push(hintMs);
          screens.push(screenMs);
        }
        await askSandbox(product, 'phone/calls', { callId, action: 'hangup' });
        await row.waitFor({ state: 'detached', timeout: 30_000 });
        await pause(restMs);
      }
      return {
        hint: tellTimes(`Beside ${calls} calls a bare websocket hears of one`, hints, 'calls'),
        screen: tellTimes(`Beside ${calls} calls the live floor shows it`, screens, 'calls'),
      };
    };
    const figures: Record<string, unknown> = { 0: await measure(0) };
    let waiting = 0;
    for (const calls of sizes) {
      await fill(product, admin, waiting, calls);
      waiting = calls;
      await pause(restMs);
      figures[calls] = await measure(calls);
    }
    bare.close();
    return figures;
  } catch (error) {
    console.error(product.output);
    throw error;
  } finally {
    await closeBrowser();
    await product.stop();
  }
}

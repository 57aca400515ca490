import { setTimeout as pause } from 'node:timers/promises';
import { closeBrowser } from '#tests/support/browser.ts';
import { askSandbox, mainLineOf } from '#tests/support/calling.ts';
import { Product } from '#tests/support/product.ts';
import { openByHints, tellTimes } from '../hints.ts';

const rounds = Number(process.env.ROUNDS ?? 50);
/** Longer than a page rests between two refreshes, so that each call is one by itself; ms. */
const restMs = 1_500;
const caller = '+17865550188';

/**
 * How long after the sandbox's exchange has a call that comes in the live floor shows it, by hints alone, beside a bare
 * websocket that only hears the hint. The exchange's event, the function that takes it, the table, its stream and the
 * publisher lie between; the product is the whole one.
 */
export async function measureScreen() {
  const product = await Product.start();
  try {
    const [admin, agent] = [await product.signIn('admin'), await product.signIn('agent')];
    // Known, so that no lead is made of each call, and shown by the name.
    await admin.ask('POST', '/leads', { firstName: 'Ada', phones: [caller] });
    const { phone } = await agent.ask<{ phone: string }>('POST', '/pbx/sessions', { device: 'browser' });
    await askSandbox(product, 'phone/agent', { phone });
    const { page, bare } = await openByHints(product, admin, 'calls', '/exchange');
    const row = page.getByRole('table', { name: 'Calls that go on' }).getByRole('row', { name: /Ada/ });

    const [hints, screens]: [number[], number[]] = [[], []];
    // The first turns start functions.
    for (let turn = -3; turn < rounds; turn++) {
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
      while (bare.unheard.length > 0) await bare.heard();
    }
    bare.close();
    return {
      hint: tellTimes('A bare websocket hears of a call', hints, 'calls'),
      screen: tellTimes('The live floor shows it', screens, 'calls'),
    };
  } catch (error) {
    console.error(product.output);
    throw error;
  } finally {
    await closeBrowser();
    await product.stop();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { closeBrowser } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { openByHints, tellTimes } from './hints.ts';

/**
 * `npm run bench:push`: how long after a text was taken by the product an open inbox shows it, by hints alone (the page
 * asks for nothing by a timer), beside a bare websocket that only hears the hint: no page can be faster. Both wait for the
 * same texts. `ROUNDS=50` texts; the last line is JSON.
 */
const rounds = Number(process.env.ROUNDS ?? 50);
/** A text that does not show by then never will; ms. */
const patienceMs = 30_000;
/** Longer than a page rests between two refreshes, so that each text is one by itself; ms. */
const restMs = 1_500;

const product = await Product.start();
try {
  const admin = await product.signIn('admin');
  await admin.ask('POST', '/sms/twilio/numbers', { areaCode: '305' });
  const { numbers } = await admin.ask<{ numbers: { number: string }[] }>('GET', '/sms/numbers');
  const { page, bare } = await openByHints(product, admin, 'inbox', '/messages');

  const [hints, screens]: [number[], number[]] = [[], []];
  // The first turns start functions.
  for (let round = -3; round < rounds; round++) {
    const text = `Text ${round + 1_000} of the bench`;
    const heard = bare.heard().then(() => Date.now());
    const shown = page
      .getByText(text)
      .first()
      .waitFor({ timeout: patienceMs })
      .then(() => Date.now());
    await fetch(`${product.origin}/sandbox/phone/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: '+13055550177', to: numbers[0]!.number, text }),
    });
    const [hintAt, screenAt] = await Promise.all([heard, shown]);
    const { conversations } = await admin.ask<{ conversations: { lastMessage: { at: string } }[] }>(
      'GET',
      '/sms/unified/conversations?limit=1',
    );
    const takenAt = Date.parse(conversations[0]!.lastMessage.at);
    if (round >= 0) {
      hints.push(hintAt - takenAt);
      screens.push(screenAt - takenAt);
    }
    await pause(restMs);
    // One text may give several hints.
    while (bare.unheard.length > 0) await bare.heard();
  }
  console.log(
    JSON.stringify({
      hint: tellTimes('A bare websocket hears of it', hints, 'texts'),
      screen: tellTimes('The open inbox shows it', screens, 'texts'),
    }),
  );
  bare.close();
} catch (error) {
  console.error(product.output);
  throw error;
} finally {
  await closeBrowser();
  await product.stop();
}

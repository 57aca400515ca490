import { setTimeout as pause } from 'node:timers/promises';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import { Product } from '#tests/support/product.ts';
import { signInOn } from '#tests/support/screens.ts';
import { percentile } from '../figures.ts';

const rounds = Number(process.env.ROUNDS ?? 50);
/** For how long a call is left alone before it ends, so that each event is shown by itself; ms. */
const restMs = 1_000;

interface Call {
  id: string;
  status: string;
  answeredAt: string | null;
}

const times = (name: string, values: number[]) => {
  const [p50Ms, p95Ms] = [0.5, 0.95].map((share) => Math.round(percentile(values, share))) as [
    number,
    number,
  ];
  console.log(`${name}: p50 ${p50Ms} ms, p95 ${p95Ms} ms over ${values.length}`);
  return { p50Ms, p95Ms };
};

/**
 * The whole product with the sandbox's exchange: how long after the key of the console the browser rings, and how long
 * after the lead has answered the console says so; beside the answer of the API to the same click.
 */
export async function measureScreen() {
  if (!openPlace) return void console.log('Skipped: nobody may be called at this hour.');
  const product = await Product.start();
  try {
    const agent = await product.signIn('agent');
    const { userId } = await agent.ask<{ userId: string }>('GET', '/users/me');
    const number = `+1${openPlace.area}5553300`;
    const { id: leadId } = await agent.ask<{ id: string }>('POST', '/leads', {
      lastName: 'Bench',
      phones: [number],
      address: { state: openPlace.state },
      source: 'bench',
      ownerId: userId,
    });
    await fetch(`${product.origin}/sandbox/script`, {
      method: 'POST',
      body: JSON.stringify({ match: number, call: { result: 'answered', afterMs: 1_500 } }),
    });
    const { page } = await visit(product.origin);
    await signInOn(page, 'agent');
    await page.getByRole('button', { name: 'Sign in to phone' }).click();
    await page.getByRole('button', { name: /^Phone, extension \d+\. Ready/ }).waitFor();
    await page.goto(`/console?lead=${leadId}`);
    await page.getByRole('button', { name: /^Phone, extension \d+\. Ready/ }).waitFor();

    const [answers, rings, shown]: [number[], number[], number[]] = [[], [], []];
    // The first turns start functions.
    for (let round = -2; round < rounds; round++) {
      await page.getByText(/^May be called/).waitFor();
      const answered = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().includes('/calls'),
      );
      const clickedAt = Date.now();
      await page.locator('body').press('c');
      const [answerAt, ringAt] = await Promise.all([
        answered.then(() => Date.now()),
        page
          .getByRole('region', { name: 'Your call' })
          .waitFor()
          .then(() => Date.now()),
      ]);
      await page.getByText('Talking with', { exact: true }).waitFor();
      const shownAt = Date.now();
      const { calls } = await agent.ask<{ calls: Call[] }>('GET', `/calls?leadId=${leadId}&limit=1`);
      if (round >= 0) {
        answers.push(answerAt - clickedAt);
        rings.push(ringAt - clickedAt);
        shown.push(shownAt - Date.parse(calls[0]!.answeredAt!));
      }
      await pause(restMs);
      await page.locator('body').press('e');
      await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor();
      await page.locator('body').press('2');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('radiogroup', { name: 'How did it end?' }).waitFor({ state: 'detached' });
      await page.goto(`/console?lead=${leadId}`);
    }
    return {
      answer: times('the API answers the click', answers),
      ring: times('the browser rings after the click', rings),
      event: times('the console shows who answered', shown),
    };
  } catch (error) {
    console.error(product.output);
    throw error;
  } finally {
    await closeBrowser();
    await product.stop();
  }
}

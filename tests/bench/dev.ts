import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { projectRoot } from '#infra/local/paths.ts';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, Product } from '#tests/support/product.ts';
import { percentile } from './figures.ts';

/**
 * `npm run bench:dev`: how long after saving a file `npm run dev` shows what was edited. A component: from the save
 * to the new text in an open page that keeps the step of its wizard and what was typed. A function: from the save to
 * an answer with the new text, asked for again and again. The files are put back at the end, however it ends. The
 * last line is JSON. `ROUNDS=10` is how many edits of each are made.
 */
const rounds = Number(process.env.ROUNDS ?? 10);
/** An edit that does not show by then never will; ms. */
const patienceMs = 15_000;
/** Between edits, as nobody saves faster; ms. */
const restMs = 700;

/** A source file with one text in it that is edited. */
class Edited {
  readonly file: string;
  readonly #text: string;
  readonly #original: string;

  constructor(file: string, text: string) {
    this.file = join(projectRoot, file);
    this.#text = text;
    this.#original = readFileSync(this.file, 'utf8');
    if (!this.#original.includes(text)) throw new Error(`${file} does not hold the text '${text}' any more.`);
  }

  /** Saves the file with the text changed; answers the new text. */
  save(round: number): string {
    const text = `${this.#text} ${round}`;
    writeFileSync(this.file, this.#original.replace(this.#text, text));
    return text;
  }

  restore(): void {
    if (readFileSync(this.file, 'utf8') !== this.#original) writeFileSync(this.file, this.#original);
  }
}

const component = new Edited('web/features/webhooks/wizard/StepType.tsx', 'Webhook type');
const handler = new Edited('functions/webhooks/manage.ts', "notFound('The webhook");
const restore = () => {
  component.restore();
  handler.restore();
};
process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

async function openSecondStep(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/webhooks');
  await page.getByRole('link', { name: 'Add webhook' }).first().click();
  for (const name of ['Name', 'Brand', 'Source'])
    await page.getByRole('textbox', { name, exact: true }).fill('Typed before the edit');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Webhook type' }).waitFor();
  await page.getByRole('radio', { name: /^Stop/ }).click();
}

/** @throws when the page lost its place or what was chosen in it */
async function measureComponent(page: Page): Promise<number[]> {
  await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const saved = performance.now();
    const label = component.save(round);
    await page.waitForFunction(
      (text) => document.querySelector('[role=radiogroup]')?.getAttribute('aria-label') === text,
      label,
      { timeout: patienceMs },
    );
    times.push(performance.now() - saved);
    await pause(restMs);
  }
  const kept = await page.evaluate(
    () =>
      'samePage' in globalThis &&
      document.querySelector('[role=radiogroup] [aria-checked=true]')?.textContent?.startsWith('Stop'),
  );
  if (!kept) throw new Error('The page was reloaded, or lost what was chosen in it.');
  return times;
}

async function measureFunction(product: Product, caller: Caller): Promise<number[]> {
  const ask = async () => {
    const answer = await product.call<{ error: string }>('GET', '/webhooks/whk_1_AAAAAAAAAAAAAAAAAAAAAA', {
      token: caller.token,
    });
    return answer.body.error;
  };
  await ask();
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const saved = performance.now();
    const sentence = handler.save(round).replace("notFound('", '');
    while (!(await ask()).includes(sentence)) {
      if (performance.now() - saved > patienceMs)
        throw new Error(`The edit of ${handler.file} does not show.`);
      await pause(10);
    }
    times.push(performance.now() - saved);
    await pause(restMs);
  }
  return times;
}

function summary(name: string, times: number[]) {
  const figures = [Math.min(...times), percentile(times, 0.5), Math.max(...times)].map(Math.round);
  const [minMs, medianMs, maxMs] = figures as [number, number, number];
  console.log(`${name}: min ${minMs}, median ${medianMs}, max ${maxMs} ms over ${times.length} edits`);
  return { minMs, medianMs, maxMs };
}

const product = await Product.start({ dev: true });
try {
  const { page, problems } = await visit(product.origin);
  await openSecondStep(page);
  const shown = summary('A component, to the open page', await measureComponent(page));
  if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`);
  const answered = summary(
    'A function, to its answer',
    await measureFunction(product, await product.signIn('admin')),
  );
  console.log(JSON.stringify({ component: shown, function: answered }));
} catch (error) {
  console.error(product.output);
  throw error;
} finally {
  restore();
  await closeBrowser();
  await product.stop();
}

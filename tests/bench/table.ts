import { cpus, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import type { Lead } from '#shared/model/lead.ts';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { signInOn } from '#tests/support/screens.ts';
import { percentile, round } from './figures.ts';

/**
 * `npm run bench:table`: the table of leads with 1,000, 10,000 and 100,000 leads loaded: rows in the page, frames while
 * the wheel turns, from a key to the picture of the row that it makes the current one, all selected, heap. It is the
 * browser that is measured, so the pages that it asks for are made here, of a lead of the running product. The last
 * line is JSON.
 */
const sizes = (process.env.N ?? '1000,10000,100000').split(',').map(Number);
const rounds = Number(process.env.ROUNDS ?? 20);

const product = await Product.start();
const admin = await product.signIn('admin');
const lead = await admin.ask<Lead>('POST', '/leads', {
  firstName: 'Ann',
  lastName: 'Lee',
  phones: ['2125550142'],
  source: 'Web',
  tags: ['early', 'roof'],
});

const idOf = (n: number) => `led_${String(n).padStart(26, '0')}`;
const leadOf = (n: number): Lead => ({
  ...lead,
  id: idOf(n),
  firstName: `Ann ${n}`,
  fullName: `Ann ${n} Lee`,
  score: n % 100,
});

/** Answers the list's pages up to `total` leads. */
async function serve(page: Page, total: number): Promise<void> {
  await page.unrouteAll();
  await page.route('**/api/leads/query**', async (route) => {
    const { limit, cursor } = route.request().postDataJSON() as { limit: number; cursor?: string };
    const from = Number(cursor ?? 0);
    const to = Math.min(total, from + limit);
    const leads = Array.from({ length: to - from }, (_, n) => leadOf(from + n));
    await route.fulfill({ json: { leads, nextCursor: to < total ? String(to) : null } });
  });
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Leads' });

/** Goes to the end until there is no more; the seconds that takes. */
async function loadAll(page: Page): Promise<number> {
  const began = performance.now();
  await grid(page).focus();
  while ((await grid(page).getAttribute('aria-rowcount')) === '-1') await page.keyboard.press('End');
  return (performance.now() - began) / 1000;
}

/** Milliseconds between frames while the wheel turns for two seconds. */
async function frames(page: Page): Promise<number[]> {
  const box = (await grid(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const gaps = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        let last = performance.now();
        const end = last + 2_000;
        const tick = (now: number) => {
          found.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(tick);
          else resolve(found.slice(1));
        };
        requestAnimationFrame(tick);
      }),
  );
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, turn < 30 ? -400 : 400);
    await page.waitForTimeout(16);
  }
  return gaps;
}

/** From a key to the picture of the row that it makes the current one, ms. */
async function keys(page: Page): Promise<number[]> {
  await grid(page).focus();
  const took: number[] = [];
  for (let n = 0; n < rounds; n++) {
    // Set up before the key is pressed, as the two come by ways of their own.
    const ms = await page.evaluateHandle(() => {
      const element = document.querySelector('[role=grid][aria-label=Leads]')!;
      let began = 0;
      element.addEventListener('keydown', () => (began = performance.now()), { once: true, capture: true });
      return {
        taken: new Promise<number>((resolve) => {
          new MutationObserver((_, observer) => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
          }).observe(element, { attributes: true, attributeFilter: ['aria-activedescendant'] });
        }),
      };
    });
    await page.keyboard.press(n % 2 ? 'ArrowDown' : 'ArrowUp');
    took.push(await ms.evaluate(({ taken }) => taken));
  }
  return took;
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const results = [];
try {
  for (const total of sizes) {
    const { page, context, problems } = await visit(product.origin);
    await signInOn(page, 'admin');
    await serve(page, total);
    await page.goto('/leads');
    await grid(page).getByText('Ann 0 Lee').waitFor();
    const loaded = await loadAll(page);
    const turned = await frames(page);
    const pressed = await keys(page);
    await grid(page).focus();
    const began = performance.now();
    await page.keyboard.press('Control+a');
    await page.getByText(`${total.toLocaleString('en-US')} leads selected`).waitFor();
    const selectAll = performance.now() - began;
    const result = {
      leads: total,
      loadSeconds: round(loaded),
      rows: await grid(page).getByRole('row').count(),
      frameP50: round(percentile(turned, 0.5)),
      frameP95: round(percentile(turned, 0.95)),
      keyP50: round(percentile(pressed, 0.5)),
      keyP95: round(percentile(pressed, 0.95)),
      selectAllMs: round(selectAll),
      heapMb: round(await heapMb(page)),
    };
    if (problems.length > 0) throw new Error(problems.join('\n'));
    console.log(result);
    results.push(result);
    await context.close();
  }
} finally {
  await closeBrowser();
  await product.stop();
}
console.log(JSON.stringify({ results, cpus: cpus().length, load: round(loadavg()[0]!) }));

import type { Locator, Page } from 'playwright-core';
import { closeBrowser, visit } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { signInOn } from '#tests/support/screens.ts';
import { percentile, round } from './figures.ts';

/**
 * `npm run bench:pages`: how long a page takes from its address to its content, in how many files, as the product is
 * built: in a browser that has nothing of it yet, and reloaded. Beside them is the sign-in page, which needs nothing but
 * what every page stands on: no page can be faster. `ROUNDS=7`. The last line is JSON.
 */
const rounds = Number(process.env.ROUNDS ?? 7);

/** What each shows when it is there. */
const pages: Record<string, (page: Page) => Locator> = {
  '/dashboard': (page) => page.getByRole('region', { name: 'Calls today' }),
  '/leads': (page) => page.getByRole('row').nth(1),
  '/calls': (page) => page.getByRole('heading', { level: 1 }),
  '/messages': (page) => page.getByRole('heading', { level: 1 }),
  '/journeys': (page) => page.locator('tbody tr').first(),
  '/content-creator': (page) => page.getByRole('heading', { level: 1 }),
};

interface Load {
  ms: number;
  files: number;
  kilobytes: number;
}

async function load(page: Page, path: string, shown: (page: Page) => Locator): Promise<Load> {
  const began = performance.now();
  await page.goto(path);
  await shown(page).waitFor();
  const ms = performance.now() - began;
  const { files, bytes } = await page.evaluate(() => {
    const ours = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/assets/')) as PerformanceResourceTiming[];
    return { files: ours.length, bytes: ours.reduce((sum, { transferSize }) => sum + transferSize, 0) };
  });
  return { ms, files, kilobytes: bytes / 1024 };
}

const median = (loads: readonly Load[], of: keyof Load) =>
  Math.round(
    percentile(
      loads.map((one) => one[of]),
      0.5,
    ),
  );

const product = await Product.start();
try {
  const { page } = await visit(product.origin);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const empty = () => network.send('Network.clearBrowserCache');
  const signIn = (on: Page) => on.getByRole('button', { name: 'Sign in', exact: true });
  const measured: Record<string, { first: Load[]; again: Load[] }> = {};
  async function measure(path: string, shown: (page: Page) => Locator) {
    // Functions start when they are called first, which is no part of a page.
    await load(page, path, shown);
    const loads = { first: [] as Load[], again: [] as Load[] };
    for (let round = 0; round < rounds; round++) {
      await empty();
      loads.first.push(await load(page, path, shown));
      loads.again.push(await load(page, path, shown));
    }
    measured[path] = loads;
  }
  await measure('/login', signIn);
  await signInOn(page, 'admin');
  for (const [path, shown] of Object.entries(pages)) await measure(path, shown);
  const least = measured['/login']!;
  const rows = Object.entries(measured).map(([path, { first, again }]) => ({
    path,
    'first, ms': median(first, 'ms'),
    'beside sign-in': round(median(first, 'ms') / median(least.first, 'ms')),
    'again, ms': median(again, 'ms'),
    'beside it': round(median(again, 'ms') / median(least.again, 'ms')),
    files: median(first, 'files'),
    kB: median(first, 'kilobytes'),
  }));
  console.table(rows);
  console.log(JSON.stringify(rows));
} finally {
  await closeBrowser();
  await product.stop();
}

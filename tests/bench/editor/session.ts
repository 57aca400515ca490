import { writeFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Gesture, runGestures } from './gestures.ts';
import { Hand } from './hand.ts';
import { editForAnHour } from './hour.ts';
import { view } from './plan.ts';
import { installProbe } from './probe.ts';
import type { Target } from './target.ts';

export interface Session {
  /** ms from the elements to their picture. */
  load: number;
  /** ms of work of the main thread for it. */
  loadWork: number;
  /** MB of JavaScript heap after loading, and after all gestures. */
  heap: number;
  heapAfter: number | null;
  gestures: Record<string, Gesture>;
}

export interface SessionOptions {
  /** File for a profile of loading and all gestures. */
  profile?: string;
  hour?: boolean;
  /** File for a picture of the page at the end. */
  shot?: string;
}

/** A session that takes longer is ended; the gestures that were measured until then count. */
const longest = 240_000;

async function launch(): Promise<Browser> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: sparticuz } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? (await sparticuz.executablePath()),
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--no-zygote',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--enable-precise-memory-info',
    ],
  });
}

async function load(page: Page): Promise<number> {
  return page.evaluate(`(async () => {
    const begun = performance.now();
    await window.__bench.load();
    await window.__probe.paint();
    return Math.round(performance.now() - begun);
  })()`);
}

/** One editor in a browser of its own: loading, then every gesture. */
export async function runSession(target: Target, count: number, options: SessionOptions): Promise<Session> {
  const browser = await launch();
  const end = setTimeout(() => void browser.close(), longest);
  const gestures: Session['gestures'] = {};
  let session: Session | undefined;
  try {
    const context = await browser.newContext({
      viewport: view,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${target.name}: ${error.message}`));
    await page.addInitScript(installProbe);
    await page.goto(target.url);
    await page.waitForFunction('window.__bench?.ready()');
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const hand = new Hand(page, cdp);
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return Math.round((usedSize / 1024 / 1024) * 10) / 10;
    };
    await page.evaluate(`window.__bench.prepare(${count})`);
    // What the page itself still loads is not counted.
    await page.evaluate('window.__probe.quiet(12)');
    if (options.profile) await cdp.send('Profiler.enable').then(() => cdp.send('Profiler.start'));
    const before = await hand.worked();
    const loaded = await load(page);
    const loadWork = Math.round((await hand.worked()) - before);
    await page.evaluate('window.__bench.reset()');
    await hand.settle();
    session = { load: loaded, loadWork, heap: await heap(), heapAfter: null, gestures };
    await runGestures(page, hand, { target, count, results: gestures });
    if (options.profile) {
      const { profile } = await cdp.send('Profiler.stop');
      await writeFile(options.profile, JSON.stringify(profile));
    }
    if (options.hour) {
      const hour = await editForAnHour(page, hand, count, heap);
      const growth = Math.round((hour.after / hour.before - 1) * 1000) / 10;
      console.log(
        `an hour's editing: heap ${hour.before} MB, then ${hour.after} MB (${growth} %), ${hour.steps} steps`,
      );
    }
    if (options.shot) await page.screenshot({ path: options.shot });
    session.heapAfter = await heap();
    return session;
  } catch (error) {
    if (!session) throw error;
    console.error(`${target.name}, ${count} elements: ${(error as Error).message.split('\n')[0]}`);
    return session;
  } finally {
    clearTimeout(end);
    await browser.close();
  }
}

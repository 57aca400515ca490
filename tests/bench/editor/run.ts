import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { buildPage } from './build.ts';
import { type Gesture, runGestures } from './gestures.ts';
import { Hand } from './hand.ts';
import { editForAnHour } from './hour.ts';
import { installProbe } from './probe.ts';
import { view } from './scene.ts';

/**
 * `npm run bench:editor -- N=100,1000,5000,10000 rounds=3`: real mouse, wheel and keyboard input on the real
 * editor. Prints frame median/worst and input-to-paint latency p50/p95 per gesture, medians over the rounds, in
 * ms; the last line is JSON. `hour=1` adds an hour's editing and tells how the heap grew. Trust the ratios: a busy machine slows all of it.
 */
interface Session {
  load: number;
  /** MB of JavaScript heap after loading, and after all gestures. */
  heap: number;
  heapAfter: number;
  gestures: Record<string, Gesture>;
}

const given = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')));
const counts = String(given.N ?? '100,1000,5000,10000')
  .split(',')
  .map(Number);
const rounds = Number(given.rounds ?? 3);

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

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

async function session(origin: string, count: number): Promise<Session> {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: view });
    page.on('pageerror', (error) => console.error(error.message));
    await page.addInitScript(installProbe);
    await page.goto(`${origin}/index.html`);
    await page.waitForFunction(() => window.__bench?.ready());
    const cdp = await page.context().newCDPSession(page);
    const heap = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return Math.round((usedSize / 1024 / 1024) * 10) / 10;
    };
    await page.evaluate(`window.__bench.prepare(${count})`);
    if (given.profile) await cdp.send('Profiler.enable').then(() => cdp.send('Profiler.start'));
    const load = (await page.evaluate(`(async () => {
      const begun = performance.now();
      await window.__bench.load();
      await window.__probe.paint();
      return Math.round(performance.now() - begun);
    })()`)) as number;
    const hand = new Hand(page, cdp);
    await hand.settle();
    const loaded = await heap();
    const gestures = await runGestures(page, hand, count);
    if (given.profile) {
      const { profile } = await cdp.send('Profiler.stop');
      await writeFile(given.profile, JSON.stringify(profile));
    }
    if (given.hour) {
      const hour = await editForAnHour(page, hand, count, heap);
      const growth = Math.round((hour.after / hour.before - 1) * 1000) / 10;
      console.log(
        `an hour's editing: heap ${hour.before} MB, then ${hour.after} MB (${growth} %), ${hour.steps} steps`,
      );
    }
    if (given.shot) await page.screenshot({ path: given.shot });
    return { load, heap: loaded, heapAfter: await heap(), gestures };
  } finally {
    await browser.close();
  }
}

const median = (values: (number | null)[]) => {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};

const folder = await mkdtemp(join(tmpdir(), 'editor-bench-'));
try {
  await buildPage(folder);
  const server = createServer(async (request, response) => {
    const path = join(folder, normalize(decodeURI(request.url!.split('?')[0]!)));
    try {
      const body = await readFile(path);
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sessions = new Map<number, Session[]>(counts.map((count) => [count, []]));
  for (let round = 0; round < rounds; round++) {
    for (const count of counts) sessions.get(count)!.push(await session(origin, count));
  }
  server.close();

  const report = counts.map((count) => {
    const runs = sessions.get(count)!;
    const names = Object.keys(runs[0]!.gestures);
    const of = (name: string, key: keyof Gesture) => median(runs.map(({ gestures }) => gestures[name]![key]));
    const gestures = Object.fromEntries(
      names.map((name) => [
        name,
        {
          median: of(name, 'median'),
          worst: of(name, 'worst'),
          latency50: of(name, 'latency50'),
          latency95: of(name, 'latency95'),
          effect: of(name, 'effect'),
        },
      ]),
    );
    const load = median(runs.map((run) => run.load));
    const heap = median(runs.map((run) => run.heap));
    const heapAfter = median(runs.map((run) => run.heapAfter));
    console.log(`${count} elements: load ${load} ms, heap ${heap} MB, after all gestures ${heapAfter} MB`);
    for (const [name, one] of Object.entries(gestures)) {
      console.log(
        `  ${name.padEnd(14)} frame ${one.median}/${one.worst}  latency ${one.latency50}/${one.latency95}  effect ${one.effect}`,
      );
    }
    return { count, load, heap, heapAfter, gestures };
  });
  console.log(JSON.stringify({ load: loadavg().map((value) => Math.round(value * 10) / 10), report }));
} finally {
  await rm(folder, { recursive: true, force: true });
}

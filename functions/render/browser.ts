import { readdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { serveSite } from './site.ts';

/*
 * One Chromium for a container, one page for an export. Flags as measured: without single-process and the
 * software GPU it is faster and survives a page's crash; `--no-sandbox` since Lambda has no user namespaces, and
 * the page can reach nothing but what site.ts answers.
 */
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--headless=shell',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-pings',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
];

/** After so many exports, or above this memory of its own between two exports, in bytes, Chromium is restarted. */
const recycle = { exports: 200, bytes: 1_000_000_000 };

/** How the page says that something cannot be drawn at all, so that nobody tries again. */
const refusal = /^refused: (.*)/;

let running: Promise<Browser> | undefined;
let exportsDone = 0;
let openPages = 0;

async function executable(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  // Outside Lambda the package leaves out its own libraries unless it believes to be there.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

async function start(): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: await executable(),
    args: flags,
    headless: 'shell',
    pipe: true,
    timeout: 30_000,
  });
  exportsDone = 0;
  browser.on('disconnected', () => {
    running = undefined;
  });
  return browser;
}

async function browser(): Promise<Browser> {
  running ??= start().catch((error) => {
    running = undefined;
    throw error;
  });
  return running;
}

/** Ends Chromium, so that the next export starts a fresh one. */
export async function closeBrowser(): Promise<void> {
  const open = running;
  running = undefined;
  await open?.then((chromium) => chromium.close()).catch(() => undefined);
}

/** Resident bytes of a process and of all that it has started, as /proc tells; 0 where there is none. */
async function residentBytes(root: number): Promise<number> {
  const status = async (pid: string) => {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { pid: Number(pid), parent: field('PPid'), bytes: (field('RssAnon') + field('RssShmem')) * 1024 };
  };
  const names = await readdir('/proc').catch(() => []);
  const processes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(status));
  const family = new Set([root]);
  // Children have higher numbers than their parents until the numbers come round.
  for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid))
    if (family.has(parent)) family.add(pid);
  return processes.reduce((sum, { pid, bytes }) => sum + (family.has(pid) ? bytes : 0), 0);
}

async function tooLarge(): Promise<boolean> {
  if (++exportsDone >= recycle.exports) return true;
  const pid = (await running)?.process()?.pid;
  return pid === undefined || (await residentBytes(pid)) > recycle.bytes;
}

/** Runs `work` with a fresh page that can reach nothing but its own assets; a crash of it ends that page only. */
export async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const page = await (await browser()).newPage();
  openPages++;
  try {
    await serveSite(page);
    return await work(page);
  } catch (error) {
    const [, sentence] = refusal.exec((error as Error).message) ?? [];
    throw sentence ? new AppError(400, 'not_drawable', sentence) : error;
  } finally {
    await page.close().catch(() => undefined);
    openPages--;
    const worn = await tooLarge().catch(() => true);
    if (worn && openPages === 0) {
      log.info('Chromium is restarted.', { exportsDone });
      await closeBrowser();
    }
  }
}

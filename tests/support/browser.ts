import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { rememberedTenant } from '#web/features/sign-in/remembered-tenant.ts';
import { chromiumPath } from './chromium.ts';

let running: Promise<Browser> | undefined;

/** How long a page may take to show what comes by queues and workers; two busy processors need their time. ms */
const waitMs = 60_000;

/** The browser of a test file. */
export function browser(): Promise<Browser> {
  running ??= (async () => {
    return chromium.launch({
      executablePath: await chromiumPath(),
      args: [
        '--headless=shell',
        '--no-sandbox',
        '--disable-gpu',
        '--font-render-hinting=none',
        '--disable-quic',
        // Microphones that beep. This browser has nobody to ask for them, and would refuse every page.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    });
  })();
  return running;
}

export async function closeBrowser(): Promise<void> {
  const open = running;
  running = undefined;
  await (await open)?.close();
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** What the page threw or its security policy refused. */
  problems: string[];
}

/** All pages of the test file's visitors. */
const pages: Page[] = [];

/** What each open page shows, a line each, for the log of a test that failed: its path and the end of its text. */
export async function describePages(): Promise<string[]> {
  const open = pages.filter((page) => !page.isClosed());
  const lines = await Promise.all(
    open.map((page) =>
      page
        .evaluate(() => {
          // What lies on top is last in the page: panels, then toasts.
          const words = document.body.innerText.replace(/\s+/g, ' ').slice(-500);
          return `${location.pathname}${location.search}: ${words}`;
        })
        .catch(() => undefined),
    ),
  );
  return lines.filter((line) => line !== undefined);
}

let workspace: number | undefined;

/** Lets all further visitors of a test file sign in to this workspace by a username alone, as who has done so before. */
export function visitWorkspace(tenantId: number): void {
  workspace = tenantId;
}

/** A new visitor with nothing stored but the test file's workspace, if it has one. */
export async function visit(origin: string, size = { width: 1440, height: 900 }): Promise<Visit> {
  const context = await (await browser()).newContext({ viewport: size, baseURL: origin });
  if (workspace)
    await context.addInitScript(
      ([key, value]) => {
        // A frame without an origin of its own has no storage.
        if (origin !== 'null') localStorage.setItem(key!, value!);
      },
      [rememberedTenant, String(workspace)],
    );
  context.on('page', (page) => pages.push(page));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  page.setDefaultTimeout(waitMs);
  return { context, page, problems };
}

let axeText: string | undefined;
function axeSource(): string {
  axeText ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axeText;
}

/** Waits for what fades or moves for a time; what was just opened begins some frames later. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
        .map((animation) => animation.finished),
    );
  });
}

/** What axe calls serious or critical on the page as it is now. */
async function seriousViolations(page: Page) {
  // What is still fading in has neither its colours nor its place yet.
  await waitForAnimations(page);
  // By the page's own means: the content security policy lets no inline script in. A page that was not left has it still.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource());
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      on: nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    }));
}

/**
 * Fails where axe finds something serious or critical on the page at rest. A list that is read again or a panel that
 * closes may begin to fade while axe looks; a fault of the page is there at each of three looks.
 */
export async function expectAccessible(page: Page): Promise<void> {
  let serious = await seriousViolations(page);
  for (let look = 2; look <= 3 && serious.length; look++) {
    console.log(`Axe, look ${look - 1}: ${JSON.stringify(serious)}`);
    await page.waitForTimeout(1_000);
    serious = await seriousViolations(page);
  }
  // As text: a failure's one line in the log names the element.
  expect(JSON.stringify(serious)).toBe('[]');
}

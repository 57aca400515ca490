import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser.ts';
import { demoPassword } from './product.ts';

/** Where pictures go, when somebody wants to look at them. */
const pictures = process.env.PICTURES;

type View = readonly ['light' | 'dark', width: number, height: number];
const [wide, narrow] = [
  [1440, 900],
  [390, 844],
] as const;
const crossed: readonly (readonly View[])[] = [
  [
    ['light', ...wide],
    ['dark', ...narrow],
  ],
  [
    ['dark', ...wide],
    ['light', ...narrow],
  ],
];

/**
 * In which views a page is looked at: each colour and each width once, in the one or the other pairing by the page's
 * name, which halves the time. All four where pictures are wanted, and by `npm run test:e2e:full`.
 */
function viewsOf(name: string): readonly View[] {
  if (pictures || process.env.STORIES === 'all') return crossed.flat();
  return crossed[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2]!;
}

/** Signs in by the form and waits for the first screen. */
export async function signInOn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/(dashboard|marketplace\/vendor)$/);
}

/**
 * The page as it is, in both colours and both widths (`viewsOf`), is accessible and nowhere wider than the window.
 * @param settled when it is looked at; a page that shows virtual displays is never without a request
 */
export async function look(
  page: Page,
  name: string,
  settled: 'networkidle' | 'load' = 'networkidle',
): Promise<void> {
  // One that fades out while it is looked at is faint for a moment.
  const toast = page.locator('.mantine-Notification-root');
  if (await toast.count()) {
    await toast
      .first()
      .getByRole('button', { name: 'Close' })
      .click({ timeout: 2_000 })
      .catch(() => {});
    await toast.first().waitFor({ state: 'detached' });
  }
  for (const [scheme, width, height] of viewsOf(name)) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    await page.waitForLoadState(settled);
    // The pointer's last place is no part of the page.
    await page.mouse.move(0, 0);
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${name} ${width}`,
    ).toBeLessThanOrEqual(width);
    if (!pictures) continue;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}-${scheme}-${width}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Presses what begins a download and answers the file: its name and its text. */
export async function download(
  page: Page,
  press: Locator,
): Promise<{ name: string; text: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await press.click();
  const file = await downloading;
  const stream = await file.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { name: file.suggestedFilename(), text: bytes.toString('utf8'), bytes };
}

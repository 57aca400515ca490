import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { overlapsOf } from '#tests/support/covered.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/*
 * A bad day: two emergencies, a call to 911 and an address that is not confirmed, each told over every page; and toasts.
 * Nothing of it lies over what the page offers, nor anything of the page over it.
 */

let product: Product;
let admin: Caller;
let alex: Visit;
const sizes = [
  [1440, 900],
  [390, 844],
] as const;
const names = ['Emergency', 'Your workspace', 'Emergency calls'] as const;
const pages: { name: string; path: string; ready: string }[] = [];

const banner = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);
const toast = (page: Page) => page.locator('.mantine-Notification-root');

async function closeToast(page: Page): Promise<void> {
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await toast(page).waitFor({ state: 'detached' });
}

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  const { userId } = await admin.ask<{ userId: string }>('GET', '/users/me');
  await admin.ask('PUT', `/users/${userId}`, { email: 'alex.of.the.second.floor@stories.example' });
  for (const message of [
    'Please leave the building',
    'The fire alarm of the second floor is being tested until noon, and nobody needs to go anywhere',
  ])
    await admin.ask('POST', '/signage/emergencies', { message, all: true });
  const {
    id: _id,
    version: _version,
    ...text
  } = newElement('text', { id: 'x', x: 99, y: 99, layerOrder: 0 });
  const sign = await admin.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Sign',
    elements: [text],
  });
  const journey = await admin.ask<{ id: string }>('POST', '/journeys', {
    name: 'Welcome',
    entry: 'stp_1',
    steps: [{ id: 'stp_1', type: 'tag', name: 'Greet', config: { add: ['greeted'] }, next: {} }],
  });
  pages.push(
    { name: 'dashboard', path: '/dashboard', ready: 'Dashboard' },
    { name: 'leads', path: '/leads', ready: 'Leads' },
    { name: 'inbox', path: '/messages', ready: 'Inbox' },
    { name: 'journey', path: `/journeys/${journey.id}`, ready: 'Greet' },
    { name: 'editor', path: `/content-creator/${sign.id}`, ready: '1 element' },
  );
  alex = await visit(product.origin);
  const { page } = alex;
  // A phone that dials 911 for a test: the exchange would call the police.
  const call = { id: 'cal_1', number: '911', extension: '204', name: 'Second floor', userName: 'Ann Lee' };
  const where = { callbackNumber: '+12125550142', location: '1 Main Street, second floor, room 12' };
  const calls = [{ ...call, ...where, at: new Date().toISOString() }];
  await page.route('**/api/pbx/emergency-calls?*', (route) => route.fulfill({ json: { calls } }));
  await signInOn(page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** What overlaps a banner, named by where; what still moves into its place is looked at again. */
async function overlapsOn(page: Page, where: string): Promise<string[]> {
  const find = async () =>
    (await Promise.all(names.map((one) => overlapsOf(banner(page, one))))).flatMap((found, at) =>
      found.map((line) => `${where}, ${names[at]}: ${line}`),
    );
  const found = await find();
  if (found.length === 0) return found;
  await page.waitForTimeout(2_000);
  return find();
}

async function open(page: Page, { path, ready }: { path: string; ready: string }): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await page.getByText(ready, { exact: true }).first().waitFor();
  for (const one of names) await banner(page, one).waitFor();
  await banner(page, 'Emergency').getByText('0 of 3 confirmed').first().waitFor();
}

it('has room of its own for each banner, on every page and on a phone', async () => {
  const { page } = alex;
  const found: string[] = [];
  for (const { name, ...place } of pages) {
    await open(page, place);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      found.push(...(await overlapsOn(page, `${name} ${width}`)));
    }
    await look(page, `banners-${name}`, 'load');
  }
  expect(found.join('\n')).toBe('');
});

it('has the panels of the editor begin below the banners, on a phone too', async () => {
  const { page } = alex;
  await open(page, pages.at(-1)!);
  const panel = page.getByRole('complementary', { name: 'Layers' });
  if (!(await panel.isVisible()))
    await page
      .getByRole('button', { name: /Layers/ })
      .first()
      .click();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await panel.waitFor();
    expect((await overlapsOn(page, `${width}`)).join('\n')).toBe('');
    const bar = page.getByLabel('Project name').locator('xpath=ancestor::header');
    const [above, below] = [(await bar.boundingBox())!, (await panel.boundingBox())!];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
  }
  await panel.getByRole('button', { name: 'Close' }).click();
});

it('shows toasts beside bars, banners and panels, such as that a save found no network', async () => {
  const { page, context } = alex;
  await open(page, pages.at(-1)!);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // On a phone the panel takes what the banners leave of the canvas until it is closed.
    const tab = page.getByRole('tablist', { name: 'Design Panel' }).getByRole('tab', { selected: true });
    if (width < 768 && (await tab.count())) await tab.click();
    await page.getByRole('application', { name: 'Canvas' }).focus();
    await context.setOffline(true);
    await page.keyboard.press('1');
    await page.keyboard.press('Control+s');
    await toast(page).getByText('Unable to save changes. Please check your internet connection').waitFor();
    await expect.poll(async () => (await overlapsOf(toast(page))).join(), { timeout: 5_000 }).toBe('');
    await context.setOffline(false);
    await closeToast(page);
  }
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'Leads', exact: true }).waitFor();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await banner(page, 'Your workspace').getByRole('button', { name: 'Send it again' }).click();
    await toast(page).waitFor();
    const words = toast(page).locator('.mantine-Notification-title');
    expect(await words.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    await expect.poll(async () => (await overlapsOf(toast(page))).join(), { timeout: 5_000 }).toBe('');
    await closeToast(page);
  }
  expect(alex.problems).toEqual([]);
});

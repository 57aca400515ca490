import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/*
 * A show: the app, the sandbox's phone and five displays in one browser, which has six connections for all of them.
 * `SHOW_SECONDS=600` has it go on for ten minutes.
 */

const showMs = Number(process.env.SHOW_SECONDS ?? 60) * 1_000;
/** A page that answers later hangs; ms. A busy machine takes its time. */
const hangMs = 8_000;
/** How much later than its time a takeover may leave the glass, and how long the test may take to see it; ms. */
const endsWithinMs = 1_000;
const seesWithinMs = 600;

let product: Product;
let caller: Caller;
let show: Visit;
let displays: { id: string; name: string; previewUrl: string; takeoverEndsAt: string | null }[];
const screens: Page[] = [];
let phone: Page;

async function project(name: string): Promise<string> {
  const text = newElement('text', { id: 'elm_x', x: 100, y: 100, layerOrder: 0 });
  const { id: _id, version: _version, ...element } = text;
  const elements = [{ ...element, properties: { ...element.properties, text: name } }];
  return (await caller.ask<{ id: string }>('POST', '/content/projects', { name, elements })).id;
}

const listDisplays = async () =>
  (await caller.ask<{ displays: typeof displays }>('GET', '/optisigns/displays')).displays;

/** Each page runs its scripts and has its questions answered; answers the longest time that one took, in ms. */
async function slowest(): Promise<number> {
  const times = [show.page, phone, ...screens].map(async (page) => {
    const begun = Date.now();
    const answered = page.evaluate(async () => (await fetch('/api/health', { cache: 'no-store' })).status);
    const late = new Promise<string>((resolve) => setTimeout(resolve, hangMs, `${page.url()} hangs`));
    expect(await Promise.race([answered, late])).toBe(200);
    return Date.now() - begun;
  });
  return Math.max(...(await Promise.all(times)));
}

async function openScreen(at: number): Promise<Page> {
  const page = await show.context.newPage();
  await page.goto(displays[at]!.previewUrl);
  return page;
}

beforeAll(async () => {
  product = await Product.start();
  caller = await product.signIn('agent');
  await listDisplays();
  for (const name of ['Canteen', 'Reception'])
    await fetch(`${product.origin}/sandbox/displays`, {
      method: 'POST',
      body: new URLSearchParams({ name }),
    });
  displays = await listDisplays();
  expect(displays).toHaveLength(5);
  show = await visit(product.origin);
  await signInOn(show.page, 'agent');
  phone = await show.context.newPage();
  await phone.goto('/sandbox/phone');
  for (const at of displays.keys()) screens.push(await openScreen(at));
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('tells of an emergency by screen, also of one that is switched off', async () => {
  const { page } = show;
  await page.goto('/displays');
  await eventually(async () => expect(await page.getByText(/^Online/).count()).toBe(5));
  await screens.pop()!.close();
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Emergency', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Please leave the building');
  await dialog.getByRole('button', { name: 'Show on 5 displays now' }).click();
  for (const screen of screens)
    await screen.locator('iframe.on[title="Emergency: Please leave the building"]').waitFor();
  const banner = page.getByRole('region', { name: 'Emergency' });
  const confirmation = banner.getByRole('button', { name: '4 of 5 confirmed, 1 offline' });
  await confirmation.click();
  await page.getByText('Offline, last heard of').waitFor();
  await page.keyboard.press('Escape');
  await look(page, 'show-emergency', 'load');
  await banner.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('button', { name: 'End the emergency' }).click();
  await banner.waitFor({ state: 'detached' });
  for (const screen of screens) await screen.locator('iframe.on').waitFor({ state: 'detached' });
  screens.push(await openScreen(4));
});

it(
  'goes on without a hang, and a takeover leaves the glass in its moment',
  async () => {
    const begun = Date.now();
    const [floor, lobby] = displays as [(typeof displays)[0], (typeof displays)[0]];
    const loop = await caller.ask<{ id: string }>('POST', '/signage/playlists', {
      name: 'Loop',
      items: [{ id: 'one', kind: 'project', refId: await project('Welcome'), seconds: 10 }],
    });
    await caller.ask('PUT', `/signage/displays/${lobby.id}`, { defaultPlaylistId: loop.id });
    await caller.ask('POST', `/content/projects/${await project('Deal closed')}/publish`, {
      displayIds: [floor.id, lobby.id],
      duration: 1,
    });
    for (const at of [0, 1]) await screens[at]!.locator('iframe.on[title="Deal closed"]').waitFor();
    const endsAt = (await listDisplays()).map((display) => Date.parse(display.takeoverEndsAt ?? ''));
    let longest = 0;
    while (Date.now() < Math.max(...endsAt.slice(0, 2)) - 6_000) {
      longest = Math.max(longest, await slowest());
      await show.page.waitForTimeout(1_000);
    }
    // One has nothing else, and its provider takes it off; the other has a playlist, and its player goes on by its clock.
    const frame = screens[1]!.frameLocator('iframe.on');
    const late = await Promise.all([
      screens[0]!
        .locator('iframe.on')
        .waitFor({ state: 'detached' })
        .then(() => Date.now() - endsAt[0]!),
      frame
        .locator('.turn[data-on][data-name="Welcome"]')
        .first()
        .waitFor()
        .then(() => Date.now() - endsAt[1]!),
    ]);
    for (const ms of late) {
      expect(ms).toBeGreaterThan(-endsWithinMs);
      expect(ms).toBeLessThan(endsWithinMs + seesWithinMs);
    }
    while (Date.now() - begun < showMs) {
      longest = Math.max(longest, await slowest());
      await show.page.goto(['/displays', '/content-creator', '/displays/schedule'][Date.now() % 3]!);
      await show.page.waitForTimeout(2_000);
    }
    console.log(
      `show: ${Math.round((Date.now() - begun) / 1000)} s, slowest answer ${longest} ms, ends ${late} ms`,
    );
    expect(show.problems).toEqual([]);
  },
  showMs + 240_000,
);

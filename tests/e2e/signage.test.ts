import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localTime } from '#shared/model/zone-time.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Caller, demoPassword, type Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A signage operator's day: a playlist by its schedule on a real page, without a network, and an emergency. */

let product: Product;
let caller: Caller;
let operator: Visit;
let displays: { id: string; name: string; previewUrl: string }[];
const everyDay = [0, 1, 2, 3, 4, 5, 6];

async function project(name: string): Promise<string> {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', {
    id: 'elm_x',
    x: 100,
    y: 100,
    layerOrder: 0,
  });
  const made = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name,
    elements: [{ ...element, properties: { ...element.properties, text: name } }],
  });
  return made.id;
}

const playlist = async (name: string, ...projects: string[]) =>
  (
    await caller.ask<{ id: string }>('POST', '/signage/playlists', {
      name,
      items: projects.map((refId) => ({
        id: refId,
        kind: 'project',
        refId,
        seconds: 10,
        transition: 'none',
      })),
    })
  ).id;

/** The sign that a player has on its glass now. */
const onGlass = (page: Pick<Page, 'locator'>, name: string) =>
  page.locator(`.turn[data-on][data-name="${name}"]:not([data-leaving]) canvas`).first();

beforeAll(async () => {
  product = await shareProduct();
  caller = await product.signIn('agent');
  displays = (await caller.ask<{ displays: typeof displays }>('GET', '/optisigns/displays')).displays;
  operator = await visit(product.origin);
  const { page } = operator;
  await page.goto('/login');
  await page.getByLabel('Username').fill('agent');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

it('crosses a boundary of its schedule by its own clock, without a network and after a restart', async () => {
  const lobby = displays[1]!;
  const day = await playlist('By day', await project('Welcome'));
  const evening = await playlist('By night', await project('Good night'));
  await caller.ask('PUT', `/signage/displays/${lobby.id}`, {
    defaultPlaylistId: day,
    timeZone: 'Asia/Tokyo',
  });
  const { minute } = localTime('Asia/Tokyo', Date.now());
  await caller.ask('POST', '/signage/schedules', {
    name: 'Evening',
    playlistId: evening,
    displayIds: [lobby.id],
    rule: { days: everyDay, from: (minute + 30) % 1440, to: (minute + 90) % 1440 || 1440 },
  });
  const { playerUrl } = await caller.ask<{ playerUrl: string }>('GET', `/signage/displays/${lobby.id}`);
  const { page, context } = await visit(product.origin, { width: 1280, height: 720 });
  await page.clock.install();
  await page.goto(playerUrl);
  await onGlass(page, 'Welcome').waitFor();
  // Everything of the plan is fetched ahead, and the page itself is kept.
  await page.waitForFunction(async () => {
    const contents = await (await caches.open('dealbell-contents')).keys();
    const files = await (await caches.open('dealbell-sign-page')).keys();
    return contents.length >= 2 && files.some(({ url }) => url.endsWith('/s/')) && files.length > 3;
  });
  await context.setOffline(true);
  await page.clock.fastForward('20:00');
  await onGlass(page, 'Welcome').waitFor();
  await page.clock.fastForward('11:00');
  await onGlass(page, 'Good night').waitFor();
  await page.reload();
  await onGlass(page, 'Good night').waitFor();
  await page.clock.fastForward('01:01:00');
  await onGlass(page, 'Welcome').waitFor();
  await context.close();
});

it('tells what it showed, and the report has it', async () => {
  const [floor] = displays as [(typeof displays)[0]];
  const list = await playlist('Proof', await project('Shown and told'));
  await caller.ask('PUT', `/signage/displays/${floor.id}`, { defaultPlaylistId: list });
  const { playerUrl } = await caller.ask<{ playerUrl: string }>('GET', `/signage/displays/${floor.id}`);
  const { page, context } = await visit(product.origin, { width: 1280, height: 720 });
  await page.clock.install();
  await page.goto(playerUrl);
  await onGlass(page, 'Shown and told').waitFor();
  await eventually(async () => {
    // The player tells of five minutes at a time. It sets its clock right by each answer, and what it shows ten minutes
    // ahead of the server is refused, so it has its answer before it is moved on again.
    const answered = page.waitForResponse(/\/api\/signage\/player\/[^/]+\?/, { timeout: 30_000 });
    answered.catch(() => undefined);
    await page.clock.fastForward('05:30');
    await answered;
    const { totals } = await caller.ask<{ totals: { name: string; seconds: number }[] }>(
      'GET',
      '/signage/plays',
    );
    expect(totals.find(({ name }) => name === 'Shown and told')?.seconds).toBeGreaterThan(30);
  });
  await context.close();
  await operator.page.goto('/displays/plays');
  await operator.page.getByRole('cell', { name: 'Shown and told' }).first().waitFor();
  await expectAccessible(operator.page);
});

it('shows an emergency on every display at once, and gives each its own back', async () => {
  const { page } = operator;
  const lobby = displays[1]!;
  const screen = await (await visit(product.origin, { width: 1280, height: 720 })).context.newPage();
  await screen.goto(lobby.previewUrl);
  await onGlass(screen.frameLocator('iframe.on[title="Dealbell: Lobby"]') as never, 'Welcome').waitFor();
  await page.goto('/displays');
  await page.getByRole('button', { name: 'Emergency', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Please leave the building');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: `Show on ${displays.length} displays now` }).click();
  const banner = page.getByRole('region', { name: 'Emergency' });
  await banner.getByText('Emergency: Please leave the building').waitFor();
  await screen
    .frameLocator('iframe.on[title="Emergency: Please leave the building"]')
    .getByRole('img')
    .first()
    .waitFor();
  for (const { id } of displays) {
    const state = (await (await fetch(`${product.origin}/display/${id}/state?preview=1`)).json()) as {
      name: string;
    };
    expect(state.name).toBe('Emergency: Please leave the building');
  }
  await page.goto('/content-creator');
  await banner.waitFor();
  await look(page, 'emergency');
  expect(await page.getByRole('link', { name: /^Emergency:/ }).count()).toBe(0);
  await banner.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('button', { name: 'End the emergency' }).click();
  await onGlass(screen.frameLocator('iframe.on[title="Dealbell: Lobby"]') as never, 'Welcome').waitFor();
  await banner.waitFor({ state: 'detached' });
  const own = (await (
    await fetch(`${product.origin}/display/${displays[2]!.id}/state?preview=1`)
  ).json()) as {
    name: string | null;
  };
  expect(own.name).toBeNull();
});

it('makes a playlist with the keyboard and draws a schedule with the mouse', async () => {
  const { page } = operator;
  await page.goto('/displays/playlists');
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByRole('button', { name: 'Add content' }).first().click();
  for (const name of ['Welcome', 'Good night'])
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2' }).click();
  const items = page.getByRole('list', { name: 'Items in their order' }).getByRole('listitem');
  await page.getByRole('button', { name: /^Move Good night/ }).press('ArrowUp');
  expect(await items.first().textContent()).toContain('Good night');
  await items.first().locator('canvas').waitFor();
  await page.getByLabel('Name').fill('Lunch');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Playlist saved').waitFor();
  await look(page, 'playlist');
  await page.goto('/displays/playlists');
  const row = page.getByRole('row').filter({ hasText: 'Lunch' });
  await row.locator('canvas').first().waitFor();
  await look(page, 'playlists');

  // What clashes is told above the calendar once all is there, and moves it down.
  await page.goto('/displays/schedule', { waitUntil: 'networkidle' });
  const box = (await page.getByTestId('day-3').boundingBox())!;
  const at = (hour: number) => box.y + (hour / 24) * box.height;
  // The schedule of the first story stands where its display's clock was then: at any hour of the day.
  const taken = (await page.getByTestId('day-3').getByRole('button').first().boundingBox())!;
  const hour = taken.y + taken.height < at(9) ? 12 : 4;
  await page.mouse.move(box.x + 50, at(hour));
  await page.mouse.down();
  await page.mouse.move(box.x + 50, at(hour + 1));
  await page.mouse.move(box.x + 50, at(hour + 2));
  await page.mouse.up();
  const form = page.getByRole('dialog');
  const time = (of: number) => `${String(of).padStart(2, '0')}:00`;
  expect(await form.getByLabel('From').inputValue()).toBe(time(hour));
  expect(await form.getByLabel('Until').inputValue()).toBe(time(hour + 2));
  await form.getByLabel('Name').fill('Early');
  await form.getByRole('combobox', { name: 'Playlist' }).click();
  await page.getByRole('option', { name: 'Lunch' }).click();
  await form.getByRole('combobox', { name: 'Displays and groups' }).click();
  await page.getByRole('option', { name: displays[2]!.name }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Add to the schedule' }).click();
  await page.getByRole('button', { name: /^Early/ }).waitFor();
  await expectAccessible(page);
  await page.goto(`/displays/screen/${displays[2]!.id}`);
  await page.getByRole('heading', { name: 'Its day' }).waitFor();
  await expectAccessible(page);
  expect(operator.problems).toEqual([]);
});

it('asks before a group of displays is removed, and then takes it from its schedules', async () => {
  const { page } = operator;
  const [shown] = displays;
  await page.goto('/displays');
  await page.getByRole('button', { name: 'Groups' }).click();
  const panel = page.getByRole('dialog', { name: 'Groups of displays' });
  await panel.getByLabel('New group').fill('Ground floor');
  await panel.getByRole('button', { name: 'Add' }).click();
  await panel.getByRole('combobox', { name: 'Ground floor' }).click();
  await page.getByRole('option', { name: shown!.name }).click();
  await panel.getByText('1 display', { exact: true }).waitFor();
  const groups = async () =>
    (await caller.ask<{ groups: { id: string; displayIds: string[] }[] }>('GET', '/signage/groups')).groups;
  await eventually(async () =>
    expect(await groups()).toMatchObject([{ name: 'Ground floor', displayIds: [shown!.id] }]),
  );
  const [group] = await groups();
  const scheduled = await caller.ask<{ id: string }>('POST', '/signage/schedules', {
    name: 'By the group',
    playlistId: await playlist('Of the group', await project('Lobby')),
    displayIds: [displays[1]!.id],
    groupIds: [group!.id],
    rule: { days: everyDay, from: 60, to: 120 },
  });
  await panel.getByRole('button', { name: 'Remove the group Ground floor' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the group Ground floor?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await groups()).toHaveLength(1);
  await panel.getByRole('button', { name: 'Remove the group Ground floor' }).click();
  await question.getByRole('button', { name: 'Remove the group' }).click();
  await panel.getByText('No groups yet').waitFor();
  const { schedules } = await caller.ask<{ schedules: { id: string; groupIds: string[] }[] }>(
    'GET',
    '/signage/schedules',
  );
  expect(schedules.find(({ id }) => id === scheduled.id)).toMatchObject({ groupIds: [] });
  expect(operator.problems).toEqual([]);
});

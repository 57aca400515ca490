import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalisedBatch, PersonalisedItem } from '#shared/model/personalised.ts';
import { newElement } from '#shared/scene/registry.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* From a list of customers to a video for each; and what visitors sent by a sign's forms. */

let product: Product;
let maya: Visit;
let projectId: string;

const place = (type: string, properties: Record<string, unknown>, y = 40) => {
  const { id: _id, version: _version, ...element } = newElement(type, { id: 'x', x: 40, y, layerOrder: y });
  return { ...element, properties: { ...element.properties, ...properties } };
};

/** What an MP4 holds in its `mdat` box, without the second in which it was made, which its header tells. */
function framesOf(file: Buffer): Buffer {
  const name = file.indexOf('mdat');
  return file.subarray(name, name - 4 + file.readUInt32BE(name - 4));
}

/** What the rows of the table of videos say, from now on: each different sight of all of them, in its order. */
const watchRows = (page: Page) =>
  page.evaluate(() => {
    const sights: string[] = [];
    Object.assign(window, { sightsOfRows: sights });
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll('table[aria-label="Videos"] tbody tr')];
      const sight = rows.map(({ textContent }) => /Waiting|Made|Failed/.exec(textContent)?.[0]).join();
      if (sight && sight !== sights.at(-1)) sights.push(sight);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const sightsOfRows = (page: Page) =>
  page.evaluate(() => (window as unknown as { sightsOfRows: string[] }).sightsOfRows);

beforeAll(async () => {
  product = await shareProduct();
  const caller = await product.signIn();
  const project = await caller.ask<{ id: string }>('POST', '/content/projects', {
    name: 'Thank you',
    canvasSize: { width: 640, height: 360 },
    elements: [place('text', { text: 'Thank you, {lead.name}' })],
  });
  projectId = project.id;
  maya = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('personalised videos', () => {
  it('begin with an empty list that says what they are', async () => {
    const { page } = maya;
    await page.goto('/content-creator?personalised=all');
    await page.getByLabel('Username').fill('agent');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('No personalised videos yet').waitFor();
    await expectAccessible(page);
  });

  it('refuse what is no list, and guess the columns of one', async () => {
    const { page } = maya;
    await page.getByRole('link', { name: 'New batch' }).first().click();
    await page.getByRole('link', { name: 'Thank you' }).click();
    const file = page.getByLabel(/Choose a CSV file/);
    await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\n') });
    await page.getByRole('alert').getByText('a row for each video').waitFor();
    const list =
      'Customer;City\nAda Lovelace;London\nGrace Hopper;Arlington\nAda Lovelace;Paris\nHedy Lamarr;Vienna\n';
    await file.setInputFiles({ name: 'deals.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByText('deals.csv: 4 rows, separated by semicolon, UTF-8.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Merge field for Customer' }).inputValue()).toBe(
      'Lead name (lead.name)',
    );
    expect(await page.getByRole('combobox', { name: 'Merge field for City' }).inputValue()).toBe(
      'City (lead.city)',
    );
    await expectAccessible(page);
  });

  it('show a record before they are made', async () => {
    const { page } = maya;
    await page.getByRole('button', { name: 'Check a record' }).click();
    await page.getByRole('img', { name: 'Picture for Ada Lovelace' }).waitFor();
    await page.getByRole('button', { name: 'Next row' }).press('Enter');
    await page.getByRole('img', { name: 'Picture for Grace Hopper' }).waitFor();
    await page.getByLabel('Seconds').fill('1');
    await page.getByRole('combobox', { name: 'Size in px' }).click();
    await page.getByRole('option', { name: '640 × 360' }).click();
    await expectAccessible(page);
  });

  it('are made one for each record and downloaded as a zip', async () => {
    const { page } = maya;
    await watchRows(page);
    await page.getByRole('button', { name: 'Make 4 videos' }).click();
    await page.getByRole('status').getByText('100 %').waitFor({ timeout: 120_000 });
    await page.getByText('1 Ada Lovelace.mp4').waitFor();
    await expect.poll(async () => (await sightsOfRows(page)).at(-1)).toBe('Made,Made,Made,Made');
    // Nobody pressed anything: rows change one by one, while others wait.
    const between = (await sightsOfRows(page)).filter((rows) => rows.includes('Made'));
    expect(between[0]).toMatch(/^Made.*Waiting$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'All videos as a zip' }).click(),
    ]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const files = unzipSync(new Uint8Array(Buffer.concat(parts)));
    expect(Object.keys(files)).toEqual([
      '1 Ada Lovelace.mp4',
      '2 Grace Hopper.mp4',
      '3 Ada Lovelace.mp4',
      '4 Hedy Lamarr.mp4',
    ]);
    const [ada, grace, again] = Object.values(files).map((bytes) => framesOf(Buffer.from(bytes)));
    expect(ada!.equals(again!)).toBe(true);
    expect(ada!.equals(grace!)).toBe(false);
  });

  it('show each row as it is made to a page that hears of nothing and asks by itself', async () => {
    const page = await maya.context.newPage();
    await page.addInitScript(() => {
      window.WebSocket = class {
        constructor() {
          throw new Error('No websockets here.');
        }
      } as never;
    });
    // The batch as it was while it was made, so many videos of it, whatever the machine's pace.
    let made = 0;
    const address = '**/api/content/personalised/*';
    await page.route(`${address}?*`, async (route) => {
      const response = await route.fetch();
      const batch = (await response.json()) as PersonalisedBatch;
      const json = { ...batch, done: made, progress: 25 * made, download: made < 4 ? null : batch.download };
      await route.fulfill({ response, json: { ...json, status: made < 4 ? 'processing' : batch.status } });
    });
    await page.route(`${address}/items?*`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { items: PersonalisedItem[] };
      const waits = { status: 'waiting', fileSize: null, downloadUrl: null };
      const items = answer.items.map((item) => (item.n < made ? item : { ...item, ...waits }));
      await route.fulfill({ response, json: { ...answer, items } });
    });
    await page.goto(maya.page.url());
    const rows = page.getByRole('table', { name: 'Videos' }).locator('tbody tr');
    const states = () => rows.locator('.mantine-Badge-label').allInnerTexts();
    await expect.poll(states).toEqual(['Waiting', 'Waiting', 'Waiting', 'Waiting']);
    made = 1;
    await expect.poll(states, { timeout: 20_000 }).toEqual(['Made', 'Waiting', 'Waiting', 'Waiting']);
    // The end of the batch is heard of before its rows are asked for the next time, which would be the last.
    made = 4;
    await expect.poll(states, { timeout: 20_000 }).toEqual(['Made', 'Made', 'Made', 'Made']);
    await page.getByText('Done', { exact: true }).waitFor();
    await page.close();
  });

  it('are listed, also on a phone, and can be deleted', async () => {
    const { page } = maya;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/content-creator?personalised=all');
    const row = page.getByRole('row', { name: 'Thank you' });
    await row.waitFor();
    await expectAccessible(page);
    await row.press('Enter');
    await page.getByText('1 Ada Lovelace.mp4').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete batch' }).click();
    await page.getByText('No personalised videos yet').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('form submissions', () => {
  it('say where they will come from while there are none', async () => {
    const { page } = maya;
    await page.goto(`/content-creator?submissions=${projectId}`);
    await page.getByText('Nobody has sent a form yet').waitFor();
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByText('No results yet').waitFor();
    await expectAccessible(page);
  });

  it('are listed, opened, searched and drawn as charts', async () => {
    const { page } = maya;
    const caller = await product.signIn();
    const sign = await caller.ask<{ id: string }>('POST', '/content/projects', {
      name: 'Lobby',
      elements: [place('survey_form', { webhookUrl: 'https://hooks.dealbell.test/lobby' })],
    });
    const { displays } = await caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
    const published = await caller.ask<{ asset: { publicUrl: string } }>(
      'POST',
      `/content/projects/${sign.id}/publish`,
      { displayIds: [displays[0]!.id] },
    );
    await page.goto(published.asset.publicUrl);
    const form = page.getByRole('form', { name: 'Your opinion counts' });
    await form.getByRole('radio', { name: '4 of 5' }).focus();
    await page.keyboard.press('Space');
    await form.getByRole('radio', { name: 'Yes' }).check();
    await form.getByRole('button', { name: 'Next' }).click();
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your answers.').waitFor();

    await page.goto(`/content-creator?submissions=${sign.id}`);
    const row = page.getByRole('row', { name: '4 · Yes' });
    await row.getByText('Delivered').waitFor();
    await row.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByText('https://hooks.dealbell.test/lobby').waitFor();
    await panel.getByText('How happy are you with our service?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByLabel('Search the answers').fill('nobody');
    await page.getByText('Nothing fits').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await row.waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Lobby submissions.csv');
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('table', { name: 'How happy are you with our service?' }).waitFor();
    await page.getByText('1 answer, 4 of 5 on average').waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Submissions' }).click();
    await row.press('Enter');
    await panel.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete submission' }).click();
    await page.getByText('Nobody has sent a form yet').waitFor();
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect(maya.problems).toEqual([]);
  });
});

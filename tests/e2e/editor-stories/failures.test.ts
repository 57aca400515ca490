import type { Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* A call fails, and the editor says so in the specification's words (section 8), once, and loses nothing. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.open([drawn('text', 100, 100), drawn('shape', 500, 300)], { name: 'Friday' });
});
afterAll(() => story?.end());
/** A dialog that a failed story left open is not in the way of the next. */
beforeEach(async () => {
  if ((await story.page.getByRole('dialog').count()) > 0) await story.page.reload();
});

/** Cuts the connection of one kind of call while `act` runs. */
async function cut(method: string, url: string, act: () => Promise<unknown>): Promise<void> {
  const handler = (route: Route) => (route.request().method() === method ? route.abort() : route.fallback());
  await story.page.route(url, handler);
  await act();
  await story.page.unroute(url, handler);
}

/** One toast, with this sentence to the letter. */
async function saysOnce(sentence: string): Promise<void> {
  const said = story.page.getByRole('alert').getByText(sentence, { exact: true });
  await said.waitFor();
  expect(await said.count()).toBe(1);
  expect(await story.page.getByRole('alert').count()).toBe(1);
}

const dialog = (name: string) => story.page.getByRole('dialog', { name, exact: true });

describe('exports', () => {
  it('that cannot be listed say so, and are listed when asked again', async () => {
    const list = '**/api/content/projects/*/exports?*';
    const refuse = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fulfill({
            status: 400,
            contentType: 'application/json',
            body: '{"error":"Not now.","code":"no"}',
          })
        : route.fallback();
    await story.page.route(list, refuse);
    await story.tab('Export');
    await story.page.getByText('Failed to load exports', { exact: true }).waitFor();
    await story.page.unroute(list, refuse);
    await story.page.getByRole('button', { name: /try again|retry/i }).click();
    await story.page.getByText(/^No exports yet/).waitFor();
  });

  it('are none without a network, and no toast tells of it', async () => {
    await cut('GET', '**/api/content/projects/*/exports?*', async () => {
      await story.page.reload();
      await story.has(2);
      await story.tab('Export');
      await story.page.getByText(/^No exports yet/).waitFor();
      expect(await story.page.getByRole('alert').count()).toBe(0);
    });
  });

  it('that do not start say so; the next attempt starts, is followed, and is downloaded', async () => {
    const { page } = story;
    await page.getByRole('button', { name: 'New export' }).click();
    const open = dialog('Export');
    await expectAccessible(page);
    await open.getByLabel('Width in px').fill('320');
    await open.getByLabel('Height in px').fill('180');
    await cut('POST', '**/api/content/projects/*/exports?*', async () => {
      await open.getByRole('button', { name: 'Export PNG' }).click();
      await saysOnce('Failed to start export');
    });
    await open.getByRole('button', { name: 'Export PNG' }).click();
    await story.says('Export started successfully');
    // A renderer is started for the first export of a product.
    await page.getByRole('alert').getByText('Export completed successfully').waitFor();
    const download = open.getByRole('button', { name: /^Download / }).first();
    await cut('GET', '**/api/content/exports/*/download?*', async () => {
      await download.click();
      await saysOnce('Failed to download export');
    });
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toMatch(/\.png$/);
    await story.says('Download started');
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  }, 90_000);

  it('that fail while they are drawn say why', async () => {
    const { page } = story;
    await story.tab('Export');
    await page.getByRole('button', { name: 'New export' }).click();
    const open = dialog('Export');
    await page.route('**/api/content/exports/*/status?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({
        response: answer,
        json: { ...body, export: { ...body.export, status: 'failed', errorMessage: 'The font is missing.' } },
      });
    });
    await open.getByRole('button', { name: 'Export PNG' }).click();
    await saysOnce('Export failed: The font is missing.');
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
    await page.unroute('**/api/content/exports/*/status?*');
  });

  it('that cannot be deleted stay, and go at the next attempt', async () => {
    const { page } = story;
    await story.tab('Export');
    const remove = page.getByRole('button', { name: /^Delete .*\.png$/ });
    await remove.first().waitFor();
    const before = await remove.count();
    await cut('DELETE', '**/api/content/exports/*', async () => {
      await remove.first().click();
      await saysOnce('Failed to delete export');
    });
    expect(await remove.count()).toBeGreaterThanOrEqual(before);
    await remove.first().click();
    await story.says('Export deleted successfully');
  });
});

describe('a bulk export', () => {
  it('that does not start says so', async () => {
    const { page } = story;
    await story.tab('Export');
    await page.getByRole('button', { name: 'Bulk export' }).click();
    const open = dialog('Bulk Export');
    await open.getByRole('checkbox').first().waitFor();
    await expectAccessible(page);
    await cut('POST', '**/api/content/projects/bulk-export?*', async () => {
      await open.getByRole('button', { name: 'Start bulk export' }).click();
      await saysOnce('Failed to start bulk export');
    });
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  });
});

describe('publishing', () => {
  it('needs a display, says when it fails, and is sent once however often it is pressed', async () => {
    const { page } = story;
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
    const open = dialog('Publish');
    const publish = open.getByRole('button', { name: /^Publish/ });
    await open.getByRole('checkbox').first().waitFor();
    expect(await publish.isDisabled()).toBe(true);
    await expectAccessible(page);
    await open.getByRole('checkbox').first().check();
    await cut('POST', '**/api/content/projects/*/publish?*', async () => {
      await publish.click();
      await saysOnce('Failed to publish');
    });
    let sent = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/publish')) sent += 1;
    });
    await open.locator('form').evaluate((form: HTMLFormElement) => {
      for (let times = 0; times < 3; times++) form.requestSubmit();
    });
    await story.says('Published successfully! 1 displays updated.');
    expect(sent).toBe(1);
    await open.getByRole('tab', { name: 'Public URL' }).click();
    for (const note of [
      'Content cached 5 minutes',
      'No authentication required',
      'Optimised for iframe embedding',
      'Auto-scales to display resolution',
    ])
      await open.getByText(note).waitFor();
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  });
});

describe('templates', () => {
  it('that cannot be saved say so, and the dialog keeps what was typed', async () => {
    const { page } = story;
    await story.tab('Templates');
    await cut('POST', '**/api/content/templates?*', async () => {
      await page.getByRole('button', { name: 'Quick template' }).click();
      await saysOnce('Failed to create quick template');
      await page.getByRole('button', { name: 'Save as', exact: true }).click();
      const open = dialog('Save as Template');
      expect(await open.getByLabel('Name').inputValue()).toBe('Friday Template');
      await open.getByLabel('Description').fill('For every Friday');
      await open.getByRole('button', { name: 'Save template' }).click();
      await saysOnce('Failed to save template');
      expect(await open.getByLabel('Description').inputValue()).toBe('For every Friday');
    });
    await dialog('Save as Template').getByRole('button', { name: 'Save template' }).click();
    await story.says('“Friday Template” saved as a template');
  });

  it('that cannot be changed or starred say so', async () => {
    const { page } = story;
    await story.tab('Templates');
    await page.getByRole('button', { name: /^Browse (all|the)/ }).click();
    const library = dialog('Template Library');
    await library.getByRole('button', { name: 'More for Friday Template' }).click();
    await page.getByRole('menuitem', { name: /^Edit/ }).click();
    const edit = dialog('Edit template');
    await edit.getByLabel('Name').fill('Every Friday');
    await cut('PUT', '**/api/content/templates/*', async () => {
      await edit.getByRole('button', { name: 'Save changes' }).click();
      await saysOnce('Failed to update template');
      await edit.getByRole('button', { name: 'Cancel' }).click();
      await library.getByLabel('Favorite: Friday Template').click();
      await saysOnce('Failed to update favorite status');
    });
    await library.getByLabel('Favorite: Friday Template').click();
    await story.says('Added to favorites');
    await page.keyboard.press('Escape');
    await library.waitFor({ state: 'detached' });
  });
});

describe('saving', () => {
  const elements = '**/api/content/projects/*/elements?*';
  const refuse = (route: Route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: '{"error":"The project is locked.","code":"no"}',
    });

  beforeEach(async () => {
    await story.open([drawn('text', 100, 100)]);
  });

  it('by hand says why it failed, keeps the edit, and saves it at the next attempt', async () => {
    const { page } = story;
    await page.route(elements, refuse, { times: 1 });
    await story.canvas.focus();
    await page.keyboard.press('3');
    await page.keyboard.press('Control+s');
    await saysOnce('Failed to save project: The project is locked.');
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await saysOnce('Project saved successfully!');
    await page.reload();
    await story.has(2);
  });

  it('before an export tells that the elements were not saved, and exports nothing', async () => {
    const { page } = story;
    await story.canvas.focus();
    await page.keyboard.press('1');
    await story.has(2);
    await page.route(elements, refuse, { times: 1 });
    await story.tab('Export');
    await page.getByRole('button', { name: 'New export' }).click();
    let exported = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/exports')) exported += 1;
    });
    await dialog('Export').getByRole('button', { name: 'Export PNG' }).click();
    await saysOnce('Failed to save element changes');
    expect(exported).toBe(0);
    await page.keyboard.press('Escape');
    await story.canvas.focus();
    await page.keyboard.press('Control+s');
    await story.says('Project saved successfully!');
  });

  it('without a project says that there is none', async () => {
    const { page } = story;
    await cut('POST', '**/api/content/projects/*/preview?*', async () => {
      await page.reload();
      await page.getByText('Failed to initialize content creator', { exact: true }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Control+s');
      await story.says('No project selected to save');
    });
    await page.getByRole('button', { name: /try again|retry/i }).click();
    await story.has(1);
  });
});

it('threw nothing on the way', () => story.threwNothing());

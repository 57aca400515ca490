import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* What goes wrong while somebody edits: nothing is lost, nothing is doubled, nothing goes over in silence. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const savedCalls = '**/api/content/projects/*/elements?*';
const stored = () => story.caller.ask<ProjectWithElements>('GET', `/content/projects/${story.projectId}`);
const unsaved = (page = story.page) => page.getByText('Unsaved', { exact: true });
const canvasOf = (page: Page) => page.getByRole('application', { name: 'Canvas' });
const restoring = (page = story.page) => page.getByRole('dialog', { name: 'Restore unsaved changes?' });

async function save(page = story.page): Promise<void> {
  await page.keyboard.press('Control+s');
  await unsaved(page).waitFor({ state: 'detached' });
}

/** Another tab of the same browser, on the same project. */
async function secondTab(): Promise<Page> {
  const page = await story.visit.context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/content-creator/${story.projectId}`);
  await canvasOf(page).waitFor();
  return page;
}

/** Selects the only element and leaves the keyboard on the canvas. */
async function takeElement(page: Page): Promise<void> {
  await canvasOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
}

/** When the draft of what is unsaved lies in the browser's storage. */
async function draftKept(page: Page): Promise<void> {
  await page.waitForFunction(
    (projectId) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('dealbell-content');
        opening.onsuccess = () => {
          const asked = opening.result.transaction('drafts').objectStore('drafts').getAll();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result.some((draft) => draft.projectId === projectId));
          };
        };
      }),
    story.projectId,
  );
}

/** Ends the tab as a crash does, so that nothing of the page runs any more, and opens another. */
async function crash(): Promise<void> {
  const { context, page } = story.visit;
  const session = await context.newCDPSession(page);
  const gone = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await gone;
  story.visit.page = await context.newPage();
  await page.close();
  await story.page.emulateMedia({ reducedMotion: 'reduce' });
  await story.page.goto(`/content-creator/${story.projectId}`);
}

describe('the network is cut for a minute', () => {
  it('keeps edits, says so once, and sends them when it is back', async () => {
    const { context } = story.visit;
    const page = await context.newPage();
    // The minute passes by the page's own clock.
    await page.clock.install();
    const { id } = await story.caller.ask<{ id: string }>('POST', '/content/projects', { name: 'Offline' });
    story.projectId = id;
    await page.goto(`/content-creator/${id}`);
    await canvasOf(page).focus();
    await context.setOffline(true);
    await page.keyboard.press('1');
    await unsaved(page).waitFor();
    await page.clock.runFor(30_000);
    const message = page.getByRole('alert');
    await message
      .getByText('Unable to save changes. Please check your internet connection and try again.', {
        exact: true,
      })
      .waitFor();
    expect(await message.count()).toBe(1);
    await page.getByText('Offline, edits are kept here').waitFor();
    await page.keyboard.press('8');
    await page.clock.runFor(30_000);
    await message.waitFor({ state: 'detached' });
    await unsaved(page).waitFor();
    expect((await stored()).elements).toEqual([]);

    await context.setOffline(false);
    await unsaved(page).waitFor({ state: 'detached' });
    await page.getByText('Offline, edits are kept here').waitFor({ state: 'detached' });
    const { elements } = await stored();
    expect(elements.map(({ properties }) => properties.customElementType).sort()).toEqual([
      'solar_flare',
      'text',
    ]);
    await page.close();
  });
});

describe('two tabs on one project', () => {
  let other: Page;
  beforeEach(async () => {
    await story.open([drawn('text', 100, 100)]);
    other = await secondTab();
    return () => other.close();
  });

  it('merge what they did in different places of one element', async () => {
    const { page } = story;
    await takeElement(page);
    await takeElement(other);
    await page.keyboard.press('Shift+ArrowRight');
    await save();
    await other.keyboard.press('r');
    await save(other);
    const both = { rotation: 15, position: { x: 110, y: 100 } };
    expect((await stored()).elements).toMatchObject([both]);
    await other.getByRole('toolbar', { name: 'Selection' }).getByText('110, 100').waitFor();
    // What the other tab moved stays where it is when this one takes its own step back.
    await other.keyboard.press('Control+z');
    await save(other);
    expect((await stored()).elements).toMatchObject([{ rotation: 0, position: { x: 110, y: 100 } }]);
  });

  it('ask where both changed the same, and go over nothing in silence', async () => {
    const { page } = story;
    // Neither has heard of the other yet: else the later one would have been shown the earlier one's edit before.
    const news = /\/(presence|changes)(\?|$)/;
    for (const tab of [page, other]) await tab.route(news, (route) => route.abort());
    onTestFinished(() => page.unroute(news));
    await takeElement(page);
    await takeElement(other);
    await page.keyboard.press('Shift+ArrowRight');
    await save();
    await other.keyboard.press('Shift+ArrowDown');
    await other.keyboard.press('Control+s');
    const dialog = other.getByRole('dialog', { name: 'Changed by somebody else too' });
    await dialog.getByText('Differs in: position').waitFor();
    await expectAccessible(other);
    expect((await stored()).elements).toMatchObject([{ position: { x: 110, y: 100 } }]);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await unsaved(other).waitFor({ state: 'detached' });
    expect((await stored()).elements).toMatchObject([{ position: { x: 100, y: 110 } }]);

    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+s');
    const asked = page.getByRole('dialog', { name: 'Changed by somebody else too' });
    await asked.getByRole('button', { name: 'Take theirs' }).click();
    await unsaved().waitFor({ state: 'detached' });
    await story.selected('100, 110');
    expect((await stored()).elements).toMatchObject([{ position: { x: 100, y: 110 } }]);
  });

  it('each keep what is unsaved for themselves, and leave it to the next when they end', async () => {
    await takeElement(other);
    await other.keyboard.press('Shift+ArrowRight');
    await draftKept(other);
    await story.page.reload();
    await canvasOf(story.page).waitFor();
    expect(await restoring().count()).toBe(0);
    await canvasOf(story.page).focus();
    await story.page.keyboard.press('1');
    await save();

    await other.close();
    other = await secondTab();
    await restoring(other).getByText('1 change').waitFor();
    await expectAccessible(other);
    await restoring(other).getByRole('button', { name: 'Restore' }).click();
    await save(other);
    const { elements } = await stored();
    expect(elements.map(({ position }) => position.x).sort()).toEqual([100, 110]);
    await other.reload();
    await canvasOf(other).waitFor();
    expect(await restoring(other).count()).toBe(0);
  });
});

describe('a tab that is killed during auto-save', () => {
  async function killDuringSave(meanwhile: (route: Route) => Promise<unknown>): Promise<void> {
    await story.open([drawn('text', 100, 100)]);
    const { page } = story;
    let reached: () => void = () => {};
    const sent = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await page.route(savedCalls, async (route) => {
      await meanwhile(route);
      reached();
    });
    await page.keyboard.press('1');
    await draftKept(page);
    await page.clock.runFor(30_000);
    await sent;
    await crash();
  }

  beforeEach(async () => {
    // Half a minute passes by the page's own clock.
    await story.page.clock.install();
  });

  it('loses nothing when the save had not arrived: it is offered on reopening', async () => {
    await killDuringSave(async () => undefined);
    await restoring().getByRole('button', { name: 'Restore' }).click();
    await story.has(2);
    await save();
    expect((await stored()).elements).toHaveLength(2);
  });

  it('doubles nothing when it had arrived: there is nothing to be offered', async () => {
    await killDuringSave((route) => route.fetch());
    await story.has(2);
    expect(await restoring().count()).toBe(0);
    expect((await stored()).elements).toHaveLength(2);
  });

  it('can also be told to forget it', async () => {
    await killDuringSave(async () => undefined);
    await restoring().getByRole('button', { name: 'Discard' }).click();
    await story.has(1);
    await story.page.reload();
    await story.has(1);
    expect(await restoring().count()).toBe(0);
  });
});

describe('a 401 in the middle of a save', () => {
  const refused = {
    status: 401,
    contentType: 'application/json',
    body: JSON.stringify({ error: 'Your session has expired.', code: 'unauthorized' }),
  };

  it('renews the session and goes on, unseen', async () => {
    await story.open();
    const { page } = story;
    await page.route(savedCalls, (route) => route.fulfill(refused), { times: 1 });
    const renewed = page.waitForResponse('**/api/auth/refresh');
    await page.keyboard.press('1');
    await page.keyboard.press('Control+s');
    expect((await renewed).status()).toBe(200);
    await story.says('Project saved successfully!');
    expect((await stored()).elements).toHaveLength(1);
  });

  it('leads to signing in when there is nothing to renew, and back to what was unsaved', async () => {
    await story.open();
    const { page } = story;
    const place = page.url();
    await page.route(savedCalls, (route) => route.fulfill(refused), { times: 1 });
    await page.route('**/api/auth/refresh', (route) => route.fulfill(refused), { times: 1 });
    await page.keyboard.press('1');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/login\?next=/);
    await story.signIn();
    await page.waitForURL(place);
    await restoring().getByRole('button', { name: 'Restore' }).click();
    await story.has(1);
    await save();
    await eventually(async () => expect((await stored()).elements).toHaveLength(1));
    await page.reload();
    await story.has(1);
    expect(await restoring().count()).toBe(0);
  });
});

it('threw nothing on the way', () => story.threwNothing());

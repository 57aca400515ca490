import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* A sign of several pages in the editor: the strip below the canvas, undoing, and what is saved of it. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const strip = () => story.page.getByRole('region', { name: 'Pages' });
const cards = () =>
  strip()
    .getByRole('listitem')
    .getByRole('button', { name: /page \d of/ });
/** The names of the pages in their order, as their cards say: '1. Winners 6 s, page 1 of 3'. */
const names = async () =>
  (await cards().allTextContents()).map((text) => /^\d+\. (.+) [\d.]+ (?:s|min)/.exec(text)?.[1]);
const current = () => strip().locator('[aria-current="page"]');
const saved = async () => {
  await story.page.getByRole('button', { name: 'Save', exact: true }).click();
  // The toast may be that of an earlier save.
  await expect.poll(() => story.page.getByText('Unsaved', { exact: true }).count()).toBe(0);
  return story.caller.ask<ProjectWithElements>('GET', `/content/projects/${story.projectId}`);
};

it('adds a page, which is worked on by itself and taken back by undoing', async () => {
  await story.open([drawn('text', 600, 400, { properties: { text: 'Welcome' } })], {
    canvasBackground: { type: 'solid', color: '#fef3c7' },
  });
  expect(await strip().count()).toBe(0);
  await story.toolbar.getByRole('button', { name: 'Pages' }).click();
  await strip().getByRole('button', { name: 'Add page' }).click();
  await story.has(0);
  expect(await current().textContent()).toBe('2. Page 2 10 s, page 2 of 2');
  await story.canvas.focus();
  await story.page.keyboard.press('1');
  await story.has(1);
  await story.page.keyboard.press('PageUp');
  await expect.poll(() => current().textContent()).toContain('Page 1');
  // The text that was added lies on the other page: undoing shows it go.
  await story.page.keyboard.press('Control+z');
  await expect.poll(() => current().textContent()).toContain('Page 2');
  await story.has(0);
  await story.page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(['Page 1']);
  await story.page.keyboard.press('Control+Shift+z');
  await expect.poll(names).toEqual(['Page 1', 'Page 2']);
});

it('names and times a page, and says how it gives way to the next', async () => {
  await strip().getByLabel('Page name').fill('Winners');
  await strip().getByLabel('Shown for').fill('6');
  await strip().getByRole('combobox', { name: 'To the next page' }).click();
  await story.page.getByRole('option', { name: 'Slide left' }).click();
  await strip().getByText('2 pages, 16 s').waitFor();
  const { pages } = await saved();
  expect(pages?.at(-1)).toMatchObject({ name: 'Winners', duration: 6, transition: 'slide-left' });
});

it('copies from one page and pastes on another', async () => {
  await cards().first().click();
  await story.canvas.focus();
  await story.page.keyboard.press('Control+a');
  await story.page.keyboard.press('Control+c');
  await story.page.keyboard.press('PageDown');
  await story.page.keyboard.press('Control+v');
  await story.has(1);
  const { elements, pages } = await saved();
  expect(elements.map(({ pageId }) => pageId ?? 'main').sort()).toEqual(['main', pages![1]!.id].sort());
});

it('moves a page by the keyboard and by dragging, duplicates and deletes it', async () => {
  await strip().getByRole('button', { name: 'Duplicate' }).click();
  await expect.poll(names).toEqual(['Page 1', 'Winners', 'Page 3']);
  await cards().nth(2).focus();
  await story.page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(names).toEqual(['Page 1', 'Page 3', 'Winners']);
  await cards().nth(2).dragTo(cards().nth(0));
  await expect.poll(names).toEqual(['Winners', 'Page 1', 'Page 3']);
  expect((await saved()).pages?.map(({ name }) => name)).toEqual(['Winners', 'Page 1', 'Page 3']);
  await story.picture('pages-editor');
  await expectAccessible(story.page);
  await strip().getByRole('button', { name: 'Delete page' }).click();
  await expect.poll(names).toEqual(['Winners', 'Page 1']);
});

it('finds what lies on another page, and turns to it', async () => {
  await cards().first().click();
  await story.page.getByLabel('Search elements of this project').fill('Welcome');
  await story.page.getByRole('option').last().click();
  await story.selection.waitFor();
  expect(await current().count()).toBe(1);
  expect((await saved()).pages?.map(({ name }) => name)).toEqual(['Winners', 'Page 1']);
});

it('opens with the strip where there are several pages, and exports the one that is chosen', async () => {
  await story.page.reload();
  await strip().waitFor();
  await expect.poll(names).toEqual(['Winners', 'Page 1']);
  await story.page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = story.page.getByRole('dialog');
  await preview.getByLabel('Page', { exact: true }).first().waitFor();
  await preview.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = story.page.getByRole('dialog', { name: 'Export' });
  await dialog.getByText('A picture shows one page.').waitFor();
  await story.choose(dialog, 'MP4');
  await dialog.getByText('All pages are one video, one after another with their transitions.').waitFor();
  expect(await dialog.getByLabel('Length in seconds').inputValue()).toBe('16');
  await story.picture('pages-export');
  story.threwNothing();
});

it('has room for the strip on a phone and in the dark', async () => {
  await story.page.keyboard.press('Escape');
  await story.page.setViewportSize({ width: 390, height: 844 });
  await story.page.emulateMedia({ colorScheme: 'dark' });
  await strip().waitFor();
  const { width } = (await strip().boundingBox())!;
  expect(width).toBeLessThanOrEqual(390);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { demoPassword } from '#tests/support/product.ts';
import { drawn, Story } from './story.ts';

/* Two people in one project, each in a browser of their own. */

let story: Story;
let other: Visit;
let theirs: Page;

beforeAll(async () => {
  story = await Story.begin();
  await story.open([
    drawn('shape', 200, 200, { size: { width: 300, height: 200 } }),
    drawn('text', 900, 300, { properties: { text: 'Sold' } }),
    drawn('button', 300, 700),
  ]);
  other = await visit(story.product.origin);
  theirs = other.page;
  await theirs.emulateMedia({ reducedMotion: 'reduce' });
  await theirs.goto(`/content-creator/${story.projectId}`);
  await theirs.getByLabel('Username').fill('admin');
  await theirs.getByLabel('Password', { exact: true }).fill(demoPassword);
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await canvasOf(theirs).waitFor();
});
afterAll(() => story?.end());

const canvasOf = (page: Page) => page.getByRole('application', { name: 'Canvas' });
const people = (page: Page) => page.getByRole('list', { name: 'Also here' });

/** Selects an element by its name. */
async function select(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search elements of this project').fill(name);
  await page.getByRole('option').first().click();
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
  await canvasOf(page).focus();
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const stored = async (type: string): Promise<Element> => {
  const { elements } = await story.caller.ask<{ elements: Element[] }>(
    'GET',
    `/content/projects/${story.projectId}`,
  );
  return elements.find(({ elementType }) => elementType === type)!;
};
const placeOf = (page: Page, words: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByText(words);

it('each sees the other, and what the other has selected', async () => {
  await people(story.page).getByRole('button', { name: 'admin' }).waitFor();
  await people(theirs).getByRole('button', { name: 'agent' }).waitFor();
  await select(theirs, 'Shape');
  await people(story.page).getByRole('button', { name: 'admin, 1 element selected' }).waitFor();
  await expectAccessible(story.page);
  await people(story.page).getByRole('button', { name: 'admin' }).click();
  await story.selected('Shape');
});

it('what the other saves arrives by itself, beside what is unsaved here', async () => {
  await select(story.page, 'Sold');
  await story.page.keyboard.press('Shift+ArrowRight');
  await placeOf(story.page, '910, 300').waitFor();

  await select(theirs, 'Shape');
  await theirs.keyboard.press('Shift+ArrowDown');
  await placeOf(theirs, '200, 210').waitFor();
  await save(theirs);

  // Nothing is pressed here.
  await expect
    .poll(() => story.page.locator('[aria-live="polite"]').allInnerTexts())
    .toContain('admin changed 1 element');
  await placeOf(story.page, '910, 300').waitFor();
  await select(story.page, 'Shape');
  await placeOf(story.page, '200, 210').waitFor();
  await story.page.getByText('Unsaved', { exact: true }).waitFor();
});

it('where both changed one, theirs is shown and said, and mine can be had back', async () => {
  await select(story.page, 'Click me');
  await story.page.keyboard.press('Shift+ArrowRight');
  await placeOf(story.page, '310, 700').waitFor();

  await select(theirs, 'Click me');
  for (let i = 0; i < 4; i++) await theirs.keyboard.press('Shift+ArrowRight');
  await placeOf(theirs, '340, 700').waitFor();
  await save(theirs);

  const notice = story.page.getByRole('alert').filter({ hasText: 'admin changed Click me' });
  await notice.waitFor();
  await placeOf(story.page, '340, 700').waitFor();
  await expectAccessible(story.page);
  await notice.getByRole('button', { name: 'Undo to mine' }).click();
  await placeOf(story.page, '310, 700').waitFor();
  await save(story.page);
  await expect.poll(async () => (await stored('button')).position.x).toBe(310);
  // And so it goes back to the other, whose own work was saved.
  await placeOf(theirs, '310, 700').waitFor();
  expect((await stored('shape')).position.y).toBe(210);
  expect((await stored('text')).position.x).toBe(910);
});

it('whoever reloads sees no former self, and is seen once', async () => {
  await theirs.reload();
  await canvasOf(theirs).waitFor();
  await people(theirs).getByRole('button', { name: 'agent' }).waitFor();
  expect(await people(theirs).getByRole('button').count()).toBe(1);
  await people(story.page).getByRole('button', { name: 'admin' }).waitFor();
  expect(await people(story.page).getByRole('button').count()).toBe(1);
});

it('keeps the top bar within the window, however long the name of the project, unsaved and beside somebody else', async () => {
  const { page } = story;
  await people(page).getByRole('button', { name: 'admin' }).waitFor();
  const name = page.getByLabel('Project name');
  const before = await name.inputValue();
  await name.fill('A spring campaign with a very long name that nobody will ever want to read as a whole');
  await name.press('Enter');
  const crowded = async () =>
    name.locator('xpath=ancestor::header').evaluate((bar) => {
      const parts = [...bar.querySelectorAll('button, input, a')]
        .map((part) => ({
          label: part.getAttribute('aria-label') ?? part.textContent,
          box: part.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 1 && box.height > 1)
        .sort((one, other) => one.box.left - other.box.left);
      return parts.flatMap(({ label, box }, n) => {
        const next = parts[n + 1];
        if (box.left < 0 || box.right > innerWidth) return [`${label} is cut off`];
        return next && next.box.left < box.right - 1 ? [`${label} lies over ${next.label}`] : [];
      });
    });
  await page.getByText('Unsaved', { exact: true }).waitFor();
  for (const width of [1440, 1280, 1024, 820, 390, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(crowded, { message: `at ${width} px` }).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await name.fill(before);
  await name.press('Enter');
});

it('whoever leaves is gone', async () => {
  await theirs.getByRole('button', { name: 'Go to the dashboard' }).click();
  // Within a beat, and not only when the last sign of life is over.
  await people(story.page).waitFor({ state: 'detached', timeout: 12_000 });
  story.threwNothing();
  expect(other.problems).toEqual([]);
});

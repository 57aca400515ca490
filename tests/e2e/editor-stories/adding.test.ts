import { afterAll, beforeAll, expect, it } from 'vitest';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { elementTypes } from '#shared/scene/registry.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { Story } from './story.ts';

/* Elements come onto the canvas: from the palette, by digits, from the quick menu, and by dragging. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  // The guards against doubled creations count by the page's clock: it is put forward rather than waited for.
  await story.page.clock.install();
  await story.open();
});
afterAll(() => story?.end());

const { creationGuard } = editorConstants;
const panel = () => story.page.getByRole('tabpanel', { name: 'Elements' });
const entry = (label: string) => panel().getByRole('button', { name: new RegExp(`^Add ${label}\\. `) });
const chip = (name: string) => panel().getByRole('button', { name: new RegExp(`^${name} ?\\d+$`) });
const star = (label: string, to: 'Add' | 'Remove') =>
  panel().getByRole('button', {
    name: to === 'Add' ? `Add ${label} to favorites` : `Remove ${label} from favorites`,
  });
const entries = () => panel().getByRole('button', { name: /^Add .*\. / });
const stored = (key: string) =>
  story.page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

it('shows nine tabs with how many elements each holds, and every element in All', async () => {
  const names = ['Favorites', 'Recent', 'All', 'Text', 'Interactive', 'Charts', 'Media', 'Effects', 'Forms'];
  const ofCategory = (name: string) => elementTypes.filter(({ category }) => category === name).length;
  const counts = [3, 0, elementTypes.length, ...names.slice(3).map(ofCategory)];
  const chips = panel().locator('button[aria-pressed]').filter({ hasText: /\d+$/ });
  await expect
    .poll(async () => (await chips.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual(names.map((name, index) => `${name} ${counts[index]}`));
  expect(await entries().count()).toBe(elementTypes.length);
  await panel().getByText(`${elementTypes.length} of ${elementTypes.length} elements`).waitFor();
  await expectAccessible(story.page);
});

it('finds by word, shows a list with descriptions, marks Pro elements, and says when nothing is found', async () => {
  const search = panel().getByPlaceholder('Search elements...');
  await search.fill('fireworks');
  await panel().getByText(`1 of ${elementTypes.length} elements`).waitFor();
  await panel().getByText('Pro', { exact: true }).waitFor();
  await story.choose(panel(), 'List');
  await panel()
    .getByText(elementTypes.find(({ type }) => type === 'fireworks')!.description)
    .waitFor();
  await search.fill('no such thing');
  await panel().getByText('No elements found').waitFor();
  await panel().getByText('Try adjusting your search or category filter').waitFor();
  await search.fill('');
  await story.choose(panel(), 'Grid');
});

it('keeps favourites in local storage: text, image and button at first', async () => {
  await chip('Favorites').click();
  expect(await entries().count()).toBe(3);
  for (const label of ['Text', 'Image', 'Button']) await star(label, 'Remove').click();
  await panel().getByText('No favorite elements yet').waitFor();
  await panel().getByText('Click the star icon to add favorites').waitFor();
  await chip('All').click();
  await star('Pie chart', 'Add').click();
  expect(await stored('content-creator-favorites')).toEqual(['pie_chart']);
  await chip('Recent').click();
  await panel().getByText('No recently used elements').waitFor();
  await panel().getByText('Start adding elements to see them here').waitFor();
  await expectAccessible(story.page);
  await chip('All').click();
});

it('adds by a click at (400, 300), once in 500 ms, and remembers the last five types', async () => {
  await story.page.clock.fastForward(creationGuard.palette);
  await entry('Text').dblclick();
  await story.has(1);
  await story.selected('400, 300');
  for (const label of ['Image', 'Button', 'Pie chart', 'Shape', 'Snow']) {
    await story.page.clock.fastForward(creationGuard.palette);
    await entry(label).click();
  }
  await story.has(6);
  expect(await stored('content-creator-recent')).toEqual([
    'snow_animation',
    'shape',
    'pie_chart',
    'button',
    'image',
  ]);
  await chip('Recent').click();
  expect(await entries().count()).toBe(5);
  await chip('All').click();
});

it('has the favourites and the recent elements again after a reload', async () => {
  await story.open();
  await chip('Favorites').click();
  expect(await entries().allInnerTexts()).toEqual(['Pie chart']);
  await chip('Recent').click();
  expect(await entries().count()).toBe(5);
  await chip('All').click();
});

it('takes a dragged element where it is dropped', async () => {
  const { page } = story;
  await page.clock.fastForward(creationGuard.palette);
  const area = (await story.canvas.boundingBox())!;
  const middle = await story.at(960, 540);
  await entry('Text').dragTo(story.canvas, {
    targetPosition: { x: middle.x - area.x, y: middle.y - area.y },
  });
  await story.has(1);
  // 300 × 60 about the middle of 1920 × 1080.
  const place = await story.selection.innerText();
  const [x, y] = /(\d+), (\d+)/.exec(place)!.slice(1).map(Number);
  expect(Math.abs(x! - 810)).toBeLessThanOrEqual(3);
  expect(Math.abs(y! - 510)).toBeLessThanOrEqual(3);
});

it('adds by the digits 1 to 8 at (100, 100), and one of a type in 300 ms', async () => {
  await story.open();
  const { page } = story;
  const labels = [
    'Text',
    'Image',
    'Video',
    'Pie chart',
    'Matrix rain',
    'Floating hearts',
    'Raining money',
    'Solar flare',
  ];
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.keyboard.press('1');
  await page.keyboard.press('1');
  await page.clock.runFor(creationGuard.perTypeAndCell);
  await story.has(1);
  await page.clock.resume();
  for (const [index, label] of labels.entries()) {
    await page.clock.fastForward(creationGuard.perTypeAndCell);
    await page.keyboard.press(String(index + 1));
    await story.has(index + 2);
    await story.selected(label);
    await story.selected('100, 100');
  }
});

it('adds by the quick menu’s nine numbers at (200, 200)', async () => {
  await story.open();
  const { page } = story;
  const dialog = page.getByRole('dialog');
  for (let number = 1; number <= 9; number++) {
    await page.clock.fastForward(creationGuard.perTypeAndCell);
    await page.keyboard.press('Space');
    const label = await dialog
      .getByRole('option')
      .nth(number - 1)
      .innerText();
    expect(label).toContain(String(number));
    if (number === 1) {
      await dialog.getByRole('option', { name: 'Browse Templates' }).waitFor();
      await expectAccessible(page);
    }
    const search = dialog.getByLabel('Find an action');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press(String(number));
    await story.has(number);
    await story.selected('200, 200');
    await story.selected(label.split('\n')[0]!);
    await dialog.waitFor({ state: 'detached' });
    await story.canvas.focus();
  }
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());

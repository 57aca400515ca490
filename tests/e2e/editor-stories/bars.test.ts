import { afterAll, beforeAll, expect, it } from 'vitest';
import { canvasPresets } from '#shared/model/editor-constants.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* The top bar, the bar above the canvas, and their menus. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await story.open([
    drawn('text', 100, 100, { properties: { text: 'Open house' } }),
    drawn('text', 600, 300, { properties: { text: 'Sunday' } }),
  ]);
});
afterAll(() => story?.end());

const edit = (name: string) =>
  story.page.getByRole('toolbar', { name: 'Edit' }).getByRole('button', { name, exact: true });
const view = (name: string) =>
  story.page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name, exact: true });
const off = (name: string) => edit(name).getAttribute('aria-disabled');

it('finds an element by its words and selects it', async () => {
  const search = story.page.getByLabel('Search elements of this project');
  await search.fill('nothing like it');
  await story.page.getByText('No elements found').waitFor();
  await search.fill('sund');
  await story.page.getByRole('option', { name: 'Sunday' }).click();
  await story.selected('600, 300');
});

it('asks for two to align, aligns, undoes and redoes', async () => {
  expect([await off('Undo'), await off('Redo')]).toEqual(['true', 'true']);
  await edit('Align left').click();
  await story.says('Select multiple elements to align');
  await story.canvas.focus();
  await story.page.keyboard.press('Control+a');
  await edit('Align left').click();
  await story.select('Sunday');
  await story.selected('100, 300');
  await edit('Undo').click();
  await story.selected('2 elements');
  await story.select('Sunday');
  await story.selected('600, 300');
  await edit('Redo').click();
  await edit('Undo').click();
  for (const name of ['Align center', 'Align right']) {
    await story.canvas.focus();
    await story.page.keyboard.press('Control+a');
    await edit(name).click();
    await edit('Undo').click();
  }
});

it('names a button and its key while the mouse rests on it, and not after a press', async () => {
  const hint = story.page.getByRole('tooltip');
  // It may rest there already, since it was pressed.
  await story.page.mouse.move(700, 500);
  await edit('Undo').hover();
  await hint.filter({ hasText: /^Undo \(.*Z\)$/ }).waitFor();
  const [button, box] = [await edit('Undo').boundingBox(), await hint.boundingBox()];
  expect(Math.abs(button!.x + button!.width / 2 - (box!.x + box!.width / 2))).toBeLessThan(20);
  await edit('Align left').hover();
  await hint.filter({ hasText: 'Align left' }).waitFor();
  await story.page.mouse.down();
  await hint.waitFor({ state: 'detached' });
  await story.page.mouse.up();
});

it('copies and deletes', async () => {
  await story.select('Sunday');
  await edit('Copy').click();
  await story.says('Copied to clipboard');
  await story.canvas.focus();
  await story.page.keyboard.press('Control+v');
  await story.has(3);
  await edit('Delete').click();
  await story.has(2);
  expect(await off('Delete')).toBe('true');
});

it('renames the project, says Unsaved, and saves', async () => {
  const { page } = story;
  await page.getByLabel('Project name').fill('Sunday sign');
  await page.getByLabel('Project name').press('Enter');
  await page.getByText('Unsaved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await story.says('Project saved successfully!');
  await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
  expect(await page.title()).toBe('Sunday sign · Dealbell');
});

it('opens the quick menu, Layers and History', async () => {
  const { page } = story;
  await view('Quick actions').click();
  await page.getByRole('dialog').getByLabel('Find an action').waitFor();
  await page.keyboard.press('Escape');
  await view('Layers').click();
  const layers = page.getByRole('complementary', { name: 'Layers' });
  expect(await layers.getByRole('row').count()).toBe(2);
  await expectAccessible(page);
  await view('History').click();
  const history = page.getByRole('complementary', { name: 'History' });
  await history.getByText('Rename project').waitFor();
  await history.getByText('Shortcuts').waitFor();
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Opened' }).click();
  await expect.poll(() => page.getByLabel('Project name').inputValue()).toBe('A story');
  await view('History').click();
  await history.waitFor({ state: 'detached' });
});

it('offers five sizes, and any from 100 to 10000', async () => {
  const { page } = story;
  const button = story.toolbar.getByRole('button', { name: /^Canvas size/ });
  const size = async () => Object.values(await story.canvasSize());
  for (const { name, width, height } of canvasPresets) {
    await button.click();
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    expect(await size()).toEqual([width, height]);
  }
  const custom = async (width: string, height: string) => {
    await button.click();
    await page.getByLabel('Width', { exact: true }).fill(width);
    await page.getByLabel('Height', { exact: true }).fill(height);
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  await custom('99', '10001');
  expect(await size()).toEqual([100, 10_000]);
  await custom('', '-');
  expect(await size()).toEqual([100, 10_000]);
  await button.click();
  await page.getByText('100 to 10,000 px').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
});

it('has four kinds of background: white, a light gradient, and image and video without an address', async () => {
  const { page } = story;
  await story.toolbar.getByRole('button', { name: 'Background' }).click();
  const menu = page.getByRole('dialog');
  await story.choose(menu, 'Gradient');
  expect(await menu.getByLabel('Gradient as CSS').inputValue()).toMatch(/^linear-gradient\(/);
  await expectAccessible(page);
  await story.choose(menu, 'Solid');
  expect(await menu.getByLabel('Background colour').inputValue()).toBe('#ffffff');
  await menu.getByLabel('Background colour').fill('#12345');
  await menu.getByLabel('Background colour').fill('#123456');
  await story.choose(menu, 'Image');
  expect(await menu.getByLabel('Image address').inputValue()).toBe('');
  await expectAccessible(page);
  await story.choose(menu, 'Video');
  expect(await menu.getByLabel('Video address').inputValue()).toBe('');
  await menu.getByText('Where it cannot be played, the background is black.').waitFor();
  await menu.getByLabel('Video address').fill('https://media.dealbell.test/none.mp4');
  await menu.getByLabel('Video address').press('Enter');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await story.canvas.focus();
  await page.keyboard.press('Control+s');
  await story.says('Project saved successfully!');
  const kept = await story.caller.ask<{ canvasBackground: unknown }>(
    'GET',
    `/content/projects/${story.projectId}`,
  );
  expect(kept.canvasBackground).toEqual({ type: 'video', url: 'https://media.dealbell.test/none.mp4' });
});

it('leaves for the dashboard', async () => {
  await story.page.getByRole('button', { name: 'Go to the dashboard' }).click();
  await story.page.waitForURL('**/dashboard');
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());

import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* Every key of the specification's table, when keys rest, and what the editor remembers of its switches. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await story.open([drawn('text', 100, 100), drawn('shape', 600, 300)]);
});
afterAll(() => story?.end());

const press = (key: string) => story.page.keyboard.press(key);
const unsaved = () => story.page.getByText('Unsaved', { exact: true });
const switchNamed = (name: string) => story.toolbar.getByRole('button', { name, exact: true });
const isOn = (name: string) => switchNamed(name).getAttribute('aria-pressed');

it('copies by Ctrl+C, pastes 20 px beside by Ctrl+V, and asks for a selection when there is none', async () => {
  await press('Control+c');
  await story.says('No elements selected to copy');
  await press('Control+d');
  await story.says('No elements selected to duplicate');
  await press('Alt+ArrowDown');
  await story.selected('Text');
  await press('Control+c');
  await story.selected('100, 100');
  await story.has(2);
  await press('Control+v');
  await story.has(3);
  await story.selected('120, 120');
});

it('removes by Delete and by Backspace, and undoes by Ctrl+Z', async () => {
  await press('Delete');
  await story.has(2);
  await press('Alt+ArrowDown');
  await press('Backspace');
  await story.has(1);
  await press('Control+z');
  await story.has(2);
});

it('saves by Ctrl+S and clears the badge', async () => {
  await press('ArrowRight');
  await unsaved().waitFor();
  await press('Control+s');
  await story.says('Project saved successfully!');
  await unsaved().waitFor({ state: 'detached' });
});

it('toggles the grid by Ctrl+G and groups by Ctrl+Alt+G and by a button', async () => {
  expect(await isOn('Grid')).toBe('true');
  await press('Control+g');
  await story.says('Grid switched. To group, press Ctrl+Alt+G.');
  expect(await isOn('Grid')).toBe('false');
  await press('Control+g');
  expect(await isOn('Grid')).toBe('true');
  await press('Control+a');
  await story.selected('2 elements');
  await press('Control+Alt+g');
  await story.selection.getByRole('button', { name: 'Ungroup' }).click();
  await story.selection.getByRole('button', { name: 'Group', exact: true }).click();
  await story.selection.getByRole('button', { name: 'Ungroup' }).waitFor();
  await story.canvas.focus();
  await press('Control+z');
});

it('toggles the rulers by Ctrl+R, says how to reload, and does not reload', async () => {
  await story.page.evaluate(() => Object.assign(window, { stayed: true }));
  expect(await isOn('Rulers')).toBe('true');
  await press('Control+r');
  await story.says('Rulers switched. To reload the page, press Ctrl+Shift+R.');
  expect(await isOn('Rulers')).toBe('false');
  expect(await story.page.evaluate(() => 'stayed' in window)).toBe(true);
  // Left to the browser.
  expect(
    await story.canvas.evaluate((area) =>
      area.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'R',
          code: 'KeyR',
          ctrlKey: true,
          shiftKey: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    ),
  ).toBe(true);
});

it('clears the selection by Escape', async () => {
  await press('Control+a');
  await story.selected('2 elements');
  await press('Escape');
  await story.selection.waitFor({ state: 'detached' });
});

it('opens the quick actions by Space, and F11 is full screen', async () => {
  await press('Space');
  await story.page.getByRole('dialog').getByLabel('Find an action').waitFor();
  await press('Escape');
  await story.page.getByRole('dialog').waitFor({ state: 'detached' });
  await story.canvas.focus();
  const full = story.page.getByRole('button', { name: 'Fullscreen' });
  await press('F11');
  await expect.poll(() => full.getAttribute('aria-pressed')).toBe('true');
  await press('F11');
  await expect.poll(() => full.getAttribute('aria-pressed')).toBe('false');
});

it('leaves every key to a field that is typed in, and to a dialog', async () => {
  const name = story.page.getByLabel('Project name');
  await name.fill('');
  await name.pressSequentially('1 r 2');
  await press('Backspace');
  expect(await name.inputValue()).toBe('1 r ');
  await press('Escape');
  await story.canvas.focus();
  await press('Shift+?');
  const help = story.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Toggle rulers').waitFor();
  await expectAccessible(story.page);
  await press('1');
  await press('Control+a');
  await press('Delete');
  await press('Escape');
  await help.waitFor({ state: 'detached' });
  await story.has(2);
});

it('has its switches again after a reload', async () => {
  await switchNamed('Smart snap, 8px tolerance').click();
  await story.page.getByRole('button', { name: 'More', exact: true }).click();
  await story.page.getByRole('menuitem', { name: 'Auto-save is on' }).click();
  await story.page.getByRole('menuitem', { name: 'Auto-save is off' }).waitFor();
  expect(
    await story.page.evaluate(() => JSON.parse(localStorage.getItem('content-creator-settings')!)),
  ).toEqual({ snapToGrid: true, showGrid: true, rulers: false, smartSnap: false, autoSave: false });
  await story.open([drawn('text', 100, 100)]);
  expect([await isOn('Grid'), await isOn('Rulers'), await isOn('Smart snap, 8px tolerance')]).toEqual([
    'true',
    'false',
    'false',
  ]);
});

it('walks through the elements by Tab, goes to their buttons by Enter, and leaves by Escape and Tab', async () => {
  const { page } = story;
  await story.open([drawn('text', 100, 100), drawn('shape', 600, 300)]);
  await press('Tab');
  await story.selected('Text');
  await page.locator('[aria-live="polite"]').getByText('1 of 2', { exact: false }).waitFor();
  await press('Tab');
  await story.selected('Shape');
  await press('Shift+Tab');
  await story.selected('Text');
  await press('Enter');
  expect(await story.selection.locator('button:focus').count()).toBe(1);
  await story.canvas.focus();
  await press('Escape');
  await press('Tab');
  expect(await story.canvas.evaluate((area) => area === document.activeElement)).toBe(false);
  expect(await story.selection.count()).toBe(0);
  await story.canvas.focus();
});

it('moves the view by a drag while Space is held, and opens nothing then', async () => {
  const { page } = story;
  const area = (await story.canvas.boundingBox())!;
  const from = { x: area.x + area.width / 2, y: area.y + area.height - 90 };
  const rulers = () => story.canvas.locator('canvas').first().screenshot();
  const before = await rulers();
  await page.keyboard.down('Space');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y - 40, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Space');
  expect((await rulers()).equals(before)).toBe(false);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());

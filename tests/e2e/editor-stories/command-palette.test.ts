import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* Ctrl+K in the editor: every command by its name. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.open([drawn('text', 200, 200, { properties: { text: 'Sold' } })]);
});
afterAll(() => story?.end());

const dialog = () => story.page.getByRole('dialog', { name: 'Command palette' });
const options = () => dialog().getByRole('option');
const open = async () => {
  await story.page.keyboard.press('Control+k');
  await options().first().waitFor();
};

it('lists every command with its key, and says which cannot run now', async () => {
  await open();
  await expectAccessible(story.page);
  const undo = dialog().getByRole('option', { name: /^Undo/ });
  expect(await undo.innerText()).toContain('Ctrl+Z');
  expect(await undo.getAttribute('aria-disabled')).toBe('true');
  expect(await options().count()).toBeGreaterThan(40);
  await dialog().getByRole('option', { name: 'Displays' }).waitFor();
  await story.page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

it('finds by first letters, runs, and offers what was used last first', async () => {
  await open();
  await story.page.keyboard.type('sal');
  expect(await options().first().innerText()).toContain('Select all');
  await story.page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await story.selected('Text');
  await open();
  expect(await options().first().innerText()).toContain('Select all');
  await dialog().getByText('Used last').waitFor();
  await story.page.keyboard.type('qqq');
  await dialog().getByText('Nothing is called that.').waitFor();
  await story.page.keyboard.press('Control+k');
  await dialog().waitFor({ state: 'detached' });
});

it('opens from within a field too, in place of the product’s own', async () => {
  await story.page.getByLabel('Project name').focus();
  await open();
  expect(await story.page.getByRole('dialog').count()).toBe(1);
  await story.page.keyboard.press('Escape');
  story.threwNothing();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* The sizes and lengths that the export dialog offers. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.open([drawn('shape', 100, 100)]);
  await story.page.getByRole('button', { name: 'Export', exact: true }).first().click();
  await dialog().waitFor();
});
afterAll(() => story?.end());

const dialog = () => story.page.getByRole('dialog', { name: 'Export' });
const field = (name: string) => dialog().getByLabel(name, { exact: true });
const has = (width: string, height: string) =>
  eventually(async () => {
    expect(await field('Width in px').inputValue()).toBe(width);
    expect(await field('Height in px').inputValue()).toBe(height);
  });
const type = async (name: string, value: string) => {
  await field(name).fill(value);
  await field(name).blur();
};

it('begins with a size that the format may have, and goes back to the one asked for', async () => {
  await has('1920', '1080');
  await story.choose(dialog(), 'GIF');
  await has('923', '519');
  await dialog().getByText('1920 × 1080 is more than this format can hold at this length.').waitFor();
  await type('Length in seconds', '2');
  await has('1280', '720');
  await expectAccessible(story.page);
  await story.picture('export-gif');
  await story.choose(dialog(), 'PNG');
  await has('1920', '1080');
});

it('bounds what is out of range and says the range', async () => {
  await story.choose(dialog(), 'MP4');
  await type('Width in px', '9000');
  await dialog().getByText('From 1 to 4,096', { exact: true }).waitFor();
  await has('4096', '1080');
  await story.picture('export-range');
  await type('Length in seconds', '0');
  await dialog().getByText('From 1 to 3,600', { exact: true }).waitFor();
  expect(await field('Length in seconds').inputValue()).toBe('1');
});

it('keeps the proportions where width and height are linked', async () => {
  await type('Width in px', '1920');
  await dialog().getByRole('button', { name: 'Keep proportions' }).click();
  await type('Width in px', '960');
  await has('960', '540');
  await type('Height in px', '270');
  await has('480', '270');
  await dialog().getByRole('button', { name: 'Keep proportions' }).click();
  await type('Height in px', '300');
  await has('480', '300');
});

it('makes the GIF that it offered', async () => {
  await story.choose(dialog(), 'GIF');
  await type('Length in seconds', '1');
  await dialog().getByRole('button', { name: 'Export GIF' }).click();
  // So small a file may be done before anybody has read that it was begun.
  await story.says(/^Export (started|completed) successfully$/);
  story.threwNothing();
});

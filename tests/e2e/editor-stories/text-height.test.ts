import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* How high texts are, and what becomes of words that their box cannot hold. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const field = (name: string) => story.properties.getByLabel(name, { exact: true });
const height = async () => Number(await field('Height').inputValue());
const openTab = (name: string) => story.properties.getByRole('tab', { name, exact: true }).click();
const words = 'Every deal that closes today rings the bell. ';

it('a new text grows with its words, and wraps again when it is made narrower', async () => {
  await story.open();
  await story.page.keyboard.press('1');
  await story.tab('Properties');
  await story.properties.getByRole('textbox', { name: 'Text' }).fill(words.repeat(6));
  await openTab('Layout');
  await eventually(async () => expect(await height()).toBeGreaterThan(120));
  const wide = await height();
  await field('Width').fill('150');
  await field('Width').blur();
  await eventually(async () => expect(await height()).toBeGreaterThan(wide * 1.5));
  expect(await story.page.getByRole('button', { name: /is longer than its box/ }).count()).toBe(0);
});

it('a text of an earlier version keeps its height, says that it is too long, and is fitted by a click', async () => {
  await story.open([drawn('text', 100, 100, { properties: { text: words.repeat(6) } })]);
  const mark = story.page.getByRole('button', { name: /is longer than its box/ });
  await mark.click();
  await story.page.getByRole('menuitem', { name: 'Shrink to fit' }).waitFor();
  await expectAccessible(story.page);
  await story.picture('overflow');
  await story.page.getByRole('menuitem', { name: 'Fit height' }).click();
  await mark.waitFor({ state: 'detached' });
  await story.tab('Properties');
  await openTab('Layout');
  expect(await height()).toBeGreaterThan(120);
  await story.canvas.focus();
  await story.page.keyboard.press('Control+z');
  await mark.click();
  await story.page.getByRole('menuitem', { name: 'Shrink to fit' }).click();
  await mark.waitFor({ state: 'detached' });
  expect(await height()).toBe(60);
});

it('a button says that its label is too long, and becomes as wide as it by a click', async () => {
  await story.open([drawn('button', 100, 100, { properties: { text: words } })]);
  const mark = story.page.getByRole('button', { name: /has a text that is longer than its place/ });
  await mark.click();
  await story.page.getByRole('menuitem', { name: 'Enlarge to fit' }).click();
  await mark.waitFor({ state: 'detached' });
  await story.tab('Properties');
  await openTab('Layout');
  expect(Number(await field('Width').inputValue())).toBeGreaterThan(250);
  expect(await height()).toBe(40);
  story.threwNothing();
});

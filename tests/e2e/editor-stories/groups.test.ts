import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { expectAccessible } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { drawn, Story } from './story.ts';

/* Groups within groups: on the canvas and as a tree of layers. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  const named = (name: string, x: number) =>
    drawn('shape', x, 300, { size: { width: 200, height: 200 }, metadata: { name } });
  await story.open([named('One', 200), named('Two', 500), named('Three', 800), named('Four', 1100)]);
});
afterAll(() => story?.end());

const tree = () => story.page.getByRole('treegrid', { name: 'Layers, front first' });
const row = (name: RegExp) => tree().getByRole('row', { name });
/** Each line as its depth and name. */
const lines = () =>
  tree()
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((one) => `${one.ariaLevel} ${one.ariaLabel!.replace(/, in a group|, group of \d+/, '')}`),
    );
const shows = (expected: string[]) => eventually(async () => expect(await lines()).toEqual(expected));
const click = async (x: number, options?: { modifiers?: 'Control'[]; count?: number }) => {
  const at = await story.at(x, 400);
  if (options?.modifiers) await story.page.keyboard.down('Control');
  await story.page.mouse.click(at.x, at.y, { clickCount: options?.count ?? 1 });
  if (options?.modifiers) await story.page.keyboard.up('Control');
};

it('are made on the canvas, a group within a group, and shown as a tree', async () => {
  const { page } = story;
  await page.getByRole('button', { name: 'Layers' }).first().click();
  await tree().waitFor();
  await click(300);
  await click(600, { modifiers: ['Control'] });
  await page.keyboard.press('Control+Alt+g');
  await click(900, { modifiers: ['Control'] });
  await page.keyboard.press('Control+Alt+g');
  await shows(['1 Four', '1 Group', '2 Three', '2 Group', '3 Two', '3 One']);
  await page.keyboard.press('Escape');
});

it('are entered by double clicks, a level at a time, and left by Escape', async () => {
  const { page } = story;
  await click(300);
  await story.selected('3 elements');
  const at = await story.at(300, 400);
  await page.mouse.dblclick(at.x, at.y);
  await story.selected('2 elements');
  await page.mouse.dblclick(at.x, at.y);
  await story.selected('200, 300');
  await story.canvas.focus();
  await page.keyboard.press('Escape');
  await story.selected('2 elements');
  await page.keyboard.press('Escape');
  await story.selected('3 elements');
  await page.keyboard.press('Escape');
});

it('are collapsed, named, locked and hidden with all that is in them', async () => {
  const { page } = story;
  await tree().getByRole('row').nth(3).dblclick();
  await page.getByLabel('Name of the layer').fill('Pair');
  await page.keyboard.press('Enter');
  await row(/^Pair, group of 2/).waitFor();
  await row(/^Pair/).hover();
  await row(/^Pair/).getByRole('button', { name: 'Lock Pair' }).click();
  await row(/^Two, locked/).waitFor();
  await row(/^One, locked/).waitFor();
  await row(/^Pair/).getByRole('button', { name: 'Hide Pair' }).click();
  await row(/^Two, locked, hidden/).waitFor();
  await expectAccessible(page);
  await row(/^Pair/).getByRole('button', { name: 'Show Pair' }).click();
  await row(/^Pair/).getByRole('button', { name: 'Unlock Pair' }).click();
  await row(/^Pair/).getByRole('button', { name: 'Hide what is in Pair' }).click();
  await shows(['1 Four', '1 Group', '2 Three', '2 Pair']);
  await row(/^Pair/).getByRole('button', { name: 'Show what is in Pair' }).click();
});

it('take in what is dragged into them, and let it out again', async () => {
  await row(/^Four/).dragTo(row(/^Pair/));
  await shows(['1 Group', '2 Three', '2 Pair', '3 Four', '3 Two', '3 One']);
  await row(/^Two/).dragTo(row(/^Group/), { targetPosition: { x: 60, y: 3 } });
  await shows(['1 Two', '1 Group', '2 Three', '2 Pair', '3 Four', '3 One']);
});

it('are walked and changed by the keyboard alone', async () => {
  const { page } = story;
  await row(/^Two/).click();
  await tree().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await shows(['1 Two', '1 Group']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await eventually(async () => expect(await row(/^Three/).getAttribute('aria-selected')).toBe('true'));
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await shows(['1 Two', '1 Group', '2 Pair', '3 Four', '3 One', '2 Three']);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await shows(['1 Two', '1 Group', '2 Pair', '3 Three', '3 Four', '3 One']);
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await shows(['1 Two', '1 Three', '1 Group', '2 Pair', '3 Four', '3 One']);
});

it('are kept with the project', async () => {
  const { page } = story;
  await story.canvas.focus();
  await page.keyboard.press('Control+s');
  await story.says('Project saved successfully!');
  const { elements } = await story.caller.ask<{ elements: Element[] }>(
    'GET',
    `/content/projects/${story.projectId}/elements`,
  );
  const grouped = elements.filter(({ groupId }) => groupId !== null);
  expect(grouped.map(({ metadata }) => metadata.name).sort()).toEqual(['Four', 'One']);
  await page.reload();
  await story.has(4);
  await page.getByRole('button', { name: 'Layers' }).first().click();
  await shows(['1 Two', '1 Three', '1 Group', '2 Pair', '3 Four', '3 One']);
  story.threwNothing();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, visit } from '#tests/support/browser.ts';
import { signInOn } from '#tests/support/screens.ts';
import { drawn, Story } from './story.ts';

/* What was saved can be named, compared and had back. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
  await story.open([
    drawn('text', 200, 200, { properties: { text: 'Well done' } }),
    drawn('shape', 700, 300),
    drawn('button', 300, 600),
  ]);
});
afterAll(() => story?.end());

const panel = () => story.page.getByRole('complementary', { name: 'Versions' });
const dialog = () => story.page.getByRole('dialog');
const save = () => story.page.getByRole('button', { name: 'Save', exact: true }).click();

it('a save keeps a version, with who and what', async () => {
  await story.page.getByRole('button', { name: 'History', exact: true }).click();
  await story.choose(story.page.getByRole('radiogroup', { name: 'Panel' }), 'Versions');
  await panel().getByText('3 added').waitFor();
  await panel().getByText('Today').waitFor();
  expect(await panel().getByRole('listitem').count()).toBe(1);
  await expectAccessible(story.page);
});

it('is named, and stays as it is while work goes on', async () => {
  await panel().getByRole('button', { name: 'Name the present version' }).click();
  await panel().getByLabel('Name of this version').fill('Before the changes');
  await story.page.keyboard.press('Enter');
  await panel().getByText('Before the changes').waitFor();

  await story.canvas.focus();
  await story.select('Shape');
  await story.canvas.focus();
  await story.page.keyboard.press('Delete');
  await story.has(2);
  await story.select('Well done');
  await story.canvas.focus();
  await story.page.keyboard.press('Shift+ArrowRight');
  await save();
  await story.says('Project saved successfully!');
  await panel().getByText('1 changed, 1 removed').waitFor();
  expect(await panel().getByRole('listitem').count()).toBe(2);
});

it('is compared with the present, side by side and through one another', async () => {
  await panel()
    .getByRole('button', { name: /^Compare Named Before the changes/ })
    .click();
  await dialog().getByRole('region', { name: 'Changed since' }).getByText('Well done').waitFor();
  await dialog().getByRole('region', { name: 'Removed since' }).getByText('Shape').waitFor();
  await dialog().getByRole('img', { name: 'The present' }).waitFor();
  await expectAccessible(story.page);
  await story.choose(dialog().getByRole('radiogroup', { name: 'How to compare' }), 'Onion skin');
  const share = dialog().getByRole('slider', { name: 'How much of the present shows' });
  await share.press('ArrowRight');
  await dialog().getByText('the present above at 51 %').waitFor();
  await expectAccessible(story.page);
});

it('is restored as one step, which can be undone, and as a version of its own', async () => {
  await dialog().getByRole('button', { name: 'Restore this version' }).click();
  await story.says('Version restored');
  await story.has(3);
  await panel().getByText('Restored, 1 added, 1 changed').waitFor();
  await story.canvas.focus();
  await story.page.keyboard.press('Control+z');
  await story.has(2);
  await story.page.keyboard.press('Control+Shift+z');
  await story.has(3);
  await story.page.reload();
  await story.has(3);
  story.threwNothing();
});

it('of another person’s work says whose it is', async () => {
  const { page, context } = await visit(story.product.origin);
  await signInOn(page, 'admin');
  await page.goto(`/content-creator/${story.projectId}`);
  await page.getByText('3 elements', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Panel' }).getByText('Versions').click();
  const versions = page.getByRole('complementary', { name: 'Versions' }).getByRole('listitem');
  await versions.first().waitFor();
  expect(await versions.count()).toBe(3);
  await context.close();
});

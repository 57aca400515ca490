import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '#tests/support/browser.ts';
import { drawn, Story } from './story.ts';

/* The panels beside the canvas that no other story opens. */

let story: Story;
beforeAll(async () => {
  // Its asset library has something in it.
  story = await Story.begin(undefined, 'demo');
  await story.visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await story.open([drawn('text', 100, 100), drawn('shape', 600, 300)]);
});
afterAll(() => story?.end());

const panel = (name: string) => story.page.getByRole('tabpanel', { name, exact: true });

it('has eight tabs, walked by the arrow keys, and folds away', async () => {
  const { page } = story;
  const list = page.getByRole('tablist', { name: 'Design Panel' });
  const names = ['Elements', 'Assets', 'Templates', 'Reps', 'Variables', 'Properties', 'Export', 'Styles'];
  expect(await list.getByRole('tab').allInnerTexts()).toEqual(names);
  await list.getByRole('tab', { name: 'Elements' }).focus();
  for (const name of [...names.slice(1), 'Elements']) {
    await page.keyboard.press('ArrowDown');
    await panel(name).waitFor();
    await expectAccessible(page);
  }
  await list.getByRole('tab', { name: 'Elements' }).click();
  await panel('Elements').waitFor({ state: 'detached' });
  await list.getByRole('tab', { name: 'Elements' }).click();
  await panel('Elements').waitFor();
});

it('opens the properties by the window event ‘switch-to-properties’', async () => {
  await story.page.evaluate(() => window.dispatchEvent(new CustomEvent('switch-to-properties')));
  await panel('Properties').getByText('No Element Selected').waitFor();
});

it('opens the tab that the address names', async () => {
  await story.page.goto(`/content-creator/${story.projectId}?tab=variables`);
  await panel('Variables').waitFor();
});

it('finds variables by word and category, and offers three of three categories at once', async () => {
  const { page } = story;
  await story.tab('Variables');
  const variables = panel('Variables');
  const cards = variables.getByRole('button', { name: /^Copy / });
  await cards.first().waitFor();
  const all = await cards.count();
  const chips = variables.locator('button[aria-pressed]');
  const categories = (await chips.allInnerTexts()).slice(1);
  expect(categories.length).toBeGreaterThanOrEqual(3);
  const quick = variables.getByText('Quick Insert').locator('..').getByRole('button');
  const { variables: known } = await story.caller.ask<{ variables: { category: string }[] }>(
    'GET',
    '/content/variables',
  );
  const counts = categories.map((name) => known.filter(({ category }) => category === name).length);
  const offered = counts.slice(0, 3).reduce((sum, count) => sum + Math.min(3, count), 0);
  expect(await quick.count()).toBe(offered);
  await variables.getByText('Paste a variable into any text', { exact: false }).waitFor();
  await chips.nth(1).click();
  expect(await cards.count()).toBeLessThan(all);
  await chips.nth(0).click();
  await variables.getByLabel('Search variables').fill('nothing of this name');
  await variables.getByText('No variables found').waitFor();
  await expectAccessible(page);
  await variables.getByLabel('Search variables').fill('lead.email');
  await expect.poll(() => cards.count()).toBe(1);
});

it('copies a variable with its braces, and says so where the clipboard refuses', async () => {
  const { page } = story;
  await panel('Variables')
    .getByRole('button', { name: /^Copy / })
    .click();
  await story.says('Copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{lead.email}');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
  });
  await panel('Variables')
    .getByRole('button', { name: /^Copy / })
    .click();
  await story.says('Failed to copy to clipboard');
});

it('has exports, displays, and the public address with its four notes', async () => {
  const { page } = story;
  await story.tab('Export');
  const exporting = panel('Export');
  await exporting.getByRole('button', { name: 'New export' }).waitFor();
  await exporting.getByRole('tab', { name: 'Displays' }).click();
  await exporting.getByRole('button', { name: 'Publish to displays' }).waitFor();
  await expectAccessible(page);
  await exporting.getByRole('tab', { name: 'Public URL' }).click();
  await exporting
    .getByText('The project has a public address while it is published.', { exact: false })
    .waitFor();
  const { displays } = await story.caller.ask<{ displays: { id: string }[] }>('GET', '/optisigns/displays');
  await story.caller.ask('POST', `/content/projects/${story.projectId}/publish`, {
    displayIds: [displays[0]!.id],
  });
  await page.goto(`/content-creator/${story.projectId}?tab=export`);
  await exporting.getByRole('tab', { name: 'Public URL' }).click();
  for (const note of [
    'Content cached 5 minutes',
    'No authentication required',
    'Optimised for iframe embedding',
    'Auto-scales to display resolution',
  ])
    await exporting.getByText(note).first().waitFor();
  await expectAccessible(page);
});

it('shows a spinner over an asset that is still processed', async () => {
  const { page } = story;
  await page.route('**/api/content/assets?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const asset of body.assets) asset.processingStatus = 'processing';
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await story.tab('Assets');
  await panel('Assets')
    .getByLabel(/processing|processed/i)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/content/assets?*');
});

it('lists the layers front first, renames, locks, hides and reorders by keyboard', async () => {
  const { page } = story;
  await page.getByRole('button', { name: 'Layers', exact: true }).first().click();
  const grid = page.getByRole('treegrid', { name: 'Layers, front first' });
  expect(await grid.getByRole('row').count()).toBe(2);
  await grid.focus();
  await page.keyboard.press('Home');
  await story.selected('Shape');
  await page.keyboard.press('F2');
  await page.keyboard.type('Frame');
  await page.keyboard.press('Enter');
  await grid.getByText('Frame').waitFor();
  await grid.getByRole('button', { name: /^Lock/ }).first().click();
  await story.selection.getByRole('button', { name: 'Unlock' }).waitFor();
  await grid.getByRole('button', { name: /^Unlock/ }).click();
  await expectAccessible(page);
});

it('threw nothing and broke no content security policy on the way', () => story.threwNothing());

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectWithElements } from '#shared/api/content.ts';
import { expectAccessible, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { signInOn } from '#tests/support/screens.ts';
import { drawn, Story } from './story.ts';

/* The brand kit, looks that are carried from one element to another, and the records that fill variables. */

let story: Story;
beforeAll(async () => {
  story = await Story.begin();
});
afterAll(() => story?.end());

const styles = (page: Page = story.page) => page.getByRole('tabpanel', { name: 'Styles' });
const dialog = () => story.page.getByRole('dialog');

/** Saves, and looks at what the server has of the open project until `check` holds. */
async function saved(check: (project: ProjectWithElements) => void): Promise<void> {
  await story.page.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () =>
    check(await story.caller.ask<ProjectWithElements>('GET', `/content/projects/${story.projectId}`)),
  );
}

it('an agent sees that there is no brand kit; an admin makes one', async () => {
  await story.open([drawn('text', 200, 200, { properties: { text: 'Headline' } })]);
  await story.tab('Styles');
  await styles().getByText('No brand kit yet').waitFor();
  expect(await styles().getByRole('button', { name: 'Make the brand kit' }).count()).toBe(0);
  await expectAccessible(story.page);

  const { page, context } = await visit(story.product.origin);
  await signInOn(page, 'admin');
  await page.goto(`/content-creator/${story.projectId}?tab=styles`);
  await styles(page).getByRole('button', { name: 'Make the brand kit' }).click();
  const kit = page.getByRole('dialog', { name: 'Brand kit' });
  await kit.getByRole('button', { name: 'Add a colour' }).click();
  await kit.getByLabel('Name of colour 1').fill('Sun');
  await kit.getByLabel('Colour 1', { exact: true }).fill('#e4572e');
  await kit.getByRole('combobox', { name: 'Add a font' }).fill('Poppins');
  await page.getByRole('option', { name: 'Poppins' }).click();
  await expectAccessible(page);
  await kit.getByRole('button', { name: 'Save brand kit' }).click();
  await styles(page).getByRole('button', { name: 'Copy Sun, #e4572e' }).waitFor();
  await context.close();
});

it('the kit’s colours and fonts are used with a click, and come first in the pickers', async () => {
  await story.page.reload();
  await story.select('Headline');
  await story.tab('Styles');
  await styles().getByRole('button', { name: 'Use Sun, #e4572e' }).click();
  await styles().getByRole('button', { name: 'Use the font Poppins' }).click();
  await saved(({ elements }) =>
    expect(elements[0]!.styles).toMatchObject({ color: '#e4572e', fontFamily: 'Poppins' }),
  );

  await story.tab('Properties');
  await story.properties.getByRole('tab', { name: 'Style', exact: true }).click();
  await story.properties.getByRole('combobox', { name: 'Font', exact: true }).click();
  await story.page.getByText('Brand', { exact: true }).waitFor();
  expect(await story.page.getByRole('option').first().innerText()).toBe('Poppins');
  await story.page.keyboard.press('Escape');
  await story.properties.getByLabel('Colour', { exact: true }).click();
  const first = story.page.locator('button.mantine-ColorSwatch-root').first();
  const painted = await first.evaluate((swatch) =>
    [...swatch.querySelectorAll('*')].map((part) => getComputedStyle(part).backgroundColor),
  );
  expect(painted).toContain('rgb(228, 87, 46)');
  await story.page.keyboard.press('Escape');
});

it('a style is copied and pasted with the keyboard, and kept as a preset', async () => {
  const look = { fontSize: 64, fontWeight: 800, color: '#0b7285' };
  await story.open([
    drawn('text', 200, 200, { properties: { text: 'Source' }, styles: look }),
    drawn('text', 200, 400, { properties: { text: 'Target' } }),
    drawn('button', 200, 600, { properties: { text: 'Third' } }),
  ]);
  await story.select('Source');
  await story.canvas.focus();
  await story.page.keyboard.press('Control+Alt+c');
  await story.says('Style copied');
  await story.select('Target');
  await story.canvas.focus();
  await story.page.keyboard.press('Control+Alt+v');
  await story.tab('Styles');
  await styles().getByRole('button', { name: 'Save the selected element’s style' }).click();
  await styles().getByLabel('Name of the style').fill('Big teal');
  await story.page.keyboard.press('Enter');
  const preset = styles().getByRole('button', { name: 'Apply Big teal' });
  await preset.waitFor();
  await expectAccessible(story.page);
  await story.select('Third');
  await preset.click();
  await saved(({ elements }) => {
    const byText = new Map(elements.map((one) => [one.properties.text, one.styles]));
    expect(byText.get('Target')).toMatchObject(look);
    expect(byText.get('Third')).toMatchObject(look);
  });
  await story.canvas.focus();
  await story.page.keyboard.press('Control+z');
  await styles().getByRole('button', { name: 'Actions for Big teal' }).click();
  await story.page.getByRole('menuitem', { name: 'Delete' }).click();
  await styles().getByText('No style presets yet').waitFor();
});

it('a variable without a value is marked; a record of one’s own fills it, on the canvas and in the preview', async () => {
  await story.open([
    drawn('text', 200, 200, { properties: { text: 'Well done {rep.name}' } }),
    drawn('text', 200, 500, { properties: { text: 'Of {company.name}' } }),
  ]);
  const badge = story.canvas.getByRole('button', { name: /rep\.name has no value here and no default/ });
  await badge.waitFor();
  expect(await story.canvas.getByRole('button', { name: /has no value/ }).count()).toBe(1);
  await expectAccessible(story.page);
  await badge.click();
  const variables = story.page.getByRole('tabpanel', { name: 'Variables' });
  await variables.getByRole('combobox', { name: 'Sample record' }).waitFor();
  await story.selected('Text');

  await variables.getByRole('button', { name: 'New', exact: true }).click();
  await dialog().getByLabel('Name of the record').fill('Our best');
  await dialog().getByLabel('Rep name', { exact: true }).fill('Grace Hopper');
  await dialog().getByLabel('Lead name', { exact: true }).fill('Ada Lovelace');
  await expectAccessible(story.page);
  await dialog().getByRole('button', { name: 'Save record' }).click();
  await badge.waitFor({ state: 'detached' });
  expect(await variables.getByRole('combobox', { name: 'Sample record' }).inputValue()).toBe('Our best');

  // The preview begins with the record that is chosen here, and one that is chosen there holds here too.
  await story.page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = story.page.getByRole('dialog', { name: 'Preview' });
  const inPreview = preview.getByRole('combobox', { name: 'Sample record' });
  await expect.poll(() => inPreview.inputValue()).toBe('Our best');
  expect(await preview.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace');
  await inPreview.click();
  await story.page.getByRole('option', { name: 'Only a phone number' }).click();
  await expect.poll(() => preview.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await story.page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
  await badge.waitFor();
  const here = variables.getByRole('combobox', { name: 'Sample record' });
  expect(await here.inputValue()).toBe('Only a phone number');
  await here.click();
  await story.page.getByRole('option', { name: 'Our best' }).click();
  await badge.waitFor({ state: 'detached' });

  await variables.getByRole('combobox', { name: 'Sample record' }).click();
  await story.page.getByRole('option', { name: 'Only a phone number' }).click();
  await badge.waitFor();
});

it('before publishing, what nothing fills is listed and shown', async () => {
  await story.page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const list = dialog().getByRole('region', { name: 'Variables without a value' });
  await list.getByText('1 variable will show nothing on the sign').waitFor();
  await expectAccessible(story.page);
  await story.picture('publish-dialog');
  await list.getByRole('button', { name: 'Show me where rep.name stands' }).click();
  await dialog().waitFor({ state: 'detached' });
  await story.selected('200, 200');
});

it('before exporting, what nothing fills is listed and shown', async () => {
  await story.page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const list = dialog().getByRole('region', { name: 'Variables without a value' });
  await list.getByText('1 variable will show nothing in the file').waitFor();
  await expectAccessible(story.page);
  await story.picture('export-dialog');
  await list.getByRole('button', { name: 'Show me where rep.name stands' }).click();
  await dialog().waitFor({ state: 'detached' });
  await story.selected('200, 200');
  story.threwNothing();
});

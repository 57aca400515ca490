import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTemplates } from '#functions/demo/templates.ts';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { demoPassword, type Product } from '#tests/support/product.ts';
import { attachProduct } from '#tests/support/workspace.ts';

/* Templates as a designer uses them: find one, look at it, star it, draw from it, and save an own one. */

let product: Product;
let maya: Visit;

beforeAll(async () => {
  product = attachProduct();
  maya = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** The button that opens the library, with how many templates there are besides the demo's. */
const browseAll = (more = 0) =>
  maya.page.getByRole('button', { name: `Browse all ${demoTemplates().length + more} templates` });

const dialog = (name: string) => maya.page.getByRole('dialog', { name });

async function newProject(): Promise<void> {
  const { page } = maya;
  await page.goto('/content-creator');
  await page.getByRole('button', { name: 'New project', exact: true }).first().click();
  await page.waitForURL(/content-creator\/prj_/);
  await page.getByRole('application', { name: 'Canvas' }).waitFor();
  await page.getByRole('tab', { name: 'Templates' }).click();
}

describe('templates', () => {
  it('are found in the panel, looked at, and fill an empty project', async () => {
    const { page } = maya;
    await page.goto('/content-creator');
    await page.getByLabel('Username').fill('agent');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Content creator' }).waitFor();
    await newProject();
    await browseAll().waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Quick template' }).click();
    await page.getByText('Add some elements first!').waitFor();

    await page.getByLabel('Search templates').fill('evacuation');
    await page.getByRole('button', { name: 'Browse the 1 template' }).waitFor();
    await page.getByRole('button', { name: 'Preview Building alert' }).click();
    await dialog('Building alert').getByRole('img', { name: 'Picture of Building alert' }).waitFor();
    await expectAccessible(page);
    await dialog('Building alert').getByRole('button', { name: 'Use template' }).click();
    await page.getByText('Selected template: Building alert').waitFor();
    await page.getByText('26 elements', { exact: true }).waitFor();
    await page.getByText('used once').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('0 elements', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Redo' }).first().click();
    await page.getByText('26 elements', { exact: true }).waitFor();
  });

  it('are added to a project that holds something, or replace it', async () => {
    const { page } = maya;
    await page.getByLabel('Search templates').fill('');
    await browseAll().click();
    const library = dialog('Template Library');
    await library.getByLabel('Favorite: Spring offer').click();
    await page.getByText('Added to favorites').waitFor();
    await library.getByRole('button', { name: 'Favorites only' }).click();
    await library.getByRole('button', { name: 'Preview Deal of the day' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await library.getByRole('button', { name: 'Preview Spring offer' }).click();
    await dialog('Spring offer').getByRole('button', { name: 'Use template' }).click();
    const question = dialog('Use “Spring offer”');
    await question.getByRole('button', { name: 'Add to this project' }).click();
    await page.getByText('Selected template: Spring offer').waitFor();
    await page.getByText('38 elements', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'More for Spring offer' }).click();
    await page.getByRole('menuitem', { name: 'Use template' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Use template' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Replace what is here' }).click();
    await page.getByText('12 elements', { exact: true }).waitFor();

    await page.getByLabel('Favorite: Spring offer').click();
    await page.getByText('Removed from favorites').waitFor();
  });

  it('are saved from a project, with a name that is required and tags without repetitions', async () => {
    const { page } = maya;
    await page.getByRole('button', { name: 'Save as', exact: true }).click();
    const save = dialog('Save as Template');
    const name = save.getByLabel('Name');
    expect(await name.inputValue()).toBe('New Project Template');
    await name.fill('   ');
    await save.getByRole('button', { name: 'Save template' }).click();
    await save.getByText('Template name is required').waitFor();
    await name.fill('Our spring offer');
    const tags = save.getByLabel('Tags', { exact: true });
    for (const tag of ['spring', ' spring ', 'north']) {
      await tags.fill(tag);
      await tags.press('Enter');
    }
    await tags.fill('summer');
    await save.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await save.getByRole('button', { name: /^Remove tag/ }).count()).toBe(3);
    await save.getByLabel('Description').fill('For the first warm week');
    await save.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Promotion' }).click();
    await save.getByText('Available to all users').waitFor();
    await save.getByRole('switch', { name: 'Public' }).check();
    await expectAccessible(page);
    await save.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('“Our spring offer” saved as a template').waitFor();
    const caller = await product.signIn('agent');
    const { templates } = await caller.ask<{ templates: object[] }>('GET', '/content/templates?search=warm');
    expect(templates).toMatchObject([
      { name: 'Our spring offer', description: 'For the first warm week', category: 'promotion' },
    ]);
    expect(templates).toMatchObject([{ isPublic: true, tags: ['spring', 'north', 'summer'] }]);
    await browseAll(1).waitFor();

    await page.getByRole('button', { name: 'Quick template' }).click();
    await browseAll(2).waitFor();
    await page.getByText(/^Quick, /).waitFor();
  });

  it('are shown as a grid and as a list', async () => {
    const { page } = maya;
    const first = page.getByRole('list', { name: 'Templates' }).getByRole('listitem').first();
    const view = page.getByRole('radiogroup', { name: 'View' });
    const inGrid = await first.boundingBox();
    await view.getByLabel('List', { exact: true }).click();
    await eventually(async () => expect((await first.boundingBox())!.height).toBeLessThan(inGrid!.height));
    await expectAccessible(page);
    await view.getByLabel('Grid', { exact: true }).click();
    await eventually(async () => expect((await first.boundingBox())!.height).toBe(inGrid!.height));
  });

  it('begin a new project by their address, and by the quick menu', async () => {
    const { page } = maya;
    const caller = await product.signIn('agent');
    const { templates } = await caller.ask<{ templates: { id: string; name: string }[] }>(
      'GET',
      '/content/templates?search=Visitor',
    );
    await page.getByRole('application', { name: 'Canvas' }).focus();
    await page.keyboard.press('Control+s');
    await page.getByText('Project saved successfully!').waitFor();
    await page.goto(`/content-creator?template=${templates[0]!.id}`);
    await page.waitForURL(/content-creator\/prj_/);
    await page.getByText('Selected template: Visitor welcome').waitFor();
    await page.getByText('10 elements', { exact: true }).waitFor();
    await page.getByRole('application', { name: 'Canvas' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('option', { name: 'Browse Templates' }).click();
    await dialog('Template Library').getByRole('button', { name: 'Preview Our spring offer' }).waitFor();
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect(maya.problems).toEqual([]);
  });
});

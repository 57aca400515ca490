import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin's rules for leads, and that every screen follows them at once. */

let product: Product;
let admin: Caller;
let alex: Visit;

interface Settings {
  statuses: { key: string; label: string; order: number; kind: string }[];
  customFields: { key: string; type: string }[];
  allowDuplicatePhones: boolean;
  assignmentExpiryHours: number;
  version: number;
}
const settings = () => admin.ask<Settings>('GET', '/leads/settings');

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  await admin.ask('POST', '/leads', {
    firstName: 'Prue',
    lastName: 'Poser',
    status: 'proposal',
    phones: ['+12125556001'],
  });
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('the settings of leads', () => {
  it('take a new status in its place, fields, and the rules', async () => {
    const { page } = alex;
    await page.goto('/settings/leads');
    await page.getByRole('button', { name: 'Add status' }).click();
    await page.getByRole('textbox', { name: 'Name of the new status' }).fill('Call back');
    for (let up = 0; up < 5; up++) await page.getByRole('button', { name: 'Move Call back up' }).click();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('textbox', { name: 'Name of the new field' }).fill('Roof');
    await page.getByRole('combobox', { name: 'Type of Roof' }).click();
    await page.getByRole('option', { name: 'Choice' }).click();
    await page.getByRole('button', { name: 'Save', exact: false }).last().click();
    await page.getByRole('alert').getByText('Roof needs at least one choice.').waitFor();
    const choices = page.getByRole('combobox', { name: 'Choices of Roof' });
    for (const choice of ['Flat', 'Pitched']) {
      await choices.fill(choice);
      await choices.press('Enter');
    }
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('textbox', { name: 'Name of the new field' }).fill('Roof age');
    await page.getByRole('combobox', { name: 'Type of Roof age' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await page.getByRole('switch', { name: 'Several leads may have the same phone' }).click();
    await page.getByRole('textbox', { name: 'Assignments grow old after' }).fill('1');
    await look(page, 'settings');
    await page.getByRole('button', { name: 'Save', exact: false }).last().click();
    await page.getByText('Lead settings saved').waitFor();
    const saved = await settings();
    expect(saved.statuses.map(({ key }) => key)).toEqual([
      'new',
      'call_back',
      'contacted',
      'qualified',
      'proposal',
      'won',
      'lost',
    ]);
    expect(saved).toMatchObject({
      customFields: [
        { key: 'roof', type: 'choice', choices: ['Flat', 'Pitched'] },
        { key: 'roof_age', type: 'number' },
      ],
      allowDuplicatePhones: true,
      assignmentExpiryHours: 1,
    });
  });

  it('keep a status that leads have', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'Remove Proposal' }).click();
    await page.getByRole('button', { name: 'Save', exact: false }).last().click();
    await page
      .getByRole('alert')
      .getByText('1 lead has the status Proposal. Please give it another one first.')
      .waitFor();
    await expectAccessible(page);
    expect((await settings()).statuses).toHaveLength(7);
  });

  it('do not write over what somebody else saved meanwhile', async () => {
    const { page } = alex;
    await page.reload();
    await page.getByRole('textbox', { name: 'Name of Lost' }).fill('Gone');
    await admin.ask('PUT', '/leads/settings', { ...(await settings()), assignmentExpiryHours: 2 });
    await page.getByRole('button', { name: 'Save', exact: false }).last().click();
    await page
      .getByRole('alert')
      .getByText(/Somebody has changed these settings/)
      .waitFor();
    expect((await settings()).statuses.at(-1)).toMatchObject({ label: 'Lost' });
  });
});

describe('what follows them', () => {
  it('is a lead with the new status and fields, on its page', async () => {
    const { page } = alex;
    await page.goto('/leads');
    await page.getByRole('link', { name: 'Prue Poser' }).click();
    await page.getByRole('button', { name: /^Roof age:/ }).click();
    await page.getByRole('textbox', { name: 'Roof age' }).fill('12');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Roof age: 12' }).waitFor();
    await page.getByRole('button', { name: /^Roof:/ }).click();
    await expectAccessible(page);
    const roof = page.getByRole('combobox', { name: 'Roof' });
    if ((await page.getByRole('option', { name: 'Pitched' }).count()) === 0) await roof.click();
    await page.getByRole('option', { name: 'Pitched' }).click();
    await page.getByRole('button', { name: 'Roof: Pitched' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(await admin.ask('GET', `/leads/${id}`)).toMatchObject({
      customFields: { roof: 'Pitched', roof_age: 12 },
    });
    await look(page, 'custom-fields');
    // The page says whether they may be called; nobody has decided anything by that.
    await page.getByText(/^May be called|^Closed until|^May not be called/).waitFor();
    expect(await admin.ask('GET', `/tcpa/logs?phone=${encodeURIComponent('+12125556001')}`)).toMatchObject({
      logs: [],
    });
  });

  it('is a list with the status, the columns and the filters', async () => {
    const { page } = alex;
    await page.goto('/leads?columns=phone,status,custom.roof,custom.roof_age');
    const row = page.getByRole('row', { name: /Prue Poser/ });
    await row.getByText('Pitched').waitFor();
    await row.getByRole('button', { name: 'Status: Proposal' }).click();
    await page.getByRole('option', { name: 'Call back' }).click();
    await row.getByRole('button', { name: 'Status: Call back' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Filter leads' });
    await panel.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Roof', exact: true }).click();
    await panel.getByRole('combobox', { name: 'Value of Roof' }).click();
    await page.getByRole('option', { name: 'Flat' }).click();
    await panel.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByText('No lead matches').waitFor();
    const { leads } = await admin.ask<{ leads: object[] }>('POST', '/leads/query', {
      filter: { field: 'status', op: 'is', value: 'call_back' },
    });
    expect(leads).toMatchObject([{ firstName: 'Prue' }]);
  });

  it('is a second lead with a phone that is taken', async () => {
    const { page } = alex;
    await page.goto('/leads');
    await page.getByRole('button', { name: 'Add lead' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Add lead' });
    await panel.getByLabel('First name').fill('Paul');
    await panel.getByLabel('Phone').fill('(212) 555-6001');
    await look(page, 'quick-add');
    await panel.getByRole('button', { name: 'Add lead' }).click();
    await page.getByText('Paul was added').waitFor();
    const { leads } = await admin.ask<{ leads: object[] }>('POST', '/leads/search', { query: '2125556001' });
    expect(leads).toHaveLength(2);
  });

  it('is the age by which assignments are had back', async () => {
    const { page } = alex;
    await admin.ask('PUT', '/leads/settings', { ...(await settings()), assignmentExpiryHours: 1 });
    await page.goto('/assignments');
    await page.getByRole('button', { name: 'More for assignments' }).click();
    await page.getByRole('menuitem', { name: 'Have old ones back' }).click();
    await page.getByText(/had for more than 1 hour without working on them/).waitFor();
    expect(alex.problems).toEqual([]);
  });
});

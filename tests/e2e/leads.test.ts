import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import { type Caller, demoPassword, type Product } from '#tests/support/product.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* A sales team's day in its leads: add, find, change, work on many, one lead's page, a template. */

let product: Product;
let admin: Caller;
let alex: Visit;

interface Lead {
  id: string;
  firstName: string;
  version: number;
}

const many = Array.from({ length: 60 }, (_, at) => ({
  firstName: `Tester${String(at).padStart(2, '0')}`,
  lastName: at % 2 ? 'Odd' : 'Even',
  phones: [`+1212555${String(3000 + at)}`],
  status: at % 3 ? 'new' : 'qualified',
  score: at,
  address: { street: '', city: 'New York', state: 'NY', postcode: '10001', country: 'US' },
}));

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  await admin.ask('POST', '/leads/bulk', { leads: many });
  alex = await visit(product.origin);
  const { page } = alex;
  await page.goto('/leads');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('grid', { name: 'Leads' }).waitFor();
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('the leads table', () => {
  it('draws only the rows in view, and its keys move, select and open', async () => {
    const { page } = alex;
    const grid = page.getByRole('grid', { name: 'Leads' });
    expect(await grid.getByRole('row').count()).toBeLessThan(45);
    await expectAccessible(page);
    await grid.focus();
    await page.keyboard.press('End');
    await grid.getByText('Tester00 Even').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 lead selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 lead selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await grid.getByText('Tester59 Odd').waitFor();
  });

  it('adds a lead, and says whose a number is already', async () => {
    const { page } = alex;
    const panel = page.getByRole('dialog', { name: 'Add lead' });
    await page.keyboard.press('n');
    await panel.getByLabel('First name').fill('Ada');
    await panel.getByLabel('Last name').fill('Lovelace');
    await panel.getByLabel('Phone').fill('(212) 555-0188');
    await panel.getByRole('button', { name: 'Add lead' }).click();
    await page.getByText('Ada Lovelace was added').waitFor();
    await page.getByRole('grid').getByText('Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Add lead' }).first().click();
    await panel.getByLabel('First name').fill('Grace');
    await panel.getByLabel('Phone').fill('212.555.0188');
    await panel.getByRole('button', { name: 'Add lead' }).click();
    await panel.getByText('(212) 555-0188 belongs to another lead already').waitFor();
    await panel.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  it('finds by part of a phone, and says when nobody matches', async () => {
    const { page } = alex;
    await page.keyboard.press('/');
    await page.keyboard.type('0188');
    await page.getByText('1 lead', { exact: true }).waitFor();
    await page.getByRole('grid').getByText('Ada Lovelace').waitFor();
    await page.getByLabel('Search leads').fill('nobody of this name');
    await page.getByText('No lead matches').waitFor();
    await page.getByRole('button', { name: 'Show all leads' }).click();
    await page.getByRole('grid').waitFor();
  });

  it('filters, and keeps the filter as a view that the address holds', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Filter leads' });
    await panel.getByRole('combobox', { name: 'Value of Status' }).click();
    await page.getByRole('option', { name: 'Qualified' }).click();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Add condition' }).click();
    await panel.getByRole('combobox', { name: 'Field' }).nth(1).click();
    await page.getByRole('option', { name: 'Score' }).click();
    await panel.getByLabel('Value of Score').fill('30');
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Apply filter' }).click();
    await page.getByRole('button', { name: 'Remove the filter Status is Qualified' }).waitFor();
    await page.getByText('10 leads', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All leads', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Best of them');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Best of them' }).waitFor();
    await page.waitForURL(/view=lvw_[^&]+$/);
    await page.reload();
    await page.getByText('10 leads', { exact: true }).waitFor();
  });

  it('changes a status in its row', async () => {
    const { page } = alex;
    const row = page.getByRole('row', { name: /Tester57/ });
    await row.getByRole('button', { name: 'Status: Qualified' }).click();
    await page.getByRole('option', { name: 'Proposal' }).click();
    await row.getByRole('button', { name: 'Status: Proposal' }).waitFor();
  });

  it('changes many at once, deletes them and has them back', async () => {
    const { page } = alex;
    const grid = page.getByRole('grid', { name: 'Leads' });
    await grid.getByRole('checkbox', { name: 'Select Tester54 Even' }).check();
    await grid.getByRole('checkbox', { name: 'Select Tester51 Odd' }).check();
    const bar = page.getByRole('toolbar', { name: 'Leads that are selected' });
    await bar.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('combobox', { name: 'Add', exact: true }).fill('Hot');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('2 leads tagged').waitFor();
    await page
      .getByRole('row', { name: /Tester54/ })
      .getByRole('button', { name: 'Tags: hot' })
      .waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 leads deleted').waitFor();
    await page.getByRole('row', { name: /Tester54/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 leads restored').waitFor();
    await page.getByRole('row', { name: /Tester54/ }).waitFor();
  });
});

describe('the page of a lead', () => {
  it('takes a note and shows a change as before and after', async () => {
    const { page } = alex;
    await page.getByRole('link', { name: 'Tester54 Even' }).click();
    await page.getByRole('heading', { name: 'Tester54 Even', level: 1 }).waitFor();
    await page.getByText('their time').waitFor();
    await page.getByText(/^May be called|^Closed until|^May not be called/).waitFor();
    await page.getByLabel('Note', { exact: true }).fill('Wants a call on Monday.');
    await page.getByRole('button', { name: 'Add note' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByText('Wants a call on Monday.').waitFor();
    await page.getByRole('button', { name: /^Company:/ }).click();
    await page.getByRole('textbox', { name: 'Company' }).fill('Analytical Engines');
    await page.keyboard.press('Enter');
    await timeline.getByText('Analytical Engines').waitFor();
    expect(await timeline.getByRole('deletion').first().textContent()).toBe('–');
    await expectAccessible(page);
  });

  it('says when somebody else was quicker, and saves on top when asked to', async () => {
    const { page } = alex;
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await admin.ask<Lead>('PATCH', `/leads/${id}`, { source: 'Referral' });
    await page.getByRole('button', { name: /^Brand:/ }).click();
    await page.getByRole('textbox', { name: 'Brand' }).fill('Sunrise');
    await page.keyboard.press('Enter');
    await page.getByText('Somebody else changed this lead').waitFor();
    await page.getByRole('button', { name: 'Save mine on top' }).click();
    await page.getByText('Somebody else changed this lead').waitFor({ state: 'detached' });
    expect(await admin.ask('GET', `/leads/${id}`)).toMatchObject({ source: 'Referral', brand: 'Sunrise' });
  });

  it('opts the person out of texts', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'Texts: Not asked' }).click();
    await page.getByRole('menuitem', { name: 'They opted out' }).click();
    await page.getByRole('button', { name: 'Opt them out' }).click();
    await page.getByRole('button', { name: 'Texts: Opted out' }).waitFor();
    const check = await admin.ask<{ allowed: boolean }>('POST', '/tcpa/check', {
      phone: '+12125553054',
      channel: 'sms',
    });
    expect(check.allowed).toBe(false);
  });
});

describe('around the leads', () => {
  it('a template shows what arrives, what it costs and which variable is unknown', async () => {
    const { page } = alex;
    await page.goto('/templates/new-sms');
    await page.getByLabel('Name', { exact: true }).fill('Hello');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Hi ');
    await page.getByRole('button', { name: 'first name' }).first().click();
    expect(await text.inputValue()).toBe('Hi {{ lead.firstName }}');
    await page.keyboard.type(', it’s us');
    await page.getByText('Hi Jordan, it’s us').waitFor();
    await page.getByText('a curly apostrophe').waitFor();
    await page.getByRole('button', { name: 'Replace what has a plain twin' }).click();
    await page.getByText(/GSM-7/).waitFor();
    await expectAccessible(page);
    await text.fill('{{ lead.nonsense }}');
    await page
      .getByRole('alert')
      .getByText(/lead\.nonsense/)
      .waitFor();
    await text.fill('Hi {{ lead.firstName }}');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.waitForURL(/templates\/mtp_/);
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('table', { name: 'Templates' }).getByText('Hello', { exact: true }).waitFor();
  });

  it('the board gives a lead to an agent by its menu', async () => {
    const { page } = alex;
    await page.goto('/assignments');
    const nobody = page.getByRole('region', { name: /^Nobody’s/ });
    await nobody.getByRole('button', { name: 'Move Ada Lovelace' }).click();
    const target = page.getByRole('menuitem').first();
    const agent = (await target.textContent())!;
    await target.click();
    await page
      .getByRole('region', { name: new RegExp(`^${agent}`) })
      .getByText('Ada Lovelace')
      .waitFor();
    await nobody.getByText('Ada Lovelace').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('threw nothing and broke no content security policy on the way', () => {
    expect(alex.problems).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* Texts and mails that are written once: their order, a mail with its preview, a copy, and how often one was sent. */

let product: Product;
let admin: Caller;
let alex: Visit;
let leadId: string;

interface Template {
  id: string;
  name: string;
  channel: string;
  subject: string;
  body: string;
  categoryId: string | null;
  isActive: boolean;
}
const templates = async () => (await admin.ask<{ templates: Template[] }>('GET', '/templates')).templates;
const template = async (name: string) => (await templates()).find((one) => one.name === name)!;

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  const lead = await admin.ask<{ id: string }>('POST', '/leads', {
    firstName: 'Zoë',
    lastName: 'Previewed',
    emails: ['zoe@example.com'],
    dealAmount: 12_500,
  });
  leadId = lead.id;
  alex = await visit(product.origin);
  await signInOn(alex.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('categories', () => {
  it('are added, named, coloured and removed', async () => {
    const { page } = alex;
    await page.goto('/templates');
    await page.getByRole('button', { name: 'Categories' }).click();
    const panel = page.getByRole('dialog', { name: 'Categories' });
    for (const name of ['Follow up', 'Quotes']) {
      await panel.getByRole('textbox', { name: 'New category' }).fill(name);
      await panel.getByRole('button', { name: 'Add', exact: true }).click();
      await panel.getByRole('textbox', { name: `Name of ${name}` }).waitFor();
    }
    await panel.getByRole('textbox', { name: 'Name of Follow up' }).fill('Follow-up');
    await page.keyboard.press('Enter');
    await panel.getByRole('textbox', { name: 'Name of Follow-up' }).waitFor();
    await panel.getByRole('textbox', { name: 'Colour of Quotes' }).fill('#7950f2');
    await page.keyboard.press('Tab');
    const categories = async () =>
      (await admin.ask<{ categories: { name: string; color: string }[] }>('GET', '/templates/categories'))
        .categories;
    await expect
      .poll(async () => (await categories()).map(({ name, color }) => [name, color]))
      .toContainEqual(['Quotes', '#7950f2']);
    await look(page, 'categories');
    await panel.getByRole('textbox', { name: 'New category' }).fill('Passing');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await panel.getByRole('button', { name: /^Remove Passing/ }).click();
    await panel.getByRole('textbox', { name: 'Name of Passing' }).waitFor({ state: 'detached' });
    expect((await categories()).map(({ name }) => name).sort()).toEqual(['Follow-up', 'Quotes']);
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'hidden' });
  });
});

describe('a mail', () => {
  it('is written beside its preview, for a sample and for a lead', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'Add template' }).first().click();
    await page.getByRole('menuitem', { name: 'E-mail' }).click();
    await page.getByRole('heading', { name: 'New e-mail', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Quote by mail');
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Quotes' }).click();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('Your quote, ');
    await page.getByRole('button', { name: 'first name' }).first().click();
    expect(await subject.inputValue()).toBe('Your quote, {{ lead.firstName }}');
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('<p>It is <b>{{ lead.dealAmount | money }}</b>.</p><script>parent.alert(1)</script>');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Your quote, Jordan').waitFor();
    await preview.getByRole('combobox', { name: 'Preview for' }).fill('Previewed');
    await page.getByRole('option', { name: 'Zoë Previewed' }).click();
    await preview.getByText('Your quote, Zoë').waitFor();
    const mail = preview.frameLocator('iframe[title="The mail"]');
    await mail.getByText('$12,500').waitFor();
    await look(page, 'mail');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.waitForURL(/templates\/mtp_/);
    await page.getByRole('heading', { name: 'Quote by mail', level: 1 }).waitFor();
    expect(await template('Quote by mail')).toMatchObject({
      channel: 'email',
      subject: 'Your quote, {{ lead.firstName }}',
      isActive: true,
    });
  });

  it('says which variable it does not know, and is not saved with it', async () => {
    const { page } = alex;
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('{{ lead.fristName }}');
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('alert')
      .getByText(/lead\.fristName/)
      .waitFor();
    await page.getByRole('button', { name: 'Save template' }).click();
    await page
      .getByText(/lead\.fristName/)
      .nth(1)
      .waitFor();
    await expectAccessible(page);
    expect(await template('Quote by mail')).toMatchObject({ subject: 'Your quote, {{ lead.firstName }}' });
    await page.reload();
    await page.getByRole('heading', { name: 'Quote by mail', level: 1 }).waitFor();
  });

  it('shows how often it was sent, day by day', async () => {
    const { page } = alex;
    const use = page.getByRole('region', { name: 'Use' });
    await use.getByText('Sent 0 times.').waitFor();
    const { id } = await template('Quote by mail');
    for (let n = 0; n < 3; n++)
      await admin.ask('POST', '/email/send', { leadId, templateId: id, key: `template-use-${n}` });
    // The same key again is the same mail.
    await admin.ask('POST', '/email/send', { leadId, templateId: id, key: 'template-use-2' });
    await page.reload();
    await use.getByText(/Sent 3 times, last/).waitFor();
    await use.getByRole('img', { name: '3 in the last 30 days' }).waitFor();
    await look(page, 'usage');
  });
});

describe('a copy', () => {
  it('is another template that is changed on its own', async () => {
    const { page } = alex;
    const original = page.url();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('heading', { name: 'Quote by mail (copy)', level: 1 }).waitFor();
    expect(page.url()).not.toBe(original);
    await page.getByRole('region', { name: 'Use' }).getByText('Sent 0 times.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Reminder by mail');
    await page.getByRole('switch', { name: 'Active' }).click();
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template saved').waitFor();
    expect(await template('Reminder by mail')).toMatchObject({ isActive: false, channel: 'email' });
    expect(await template('Quote by mail')).toMatchObject({ isActive: true });
  });
});

describe('the list', () => {
  it('is narrowed by words, channel and category, copied from and removed from', async () => {
    const { page } = alex;
    await admin.ask('POST', '/templates', { name: 'Short hello', channel: 'sms', body: 'Hi there' });
    await page.goto('/templates');
    const table = page.getByRole('table', { name: 'Templates' });
    await table.getByText('Short hello').waitFor();
    await look(page, 'templates');
    await page.getByText('E-mails', { exact: true }).first().click();
    await table.getByText('Short hello').waitFor({ state: 'detached' });
    await table.getByText('Inactive').waitFor();
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Follow-up' }).click();
    await page.getByText('No template matches').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all templates' }).click();
    await table.getByText('Quote by mail').waitFor();
    await page.getByLabel('Search templates').fill('hello');
    await table.getByText('Quote by mail').waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Actions for Short hello' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    await page.getByRole('heading', { name: 'Short hello (copy)', level: 1 }).waitFor();
    await page.goto('/templates');
    await page.getByRole('button', { name: 'Actions for Short hello (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Remove “Short hello (copy)”?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Remove template' }).click();
    await page.getByText('“Short hello (copy)” was removed').waitFor();
    expect(await template('Short hello (copy)')).toBeUndefined();
    expect(await template('Short hello')).toBeDefined();
  });

  it('threw nothing and broke no content security policy on the way', () => {
    // The frame of the preview refuses the script that a mail brings: that is what it is for.
    expect(alex.problems.filter((problem) => !/about:srcdoc|sandboxed/.test(problem))).toEqual([]);
  });
});

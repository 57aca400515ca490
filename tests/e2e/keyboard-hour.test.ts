import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { askSandbox, shareOffice } from '#tests/support/calling.ts';
import { openPlace } from '#tests/support/open-hours.ts';
import { type Caller, demoPassword, type Product } from '#tests/support/product.ts';
import { look } from '#tests/support/screens.ts';

/* docs/first-hour.md: a new agent's first hour, by the keyboard alone. No test here moves the mouse or clicks. */

let product: Product;
let admin: Caller;
let kim: Visit;
const { area, state } = openPlace ?? { area: '340', state: 'VI' };
const leadNames = ['Ida', 'Otto', 'Vera'];
/** By their whole name. */
const leadIds = new Map<string, string>();

async function addLead(firstName: string, n: number, ownerId: string): Promise<void> {
  const phone = `+1${area}555${4410 + n}`;
  const { id } = await admin.ask<{ id: string }>('POST', '/leads', {
    firstName,
    lastName: 'Keys',
    phones: [phone],
    address: { state },
    source: 'keyboard story',
    ownerId,
  });
  leadIds.set(`${firstName} Keys`, id);
  await askSandbox(product, 'script', { match: phone, call: { result: 'answered', afterMs: 500 } });
}

beforeAll(async () => {
  product = await shareOffice();
  admin = await product.signIn('admin');
  const { id } = await admin.ask<{ id: string }>('POST', '/users', {
    username: 'kim',
    email: 'kim@stories.example',
    password: demoPassword,
    firstName: 'Kim',
    lastName: 'Park',
    role: 'agent',
  });
  await admin.ask('POST', '/pbx/extensions', { number: '7411', name: 'Kim', userId: id });
  for (const [n, name] of leadNames.entries()) await addLead(name, n, id);
  kim = await visit(product.origin);
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** What the command palette finds for a word, and Enter. */
async function command(word: string, found: string | RegExp): Promise<void> {
  const { page } = kim;
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.waitFor();
  await page.keyboard.type(word);
  await palette.getByText(found).first().waitFor();
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}

describe.runIf(openPlace)('a first hour by the keyboard alone', () => {
  it('signs in, and becomes a telephone', async () => {
    const { page } = kim;
    await page.goto('/login');
    await page.getByLabel('Username').waitFor();
    for (let tabs = 0; tabs < 10; tabs++) {
      if (await page.getByLabel('Username').evaluate((field) => field === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('kim');
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Calls today' }).waitFor();
    await command('sign in to', 'Sign in to phone');
    await page.getByRole('button', { name: /^Phone, extension 7411\. Ready/ }).waitFor();
  });

  it('calls a lead, holds, writes, and sells', async () => {
    const { page } = kim;
    await command('console', 'Console');
    await page.getByRole('heading', { name: /Keys$/ }).waitFor();
    const first = await page.getByRole('heading', { name: /Keys$/ }).innerText();
    await page.getByText(/^May be called/).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Call the lead').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByText('Talking with', { exact: true }).waitFor();
    await page.keyboard.press('h');
    await page
      .getByRole('button', { name: /Resume|Back/ })
      .first()
      .waitFor();
    await page.keyboard.press('h');
    await page.getByRole('button', { name: /^Hold/ }).waitFor();
    await page.keyboard.press('w');
    await page.keyboard.type('Wants the large one');
    await page.keyboard.press('Escape');
    await look(page, 'keyboard-hour-call', 'load');
    await page.keyboard.press('e');
    const form = page.getByRole('radiogroup', { name: 'How did it end?' });
    await form.waitFor();
    const sale = form.getByRole('radio', { name: /^Sale/ });
    const key = (await sale.innerText()).match(/\d/)?.[0] ?? '1';
    await page.keyboard.press(key);
    await expect.poll(() => sale.getAttribute('aria-checked')).toBe('true');
    await look(page, 'keyboard-hour-sale', 'load');
    // The amount is asked for first.
    await page.keyboard.type('1200');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.getByRole('heading', { name: /Keys$/ }).innerText()).not.toBe(first);
    const lead = await admin.ask<{ status: string; dealAmount: number | null }>(
      'GET',
      `/leads/${leadIds.get(first)}`,
    );
    expect(lead).toMatchObject({ status: 'won', dealAmount: 1200 });
    // What was written and not yet added is still there when she comes back to the lead.
    await page.keyboard.press('p');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Note' }).first().inputValue())
      .toBe('Wants the large one');
  });

  it('takes a break, comes back, and leaves', async () => {
    const { page } = kim;
    await command('status: break', 'Status: Break');
    await page.getByText('Your status: Break', { exact: true }).waitFor();
    await command('status: avail', 'Status: Available');
    await page.getByText('Your status: Available', { exact: true }).waitFor();
    await command('sign out of ph', 'Sign out of phone');
    await page.getByRole('button', { name: 'Sign in to phone' }).waitFor();
    await command('sign out', 'Sign out');
    await page.waitForURL('**/login*');
    expect(kim.problems).toEqual([]);
  });
});

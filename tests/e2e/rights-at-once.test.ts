import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Caller, Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin takes a colleague's rights away: the colleague's open browser has lost them with the next click. */

const password = 'a long password for a lead 7';

let product: Product;
let admin: Caller;
let boss: Visit;

beforeAll(async () => {
  product = await shareProduct();
  admin = await product.signIn('admin');
  boss = await visit(product.origin);
  await signInOn(boss.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

/** A second admin, made by the first, and signed in in a browser of their own. */
async function colleague(username: string, firstName: string): Promise<{ page: Page; token: string }> {
  await admin.ask('POST', '/users', {
    username,
    email: `${username}@example.com`,
    password,
    firstName,
    lastName: 'Second',
    role: 'admin',
  });
  const { page } = await visit(product.origin);
  await signInAs(page, username);
  const login = await product.call<{ token: string }>('POST', '/auth/login', {
    body: { username, password },
  });
  return { page, token: login.body.token };
}

async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard');
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const newAdmin = { username: 'backdoor', email: 'backdoor@example.com', password, role: 'admin' };

describe('an admin who is demoted', () => {
  it('is signed out with the next click, and comes back as what they are now', async () => {
    const { page, token } = await colleague('dana', 'Dana');
    await page.goto('/users');
    await rowOf(page, 'Dana').waitFor();

    await boss.page.goto('/users');
    await rowOf(boss.page, 'Dana').click();
    await boss.page.getByRole('dialog').getByText('agent', { exact: true }).click();
    await boss.page.getByRole('button', { name: 'Save' }).click();
    await boss.page.getByText('Changes saved').waitFor();

    // A token of before makes no admin that stays.
    const made = await product.call('POST', '/users', { body: newAdmin, token });
    expect(made.status).toBe(401);
    await page.reload();
    await page.waitForURL('**/login**');
    await page.getByText('Your session has expired. Please log in again.').waitFor();
    await look(page, 'signed-out-after-demotion');
    await signInAs(page, 'dana');
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.goto('/users');
    await page.getByText('Access denied. admin role required.').waitFor();
    await look(page, 'demoted');
  });
});

describe('an admin who is removed', () => {
  it('is signed out with the next click, and is let in no more', async () => {
    const { page, token } = await colleague('rene', 'Rene');
    await boss.page.goto('/users');
    await rowOf(boss.page, 'Rene')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await boss.page.getByRole('menuitem', { name: 'Remove' }).click();
    await boss.page.getByRole('button', { name: 'Remove user' }).click();
    await boss.page.getByText('was removed').waitFor();

    const made = await product.call('POST', '/users', { body: newAdmin, token });
    expect(made.status).toBe(401);
    await page.reload();
    await page.waitForURL('**/login**');
    await page.getByLabel('Username').fill('rene');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Invalid username or password.').waitFor();
    await look(page, 'removed');
  });
});

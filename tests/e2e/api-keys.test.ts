import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin gives a program a key, and a user a permission; both count at once. */

let product: Product;
let admin: Visit;
const leadsBy = async (key: string) =>
  (await fetch(`${product.origin}/api/leads`, { headers: { authorization: `Bearer ${key}` } })).status;

beforeAll(async () => {
  product = await shareProduct();
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('API keys', () => {
  it('are made with permissions, shown once, rotated and revoked', async () => {
    const { page } = admin;
    await page.goto('/settings/api-keys');
    await page.getByText('No API keys yet').waitFor();
    await look(page, 'api-keys-empty');
    await page.getByRole('button', { name: 'Make an API key' }).click();
    await page.getByRole('button', { name: 'Make key' }).click();
    await page.getByText('Choose at least one permission.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Website');
    await page.getByPlaceholder('Search permissions').fill('leads');
    await page.getByRole('checkbox', { name: 'See leads', exact: true }).check();
    await look(page, 'api-keys-form');
    await page.getByRole('button', { name: 'Make key' }).click();
    const secret = page.getByRole('textbox', { name: 'Secret', exact: true });
    await secret.waitFor();
    await look(page, 'api-keys-secret');
    const first = await secret.inputValue();
    expect(await leadsBy(first)).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Rotate Website' }).click();
    await page.getByLabel('Days for which the old secret still works').fill('0');
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const second = await secret.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => leadsBy(first)).toBe(401);
    expect(await leadsBy(second)).toBe(200);
    await look(page, 'api-keys-list');
    await page.getByRole('button', { name: 'Revoke Website' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    await expect.poll(() => leadsBy(second)).toBe(401);
    expect(admin.problems).toEqual([]);
  });
});

describe('permissions of a user', () => {
  it('are set by role, allowed or denied, and open and close areas', async () => {
    const { page } = admin;
    await page.goto('/users');
    await page
      .getByRole('row', { name: /vendor/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Permissions' }).click();
    await page.getByPlaceholder('Search permissions').fill('see leads');
    await page.getByRole('radiogroup', { name: 'See leads' }).getByText('Allowed').click();
    await look(page, 'permissions');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Permissions saved').waitFor();
    const vendor = await visit(product.origin);
    await signInOn(vendor.page, 'vendor');
    await vendor.page.getByRole('link', { name: 'Leads' }).first().waitFor();
    await vendor.page.goto('/leads');
    await vendor.page.getByRole('heading', { name: 'Leads', exact: true }).waitFor();
    await vendor.page.goto('/journeys');
    await vendor.page.getByText('Access denied. admin or agent role required.').waitFor();
    await vendor.context.close();
  });
});

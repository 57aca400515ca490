import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import type { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';
import { shareProduct } from '#tests/support/workspace.ts';

/* An admin makes a group of numbers, and a journey's call step is given it. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await shareProduct();
  await (await product.signIn('admin')).ask('POST', '/transfer-groups', {
    name: 'Closers',
    numbers: [{ phoneNumber: '+12175550150', label: 'Dana' }],
  });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('transfer groups', () => {
  it('are added with numbers and hours, drawn from in turn, changed and removed', async () => {
    const { page } = admin;
    await page.goto('/transfer-groups');
    await page.getByRole('button', { name: 'Add group' }).first().click();
    const panel = page.getByRole('dialog');
    const save = panel.getByRole('button', { name: 'Add group' });
    await save.click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Night desk');
    await panel.getByLabel('Number 1', { exact: true }).fill('12');
    await save.click();
    await panel
      .getByRole('alert')
      .getByText(/number/i)
      .waitFor();
    await panel.getByLabel('Number 1', { exact: true }).fill('(305) 555-0101');
    await panel.getByLabel('Label of number 1').fill('Kim');
    await panel.getByRole('button', { name: 'Add a number' }).click();
    await panel.getByLabel('Number 2', { exact: true }).fill('(305) 555-0102');
    await save.click();
    const row = page.getByRole('row', { name: /Night desk/ });
    await row.getByText('2 free').waitFor();
    await look(page, 'transfer-groups');

    await row.click();
    await panel.getByText('The next call goes to Kim, (305) 555-0101. It is next in turn.').waitFor();
    const caller = await product.signIn('agent');
    const { groups } = await caller.ask<{ groups: { id: string; name: string }[] }>(
      'GET',
      '/transfer-groups?search=night',
    );
    await caller.ask('GET', `/transfer-groups/${groups[0]!.id}/next-number?key=call-1`);
    await page.reload();
    await panel.getByText('The next call goes to (305) 555-0102. It is next in turn.').waitFor();
    await look(page, 'transfer-group');
    await panel.getByLabel('Always open').click();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await panel.getByRole('switch', { name: day }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Closed').waitFor();

    await row.getByRole('button', { name: 'Actions for Night desk' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(admin.problems).toEqual([]);
  });

  it('are read by agents, who cannot change them', async () => {
    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/transfer-groups');
    await agent.page.getByRole('row', { name: /Closers/ }).click();
    const panel = agent.page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Close' }).last().waitFor();
    expect(await panel.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await agent.page.getByRole('button', { name: 'Add group' }).count()).toBe(0);
    await agent.context.close();
  });
});

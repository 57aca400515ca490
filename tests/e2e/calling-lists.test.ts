import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, type Visit, visit } from '#tests/support/browser.ts';
import { Product } from '#tests/support/product.ts';
import { look, signInOn } from '#tests/support/screens.ts';

/* An admin makes a calling list; an agent is given its leads. */

let product: Product;
let admin: Visit;

beforeAll(async () => {
  product = await Product.start();
  const caller = await product.signIn('agent');
  await caller.ask('POST', '/leads', { firstName: 'Ivy', phones: ['+13055550177'] });
  admin = await visit(product.origin);
  await signInOn(admin.page, 'admin');
});
afterAll(async () => {
  await closeBrowser();
  await product?.stop();
});

describe('calling lists', () => {
  it('are added with leads, order and agents, changed and removed', async () => {
    const { page } = admin;
    await page.goto('/calling-lists');
    await page.getByRole('button', { name: 'Add list' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Add calling list' });
    await panel.getByRole('button', { name: 'Add list' }).click();
    await panel.getByText('Please enter a name.').waitFor();
    await panel.getByLabel('Name').fill('Website leads');
    await panel.getByRole('button', { name: 'Choose leads' }).click();
    const filter = page.getByRole('dialog', { name: 'Filter leads' });
    await filter.waitFor();
    await look(page, 'calling-list-filter');
    await filter.getByRole('button', { name: 'Show all leads' }).click();
    await panel.getByText('All leads').waitFor();
    await panel.getByRole('combobox', { name: 'Dialling' }).click();
    await page.getByRole('option', { name: 'Progressive' }).click();
    await panel.getByText('By law not less than 15.').scrollIntoViewIfNeeded();
    await look(page, 'calling-list');
    await panel.getByRole('button', { name: 'Add list' }).click();
    const row = page.getByRole('row', { name: /Website leads/ });
    await row.getByText(/due now of/).waitFor();
    await row.getByText('Progressive').waitFor();
    await look(page, 'calling-lists');

    await row.click();
    const open = page.getByRole('dialog', { name: 'Website leads' });
    await open.getByText(/waiting/).waitFor();
    await open.getByRole('switch', { name: 'Active' }).click();
    await open.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Inactive').waitFor();

    await row.getByRole('button', { name: 'Actions for Website leads' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(admin.problems).toEqual([]);
  });

  it('are read by agents, who cannot change them and are given a lead', async () => {
    const caller = await product.signIn('agent');
    const agent = await visit(product.origin);
    await signInOn(agent.page, 'agent');
    await agent.page.goto('/calling-lists');
    await agent.page.getByRole('row', { name: /New leads/ }).waitFor();
    expect(await agent.page.getByRole('button', { name: 'Add list' }).count()).toBe(0);
    const { lists } = await caller.ask<{ lists: { id: string }[] }>('GET', '/calling-lists?search=new');
    const path = `/calling-lists/${lists[0]!.id}`;
    type Next = { turn: { leadId: string } | null; passedOver: unknown[]; lookAgainAt: string | null };
    const { turn, passedOver } = await caller.ask<Next>('POST', `${path}/next`);
    // By night the law lets nobody be called: then the leads are passed over, with reasons.
    if (turn) await caller.ask('POST', `${path}/leads/${turn.leadId}/result`, { result: 'finished' });
    else expect(passedOver.length).toBeGreaterThan(0);
    await agent.context.close();
  });
});
